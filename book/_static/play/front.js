"use strict";
/* The first page's figure: twenty of 200 nodes on digits of 16 x 16 pixels, trained while the page is read, and the same
   nodes without any training: sums of the digits that each of them was given. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  const NODES = 200;
  const SHOWN = Array.from({ length: 20 }, (_, i) => 100 + i); // of GCN: two of each class, in order
  const SETTINGS = { amnesia: 0.4, rule: "flat", nodes: NODES, rate: 0.001, epochs: 300, seed: 0 };
  const TOLD = { GCN: "GCN, by class", GN: "GN, no labels", sums: "without training" };
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place.remove();
    return;
  }

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "A layer that trains in this page");
  place.innerHTML = `
    <div class="buttons" role="group" aria-label="How the features are made">
      ${Object.entries(TOLD).map(([kind, words]) => `<button type="button" value="${kind}" aria-pressed="false">${words}</button>`).join("")}
    </div>
    <ol class="features" aria-label="Twenty of 200 features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(SHOWN.length)}</ol>
    <p class="status" role="status"></p>`;
  const buttons = [...place.querySelectorAll("button")];
  const canvases = [...place.querySelectorAll("canvas")];
  const status = place.querySelector(".status");
  const front = (window.gnodeFront = { busy: true, kind: "", right: {}, layers: {} });
  let control = new AbortController();

  function draw(i, component, kind, name) {
    gnodeDraw.feature(canvases[i], component, 16);
    canvases[i].setAttribute("aria-label", `Feature ${i + 1}, ${TOLD[kind]}${name === undefined ? "" : `, from digits ${name}`}`);
  }

  async function show(kind) {
    control.abort();
    const { signal } = (control = new AbortController());
    Object.assign(front, { busy: true, kind });
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === kind));
    status.textContent = kind === "sums" ? "Adding up …" : "Training …";
    try {
      const rows = await gnodeRows.named("mnist16");
      const of = kind === "GN" ? "GN" : "GCN";
      const name = (subset) => (of === "GCN" ? rows.y[subset[0]] : undefined);
      const onNode = ({ node, component, rows: subset }) => kind === of && SHOWN.includes(node) && draw(SHOWN.indexOf(node), component, kind, name(subset));
      const before = front.layers[kind];
      const trained = front.layers[of] ?? (await gnode.train({ ...gnodeSettings.forTraining({ ...SETTINGS, algorithm: of }, rows), onNode, signal }));
      front.layers[of] = trained;
      const layer = kind === of ? trained : (front.layers.sums ??= sums(rows, trained));
      if (before || kind === "sums") SHOWN.forEach((node, i) => draw(i, layer.components.subarray(node * rows.d1, (node + 1) * rows.d1), kind, name(trained.subsets[node])));
      front.right[kind] ??= (await gnodeTask("readout", { ...given(rows, layer), test: rows.test }, { signal })).rightOnTest;
      if (!signal.aborted) status.textContent = inWords(kind, rows, trained.seconds);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = error.message;
    }
    if (!signal.aborted) front.busy = false;
  }

  function given({ X, n, d1, codes, classes }, { components, intercept, decoder }) {
    return { X, n, d1, d2: NODES, components, intercept, decoder, codes, n_classes: classes.length, amnesia: SETTINGS.amnesia, memory: "flat" };
  }

  /** For each node of a layer a sum of its digits, minus their mean, each times a number from a normal distribution. */
  function sums({ X, d1 }, { subsets }) {
    let state = 0;
    const random = () => { // mulberry32: the same sums at every visit
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const layer = { components: new Float32Array(NODES * d1), intercept: new Float32Array(NODES), decoder: new Float32Array(NODES * d1) };
    subsets.forEach((subset, i) => {
      const mean = new Float64Array(d1);
      for (const k of subset) for (let j = 0; j < d1; j++) mean[j] += X[k * d1 + j] / subset.length;
      const sum = new Float64Array(d1);
      for (const k of subset) {
        const share = normal();
        for (let j = 0; j < d1; j++) sum[j] += share * (X[k * d1 + j] - mean[j]);
      }
      let power = 0; // of the node's input over its own digits, which is set to 1
      for (const k of subset) power += sum.reduce((all, s, j) => all + s * (X[k * d1 + j] - mean[j]), 0) ** 2 / subset.length;
      const scale = 1 / (Math.sqrt(power) || 1);
      sum.forEach((s, j) => (layer.components[i * d1 + j] = scale * s));
      layer.intercept[i] = -scale * sum.reduce((all, s, j) => all + s * mean[j], 0);
    });
    return layer;
  }

  function inWords(kind, { n, test }, seconds) {
    const right = `A linear read-out of ${NODES} such nodes names ${(100 * front.right[kind]).toFixed(1)}% of ${test.n.toLocaleString("en")} unseen digits.`;
    if (kind === "sums") return `Nothing was trained: each picture is a random sum of the digits that this node was given. ${right}`;
    return `Trained just now on ${n.toLocaleString("en")} digits, ${seconds.toPrecision(2)} s. ${right}`;
  }

  for (const button of buttons) button.addEventListener("click", () => show(button.value));
  show("GCN");
})();
