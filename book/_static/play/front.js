"use strict";
/* The first page's figure: twenty of 200 nodes on digits of 16 x 16 pixels, trained while the page is read; the same nodes
   without any training, as random sums of the digits that each of them was given; and as noise. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  const NODES = 200;
  const SHOWN = Array.from({ length: 20 }, (_, i) => 100 + i); // of GCN: two of each class, in order
  const SETTINGS = { amnesia: 0.4, rule: "flat", nodes: NODES, rate: 0.001, epochs: 300, seed: 0 };
  const CHOICES = {
    method: { GCN: "GCN, with labels", GN: "GN, without labels" },
    made: { trained: "trained", sums: "sums of digits", noise: "noise" },
  };
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place.remove();
    return;
  }

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "A layer that trains in this page");
  const group = (name, words) => `<div role="group" aria-label="${words}">${Object.entries(CHOICES[name])
    .map(([value, label]) => `<button type="button" name="${name}" value="${value}" aria-pressed="false">${label}<small></small></button>`).join("")}</div>`;
  place.innerHTML = `
    ${group("method", "Which digits a node is given")}${group("made", "How its weights are made")}
    <ol class="features" aria-label="Twenty of 200 features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(SHOWN.length)}</ol>
    <p class="status" role="status"></p>`;
  const buttons = [...place.querySelectorAll("button")];
  const canvases = [...place.querySelectorAll("canvas")];
  const status = place.querySelector(".status");
  const front = (window.gnodeFront = { busy: true, method: "GCN", made: "trained", right: {}, layers: {} });
  let control = new AbortController();

  function draw(i, component, name) {
    gnodeDraw.feature(canvases[i], component, 16);
    canvases[i].setAttribute("aria-label", `Feature ${i + 1}, ${CHOICES.made[front.made]}${name === undefined || front.made === "noise" ? "" : `, from digits ${name}`}`);
  }

  const keyOf = (method, made) => (made === "trained" ? method : `${method} ${made}`);
  const percent = (right) => `${(100 * right).toFixed(1)}%`;

  /** What a linear classifier makes of the layers that are not shown: their scores stand on their buttons. */
  async function compare(rows, trained, signal) {
    for (const made of Object.keys(CHOICES.made)) {
      const key = keyOf(front.method, made);
      const layer = (front.layers[key] ??= untrained(rows, trained, made));
      front.right[key] ??= (await gnodeTask("readout", { ...given(rows, layer), test: rows.test }, { signal })).rightOnTest;
      if (signal.aborted) return;
      buttons.find(({ value }) => value === made).lastChild.textContent = percent(front.right[key]);
    }
  }

  async function show() {
    control.abort();
    const { signal } = (control = new AbortController());
    const { method, made } = front;
    const key = keyOf(method, made);
    front.busy = true;
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(front[button.name] === button.value));
      const known = button.name === "made" ? front.right[keyOf(method, button.value)] : undefined;
      button.lastChild.textContent = known === undefined ? "" : percent(known);
    }
    status.textContent = made === "trained" ? "Training …" : "Adding up …";
    try {
      const rows = await gnodeRows.named("mnist16");
      const name = (subset) => (method === "GCN" ? rows.y[subset[0]] : undefined);
      const onNode = ({ node, component, rows: subset }) => made === "trained" && SHOWN.includes(node) && draw(SHOWN.indexOf(node), component, name(subset));
      front.layers[method] ??= await gnode.train({ ...gnodeSettings.forTraining({ ...SETTINGS, algorithm: method }, rows), onNode, signal });
      const trained = front.layers[method];
      const layer = (front.layers[key] ??= untrained(rows, trained, made));
      SHOWN.forEach((node, i) => draw(i, layer.components.subarray(node * rows.d1, (node + 1) * rows.d1), name(trained.subsets[node])));
      await compare(rows, trained, signal);
      if (!signal.aborted) status.textContent = inWords(front.right[key], rows, trained.seconds);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = error.message;
    }
    if (!signal.aborted) front.busy = false;
  }

  function given({ X, n, d1, codes, classes }, { components, intercept, decoder }) {
    return { X, n, d1, d2: NODES, components, intercept, decoder, codes, n_classes: classes.length, amnesia: SETTINGS.amnesia, memory: "flat" };
  }

  /** Nodes that nobody trained: each a sum of its own digits, minus their mean, with random weights; or random weights alone. */
  function untrained({ X, d1 }, { subsets }, made) {
    let state = 0;
    const random = () => { // mulberry32: the same at every visit
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
      const w = new Float64Array(d1);
      if (made === "noise") {
        for (let j = 0; j < d1; j++) w[j] = normal();
      } else {
        for (const k of subset) {
          const share = normal();
          for (let j = 0; j < d1; j++) w[j] += share * (X[k * d1 + j] - mean[j]);
        }
      }
      let power = 0; // of the node's input over its own digits, which is set to 1
      for (const k of subset) power += w.reduce((all, weight, j) => all + weight * (X[k * d1 + j] - mean[j]), 0) ** 2 / subset.length;
      const scale = 1 / (Math.sqrt(power) || 1);
      w.forEach((weight, j) => (layer.components[i * d1 + j] = scale * weight));
      layer.intercept[i] = -scale * w.reduce((all, weight, j) => all + weight * mean[j], 0);
    });
    return layer;
  }

  function inWords(right, { n, test }, seconds) {
    const told = {
      trained: `Trained just now on ${n.toLocaleString("en")} digits, in ${seconds.toPrecision(2)} s.`,
      sums: "Nothing was trained: each picture adds up its node's digits, times random numbers.",
      noise: "Nothing was trained: random weights.",
    };
    return `${told[front.made]} A linear classifier on all ${NODES} nodes classifies ${percent(right)} of ${test.n.toLocaleString("en")} held-out digits correctly.`;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      front[button.name] = button.value;
      show();
    });
  }
  show();
})();
