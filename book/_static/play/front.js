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
  const SETTINGS = { amnesia: 0.4, rule: "flat", nodes: NODES, rate: 0.001, epochs: 300, seed: 0 };
  const CHOICES = {
    trained: { GCN: "GCN", GN: "GN", AE: "auto-encoder" },
    untrained: { sums: "sums of digits", noise: "noise" },
  };
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Trained nodes, and below them untrained ones");
  const features = (words) => `<ol class="features" aria-label="Ten of ${NODES} features, ${words}">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(SHOWN.length)}</ol>`;
  place.innerHTML = `<p class="title">Does training make the digits?</p>` + Object.entries({ trained: "Trained", untrained: "Not trained" }).map(([name, words]) => `
    <div role="group" aria-label="${words}"><span aria-hidden="true">${words}</span>${Object.entries(CHOICES[name])
      .map(([value, label]) => `<button type="button" name="${name}" value="${value}" aria-pressed="false">${label} <small></small></button>`).join("")}</div>
    ${features(words.toLowerCase())}`).join("") + `<p class="status" role="status"></p>`;
  const buttons = [...place.querySelectorAll("button")];
  const [upper, lower] = [...place.querySelectorAll("ol")].map((list) => [...list.querySelectorAll("canvas")]);
  const status = place.querySelector(".status");
  const front = (window.gnodeFront = { busy: true, trained: "GCN", untrained: "sums", right: {}, layers: {}, turn: 0 });
  const [layers, scores] = [{}, {}];
  const percent = (right) => (right === undefined ? "" : `${(100 * right).toFixed(1)}%`);

  /** The name of the layer of a button: the sums are of the digits that the nodes above them were given. */
  const named = (name, value) => (name === "trained" ? value : `${value === "sums" && front.trained === "GCN" ? "GCN" : "GN"} ${value}`);

  const kept = (of, name, make) => (of[name] ??= make(name)); // a promise, made when it is first asked for
  const layer = (name) => kept(layers, name, async () => (front.layers[name] = await made(name)));

  async function made(name) {
    if (name === "AE") return stored();
    const [algorithm, untrained] = name.split(" ");
    const rows = await gnodeRows.named("mnist16");
    if (untrained) return gnodeTask("untrained", { X: rows.X, d1: rows.d1, subsets: (await layer(algorithm)).subsets, made: untrained });
    const onNode = ({ node, component }) => !still && front.trained === name && draw(upper, name, SHOWN.indexOf(node), component);
    return gnode.train({ ...gnodeSettings.forTraining({ ...SETTINGS, algorithm }, rows), reading: "paper", onNode });
  }

  /** The auto-encoder, whose weights are multiples of a number of their node's. */
  function stored() {
    const { weights, scales, intercept, seconds } = gnodeAutoencoder;
    const whole = Int8Array.from(atob(weights), (letter) => letter.charCodeAt(0));
    const components = Float32Array.from(whole, (value, at) => value * scales[Math.floor(at / 256)]);
    return { components, intercept: Float32Array.from(intercept), seconds };
  }

  const score = (name) => kept(scores, name, async () => {
    const { components, intercept } = await layer(name);
    const { X, n, d1, codes, classes, test } = await gnodeRows.named("mnist16");
    const unused = { decoder: new Float32Array(components.length), amnesia: 0, memory: "flat" }; // for the running output
    const given = { X, n, d1, d2: NODES, components, intercept, codes, n_classes: classes.length, test, ...unused };
    front.right[name] = (await gnodeTask("readout", given)).rightOnTest;
    label();
  });

  /** A feature as a picture; none, if it is not one of those that are shown. */
  function draw(canvases, name, i, component) {
    if (!canvases[i]) return;
    const [algorithm, untrained] = name.split(" ");
    const what = { sums: "a sum of digits", noise: "noise" }[untrained] ?? `${CHOICES.trained[name]}, trained`;
    gnodeDraw.feature(canvases[i], component, 16);
    canvases[i].setAttribute("aria-label", `Feature ${i + 1}: ${what}${algorithm === "GCN" ? `${untrained ? "" : " on digits"} ${i}` : ""}`);
  }

  /** The scores that are known, and what is chosen. */
  function label() {
    for (const button of buttons) {
      button.lastChild.textContent = percent(front.right[named(button.name, button.value)]);
      button.setAttribute("aria-pressed", String(front[button.name] === button.value));
    }
  }

  async function show() {
    const turn = (front.turn += 1);
    const names = Object.keys(CHOICES).map((name) => named(name, front[name]));
    front.busy = true;
    label();
    if (!names.every((name) => front.right[name])) status.textContent = "Training …";
    try {
      const found = await Promise.all(names.map(layer));
      if (turn !== front.turn) return;
      found.forEach(({ components }, at) => SHOWN.forEach((node, i) => draw([upper, lower][at], names[at], i, components.subarray(256 * node, 256 * (node + 1)))));
      await Promise.all(names.map(score));
      if (turn === front.turn) status.textContent = inWords(names, found[0].seconds);
    } catch (error) {
      if (turn === front.turn) status.textContent = error.message;
    }
    if (turn === front.turn) front.busy = false;
  }

  function inWords([above, below], seconds) {
    const when = above === "AE" ? "The auto-encoder learned beforehand, for" : `${above} learned just now, in`;
    const [learned, not] = [above, below].map((name) => percent(front.right[name]));
    return `${when} ${seconds.toPrecision(2)} s; the ${front.untrained} never did. A linear classifier on ${NODES} such nodes gets ${learned} and ${not} of 1,000 unseen digits right.`;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      front[button.name] = button.value;
      show();
    });
  }
  /** The layers that nobody has asked for yet come after those that are shown. */
  async function prepare() {
    for (const name of ["AE", "GN", "GN sums", "GN noise"]) await score(name);
  }
  show().then(prepare);
})();
