/* Six networks without names, until the reader has marked two. What is told of them is true by the notebook's checks six_level, certain and stopped_early. */

(() => {
  const { mean, percent, name, axis, dots } = gnodeDots;
  const SIX = Object.keys(gnodeSix), UNTRAINED = ["random hidden layers", "no pre-training"];
  const TICKS = [0.93, 0.935, 0.94], x = (share) => 120 + (share - 0.927) * 14000;
  const called = (k) => `network ${"ABCDEF"[k]}`, label = (text, k) => `${text}, mean ${percent(mean(gnodeSix[SIX[k]]))}`;
  const row = (of, k) => `<button type="button" aria-pressed="false" aria-label="${label(called(k), k)}"><svg viewBox="-26 0 380 38" aria-hidden="true">
    ${axis(TICKS, x, 54)}${name(called(k), 19)}<g class="${of.split(" ")[0]}">${dots(gnodeSix[of], x, 19)}</g></svg></button>`;

  const place = Object.assign(document.createElement("div"), { id: "gnode-guess", role: "region", ariaLabel: "Which two were never pre-trained?" });
  place.innerHTML = `
    <p role="status">Six networks learned the paper’s digits, twenty times each: every dot is the test accuracy of a run.
      Two of the six were never pre-trained. <b>Which two? Mark them.</b></p>
    <div role="group" aria-label="Networks">${SIX.map(row).join("")}</div>
    <svg viewBox="-26 0 380 42" aria-hidden="true">${name("test accuracy", 8)}${axis(TICKS, x, 12)}
      <g transform="translate(0 22)">${name("from 0 to 100%", 9)}<path d="M120 9H351M120 4v10M351 4v10"/>
        ${SIX.map((of) => `<path class="mean" d="M${120 + 231 * mean(gnodeSix[of])} 2v14"/>`).join("")}</g></svg>`;
  const rows = [...place.querySelectorAll("button")];

  function tell(found) {
    place.className = "told";
    gnodeTold("accuracy", `${found} of 2 right`);
    for (const [k, of] of SIX.entries()) {
      const told = (rows[k].querySelector("[text-anchor=end]").textContent = gnodeNames[of] ?? of);
      rows[k].classList.toggle("untrained", UNTRAINED.includes(of));
      Object.assign(rows[k], { ariaDisabled: "true", ariaLabel: `${label(told, k)}${UNTRAINED.includes(of) ? ", never pre-trained" : ""}` });
    }
    place.firstElementChild.innerHTML = `<b>You found ${["neither", "one of the two", "both"][found]}.</b> A blind guess would do so in ${[6, 8, 1][found]} of 15 cases.
      Green frames mark the two that were never pre-trained, outer frames your choice.
      GCN and the auto-encoder are indistinguishable from them; GN and supervised layers are half a point ahead.`;
  }

  for (const one of rows) one.addEventListener("click", () => {
    if (place.className) return;
    one.ariaPressed = String(one.ariaPressed !== "true");
    const marked = SIX.filter((_, k) => rows[k].ariaPressed === "true");
    if (marked.length === 2) tell(marked.filter((of) => UNTRAINED.includes(of)).length);
  });
  document.querySelector(".tag_six-still").before(place); // the caption stays below
})();
