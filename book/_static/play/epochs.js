"use strict";
/* A slider over epochs: the same ten nodes of three methods while they are trained, and sums of their
   examples that nobody trained. */

(() => {
  const place = document.querySelector("#gnode-epochs");
  const { epochs, methods, sums } = gnodeEpochs;
  const words = { "auto-encoder": "Auto-encoder" };
  const untrained = (name) => `Sums of the examples of ${name}, not trained`;
  const all_examples = methods["auto-encoder"][0].updates.toLocaleString("en");

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Features by epochs of training");
  place.innerHTML = `${gnodeSlider.range("Epochs", epochs)}
    ${[...Object.keys(methods).map((name) => words[name] ?? name), ...Object.keys(sums).map(untrained)].map((name) => `
      <div class="row"><p><b>${name}:</b> <span></span></p>${gnodeSlider.features}</div>`).join("")}
    <p class="status">Two clocks: in one epoch a node of the auto-encoder sees all ${all_examples} examples, but a node of GN or GCN
      only its own, about a two-hundredth of them.</p>`;
  const slider = place.querySelector("input");
  const rows = [...place.querySelectorAll(".row")];

  function fill(row, name, { features, match, updates }, when) {
    const known = updates ? `${updates.toLocaleString("en")} updates a node, ` : "";
    row.querySelector("span").textContent = `${known}best match ${match.toFixed(2)}`;
    gnodeSlider.draw(row.querySelector(".features"), features, `${words[name] ?? name}${when}`);
  }

  function show() {
    const at = Number(slider.value);
    const told = `${epochs[at]} ${epochs[at] === 1 ? "epoch" : "epochs"}`;
    place.querySelector(".slider b").textContent = told;
    const all = Object.entries(methods).map(([name, layers], i) => {
      fill(rows[i], name, layers[at], `, after ${told}`);
      return `${name} ${layers[at].match.toFixed(2)}`;
    });
    slider.setAttribute("aria-valuetext", `${told}; best match: ${all.join(", ")}`);
  }

  Object.entries(sums).forEach(([name, layer], i) => fill(rows[Object.keys(methods).length + i], untrained(name), layer, ""));
  slider.value = 0;
  slider.addEventListener("input", show);
  show();
})();
