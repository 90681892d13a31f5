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
        <label>Amnesia factor A <input name="amnesia" type="number" min="0" max="1" step="0.05" value="0.4" required></label>
        <label>Nodes <input name="nodes" type="number" min="1" max="60" value="20" required></label>
        <label>Learning rate <input name="rate" type="number" min="0.0005" max="9" step="0.0001" value="0.001" required></label>
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

  let layer, steps, readout, errors, running, stopAt, spoken, plane, coming;

  const settings = () => {
    const given = Object.fromEntries(new FormData(form));
    const { algorithm, ...numbers } = given;
    return { algorithm, ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])) };
  };

  /** Forget what was trained, and take the settings as they are now. */
  function reset() {
    running = false;
    plane = null;
    if (!form.checkValidity()) {
      train.disabled = one.disabled = true;
      say("A setting is not allowed; its field says why when you press Enter there.");
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
    for (const [select, chosen] of [[across, 1], [up, 3]]) {
      const kept = select.value === "" ? chosen : Number(select.value);
      select.replaceChildren(...Array.from({ length: layer.d2 }, (_, i) => new Option(i, i)));
      select.value = Math.min(kept, layer.d2 - 1);
    }
    say(`Nothing is trained yet: ${layer.N} digits, ${layer.d2} nodes.`);
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

  const rows = (i) => `${layer.subsets[i].length} rows`;
  const oneOf = (i) => (layer.algorithm === "GCN" ? `a ${layer.classes[layer.subsets[i][0]]}, ` : "");

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
    if (layer.node === layer.d2 || layer.failure) reset();
    stopAt = until(layer.node);
    running = true;
    say(`Training node ${layer.node} of ${layer.d2}.`);
    labels();
    cancelAnimationFrame(coming);
    coming = requestAnimationFrame(frame);
  }

  function pause() {
    running = false;
    say(`Paused: ${layer.node} of ${layer.d2} nodes are trained.`);
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
      say(`Done: ${layer.d2} nodes are trained. Mean squared error per pixel: running output ${errors.running.at(-1).toFixed(3)},
        best read-out ${errors.best.at(-1).toFixed(3)}.`);
    } else if (done && layer.node >= stopAt) {
      pause();
    } else if (done && performance.now() - spoken > QUIET) {
      say(`Training node ${layer.node} of ${layer.d2}.`);
    }
    if (done || !still.matches) draw();
    if (running) coming = requestAnimationFrame(frame);
  }

  function inWords({ node, epoch, rate, holds }) {
    return `Node ${node} diverged in epoch ${epoch} at learning rate ${Number(rate.toPrecision(3))}: its weights are no
      longer finite. Lower the learning rate: about ${Number(holds.toPrecision(2))} holds for this node.`;
  }

  function labels() {
    const begun = layer.node > 0 || layer.epoch > 0;
    const over = layer.node === layer.d2 || layer.failure;
    train.textContent = running ? "Pause" : over ? "Train anew" : begun ? "Go on" : "Train";
    train.disabled = false;
    one.disabled = running || over;
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
    const last = (values) => values.at(-1).toFixed(3);
    gnodeDraw.progress(
      find(".errors"),
      [
        { name: "running output", dash: [6, 4], colour: "#b34a00", values: errors.running },
        { name: "best read-out", dash: [], colour: "#0072b2", values: errors.best },
      ],
      layer.d2, "nodes trained", "mean squared error per pixel",
    );
    find(".errors").setAttribute("aria-label", `Mean squared error per pixel, all rows, against the number of trained nodes.
      With ${layer.node} nodes: running output ${last(errors.running)}, best linear read-out ${last(errors.best)}.`);
  }

  function drawFeatures() {
    place.querySelectorAll(".features li").forEach((item, i) => {
      const now = i === layer.node && layer.epoch > 0;
      if (item.classList.contains("done") || (i >= layer.node && !now)) return;
      item.classList.toggle("now", now);
      item.classList.toggle("done", !now);
      const canvas = item.querySelector("canvas");
      gnodeDraw.feature(canvas, layer.weights(i).w);
      const state = now ? `epoch ${layer.epoch} of ${layer.nEpochs}` : `trained on ${oneOf(i)}${rows(i)}`;
      canvas.setAttribute("aria-label", `Feature of node ${i}: ${state}`);
      if (layer.algorithm === "GCN") item.querySelector("span").textContent = `${i}: ${oneOf(i).slice(0, -2)}`;
    });
  }

  function drawDigit() {
    const k = row.checkValidity() && row.value !== "" ? Number(row.value) : 0;
    const pictures = {
      original: ["The digit", layer.row(k)],
      running: ["Running output", layer.output(k)],
      best: ["Best read-out", readout.output(k)],
    };
    for (const [name, [title, values]] of Object.entries(pictures)) {
      const canvas = find(`.${name}`);
      gnodeDraw.digit(canvas, values);
      const caption = name === "original" ? `${title}: a ${classes[k]}` : `${title}: error ${squared(values, k).toFixed(3)}`;
      canvas.nextElementSibling.textContent = caption;
      canvas.setAttribute("aria-label", caption);
    }
  }

  function drawPlane() {
    const [i, j] = [Number(across.value), Number(up.value)];
    const moved = [i, j].includes(layer.node) ? layer.epoch : 0;
    const state = [i, j, Math.min(layer.node, Math.max(i, j) + 1), moved, running, find(".plane").clientWidth].join();
    if (state === plane) return;
    plane = state;
    const [p, q] = [layer.outputs(i), layer.outputs(j)];
    gnodeDraw.scatter(find(".plane"), p, q, classes, `output of node ${i}`, `output of node ${j}`);
    find(".near").textContent = running
      ? "Training."
      : `In this plane the nearest neighbour of a digit is of the same class for ${(100 * sameClass(p, q)).toFixed(0)} % of them.`;
    find(".plane").setAttribute("aria-label", `Scatter plot: output of node ${i} across and of node ${j} up, one mark for each
      of ${layer.N} digits. ${find(".near").textContent}`);
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
  one.addEventListener("click", () => go((node) => node + 1));
  find(".again").addEventListener("click", () => form.reportValidity() && reset());
  find(".next").addEventListener("click", () => {
    row.value = (Number(row.value) + 1) % classes.length;
    drawDigit();
  });
  row.addEventListener("input", drawDigit);
  for (const select of [across, up]) select.addEventListener("change", drawPlane);
  window.addEventListener("resize", draw);

  document.documentElement.classList.add("gnode-play-live");
  reset();
  window.gnodePlay = { start: () => gnodeTrain.start(layer.d1, layer.d2, settings().seed), layer: () => layer };
})();
