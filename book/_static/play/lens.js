"use strict";
/* The main claims of the page's table, by one of its two comparisons: a switch changes all of them at once. */

document.addEventListener("DOMContentLoaded", () => {
  const folded = document.querySelector("#five-claims"), board = document.querySelector("#fig-verdicts-count");
  const [[, ...comparisons], ...claims] = [...folded.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.innerHTML.replace(/<\/?p>/g, "")));
  const lens = Object.assign(document.createElement("div"), { className: "lens", id: "gnode-lens" });
  lens.innerHTML = `<div role="group" aria-label="Compare">${comparisons.map((of) => `<button type="button">${of}</button>`).join("")}</div><div aria-live="polite"><p></p><dl></dl></div>`;
  const buttons = [...lens.querySelectorAll("button")], [told, list] = lens.lastChild.children, [, ...together] = claims.pop();

  function compare(at) {
    buttons.forEach((button, i) => (button.ariaPressed = String(i === at)));
    list.className = at ? "simpler" : "";
    told.innerHTML = together[at];
    list.innerHTML = claims.map(([claim, ...found]) => `<dt>${claim}</dt><dd>${found[at]}</dd>`).join("");
  }

  buttons.forEach((button, at) => button.addEventListener("click", () => compare(at)));
  compare(0);
  board.before(lens);
  folded.hidden = true; // the switch tells it
  document.querySelector("#all-nineteen-claims > h2").after(board);
});
