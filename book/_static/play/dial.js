"use strict";
/* One dial for memory: the factor A, under either memory, and three things that it changes together. Behind the layer that
   trains in the page stand the means of stored runs (gnodeCurves, from `gnode run dial`), marked where each is best. */

(() => {
  const place = document.querySelector("#gnode-play.dial");
  const NODES = 200;
  const SHOWN = Array.from({ length: 20 }, (_, i) => 100 + i); // of GCN: two of each class, in order
  const REST = 150; // milliseconds without a move, then it trains
  const MEMORIES = {
    flat: { label: "Flat memory", whose: "as the paper writes it" },
    fading: { label: "Fading memory", whose: "by the program" },
  };
  const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}%`;
  const MEASURES = {
    roughness_median: { name: "roughness", best: "Roughness: least", told: (value) => value.toFixed(2), ends: ["rough", "smooth"] },
    test: { name: "accuracy", best: "Accuracy: best", told: (value) => percent(value, 1) },
    r2: { name: "recovery", best: "Recovery: best", told: (value) => percent(value, 1) },
  };
  if (!place || !globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place?.remove();
    return;
  }

  const { factors, ends } = gnodeCurves;
  const height = (name, value) => (value - ends[name][0]) / (ends[name][1] - ends[name][0]); // 0 is the bottom, 1 the top
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "One dial for memory, with a layer that trains in this page");
  place.innerHTML = `
    <p class="told">${NODES} nodes of GCN, trained on 5,000 digits of MNIST; dashed, the other memory</p>
    <fieldset><legend>Which memory</legend>${Object.entries(MEMORIES).map(([value, { label, whose }]) => `
      <label><input type="radio" name="memory" value="${value}"><span>${label}<small>${whose}</small></span></label>`).join("")}</fieldset>
    <ol class="features" aria-label="Twenty of 200 features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(SHOWN.length)}</ol>
    <div class="curves">${Object.entries(MEASURES).map(([name, { ends: [low, high] = ends[name].map((end) => percent(end)) }]) => `
      <div class="curve ${name}"><p class="title"><span class="best-at"></span><span class="value"></span></p>
        <div class="plot" role="img"><svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polyline class="other"></polyline><polygon></polygon><polyline class="chosen"></polyline></svg>
          <span class="end">${high}</span><span class="end">${low}</span><span class="below"></span>
          <i class="now"></i><i class="here"></i><i class="best"></i></div></div>`).join("")}
      <div class="factor"><span aria-hidden="true"></span><div>
        <input type="range" name="amnesia" min="0" max="1" step="0.1" value="0.4" aria-label="Amnesia factor A">
        <div class="ticks" aria-hidden="true">${factors.filter((_, k) => k % 2 === 0).map((A) => `<span>${A}</span>`).join("")}</div></div></div>
    </div>
    <p class="status" role="status"></p>`;
  const dial = (window.gnodeDial = { busy: true, memory: "flat", A: 0.4, layers: {} });
  const canvases = [...place.querySelectorAll("canvas")];
  const list = place.querySelector(".features");
  const slider = place.querySelector("[name=amnesia]");
  const status = place.querySelector(".status");
  let control = new AbortController();
  let resting;

  const key = () => `${dial.memory} ${dial.A}`;
  const put = (mark, A, y) => Object.assign(mark.style, { left: `${100 * A}%`, top: `${100 * (1 - Math.min(1, Math.max(0, y)))}%` });

  /** Everything that a choice of the memory changes, and nothing that the factor does. */
  function drawCurves() {
    for (const [name, { best, told }] of Object.entries(MEASURES)) {
      const find = (what) => place.querySelector(`.${name} ${what}`);
      const line = (values, by = 0, std = values) => values.map((value, k) => `${factors[k]},${1 - height(name, value + by * std[k])}`);
      for (const memory of Object.keys(MEMORIES)) {
        find(memory === dial.memory ? ".chosen" : ".other").setAttribute("points", line(gnodeCurves[memory][name].mean).join(" "));
      }
      const { mean, std, best: at } = gnodeCurves[dial.memory][name];
      find("polygon").setAttribute("points", [...line(mean, 1, std), ...line(mean, -1, std).reverse()].join(" "));
      put(find(".best"), factors[at], height(name, mean[at]));
      find(".best-at").textContent = `${best} at A = ${factors[at]}`;
      const below = mean.findIndex((value) => height(name, value) < 0);
      find(".below").textContent = below < 0 ? "" : `↓ ${percent(mean[below])} at ${factors[below]}`;
      put(find(".below"), factors[below + 1], 0);
      const { label, whose } = MEMORIES[dial.memory];
      find(".plot").setAttribute("aria-label", `${label}, ${whose}, means of stored runs. ${best} at A = ${factors[at]}: ${told(mean[at])}; at 0 ${told(mean[0])}, at 1 ${told(mean.at(-1))}.`);
    }
  }

  /** Where the dial stands: the layer of the page, or until it is trained the mean of the stored runs. */
  function drawPoint() {
    const { measures } = dial.layers[key()] ?? {};
    const whose = measures ? "this layer" : "mean";
    place.querySelector(".factor > span").textContent = `A = ${dial.A}`;
    const all = Object.entries(MEASURES).map(([name, { name: what, told }]) => {
      const value = measures?.[name] ?? gnodeCurves[dial.memory][name].mean[Math.round(10 * dial.A)];
      const here = place.querySelector(`.${name} .here`);
      here.classList.toggle("live", Boolean(measures));
      put(here, dial.A, height(name, value));
      put(place.querySelector(`.${name} .now`), dial.A, 1);
      place.querySelector(`.${name} .value`).textContent = `${whose}: ${what} ${told(value)}`;
      return `${what} ${told(value)}`;
    });
    slider.setAttribute("aria-valuetext", `${dial.A}; ${whose}: ${all.join(", ")}`);
  }

  function drawFeature(node, component) {
    const i = SHOWN.indexOf(node);
    if (i < 0) return;
    gnodeDraw.feature(canvases[i], component, 16);
    canvases[i].setAttribute("aria-label", `Feature ${i + 1}, from digits ${node % 10}`);
  }

  /** Of the median node: differences of neighbouring pixels over the sum of weights, as `study.measures.roughness`. */
  function roughness(components, d1, side) {
    const all = Array.from({ length: NODES }, (_, i) => {
      const w = components.subarray(i * d1, (i + 1) * d1);
      let [variation, weights] = [0, 0];
      for (let p = 0; p < d1; p++) {
        weights += Math.abs(w[p]);
        if (p % side) variation += Math.abs(w[p] - w[p - 1]);
        if (p >= side) variation += Math.abs(w[p] - w[p - side]);
      }
      return variation / weights;
    }).sort((a, b) => a - b);
    return (all[NODES / 2 - 1] + all[NODES / 2]) / 2;
  }

  async function train() {
    const { signal } = (control = new AbortController());
    const { memory: rule, A: amnesia } = dial;
    const at = key();
    const settings = { algorithm: "GCN", amnesia, rule, nodes: NODES, rate: 0.001, epochs: 300, seed: 0 };
    try {
      const rows = await gnodeRows.named("mnist16");
      const onNode = ({ node, component }) => drawFeature(node, component);
      const layer = await gnode.train({ ...gnodeSettings.forTraining(settings, rows), onNode, signal });
      const { X, n, d1, codes, classes, test, side } = rows;
      const { components, intercept, decoder } = layer;
      const given = { X, n, d1, d2: NODES, components, intercept, decoder, codes, n_classes: classes.length, amnesia, memory: rule, test };
      const { rightOnTest, recoveredOnTest } = await gnodeTask("readout", given, { signal });
      const measures = { roughness_median: roughness(components, d1, side), test: rightOnTest, r2: recoveredOnTest };
      dial.layers[at] = { components, seconds: layer.seconds, measures };
      if (!signal.aborted) show();
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = error.message;
      dial.busy = false;
    }
  }

  /** After a move: what is known at once, and a training as soon as the dial rests. */
  function show() {
    control.abort();
    clearTimeout(resting);
    drawPoint();
    const layer = dial.layers[key()];
    dial.busy = !layer;
    list.classList.toggle("waiting", dial.busy);
    if (dial.busy) {
      status.textContent = "Training …";
      resting = setTimeout(train, REST);
      return;
    }
    for (const node of SHOWN) drawFeature(node, layer.components.subarray(256 * node, 256 * (node + 1)));
    const { roughness_median, test, r2 } = layer.measures;
    status.textContent = `200 nodes, trained here in ${layer.seconds.toPrecision(2)} s. From their outputs a linear read-out names ${percent(test, 1)}
      of 1,000 unseen digits and recovers ${percent(r2, 1)} of their variance. The median feature has roughness ${roughness_median.toFixed(2)}.`.replace(/\s+/g, " ");
  }

  for (const radio of place.querySelectorAll("[name=memory]")) {
    radio.checked = radio.value === dial.memory;
    radio.addEventListener("change", () => {
      dial.memory = radio.value;
      drawCurves();
      show();
    });
  }
  slider.addEventListener("input", () => {
    dial.A = Number(slider.value);
    show();
  });
  canvases.forEach((canvas, i) => canvas.setAttribute("aria-label", `Feature ${i + 1}, not trained yet`));
  document.documentElement.classList.add("gnode-play-live");
  drawCurves();
  drawPoint();
  new IntersectionObserver(([{ isIntersecting }], observer) => {
    if (!isIntersecting) return;
    observer.disconnect();
    show();
  }).observe(place);
})();
