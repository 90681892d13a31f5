"use strict";
/* The page's control, run by its reader: features of a layer of digits against sums of the examples behind them, with random weights, and against their averages. One draw makes a sum
   for each node; draw k has the seed k. What is told after a hundred draws is true by the rule of the page: 95 of a hundred. */

(async () => {
  if (!globalThis.DecompressionStream) return;
  const place = gnodeSlider.place("control", "Compare features with sums and averages of their examples");
  const [MANY, ENOUGH, SLICE, FROM, TO] = [100, 95, 25, 0.3, 0.86]; // draws, those to beat, milliseconds at a stretch, the axis
  const LAYERS = [["decoder", "of a sparse auto-encoder"], ["encoder", "of the same"], ["GN", "the paper’s algorithm"]], KINDS = { learned: "learned", sums: "a sum", averages: "average" };
  const COUNTS = [[5000, "all that activate a node"], ...[500, 100, 30].map((n) => [n, `the ${n} most active`])], OWN = [[5000, "its own subset of about 50"]];
  const x = (likeness) => 8 + (350 * (likeness - FROM)) / (TO - FROM), still = matchMedia("(prefers-reduced-motion: reduce)");

  place.innerHTML = `<fieldset><legend>Features of which layer</legend>${LAYERS.map(([name, small]) => `<label><input autocomplete="off" type="radio" name="layer" value="${name}" ${name === "decoder" ? "checked" : ""}><span>${name}<small>${small}</small></span></label>`).join("")}</fieldset>
    <label>Examples that count <select autocomplete="off"></select></label>
    <div class="kinds">${Object.entries(KINDS).map(([kind, name]) => `<p class="${kind}">${name}<b></b></p>${'<canvas width="16" height="16"></canvas>'.repeat(5)}`).join("")}</div>
    <button type="button"></button>
    <svg viewBox="0 0 366 138" role="img">${[0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((of) => `<path d="M${x(of)} 104v4"/><text x="${x(of)}" y="119">${of}</text>`).join("")}<path d="M0 104H366"/><text x="183" y="134">likeness to an unseen digit</text><g></g><g class="lines"></g></svg>
    <p role="status"></p>`;
  const [select, button, svg, status] = ["select", "button", "svg", "[role=status]"].map((part) => place.querySelector(part)), canvases = [...place.querySelectorAll("canvas")], [dots, lines] = svg.querySelectorAll("g");

  const { X, unseen } = await gnodeUnpack(gnodeMnist16), packed = new Uint8Array(await gnodeInflate(gnodeControlLayers.rows).arrayBuffer()), half = packed.length / 2;
  const behind = {};
  let at = 0;
  for (const [name, counts] of Object.entries(gnodeControlLayers.counts)) behind[name] = counts.map((n) => Uint16Array.from({ length: n }, () => packed[at] + 256 * packed[half + at++]));

  /** The product of two rows of pixels, the second one from a place on; four sums at a time are faster. */
  function dot(a, b, at = 0) {
    let [one, two, three, four] = [0, 0, 0, 0];
    for (let p = 0; p < 256; p += 4) (one += a[p] * b[at + p]), (two += a[p + 1] * b[at + p + 1]), (three += a[p + 2] * b[at + p + 2]), (four += a[p + 3] * b[at + p + 3]);
    return one + two + three + four;
  }
  function added(rows, weight) {
    const sum = new Float64Array(256);
    for (const k of rows) for (let p = 0, by = weight(); p < 256; p++) sum[p] += by * X[256 * k + p];
    return sum;
  }
  const n = unseen.length / 256, mean = new Float64Array(256), others = new Float64Array(unseen.length);
  for (let k = 0; k < unseen.length; k++) mean[k % 256] += unseen[k] / n;
  for (let k = 0; k < n; k++) {
    const other = mean.map((of, p) => unseen[256 * k + p] - of);
    others.set(other.map((of) => of / Math.sqrt(dot(other, other))), 256 * k);
  }
  /** A picture without what it shares with the mean image, and its largest absolute cosine with an unseen digit. */
  function judged(w) {
    const shared = dot(w, mean) / dot(mean, mean), image = w.map((of, p) => of - shared * mean[p]);
    let most = 0;
    for (let k = 0; k < n; k++) most = Math.max(most, Math.abs(dot(image, others, 256 * k)));
    return { image, likeness: most / Math.sqrt(dot(image, image)) };
  }
  /** Of all nodes: the median likeness, and the pictures of five, evenly spaced. */
  function together(all) {
    const sorted = all.map((of) => of.likeness).sort((a, b) => a - b), last = all.length - 1;
    return { likeness: (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2, images: canvases.slice(0, 5).map((_, i) => all[Math.round((i * last) / 4)].image) };
  }

  const weights = Object.fromEntries(Object.entries(gnodeControlLayers.weights).map(([name, letters]) => [name, Float64Array.from(new Int8Array(Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)).buffer))]));
  const drawn = {}; // of examples: the seed of the next draw, what was found, the last pictures
  let layer, network, rows, learned, averages, of, run = 0;

  /** One draw, in slices between which the page answers. */
  async function draw() {
    const { normal } = gnodeRandom(of.seed), [mine, all] = [run, []];
    for (let until = performance.now() + SLICE, i = 0; i < rows.length; i++) {
      if (performance.now() > until) await new Promise((done) => setTimeout(done)), (until = performance.now() + SLICE);
      if (mine !== run) return;
      all.push(judged(added(rows[i], normal)));
    }
    (of.last = together(all)), of.told.push(of.last.likeness), (of.seed += 1);
  }
  function show() {
    if (!of.told.length) return;
    const found = { learned, sums: of.last, averages }, beaten = of.told.filter((likeness) => likeness < learned.likeness).length, so = of.told.length, won = beaten >= ENOUGH;
    Object.values(found).forEach((one, line) => {
      place.querySelectorAll(".kinds b")[line].textContent = one.likeness.toFixed(2);
      one.images.forEach((image, i) => gnodeDraw.feature(canvases[5 * line + i], dot(image, averages.images[i]) < 0 ? image.map((value) => -value) : image, 16, Math.max(...image.map(Math.abs)))); // turned as the average is
    });
    const tall = {}, places = of.told.map((likeness) => {
      const at = 4 * Math.round(x(likeness) / 4);
      return `<circle cx="${at}" cy="${101 - 3.5 * ((tall[at] = (tall[at] ?? 0) + 1) - 1)}" r="2.1" ${likeness < learned.likeness ? "" : 'class="ahead"'}/>`;
    });
    dots.insertAdjacentHTML("beforeend", places.slice(dots.childElementCount).join(""));
    lines.innerHTML = `${["learned", "averages"].map((kind) => `<path class="${kind}" d="M${x(found[kind].likeness)} 16V104"/><text class="${kind}" x="${Math.max(38, x(found[kind].likeness))}" y="11">${kind} ${found[kind].likeness.toFixed(2)}</text>`).join("")}<text class="sums" x="${x(Math.min(...of.told)) - 8}" y="100">sums</text>`;
    svg.ariaLabel = `Likeness to an unseen digit: learned ${learned.likeness.toFixed(2)}, averages ${averages.likeness.toFixed(2)}, ${so} sums from ${Math.min(...of.told).toFixed(2)} to ${Math.max(...of.told).toFixed(2)}`;
    if (so < MANY) status.innerHTML = so > 1 ? `So far, the learned features beat ${beaten} of ${so} sums.` : `The learned features are ${beaten ? "ahead of" : "behind"} the first sum. Would another draw say the same?`;
    else status.innerHTML = `<b>The learned features beat ${beaten} of ${MANY} sums${won ? "" : ", fewer than 95"}${won ? ", but not the averages" : ""}.</b> Their look ${won ? "needs no more than a grouping of the examples" : "is no evidence that the weights have learned anything"}.${won && rows[0].length > 100 ? " Is it so, too, if only the most active count?" : ""}`;
    button.textContent = so < MANY ? `Draw ${so > 1 ? "on to " : ""}a hundred sums` : "Draw a hundred others";
  }
  /** Another choice: the sums are of the examples alone, so that what was drawn stays if only the weights change. */
  async function choose() {
    run += 1;
    const name = place.querySelector(":checked").value, own = name === "GN", chosen = select.value;
    if (network !== (own ? "GN" : "sparse")) select.innerHTML = (own ? OWN : COUNTS).map(([most, words]) => `<option value="${most}">${words}</option>`).join("");
    [layer, network, select.disabled] = [name, own ? "GN" : "sparse", own];
    rows = behind[network].map((all) => all.subarray(0, Number(select.value)));
    of = drawn[`${network} ${select.value}`] ??= { seed: 0, told: [] };
    learned = together(rows.map((_, i) => judged(weights[layer].subarray(256 * i, 256 * (i + 1)))));
    averages = together(rows.map((some) => judged(added(some, () => 1))));
    dots.innerHTML = "";
    if (!of.told.length) await draw();
    show();
  }
  async function many() {
    if (button.className) return (run += 1);
    if (of.told.length >= MANY) (of.told = []), (dots.innerHTML = "");
    for (const mine = (run += 1); mine === run && of.told.length < MANY; ) {
      [button.className, button.textContent] = ["busy", `Stop (${of.told.length} of ${MANY})`];
      await draw();
      if (mine === run && !still.matches) show();
    }
  }
  place.addEventListener("input", choose);
  button.addEventListener("click", () => many().then(() => ((button.className = ""), show())));
  await choose();
  window.gnodeControl = { told: () => of.told, learned: () => learned.likeness, averages: () => averages.likeness, busy: () => Boolean(button.className) };
})();
