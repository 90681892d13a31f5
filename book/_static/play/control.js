/* The page's control, run by its reader: features of a layer against sums, with random weights, and averages of the examples behind them. A draw makes a sum for each node; draw k has the seed k. */
(async () => {
  if (!globalThis.DecompressionStream) return void (document.getElementById("gnode-control").hidden = true);
  const place = gnodeSlider.place("control", "Compare features with sums and averages of their examples");
  const [MANY, ENOUGH, SLICE, FEW] = [100, 95, 20, 3]; // draws, those to beat, milliseconds at a stretch, digits of which any look good
  const NETWORKS = { GN: "GN, the 50 digits it saw", sparse: "sparse auto-encoder, digits that activate it most" }, COUNTS = [3, 10, 30, 50, 100, 500, "all"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const x = (likeness) => 12 + 620 * (likeness - 0.3), line = (name) => `<p class="${name}">${name}<b></b></p>${'<canvas width="16" height="16"></canvas>'.repeat(5)}`;
  place.innerHTML = `<p><b>These features were learned. Do random sums of the same digits look as good?</b></p><div class="kinds">${["learned", "a random sum of the same digits", "their average"].map(line).join("")}</div><button type="button">Draw a hundred sums</button>
    <svg viewBox="0 0 366 138" role="img">${[0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((of) => `<path d="M${x(of)} 104v4"/><text x="${x(of)}" y="119">${of}</text>`).join("")}<path d="M0 104H366"/><text x="183" y="135">likeness to an unseen digit</text><g></g><g></g></svg><p role="status"></p>
    <fieldset><legend>Features of which layer</legend>${Object.entries(NETWORKS).map(([of, name], i) => `<label><input autocomplete="off" type="radio" name="layer" value="${of}" ${i ? "" : "checked"}>${name}</label>`).join("")}</fieldset>${gnodeSlider.range("How many digits count", COUNTS)}`;
  const [button, svg, status, slider, chosen] = ["button", "svg", "[role=status]", "[type=range]", ".slider b"].map((part) => place.querySelector(part)), canvases = [...place.querySelectorAll("canvas")], [dots, lines] = svg.querySelectorAll("g");

  const { X, unseen } = await gnodeUnpack(), packed = new Uint8Array(await gnodeInflate(gnodeControlLayers.rows).arrayBuffer()), half = packed.length / 2, behind = {};
  let at = 0, run = 0, asked = false, rows, learned, layer, of; // of the examples that count: the next seed, the likeness of all draws, the last draw, and averages
  for (const [name, counts] of Object.entries(gnodeControlLayers.counts)) behind[name] = counts.map((n) => Uint16Array.from({ length: n }, () => packed[at] + 256 * packed[half + at++]));
  const weights = (name) => Float64Array.from(gnodeDraw.weights(gnodeControlLayers.weights[name]));

  const { dot, withoutMean } = gnodeDraw, mean = new Float64Array(256), drawn = { GN: {}, sparse: {} };
  /** The digits without their background, three fourths of them, for speed: where each begins in a list of pixels, and the pixels' places and values. */
  const [seen, others] = [X, unseen].map((digits, at = 0) => {
    const from = new Uint32Array(digits.length / 256 + 1), places = new Uint8Array(digits.length), values = new Float64Array(digits.length);
    for (let k = 0; k < digits.length; from[(++k + 255) >> 8] = at) if (digits[k] > -1) (places[at] = k), (values[at++] = digits[k] + 1);
    return { from, places, values };
  });
  unseen.forEach((value, k) => (mean[k % 256] += (256 * value) / unseen.length));
  const lengths = Float64Array.from({ length: unseen.length / 256 }, (_, k) => Math.hypot(...mean.map((value, p) => unseen[256 * k + p] - value)));
  function added(some, weight, { from, places, values } = seen) {
    const by = Float64Array.from(some, weight), sum = new Float64Array(256).fill(-by.reduce((all, one) => all + one)); // the background is -1
    for (let i = 0; i < some.length; i++) for (let at = from[some[i]], end = from[some[i] + 1]; at < end; at++) sum[places[at]] += by[i] * values[at];
    return sum;
  }
  /** A feature without what it shares with the mean image, and its largest absolute cosine with an unseen digit. */
  function judged(w, { from, places, values } = others) {
    const image = withoutMean(w, mean), all = image.reduce((sum, value) => sum + value);
    let most = 0;
    for (let k = 0, product; k < lengths.length; most = Math.max(most, Math.abs(product) / lengths[k++])) {
      product = -all;
      for (let at = from[k], end = from[k + 1]; at < end; at++) product += image[places[at]] * values[at];
    }
    return { image, likeness: most / Math.sqrt(dot(image, image)) };
  }
  /** Of all nodes: the median likeness, and the pictures of five, evenly spaced. */
  function together(all) {
    const sorted = all.map((one) => one.likeness).sort((a, b) => a - b), last = all.length - 1;
    return { likeness: (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2, images: [0, 1, 2, 3, 4].map((i) => all[Math.round((i * last) / 4)].image) };
  }
  /** Draws, in slices between which the page answers and, if it may move, shows them; another choice ends them. */
  async function draw(to) {
    const mine = run;
    for (let until = performance.now() + SLICE, next = until, all = []; of.told.length < to; all = [], of.seed += 1) {
      const { normal } = gnodeRandom(of.seed);
      for (const some of rows) {
        all.push(judged(added(some, normal)));
        if (performance.now() < until) continue;
        if (to === MANY && until > next) still.matches || show(), (button.textContent = `Stop (${of.told.length} of ${MANY})`), (next = until + 4 * SLICE);
        await new Promise((done) => setTimeout(done));
        if (mine !== run) return;
        until = performance.now() + SLICE;
      }
      of.told.push((of.last = together(all)).likeness);
    }
  }
  function show() {
    const { averages } = of, so = of.told.length, tall = {};
    if (!so) return void ([status.textContent, button.textContent, lines.innerHTML] = ["", "Draw a hundred sums", ""]);
    const ends = [Math.min(...of.told), Math.max(...of.told)], beats = (told) => told.filter((likeness) => likeness < learned.likeness).length;
    const beaten = beats(of.told), won = beaten >= ENOUGH, both = won && learned.likeness > averages.likeness;
    const other = Object.values(drawn[layer]).some(({ told }) => told.length === MANY && beats(told) >= ENOUGH !== won);
    [learned, of.last, averages].forEach(({ likeness, images }, kind) => {
      place.querySelectorAll(".kinds b")[kind].textContent = `likeness ${likeness.toFixed(2)}`;
      images.forEach((image, i) => gnodeDraw.feature(canvases[5 * kind + i], dot(image, averages.images[i]) < 0 ? image.map((value) => -value) : image, 16, Math.max(...image.map(Math.abs)))); // turned as the average is
    });
    const stack = (to) => 101 - 3.5 * ((tall[to] = (tall[to] ?? 0) + 1) - 1), circle = (likeness, to = 4 * Math.round(x(likeness) / 4)) => `<circle cx="${to}" cy="${stack(to)}" r="2.1" ${likeness < learned.likeness ? "" : 'class="ahead"'}/>`;
    dots.insertAdjacentHTML("beforeend", of.told.map((likeness) => circle(likeness)).slice(dots.childElementCount).join(""));
    const right = ends[0] > learned.likeness, end = x(averages.likeness) - 6;
    lines.innerHTML = `${Object.entries({ learned, average: averages }).map(([kind, { likeness }]) => `<path class="${kind}" d="M${x(likeness)} 18V104"/><text class="${kind}" x="${Math.max(30, x(likeness))}" y="12">${kind}</text>`).join("")}<text class="before" x="${right ? Math.min(x(ends[1]) + 34, end) : x(ends[0]) - 8}" y="${right && x(ends[1]) + 34 > end ? 55 : 100}">sums</text>`; // not on a line, nor on the dots
    svg.ariaLabel = `Likeness to an unseen digit: learned ${learned.likeness.toFixed(2)}, averages ${averages.likeness.toFixed(2)}, ${so} sums from ${ends[0].toFixed(2)} to ${ends[1].toFixed(2)}`;
    if (so < MANY) status.textContent = so > 1 ? `So far, the features beat ${beaten} of ${so} sums.` : `The features are ${beaten ? "ahead of" : "behind"} the first sum. Is that chance? Draw more to see.`;
    else status.innerHTML = `<b>The features beat ${beaten || "none"} of ${MANY} sums${both ? " and the averages" : won ? ", but not the averages" : ""}:</b> ${both ? "grouping the examples is not enough to explain their look" : won ? "grouping the examples is enough to explain their look" : rows[0].length <= FEW ? "of so few digits any sum looks good" : beaten > MANY - ENOUGH ? "random sums of the same examples look about as good" : "random sums of the same examples look better"}. ${layer === "GN" ? "Now try the sparse auto-encoder." : other ? "So the outcome depends on how many digits count." : `Now count ${won ? "fewer" : "more"} digits.`}`;
    button.textContent = so < MANY ? `Draw ${so > 1 ? "on to " : ""}a hundred sums` : "Draw a hundred others";
  }
  /** Another choice: what was drawn for it before stays. */
  async function choose() {
    const mine = (run += 1), count = COUNTS[slider.value];
    [layer, button.className, status.ariaBusy, dots.innerHTML] = [place.querySelector(":checked").value, "", "false", ""];
    slider.closest(".slider").hidden = layer === "GN";
    slider.setAttribute("aria-valuetext", (chosen.textContent = count === "all" ? "all active" : `${count} strongest`));
    const all = weights(layer), most = layer === "GN" || count === "all" ? Infinity : count;
    [rows, of] = [behind[layer].map((some) => some.subarray(0, most)), (drawn[layer][most] ??= { seed: 0, told: [] })];
    learned = together(rows.map((_, i) => judged(all.subarray(256 * i, 256 * (i + 1)))));
    of.averages ??= together(rows.map((some) => judged(added(some, () => 1))));
    await draw(1);
    if (mine !== run) return;
    show();
    if (asked && of.told.length < MANY) many();
  }
  async function many() {
    const mine = (run += 1);
    [button.className, status.ariaBusy] = ["busy", "true"];
    await draw(MANY);
    if (mine === run) stop();
  }
  function stop() {
    [run, button.className, status.ariaBusy] = [run + 1, "", "false"];
    show();
  }
  function press() {
    asked = !button.className; // other choices draw a hundred by themselves
    if (!asked) return stop();
    if (of.told.length >= MANY) (of.told = []), (dots.innerHTML = "");
    many();
  }
  slider.value = COUNTS.indexOf(50);
  place.addEventListener("input", choose);
  button.addEventListener("click", press);
  await choose();
  window.gnodeControl = { told: () => of.told, learned: () => learned.likeness, averages: () => of.averages.likeness, busy: () => Boolean(button.className) };
})();
