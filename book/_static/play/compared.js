"use strict";
/* What GN and GCN gain over two rivals on ten sets, after twenty epochs of fine-tuning or, on four sets, after a hundred. What is told is true by the notebook's checks three_of_twenty, below_none, longer_closes and longer_level. */
(() => {
  const place = gnodeSlider.place("compared", "What GN and GCN gain over two rivals"), tenths = (mean) => Math.round(1000 * mean) / 10;
  const TOLD = { 20: "Against no pre-training, node by node wins 3 of 20 comparisons (two perhaps by chance) and loses 6 (one perhaps by chance). Do these losses last?",
                 100: "We repeated four sets with a hundred epochs. No loss there exceeds two points any more. But GN’s win on CHESS is gone, too." };
  const kind = (mean) => (mean === null || Math.abs(mean) <= 0.01 ? "level" : mean > 0 ? "better" : "worse");
  const word = ([mean, low, high]) => (mean === null ? "diverged" : `${mean < -0.0005 ? "−" : mean > 0.0005 ? "+" : ""}${Math.abs(tenths(mean)).toFixed(1)}${kind(mean) !== "level" && low <= 0 && high >= 0 ? " ?" : ""}`);
  const cell = (gain, row) => `<td class="${kind(gain[0])}" style="--row: ${row}; --size: ${Math.min(50, 22 + Math.abs(3 * tenths(gain[0])))}%">${word(gain)}</td>`;
  place.innerHTML = `<p role="status"></p><div class="buttons" role="group" aria-label="Epochs of fine-tuning">${Object.keys(TOLD).map((epochs) => `<button type="button" value="${epochs}">${epochs} epochs <i>of fine-tuning</i></button>`).join("")}</div><table>
    <thead><tr><td></td>${["no pre-training", "layer by layer"].map((rival) => `<th scope="colgroup" colspan="2">over ${rival}</th>`).join("")}</tr><tr><td></td>${'<th scope="col">GN</th><th scope="col">GCN</th>'.repeat(2)}</tr></thead><tbody></tbody></table>`;
  function show(epochs) {
    place.querySelector("[role=status]").textContent = TOLD[epochs];
    place.querySelectorAll("button").forEach((button) => (button.ariaPressed = String(button.value === epochs)));
    place.querySelector("tbody").innerHTML = Object.entries(gnodeCompared).filter(([, after]) => after[epochs]).map(([name, after], row) => `<tr><th scope="row">${name}</th>${after[epochs].map((gain) => cell(gain, row)).join("")}</tr>`).join("");
  }
  place.addEventListener("click", ({ target }) => {
    const { value } = target.closest("[aria-pressed=false]") ?? {};
    if (!value) return;
    show(value);
    place.classList.add("told");
  });
  show("20");
})();
