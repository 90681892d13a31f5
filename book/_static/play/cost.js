"use strict";
/* What a layer costs: squares to guess before they fill; farther down sliders for its sizes with an area for what each method does. */

(() => {
  const [squares, place] = ["gnode-squares", "gnode-cost"].map((id) => document.getElementById(id));
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

  const SIZES = { // the paper's first layer at first
    d2: { name: "nodes <i>d</i>₂", values: [2, 5, 10, 20, 50, 100, 200, 400, 1000, 3000, 10000], at: 6 },
    E: { name: "epochs <i>E</i>", values: [1, 3, 10, 30, 100, 300, 1000, 3000, 10000], at: 5 },
    d1: { name: "inputs <i>d</i>₁", values: [1, 4, 16, 64, 256, 1024, 4096], at: 4 },
  };

  /** Operations per example for two nodes or more, by the formulas of the page, as `study.figures.cost` has them. */
  function counts({ d1, d2, E }) {
    const update = 6 * d1 + 5, rest = d2 * (2 * d1 + 2) + d1;
    return { AE: E * (5 * d1 * d2 + 3 * d1 + 5 * d2), GN: 2 * E * update + rest + 3 * d1, GCN: E * update + rest };
  }

  place.innerHTML = `<p class="told" role="status"></p><p>Operations per example in <b></b>, as areas (the tiny ones are framed):</p>
    <div class="areas">${["AE", "GN", "GCN"].map((name) => `<div class="${name}"><i></i><small></small></div>`).join("")}</div>
    <div class="sliders">${Object.entries(SIZES).map(([size, { name, values, at }]) => `<label><span>${name} = <output></output></span>
      <input autocomplete="off" type="range" aria-label="${name.replace(/<.*?>/g, "")}" name="${size}" max="${values.length - 1}" value="${at}"><small aria-hidden="true"><span>${values[0]}</span><span>${values.at(-1).toLocaleString("en")}</span></small></label>`).join("")}</div>`;
  const sliders = [...place.querySelectorAll("input")], say = (n) => Number(n.toFixed(n < 9.95 ? 1 : 0)).toLocaleString("en");

  function show(moved) {
    const sizes = Object.fromEntries(sliders.map(({ name, value }) => [name, SIZES[name].values[value]]));
    const { d1, d2, E } = sizes, of = counts(sizes), times = of.AE / of.GCN, most = Math.max(...Object.values(of));
    const epochs = (place.querySelector("p b").textContent = `${say(E)} epoch${E > 1 ? "s" : ""}`);
    for (const [name, operations] of Object.entries(of)) {
      const square = place.querySelector(`.${name} i`);
      square.style.width = `calc(0.92 * min(100%, 11rem) * ${Math.sqrt(operations / most)})`, square.classList.toggle("tiny", operations < most / 250);
      place.querySelector(`.${name} small`).innerHTML = `<b>${name}</b><br>${operations.toLocaleString("en")}`;
    }
    const limits = `With ${epochs}, more nodes would stop at ${say(2.5 * E)}; with ${say(d2)} nodes, more epochs at ${say(of.AE / E / (6 * d1 + 5))}.`;
    place.querySelector(".told").textContent = `AE does ${say(times)} times the work of GCN. ${!moved ? "Can more nodes alone make that 1,000? More epochs alone?" : times < 1000 ? limits : d2 > 3000 || E > 1000 ? "It took both. Are fewer enough?" : "Solved: it takes both, and on these sliders no fewer of either will do."}`;
    for (const slider of sliders) slider.ariaValueText = slider.parentElement.querySelector("output").value = sizes[slider.name].toLocaleString("en");
  }

  sliders.forEach((slider) => slider.addEventListener("input", show));
  show(), (window.gnodeCost = counts);
  for (const [still, live] of [["cost", squares], ["gain", place]]) document.querySelector(`.tag_${still}-still`).before(live); // captions stay below
  document.documentElement.classList.add("gnode-cost-live");
})();
