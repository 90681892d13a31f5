"use strict";
/* What a layer costs: sliders for its sizes, and a square for all that GCN does, so many for the others. */

(() => {
  const place = document.getElementById("gnode-cost");
  if (!place) return;
  const SIZES = { // the paper's first layer at first
    d1: { name: "inputs <i>d</i>₁", values: [1, 4, 16, 64, 256, 1024, 4096], at: 4 },
    d2: { name: "nodes <i>d</i>₂", values: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], at: 7 },
    E: { name: "epochs <i>E</i>", values: [1, 3, 10, 30, 100, 300, 1000, 3000], at: 5 },
  };

  /** Operations for each example, by equations (1), (6) and (5), as `study.figures.cost` has them. */
  function counts({ d1, d2, E }) {
    const updates = E * (6 * d1 + 5), rest = d2 * (2 * d1 + 2) + d1;
    return { AE: E * (5 * d1 * d2 + 3 * d1 + 5 * d2), GN: 2 * updates + rest + 3 * d1, GCN: updates + rest };
  }

  place.innerHTML = `<p><strong>One square is all that GCN does.</strong> Operations for each example:</p>
    <svg preserveAspectRatio="xMinYMin" role="img">${["GCN", "GN", "AE"].map((name) => `<path class="${name}"/>`).join("")}</svg>
    <p role="status">${["AE", "GN", "GCN"].map((name) => `<span class="${name}"></span>`).join(" ")}</p>
    <div>${Object.entries(SIZES).map(([size, { name, values, at }]) => `<label><span>${name} = <output></output></span>
      <input type="range" name="${size}" max="${values.length - 1}" value="${at}"></label>`).join("")}</div>`;
  const svg = place.querySelector("svg"), sliders = [...place.querySelectorAll("input")];

  const squares = (n, columns, left) => Array.from({ length: Math.ceil(n) }, (_, k) => {
    const x = left + (k % columns);
    return `M${x} ${Math.floor(k / columns)}h${0.86 * Math.min(1, n - k)}v.86H${x}z`;
  }).join("");

  function show() {
    const of = counts(Object.fromEntries(sliders.map(({ name, value }) => [name, SIZES[name].values[value]])));
    const columns = Math.ceil(Math.sqrt((2.5 * of.AE) / of.GCN));
    svg.setAttribute("viewBox", `0 0 ${4 + columns} ${Math.max(2, Math.ceil(of.AE / of.GCN / columns))}`);
    for (const [name, width, left] of [["GCN", 1, 0], ["GN", 1, 2], ["AE", columns, 4]]) {
      const times = of[name] / of.GCN, told = times.toFixed(times < 9.95 ? 1 : 0).replace(".0", "");
      svg.querySelector(`.${name}`).setAttribute("d", squares(times, width, left));
      place.querySelector(`span.${name}`).innerHTML = `${name} <b>${told}</b> × (${of[name].toLocaleString("en")})`;
    }
    svg.setAttribute("aria-label", `Squares: ${place.querySelector("[role=status]").textContent}`);
    for (const slider of sliders) {
      slider.ariaValueText = slider.parentElement.querySelector("output").value = SIZES[slider.name].values[slider.value].toLocaleString("en");
    }
  }

  sliders.forEach((slider) => slider.addEventListener("input", show));
  show();
  window.gnodeCost = counts;
})();
