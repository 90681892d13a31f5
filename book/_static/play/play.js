"use strict";
/* The figure that one can play with: its form, its pictures, and a training that leaves the page responsive. */

(() => {
  const place = document.getElementById("gnode-play");
  const X = Float64Array.from(gnodeDigits.pixels, (letter) => (letter.charCodeAt(0) - 97) / 8 - 1);
  const classes = Uint8Array.from(gnodeDigits.classes);
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const FRAMES = 24; // pictures of a node while it is trained
  const CHUNK = 12; // milliseconds of training between two pictures
  const QUIET = 1500; // milliseconds between two messages of the status line while it trains

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "GN and GCN trained in this page");
  place.innerHTML = `
    <form>
      <fieldset>
        <legend>Settings</legend>
        <div class="settings">
        <label>Algorithm <select name="algorithm">
          <option value="GN">GN (no labels)</option><option value="GCN">GCN (by class)</option></select></label>
        <label>Amnesia factor A <input name="amnesia" type="number" min="0" max="1" step="any" data-step="0.05" value="0.4" required></label>
        <label>Nodes <input name="nodes" type="number" min="1" max="60" value="20" required></label>
        <label>Learning rate <input name="rate" type="number" min="0.0005" max="9" step="any" data-step="0.0005" value="0.001" required></label>
        <label>Epochs <input name="epochs" type="number" min="1" max="1000" value="300" required></label>
        <label>Seed of the start <input name="seed" type="number" min="0" max="4294967295" value="0" required></label>
        </div>
      </fieldset>
      <div class="buttons">
        <button type="submit" class="train">Train</button>
        <button type="button" class="one">Train one node</button>
        <button type="button" class="again">Start again</button>
      </div>
    </form>
    <p class="status" role="status"></p>
    <progress aria-label="Nodes trained" value="0"></progress>
    <p class="python">The same in Python: <code></code></p>
    <div role="group" aria-labelledby="play-features">
      <p class="title" id="play-features">Features, node by node</p>
      <ol class="features"></ol>
    </div>
    <div class="pair">
    <div role="group" aria-labelledby="play-digit">
      <p class="title" id="play-digit">A digit and its reconstruction</p>
      <div class="choice"><label>Digit of row <input class="which" type="number" min="0" max="${classes.length - 1}" value="0"></label>
      <button type="button" class="next">Next digit</button></div>
      <div class="digits">
        <figure><canvas class="original" role="img"></canvas><figcaption></figcaption></figure>
        <figure><canvas class="running" role="img"></canvas><figcaption></figcaption></figure>
        <figure><canvas class="best" role="img"></canvas><figcaption></figcaption></figure>
      </div>
      <canvas class="errors plot" role="img"></canvas>
    </div>
    <div role="group" aria-labelledby="play-plane">
      <p class="title" id="play-plane">Outputs of two nodes</p>
      <div class="choice"><label>Across: node <select class="across"></select></label>
      <label>Up: node <select class="up"></select></label></div>
      <canvas class="plane plot" role="img"></canvas>
      <p class="near"></p>
    </div>
    </div>`;
  const find = (selector) => place.querySelector(selector);
  const form = find("form");
  const [train, one, row, across, up] = [".train", ".one", ".which", ".across", ".up"].map(find);

  const chosen = { across: 1, up: 3 }; // nodes of the plane; a layer with fewer shows others for the time being

  let layer, steps, readout, errors, running, stopAt, spoken, plane, coming;
  let shownRow = 0;

  const settings = () => {
    const given = Object.fromEntries(new FormData(form));
    const { algorithm, ...numbers } = given;
    return { algorithm, ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])) };
  };

  /** Forget what was trained, and take the settings as they are now. */
  function reset() {
    running = false;
    plane = null;
    const wrong = form.querySelector("input:invalid");
    if (wrong) {
      labels();
      say(`A setting is not allowed. ${wrong.labels[0].textContent.trim()}: ${wrong.validationMessage}`);
      return;
    }
    const given = settings();
    layer = new gnodeTrain.Layer(X, classes, given);
    steps = layer.train();
    readout = new gnodeReadout.Readout(X, layer.N);
    errors = { running: [], best: [] };
    note();
    find("progress").max = layer.d2;
    find(".python code").textContent = inPython(given);
    find(".features").replaceChildren(...Array.from({ length: layer.d2 }, featureItem));
    for (const select of [across, up]) {
      select.replaceChildren(...Array.from({ length: layer.d2 }, (_, i) => new Option(i, i)));
      select.value = Math.min(chosen[select.className], layer.d2 - 1);
    }
    if (across.value === up.value && chosen.across !== chosen.up) across.value = Math.max(0, layer.d2 - 2);
    say(`Nothing is trained yet: ${layer.N} digits, ${count(layer.d2)}.`);
    draw();
  }

  function inPython({ algorithm, amnesia, nodes, rate, epochs, seed }) {
    const [name, rows] = algorithm === "GN" ? ["GreedyByNode", "X"] : ["GreedyByClassByNode", "X, y"];
    const given = `amnesia=${amnesia}, learning_rate=${rate}, max_epochs=${epochs}, random_state=${seed}`;
    return `${name}(${nodes}, ${given}).fit(${rows})`;
  }

  function featureItem(_, i) {
    const item = document.createElement("li");
    item.innerHTML = `<canvas role="img" width="8" height="8" aria-label="Feature of node ${i}: not trained yet"></canvas>
      <span>${i}</span>`;
    return item;
  }

  function say(message) {
    spoken = performance.now();
    find(".status").textContent = message;
  }

  const count = (n) => `${n} node${n === 1 ? "" : "s"}`;
  const trained = () => `${layer.node} of ${count(layer.d2)} trained`;
  const over = () => layer.node === layer.d2 || Boolean(layer.failure);
  const ofClass = (i) => (layer.algorithm === "GCN" ? `class ${layer.classes[layer.subsets[i][0]]}` : "");
  const shortly = (error) => (!Number.isFinite(error) ? "–" : error < 1000 ? error.toFixed(3) : error.toExponential(1));

  /** Mean squared error per pixel over all rows, after the nodes trained so far. */
  function note() {
    for (const [name, source] of [["running", layer], ["best", readout]]) {
      let sum = 0;
      for (let k = 0; k < layer.N; k++) sum += squared(source.output(k), k);
      errors[name].push(sum / layer.N);
    }
  }

  const squared = (x, k) => layer.row(k).reduce((sum, value, j) => sum + (value - x[j]) ** 2, 0) / layer.d1;

  function go(until) {
    if (!form.reportValidity()) return;
    if (over()) reset();
    stopAt = until(layer.node);
    running = true;
    sayTraining();
    labels();
    cancelAnimationFrame(coming);
    coming = requestAnimationFrame(frame);
  }

  function sayTraining() {
    say(layer.diverged < 0 ? `Training node ${layer.node}: ${trained()}.` : `Node ${layer.node} diverged; seeking a rate that holds.`);
  }

  function pause() {
    running = false;
    say(`Paused: ${trained()}.`);
    draw();
  }

  /** Train for some milliseconds, then draw. Where motion is to be reduced, only nodes that are done are drawn. */
  function frame() {
    if (!running) return;
    const until = performance.now() + CHUNK;
    let step;
    for (let epochs = 0; performance.now() < until; ) {
      step = steps.next();
      if (step.done || step.value === "node") break;
      if (!still.matches && (epochs += 1) >= layer.nEpochs / FRAMES) break;
    }
    const done = step.done || step.value === "node";
    if (step.value === "node") {
      readout.add(layer.outputs(layer.node - 1));
      note();
    }
    if (layer.failure && step.done) {
      running = false;
      say(inWords(layer.failure));
    } else if (layer.node === layer.d2) {
      running = false;
      say(`Done: ${trained()}. Mean squared error per pixel: running output ${errors.running.at(-1).toFixed(3)},
        best read-out ${errors.best.at(-1).toFixed(3)}.`);
    } else if (done && layer.node >= stopAt) {
      running = false;
      say(`${trained()}.`);
    } else if ((done || layer.diverged >= 0) && performance.now() - spoken > QUIET) {
      sayTraining();
    }
    if (done || !still.matches) draw();
    if (running) coming = requestAnimationFrame(frame);
  }

  function inWords({ node, epoch, rate, holds }) {
    return `Node ${node} diverged in epoch ${epoch} at learning rate ${Number(rate.toPrecision(3))}: its weights are no
      longer finite. Lower the learning rate: about ${Number(holds.toPrecision(2))} holds for this node.`;
  }

  function labels() {
    const allowed = form.checkValidity();
    const begun = allowed && (layer.node > 0 || layer.epoch > 0 || over());
    train.textContent = running ? "Pause" : begun && over() ? "Train anew" : begun ? "Go on" : "Train";
    // A button that is really disabled would lose the focus.
    train.setAttribute("aria-disabled", !allowed);
    one.setAttribute("aria-disabled", !allowed || running || over());
  }

  function draw() {
    labels();
    find("progress").value = layer.node + layer.epoch / (layer.nEpochs || 1);
    drawFeatures();
    drawDigit();
    drawPlane();
    drawErrors();
  }

  function drawErrors() {
    const last = (values) => shortly(values.at(-1));
    gnodeDraw.progress(
      find(".errors"),
      [
        { name: "running output", dash: [6, 4], colour: "#b34a00", values: errors.running },
        { name: "best read-out", dash: [], colour: "#0072b2", values: errors.best },
      ],
      layer.d2, "nodes trained", "mean squared error per pixel",
    );
    find(".errors").setAttribute("aria-label", `Mean squared error per pixel, all rows, against the number of trained nodes.
      With ${count(layer.node)}: running output ${last(errors.running)}, best linear read-out ${last(errors.best)}.`);
  }

  function drawFeatures() {
    place.querySelectorAll(".features li").forEach((item, i) => {
      const now = i === layer.node && layer.epoch > 0;
      const diverged = i === layer.diverged;
      if (item.classList.contains("done") || (i >= layer.node && !now && !diverged)) return;
      item.classList.toggle("now", now && !diverged);
      item.classList.toggle("done", i < layer.node);
      const canvas = item.querySelector("canvas");
      const { w } = layer.weights(i);
      if (diverged) gnodeDraw.cross(canvas, w.length);
      else gnodeDraw.feature(canvas, w);
      const rows = `${layer.subsets[i].length} rows${ofClass(i) && ` of ${ofClass(i)}`}`;
      const state = diverged ? "diverged" : now ? `epoch ${layer.epoch} of ${layer.nEpochs}` : `trained on ${rows}`;
      canvas.setAttribute("aria-label", `Feature of node ${i}: ${state}`);
      const note = diverged ? "diverged" : ofClass(i) && `(${ofClass(i)})`;
      item.querySelector("span").innerHTML = note ? `${i} <span>${note}</span>` : i;
    });
  }

  function drawDigit() {
    const k = shownRow;
    const pictures = {
      original: ["The digit", layer.row(k)],
      running: ["Running output", layer.output(k)],
      best: ["Best read-out", readout.output(k)],
    };
    for (const [name, [title, values]] of Object.entries(pictures)) {
      const canvas = find(`.${name}`);
      const error = squared(values, k);
      if (Number.isFinite(error)) gnodeDraw.digit(canvas, values);
      else gnodeDraw.cross(canvas, values.length);
      const caption = name === "original" ? `${title}: a ${classes[k]}` : `${title}: error ${shortly(error)}`;
      canvas.nextElementSibling.textContent = caption;
      canvas.setAttribute("aria-label", caption);
    }
  }

  function drawPlane() {
    const [i, j] = [Number(across.value), Number(up.value)];
    const moved = [i, j].includes(layer.node) ? layer.epoch : 0;
    const done = Math.min(layer.node, Math.max(i, j) + 1);
    const state = [i, j, done, moved, layer.diverged, find(".plane").clientWidth].join();
    if (state === plane) return;
    plane = state;
    const [p, q] = [layer.outputs(i), layer.outputs(j)];
    gnodeDraw.scatter(find(".plane"), p, q, classes, `output of node ${i}`, `output of node ${j}`);
    find(".near").textContent = [i, j].includes(layer.diverged)
      ? `Node ${layer.diverged} diverged: it has no outputs.`
      : Math.max(i, j) >= layer.node
        ? "These nodes are not both trained yet."
        : `For ${(100 * sameClass(p, q)).toFixed(0)} % of the digits the nearest neighbour in this plane is of the same class.
          Standard deviation of the outputs: ${spread(p)} across, ${spread(q)} up.`;
    find(".plane").setAttribute("aria-label", `Scatter plot: output of node ${i} across and of node ${j} up, one mark for each
      of ${layer.N} digits. ${find(".near").textContent}`);
  }

  /** Standard deviation in words: the axes fit themselves to the outputs and do not show it. */
  function spread(h) {
    const mean = h.reduce((sum, value) => sum + value, 0) / h.length;
    return Math.sqrt(h.reduce((sum, value) => sum + (value - mean) ** 2, 0) / h.length).toFixed(2);
  }

  /** Share of rows whose nearest other row in the plane is of the same class. */
  function sameClass(p, q) {
    let same = 0;
    for (let k = 0; k < p.length; k++) {
      let [least, nearest] = [Infinity, 0];
      for (let other = 0; other < p.length; other++) {
        const distance = (p[k] - p[other]) ** 2 + (q[k] - q[other]) ** 2;
        if (distance < least && other !== k) [least, nearest] = [distance, other];
      }
      same += classes[k] === classes[nearest];
    }
    return same / p.length;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (running) pause();
    else go(() => Infinity);
  });
  form.addEventListener("input", reset);
  one.addEventListener("click", () => form.reportValidity() && !running && !over() && go((node) => node + 1));
  find(".again").addEventListener("click", () => form.reportValidity() && reset());
  find(".next").addEventListener("click", () => {
    row.value = shownRow = (shownRow + 1) % classes.length;
    drawDigit();
  });
  row.addEventListener("input", () => {
    if (row.value === "") return;
    shownRow = Math.min(classes.length - 1, Math.max(0, Math.round(Number(row.value))));
    if (Number(row.value) !== shownRow) row.value = shownRow;
    drawDigit();
  });
  row.addEventListener("change", () => (row.value = shownRow));
  for (const select of [across, up]) {
    select.addEventListener("change", () => {
      chosen[select.className] = Number(select.value);
      drawPlane();
    });
  }
  // Any number is allowed in these fields; the arrow keys go in steps.
  for (const field of form.querySelectorAll("[data-step]")) {
    field.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const step = Number(field.dataset.step);
      const next = (Math.round(Number(field.value) / step) + way) * step;
      field.value = Number(Math.min(field.max, Math.max(field.min, next)).toPrecision(6));
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  window.addEventListener("resize", draw);

  document.documentElement.classList.add("gnode-play-live");
  reset();
  window.gnodePlay = { start: () => gnodeTrain.start(layer.d1, layer.d2, settings().seed), layer: () => layer };
})();
