"use strict";
/* The page's control, run by its reader: features of a layer against sums, with random weights, and averages of the examples behind them. A draw makes a sum for each node; draw k has the seed k. */
(async () => {
  if (!globalThis.DecompressionStream) return void (document.getElementById("gnode-control").hidden = true);
  const place = gnodeSlider.place("control", "Compare features with sums and averages of their examples");
  const [MANY, ENOUGH, SLICE] = [100, 95, 25]; // draws, those to beat, milliseconds at a stretch
  const LAYERS = [["decoder", "sparse auto-encoder"], ["encoder", "sparse auto-encoder"], ["GN", "the paper’s algorithm"]], still = matchMedia("(prefers-reduced-motion: reduce)");
  const COUNTS = { sparse: [[5000, "all active"], ...[500, 100, 30].map((most) => [most, `${most} most active`])], GN: [[5000, "its own 50 or 51"]] };
  const x = (likeness) => 12 + 620 * (likeness - 0.3), line = (name) => `<p class="${name}">${name}<b></b></p>${'<canvas width="16" height="16"></canvas>'.repeat(5)}`;
  place.innerHTML = `<fieldset><legend>Features of which layer</legend>${LAYERS.map(([name, small]) => `<label><input autocomplete="off" type="radio" name="layer" value="${name}" ${name === "decoder" ? "checked" : ""}><span>${name}<small>${small}</small></span></label>`).join("")}</fieldset>
    <label>Examples that count <select autocomplete="off"></select></label><p><b>How much like digits is each line?</b></p>
    <div class="kinds">${["learned", "a sum", "average"].map(line).join("")}</div><button type="button">Draw a hundred sums</button>
    <svg viewBox="0 0 366 138" role="img">${[0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((of) => `<path d="M${x(of)} 104v4"/><text x="${x(of)}" y="119">${of}</text>`).join("")}<path d="M0 104H366"/><text x="183" y="135">likeness to an unseen digit</text><g></g><g></g></svg><p role="status"></p>`;
  const [select, button, svg, status] = ["select", "button", "svg", "[role=status]"].map((part) => place.querySelector(part)), canvases = [...place.querySelectorAll("canvas")], [dots, lines] = svg.querySelectorAll("g");

  const { X, unseen } = await gnodeUnpack(gnodeMnist16), packed = new Uint8Array(await gnodeInflate(gnodeControlLayers.rows).arrayBuffer()), half = packed.length / 2, behind = {};
  let at = 0, run = 0, layer, network, rows, learned, averages, of; // of the examples that count: the next seed, the likeness of all draws, and the last draw
  for (const [name, counts] of Object.entries(gnodeControlLayers.counts)) behind[name] = counts.map((n) => Uint16Array.from({ length: n }, () => packed[at] + 256 * packed[half + at++]));
  const weights = (name) => Float64Array.from(Uint8Array.from(atob(gnodeControlLayers.weights[name]), (letter) => letter.charCodeAt(0)), (byte) => (byte << 24) >> 24);

  /** The product of two rows of pixels, the second one from a place on; four sums at a time are faster. */
  function dot(a, b, k = 0) {
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let p = 0; p < 256; p += 4) (one += a[p] * b[k + p]), (two += a[p + 1] * b[k + p + 1]), (three += a[p + 2] * b[k + p + 2]), (four += a[p + 3] * b[k + p + 3]);
    return one + two + three + four;
  }
  function added(some, weight) {
    const sum = new Float64Array(256);
    for (const k of some) for (let p = 0, by = weight(); p < 256; p++) sum[p] += by * X[256 * k + p];
    return sum;
  }
  const mean = new Float64Array(256), others = Float64Array.from(unseen), drawn = {};
  unseen.forEach((value, k) => (mean[k % 256] += (256 * value) / unseen.length));
  for (let k = 0; k < unseen.length; k += 256) {
    const other = mean.map((value, p) => unseen[k + p] - value), length = Math.sqrt(dot(other, other));
    others.set(other.map((value) => value / length), k);
  }
  /** A feature without what it shares with the mean image, and its largest absolute cosine with an unseen digit. */
  function judged(w) {
    const shared = dot(w, mean) / dot(mean, mean), image = w.map((value, p) => value - shared * mean[p]);
    let most = 0;
    for (let k = 0; k < unseen.length; k += 256) most = Math.max(most, Math.abs(dot(image, others, k)));
    return { image, likeness: most / Math.sqrt(dot(image, image)) };
  }
  /** Of all nodes: the median likeness, and the pictures of five, evenly spaced. */
  function together(all) {
    const sorted = all.map((one) => one.likeness).sort((a, b) => a - b), last = all.length - 1;
    return { likeness: (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2, images: [0, 1, 2, 3, 4].map((i) => all[Math.round((i * last) / 4)].image) };
  }
  /** One draw, in slices between which the page answers; another choice ends it. */
  async function draw() {
    const { normal } = gnodeRandom(of.seed), [mine, all] = [run, []];
    for (let until = performance.now() + SLICE; all.length < rows.length; all.push(judged(added(rows[all.length], normal)))) {
      if (performance.now() > until) await new Promise((done) => setTimeout(done)), (until = performance.now() + SLICE);
      if (mine !== run) return;
    }
    (of.last = together(all)), of.told.push(of.last.likeness), (of.seed += 1);
  }
  function show() {
    if (!of.told.length) return;
    const so = of.told.length, ends = [Math.min(...of.told), Math.max(...of.told)], beaten = of.told.filter((likeness) => likeness < learned.likeness).length, won = beaten >= ENOUGH, both = won && learned.likeness > averages.likeness, tall = {};
    [learned, of.last, averages].forEach(({ likeness, images }, kind) => {
      place.querySelectorAll(".kinds b")[kind].textContent = likeness.toFixed(2);
      images.forEach((image, i) => gnodeDraw.feature(canvases[5 * kind + i], dot(image, averages.images[i]) < 0 ? image.map((value) => -value) : image, 16, Math.max(...image.map(Math.abs)))); // turned as the average is
    });
    const stack = (to) => 101 - 3.5 * ((tall[to] = (tall[to] ?? 0) + 1) - 1), circle = (likeness, to = 4 * Math.round(x(likeness) / 4)) => `<circle cx="${to}" cy="${stack(to)}" r="2.1" ${likeness < learned.likeness ? "" : 'class="ahead"'}/>`;
    dots.insertAdjacentHTML("beforeend", of.told.map((likeness) => circle(likeness)).slice(dots.childElementCount).join(""));
    lines.innerHTML = `${Object.entries({ learned, averages }).map(([kind, { likeness }]) => `<path class="${kind}" d="M${x(likeness)} 18V104"/><text class="${kind}" x="${Math.max(30, x(likeness))}" y="12">${kind}</text>`).join("")}<text class="sums" x="${x(ends[0]) - 8}" y="100">sums</text>`;
    svg.ariaLabel = `Likeness to an unseen digit: learned ${learned.likeness.toFixed(2)}, averages ${averages.likeness.toFixed(2)}, ${so} sums from ${ends[0].toFixed(2)} to ${ends[1].toFixed(2)}`;
    if (so < MANY) status.textContent = so > 1 ? `So far, the learned features beat ${beaten} of ${so} sums.` : `The learned features are ${beaten ? "ahead of" : "behind"} the first sum. Is that chance?`;
    else status.innerHTML = `<b>The learned features beat ${beaten || "none"} of ${MANY} sums${both ? " and the averages" : won ? ", but not the averages" : beaten ? `, fewer than ${ENOUGH}` : ""}:</b> ${both ? "grouping the examples is not enough to explain their look" : won ? "grouping the examples is enough to explain their look" : "their look is no evidence that the weights have learned anything"}.${won && rows[0].length > 100 ? " Now try “100 most active”." : ""}`;
    button.textContent = so < MANY ? `Draw ${so > 1 ? "on to " : ""}a hundred sums` : "Draw a hundred others";
  }
  /** Another choice. Sums are of the examples alone: what was drawn stays if only the weights change. */
  async function choose() {
    [layer, run] = [place.querySelector(":checked").value, run + 1];
    const before = network;
    network = layer === "GN" ? "GN" : "sparse";
    if (network !== before) select.innerHTML = COUNTS[network].map(([most, words]) => `<option value="${most}">${words}</option>`).join("");
    [select.disabled, dots.innerHTML, rows] = [network === "GN", "", behind[network].map((all) => all.subarray(0, Number(select.value)))];
    of = drawn[`${network} ${select.value}`] ??= { seed: 0, told: [] };
    const all = weights(layer);
    learned = together(rows.map((_, i) => judged(all.subarray(256 * i, 256 * (i + 1)))));
    averages = together(rows.map((some) => judged(added(some, () => 1))));
    if (!of.told.length) await draw();
    show();
  }
  async function many() {
    const mine = (run += 1);
    if (button.className) return; // it was to stop
    if (of.told.length >= MANY) (of.told = []), (dots.innerHTML = "");
    while (mine === run && of.told.length < MANY) {
      [button.className, status.ariaBusy, button.textContent] = ["busy", "true", `Stop (${of.told.length} of ${MANY})`];
      await draw();
      if (mine === run && !still.matches) show();
    }
    ([button.className, status.ariaBusy] = ["", "false"]), show();
  }
  place.addEventListener("input", choose);
  button.addEventListener("click", many);
  await choose();
  window.gnodeControl = { told: () => of.told, learned: () => learned.likeness, averages: () => averages.likeness, busy: () => Boolean(button.className) };
})();
