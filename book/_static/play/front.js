"use strict";
/* The first page's figure: ten of 200 nodes that train on digits of 16 x 16 pixels while the page is read, and below them
   ten that nobody trains: random sums of the digits that those were given, or noise. What a linear classifier makes of each
   layer stands on its button. `study.home` makes the same layers. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place.remove();
    document.querySelector(".elsewhere").classList.remove("elsewhere");
    return;
  }

  const NODES = 200;
  const SHOWN = Array.from({ length: 10 }, (_, i) => 100 + i); // of GCN: one of each class
  const SETTINGS = { reading: "paper", amnesia: 0.4, n_components: NODES, learning_rate: 0.001, max_epochs: 300, random_state: 0 };
  const CHOICES = {
    trained: { GCN: "GCN<span>, with labels</span>", GN: "GN<span>, no labels</span>", AE1: "AE, 1 epoch", AE: "AE, 300 epochs" },
    untrained: { sums: "sums of digits", noise: "noise" },
  };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Trained nodes, and below them untrained ones");
  const features = (words) => `<ol class="features" aria-label="Ten of ${NODES} features, ${words}">${'<li><canvas role="img" aria-label="A feature that is still to come" width="16" height="16"></canvas></li>'.repeat(SHOWN.length)}</ol>`;
  place.innerHTML = `<p class="title">Does training make the digits?</p>` + Object.entries({ trained: "Trained", untrained: "Not trained" }).map(([name, words]) => `
    <div role="group" aria-label="${words}"><span aria-hidden="true">${words}</span>${Object.entries(CHOICES[name])
      .map(([value, label]) => `<button type="button" name="${name}" value="${value}" aria-pressed="false">${label} <small></small></button>`).join("")}</div>
    ${features(words.toLowerCase())}`).join("") + `<p class="status" role="status"></p>`;
  const buttons = [...place.querySelectorAll("button")];
  const [upper, lower] = [...place.querySelectorAll("ol")].map((list) => [...list.querySelectorAll("canvas")]);
  const status = place.querySelector(".status");
  const front = (window.gnodeFront = { busy: true, trained: "GCN", untrained: "sums", right: {}, layers: {} });
  const percent = (right) => (right === undefined ? "" : `${(100 * right).toFixed(1)}%`);
  let drawn;

  /** The name of the layer of a button: the sums are of the digits that the nodes above them were given. */
  const named = (name, value) => (name === "trained" ? value : `${value === "sums" && front.trained === "GCN" ? "GCN" : "GN"} ${value}`);

  /** An auto-encoder, whose weights are multiples of a number of their node's. */
  function stored({ weights, scales, intercept, seconds }) {
    const letters = atob(weights);
    const whole = Int8Array.from({ length: letters.length }, (_, at) => letters.charCodeAt(at));
    const components = Float32Array.from(whole, (value, at) => value * scales[Math.floor(at / 256)]);
    return { components, intercept: Float32Array.from(intercept), seconds };
  }

  /** A feature as a picture; none, if it is not one of those that are shown. */
  function draw(canvases, name, i, component) {
    if (!canvases[i]) return;
    const [algorithm, untrained] = name.split(" ");
    const what = { sums: "a sum of digits", noise: "noise" }[untrained] ?? `${name in gnodeAutoencoder ? "auto-encoder" : name}, trained`;
    gnodeDraw.feature(canvases[i], component, 16);
    canvases[i].setAttribute("aria-label", `Feature ${i + 1}: ${what}${algorithm === "GCN" ? `${untrained ? "" : " on digits"} ${i}` : ""}`);
  }

  /** The scores that are known, and what is chosen. */
  function label() {
    for (const button of buttons) {
      if (button.value === "sums") button.firstChild.textContent = `sums of ${front.trained === "GCN" ? "GCN" : "GN"}’s digits `;
      button.lastChild.textContent = percent(front.right[named(button.name, button.value)]);
      button.setAttribute("aria-pressed", String(front[button.name] === button.value));
    }
  }

  /** Both rows, once both are there, and what is known of them. */
  function show() {
    const names = Object.keys(CHOICES).map((name) => named(name, front[name]));
    const layers = names.map((name) => front.layers[name]);
    if (layers.every(Boolean) && drawn !== names.join()) {
      drawn = names.join();
      layers.forEach(({ components }, at) => SHOWN.forEach((node, i) => draw([upper, lower][at], names[at], i, components.subarray(256 * node, 256 * (node + 1)))));
    }
    label();
    front.busy = !names.every((name) => name in front.right);
    const said = front.busy ? "Training …" : inWords(names, layers[0].seconds);
    if (status.textContent !== said) status.textContent = said; // it is read aloud when it is set
  }

  function inWords([above, below], seconds) {
    const when = above in gnodeAutoencoder ? "The auto-encoder was trained beforehand, for" : `${above} was trained just now, in`;
    const beside = front.untrained === "sums" ? "the sums were not trained" : "below it is noise";
    const [learned, not] = [above, below].map((name) => percent(front.right[name]));
    return `${when} ${seconds.toPrecision(2)} s; ${beside}. A linear classifier on ${NODES} such nodes gets ${learned} and ${not} of 1,000 unseen digits right.`;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      front[button.name] = button.value;
      show();
    });
  }

  function onPart({ name, component, node, layer, right }) {
    if (component) {
      if (!still && front.trained === name) draw(upper, name, SHOWN.indexOf(node), component);
      return;
    }
    if (layer) front.layers[name] = layer;
    else front.right[name] = right;
    show();
  }

  for (const name in gnodeAutoencoder) front.layers[name] = stored(gnodeAutoencoder[name]);
  show();
  gnodeTask("home", { packed: gnodeMnist16, settings: SETTINGS, known: front.layers }, { onPart }).catch((error) => (status.textContent = error.message));
})();
