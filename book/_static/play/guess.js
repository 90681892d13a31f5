/* Two networks with names and four without, until the reader has marked two of the four. What is told of them is true by the notebook's checks six_level and certain. */

(() => {
  const { mean, percent, name, axis, dots } = gnodeDots;
  const SIX = Object.keys(gnodeSix), SECRET = SIX.slice(2), UNTRAINED = ["random hidden layers", "no pre-training"];
  const TICKS = [0.93, 0.935, 0.94], x = (share) => 120 + (share - 0.927) * 14000;
  const label = (text, of) => `${text}, mean ${percent(mean(gnodeSix[of]))}`, secret = (k) => `network ${"ABCD"[k]}`;
  const row = (of, text) => `<svg viewBox="-26 0 380 38" aria-hidden="true">${axis(TICKS, x, 54)}${name(text, 19)}<g class="${of.split(" ")[0]}">${dots(gnodeSix[of], x, 19)}</g></svg>`;

  const place = Object.assign(document.createElement("div"), { id: "gnode-guess", role: "region", ariaLabel: "Which two were never pre-trained?" });
  place.innerHTML = `
    <p role="status">Six networks learned the paper’s digits, twenty times each: every dot is the test accuracy of a run.
      The first two were pre-trained and are half a point ahead. Two of the others were never pre-trained. <b>Which two? Mark them.</b></p>
    ${SIX.slice(0, 2).map((of) => `<div role="img" aria-label="${label(gnodeNames[of], of)}">${row(of, gnodeNames[of])}</div>`).join("")}
    <div role="group" aria-label="Networks">${SECRET.map((of, k) => `<button type="button" aria-pressed="false" aria-label="${label(secret(k), of)}">${row(of, secret(k))}</button>`).join("")}</div>
    <svg viewBox="-26 0 380 42" aria-hidden="true">${name("test accuracy", 8)}${axis(TICKS, x, 12)}
      <g transform="translate(0 22)">${name("from 0 to 100%", 9)}<path d="M120 9H351M120 4v10M351 4v10"/>
        ${SIX.map((of) => `<path class="mean" d="M${120 + 231 * mean(gnodeSix[of])} 2v14"/>`).join("")}</g></svg>`;
  const rows = [...place.querySelectorAll("button")];

  function tell(found) {
    place.className = "told";
    gnodeTold("accuracy", `${found} of 2 right`);
    for (const [k, of] of SECRET.entries()) {
      const told = (rows[k].querySelector("[text-anchor=end]").textContent = gnodeNames[of] ?? of);
      rows[k].classList.toggle("untrained", UNTRAINED.includes(of));
      Object.assign(rows[k], { ariaDisabled: "true", ariaLabel: `${label(told, of)}${UNTRAINED.includes(of) ? ", never pre-trained" : ""}` });
    }
    place.firstElementChild.innerHTML = `<b>You found ${["neither", "one of the two", "both"][found]}.</b> One blind guess in six finds both.
      GCN, one of the paper’s two algorithms, and the auto-encoder cannot be told from networks without pre-training.
      Green frames mark the two that were never pre-trained, inner ones your choice.`;
  }

  for (const one of rows) one.addEventListener("click", () => {
    if (place.className) return;
    one.ariaPressed = String(one.ariaPressed !== "true");
    const marked = SECRET.filter((_, k) => rows[k].ariaPressed === "true");
    if (marked.length === 2) tell(marked.filter((of) => UNTRAINED.includes(of)).length);
  });
  document.querySelector(".tag_six-still").before(place); // the caption stays below
})();
