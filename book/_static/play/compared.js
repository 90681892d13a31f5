"use strict";
/* Where GN and GCN are better: a guess, the gains over no pre-training, and those over layer by layer. What is told is true by the notebook's checks four_each and three_of_twenty. */
(() => {
  const place = gnodeSlider.place("compared", "GN and GCN compared with layer by layer or no pre-training"), sets = Object.entries(gnodeCompared);
  const TOLD = { "layer by layer": "Compared with layer by layer, each algorithm loses on four sets, three of which are the same. GCN also wins on four, once perhaps by chance, and GN on none.",
                 "no pre-training": "Compared with no pre-training, node by node wins three times out of twenty, and two of these wins may be chance. It loses six times." };
  const buttons = (names, label) => `<div class="buttons" role="group" aria-label="${label}">${names.map((name) => `<button type="button" value="${name}">${name}</button>`).join("")}</div>`;
  const kind = (mean) => (mean === null || Math.abs(mean) <= 0.01 ? "level" : mean > 0 ? "better" : "worse"), tenths = (mean) => Math.round(1000 * mean) / 10;
  const word = ([mean, low, high]) => (mean === null ? "diverged" : `${mean < -0.0005 ? "−" : mean > 0.0005 ? "+" : ""}${Math.abs(tenths(mean)).toFixed(1)}${kind(mean) !== "level" && low <= 0 && high >= 0 ? " ?" : ""}`);
  place.innerHTML = `<p role="status">Each cell below will compare a network trained node by node with one that was not pre-trained at all. Take a guess: in how many of the twenty will training node by node win by a point or more?</p>${buttons(["in most", "in about half", "in hardly any"], "Your guess")}<table></table>`;
  const show = (against, told = word) => {
    place.querySelector("table").innerHTML = `<caption>gain over ${against}, in points</caption><thead><tr><td></td><th scope="col">GN</th><th scope="col">GCN</th></tr></thead><tbody>${sets.map(([name, of], row) => `<tr style="--row: ${row}"><th scope="row">${name}</th>${of[against].map((gain) => (told ? `<td class="${kind(gain[0])}" style="--size: ${Math.min(50, 22 + Math.abs(3 * tenths(gain[0])))}%">${told(gain)}</td>` : "<td></td>")).join("")}</tr>`).join("")}</tbody>`;
    place.querySelectorAll("button").forEach((button) => (button.ariaPressed = String(button.value === against)));
  };
  place.addEventListener("click", ({ target: { value } }) => {
    if (!value) return;
    const guess = !TOLD[value], against = guess ? "no pre-training" : value;
    if (guess) place.querySelector(".buttons").outerHTML = buttons(Object.keys(TOLD), "Compared with");
    show(against);
    place.classList.add("told");
    place.querySelector("[role=status]").textContent = `${guess ? (value === "in hardly any" ? "You guessed right. " : `You guessed “${value}”. `) : ""}${TOLD[against]}`;
    if (guess) place.querySelector("[aria-pressed=true]").focus({ preventScroll: true });
  });
  show("no pre-training", null);
})();
