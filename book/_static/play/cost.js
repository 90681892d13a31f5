"use strict";
/* What a layer costs: sliders for its sizes and for the epochs of each side, and an area for what each method does. */

(() => {
  const place = document.getElementById("gnode-cost");
  if (!place) return;
  const EPOCHS = [1, 3, 10, 30, 100, 300, 1000, 3000];
  const SIZES = { // the paper's first layer at first
    E_AE: { name: "epochs, AE", values: EPOCHS, at: 5 },
    E_GN: { name: "epochs, GN", values: EPOCHS, at: 5 },
    E: { name: "epochs, GCN", values: EPOCHS, at: 5 },
    d1: { name: "inputs <i>d</i>₁", values: [1, 4, 16, 64, 256, 1024, 4096], at: 4 },
    d2: { name: "nodes <i>d</i>₂", values: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], at: 7 },
  };
  const MARKED = { // where a button takes the sliders of epochs; accuracy was measured on one network alone
    "Equal epochs: 300 each": { E_AE: 300, E_GN: 300, E: 300 },
    "Equal accuracy on USPS: AE 1, GN 10, GCN 100": { E_AE: 1, E_GN: 10, E: 100, d1: 256, d2: 200 },
  };

  /** Operations for each example, by equations (1), (6) and (5), as `study.figures.cost` has them. */
  function counts({ d1, d2, E, E_AE, E_GN }) {
    const update = 6 * d1 + 5, rest = d2 * (2 * d1 + 2) + d1;
    return { AE: E_AE * (5 * d1 * d2 + 3 * d1 + 5 * d2), GN: 2 * E_GN * update + rest + 3 * d1, GCN: E * update + rest };
  }

  place.innerHTML = `<p class="told" role="status"></p>
    <p>Areas are operations for each example.</p>
    <div class="areas" role="img">${["AE", "GN", "GCN"].map((name) => `<div class="${name}"><i></i><small></small></div>`).join("")}</div>
    <p class="buttons">${Object.keys(MARKED).map((name) => `<button type="button" aria-pressed="false">${name}</button>`).join("")}</p>
    <div class="sliders">${Object.entries(SIZES).map(([size, { name, values, at }]) => `<label><span>${name} = <output></output></span>
      <input type="range" name="${size}" max="${values.length - 1}" value="${at}"></label>`).join("")}</div>`;
  const sliders = [...place.querySelectorAll("input")], buttons = [...place.querySelectorAll("button")];
  const digits = (times) => times.toFixed(times < 9.95 ? 1 : 0).replace(".0", "");

  function show() {
    const sizes = Object.fromEntries(sliders.map(({ name, value }) => [name, SIZES[name].values[value]]));
    const of = counts(sizes), most = Math.max(...Object.values(of));
    for (const [name, operations] of Object.entries(of)) {
      const method = place.querySelector(`.${name}`);
      method.querySelector("i").style.width = `calc(0.92 * min(100%, 11rem) * ${Math.sqrt(operations / most)})`;
      method.querySelector("small").innerHTML = `<b>${name}</b><br>${operations.toLocaleString("en")}`;
    }
    const [times, less] = [of.AE / of.GCN, of.GCN / of.AE];
    place.querySelector(".told").textContent = digits(times) === "1" ? "AE and GCN do the same work."
      : times > 1 ? `AE does ${digits(times)} times the work of GCN.` : `GCN does ${digits(less)} times the work of AE.`;
    place.querySelector(".areas").ariaLabel = `Operations an example: ${Object.entries(of).map(([name, n]) => `${name} ${n.toLocaleString("en")}`).join(", ")}`;
    for (const slider of sliders) {
      slider.ariaValueText = slider.parentElement.querySelector("output").value = sizes[slider.name].toLocaleString("en");
    }
    for (const button of buttons) button.ariaPressed = String(Object.entries(MARKED[button.textContent]).every(([name, E]) => sizes[name] === E));
  }

  sliders.forEach((slider) => slider.addEventListener("input", show));
  buttons.forEach((button) => button.addEventListener("click", () => {
    for (const [name, E] of Object.entries(MARKED[button.textContent])) place.querySelector(`[name=${name}]`).value = SIZES[name].values.indexOf(E);
    show();
  }));
  show();
  document.documentElement.classList.add("gnode-cost-live");
  window.gnodeCost = counts;
})();
