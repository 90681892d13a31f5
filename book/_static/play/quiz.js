/* The quiz: nodes of GCN, each early and late in its training; the reader takes of each pair the one that was trained longer, and then it tells. What it says of averages is true by the notebook's check draws_average. */

(() => {
  const place = gnodeSlider.place("quiz", "Quiz: which was trained longer?"), { epochs, pixels } = gnodeQuizFeatures, weights = gnodeDraw.weights(pixels);
  const tile = (name) => `<button type="button" aria-pressed="false" aria-label="${name}"><canvas width="16" height="16"></canvas><span></span></button>`;
  const pairs = epochs.map((_, n) => `<div>${tile(`Pair ${n + 1}, left`)}${tile(`Pair ${n + 1}, right`)}</div>`);
  place.innerHTML = `<p class="title" role="status">In each pair, choose the one that was trained longer.</p><div class="pairs">${pairs.join("")}</div>
    <p class="key">Each pair is one node of GCN, which saw digits of one class.</p>`;
  const tiles = [...place.querySelectorAll("button")], longest = Math.max(...epochs.flat());
  tiles.forEach((one, i) => gnodeDraw.feature(one.firstChild, weights.subarray(256 * i, 256 * (i + 1)), 16, 127));

  function tell(chosen) {
    tiles.forEach((one, i) => {
      const after = epochs.flat()[i];
      one.lastChild.textContent = `${after} epochs`;
      one.classList.toggle("longer", after === longest);
      Object.assign(one, { ariaDisabled: "true", ariaLabel: `${one.ariaLabel}: ${after} epochs` });
    });
    const right = chosen.filter((one) => one.matches(".longer")).length;
    gnodeTold("features", `${right} of ${epochs.length} right`);
    place.querySelector(".title").textContent = `You chose the one that was trained longer in ${right} of ${epochs.length} pairs. Chance would give ${epochs.length / 2}.`;
    place.querySelector(".key").textContent = "After ten epochs a typical node of GCN is almost the average of its digits. After 300 it is far from this average.";
  }

  place.addEventListener("click", ({ target }) => {
    const tile = target.closest("button:not([aria-disabled])");
    if (!tile) return;
    for (const one of tile.parentElement.children) one.ariaPressed = String(one === tile);
    const chosen = tiles.filter((one) => one.ariaPressed === "true");
    if (chosen.length === epochs.length) tell(chosen);
  });
})();
