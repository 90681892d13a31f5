"use strict";
/* A slider over epochs: ten nodes of three methods while they are trained, and untrained averages and sums of their examples. */

(() => {
  const place = gnodeSlider.place("epochs", "Features by epochs of training");
  const { ticks, epochs, averages, sums } = gnodeEpochs;
  const ROWS = [ // a name, and what is shown at a position of the slider
    ["GCN", (at) => epochs.GCN[at]],
    ["Averages of GCN’s examples", () => averages.GCN],
    ["Sums of GCN’s examples", () => sums.GCN],
    ["GN", (at) => epochs.GN[at]],
    ["Sums of GN’s examples", () => sums.GN],
    ["Auto-encoder", (at) => epochs["auto-encoder"][at]],
  ];

  place.innerHTML = `${gnodeSlider.range("Epochs", ticks)}
    ${ROWS.map(([name]) => `<div class="row"><p><b>${name}:</b> <span></span></p>${gnodeSlider.features}</div>`).join("")}
    <p class="status">Two clocks: in one epoch a node of the auto-encoder sees all ${epochs["auto-encoder"][0].updates.toLocaleString("en")} examples, but a node of GN or GCN
      only its own, about a two-hundredth of them.</p>`;
  const slider = place.querySelector("input"), rows = [...place.querySelectorAll(".row")];

  function show() {
    const at = Number(slider.value);
    const when = `${ticks[at]} ${ticks[at] === 1 ? "epoch" : "epochs"}`;
    place.querySelector(".slider b").textContent = when;
    const told = ROWS.map(([name, of], i) => {
      const { features, match, updates } = of(at);
      rows[i].classList.toggle("control", !updates);
      rows[i].querySelector("span").textContent = `${updates ? `${updates.toLocaleString("en")} updates a node` : "untrained"}, match ${match.toFixed(2)}`;
      gnodeSlider.draw(rows[i].querySelector(".features"), features, updates ? `${name}, after ${when}` : `${name}, untrained`);
      return updates ? [`${name} ${match.toFixed(2)}`] : [];
    });
    slider.setAttribute("aria-valuetext", `${when}; best match: ${told.flat().join(", ")}`);
  }

  slider.addEventListener("input", show);
  slider.value = ticks.indexOf(10);
  show();
})();
