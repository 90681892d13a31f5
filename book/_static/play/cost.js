"use strict";
/* What a layer costs: squares to guess before they fill. */

(() => {
  const squares = document.getElementById("gnode-squares");
  const [EXAMPLES, NODES] = [12, 6];
  const TRAINS = { // which nodes an example trains, as `study.figures.cost.answer` draws them
    AE: () => true,
    GN: (example, node) => node === 0 || node === 1 + Math.floor((example * (NODES - 1)) / EXAMPLES),
    GCN: (example, node) => node === Math.floor((example * NODES) / EXAMPLES),
  };
  const cells = (trains) => Array.from({ length: EXAMPLES * NODES }, (_, at) => `<i class="${trains(Math.floor(at / NODES), at % NODES) ? "filled" : ""}"></i>`);
  squares.innerHTML = `<p role="status">In one epoch an auto-encoder (AE) fills all 72 squares: each of its 6 nodes learns from each of the 12 examples. How many does GCN fill?</p>
    <div class="grids">${Object.entries(TRAINS).map(([name, trains]) => `<div class="${name}"><b>${name}: ${name === "AE" ? 72 : "?"}</b><p>${cells(trains).join("")}</p><small>${NODES} nodes</small></div>`).join("")}</div>
    <div class="buttons" role="group" aria-label="Squares of GCN">${[6, 12, 24, 36].map((n) => `<button type="button" aria-pressed="false" value="${n}">${n}</button>`).join("")}</div>`;
  squares.querySelectorAll("i").forEach((square, at) => square.style.setProperty("--row", Math.floor(at / NODES) % EXAMPLES)); // they fill example by example
  const buttons = [...squares.querySelectorAll("button")];
  buttons.forEach((button) => button.addEventListener("click", () => {
    squares.classList.add("told");
    for (const one of buttons) [one.ariaPressed, one.className] = [String(one === button), one.value === "12" ? "right" : one === button ? "wrong" : ""];
    for (const grid of squares.querySelector(".grids").children) grid.firstChild.textContent = `${grid.className}: ${grid.querySelectorAll(".filled").length}`;
    squares.querySelector("[role=status]").textContent = `${button.value === "12" ? "Right" : "No"}, GCN fills 12, because each example trains a single node. GN fills 24: its first node sees all examples, the others share them.`;
  }));
  document.querySelector(".tag_cost-still").before(squares); // the caption stays below
  document.documentElement.classList.add("gnode-cost-live");
})();
