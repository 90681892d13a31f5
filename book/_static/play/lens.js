"use strict";
/* The main claims of the page's table, by one of its two comparisons: a switch changes all of them at once. */

document.addEventListener("DOMContentLoaded", () => {
  const folded = document.querySelector("#five-claims"), board = document.querySelector("#fig-verdicts-count");
  const [[, ...comparisons], ...claims] = [...folded.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.innerHTML.replace(/<\/?p>/g, "")));
  const lens = Object.assign(document.createElement("div"), { className: "lens", id: "gnode-lens" });
  lens.innerHTML = `<div role="group" aria-label="Compare">${comparisons.map((of) => `<button type="button">${of}</button>`).join("")}</div><p role="status"></p><dl></dl>`;
  const buttons = [...lens.querySelectorAll("button")], [, told, list] = lens.children, [, ...together] = claims.pop();
  const parted = (html) => html.replace(/(<\/strong>)(.*)/s, "$1<span>$2</span>"); // on a phone without the rest

  function compare(at) {
    buttons.forEach((button, i) => (button.ariaPressed = String(i === at)));
    list.className = at ? "simpler" : "";
    told.innerHTML = together[at];
    list.innerHTML = claims.map(([claim, ...found]) => `<dt>${parted(claim)}</dt><dd>${parted(found[at])}</dd>`).join("");
  }

  buttons.forEach((button, at) => button.addEventListener("click", () => compare(at)));
  compare(0);
  board.before(lens);
  folded.open = false; // on a phone it has the rest
  folded.className = "told";
  document.querySelector("#all-nineteen-claims > h2").after(board);
});
