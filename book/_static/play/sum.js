/* The digits that a node of GCN saw, added up with equal, random or trained weights, all without the mean image: average and strokes, as `study.figures.features.split` has them. */

(async () => {
  const { X, y, unseen, yUnseen } = await gnodeUnpack(), place = gnodeSlider.place("sum", "Change the weights of a sum of digits");
  const HALF = 30, MOST = 30; // steps to either side; pictures
  const unit = (w, length = Math.hypot(...w) * Math.sign(w.reduce((all, of) => all + of))) => w.map((of) => of / length); // all signs reversed are the same
  const mean = Float64Array.from({ length: 256 }, (_, p) => y.reduce((sum, _, k) => sum + X[256 * k + p], 0) / y.length);
  const tests = Array.from(yUnseen, (_, k) => unseen.subarray(256 * k, 256 * (k + 1)));
  const lengths = tests.map((of) => Math.hypot(...of.map((value, p) => value - mean[p])));
  const tile = '<canvas width="16" height="16"></canvas>', figure = `<figure>${tile}<figcaption></figcaption></figure>`;
  let seed = 0;

  place.innerHTML = `<div class="choices"><label>Add up <select autocomplete="off">${gnodeSlider.digits.map((name, i) => `<option value="${i}">${name}</option>`).join("")}</select></label><button type="button">Draw other random weights</button></div>
    <div class="parts">${tile.repeat(MOST)}</div>
    ${gnodeSlider.range("Weights", ["equal", "random", "trained"])}
    <div class="made">${figure.repeat(4)}<p role="status"></p></div>`;
  const [select, slider, canvases] = [place.querySelector("select"), place.querySelector("[type=range]"), [...place.querySelectorAll("canvas")]];

  function show() {
    const chosen = Number(select.value), at = Number(slider.value) - HALF, steps = Math.abs(at), share = steps / HALF, end = at < 0 ? "equal" : "trained";
    const [rows, trained] = gnodeSums[chosen], images = rows.map((k) => X.subarray(256 * k, 256 * (k + 1))), { normal } = gnodeRandom(seed);
    const drawn = unit(rows.map(normal)), other = unit(at < 0 ? rows.map(() => 1) : trained);
    const weights = unit(drawn.map((of, i) => (1 - share) * of + share * other[i])), largest = Math.max(...weights.map(Math.abs));
    const added = (by) => gnodeDraw.withoutMean(mean.map((_, p) => images.reduce((all, of, i) => all + by[i] * of[p], 0)), mean);
    const total = weights.reduce((all, of) => all + of), sum = added(weights), length = Math.hypot(...sum), average = added(weights.map(() => total / rows.length));
    const parts = [sum, average, sum.map((value, p) => value - average[p])], range = Math.max(...parts.map((part) => Math.max(...part.map(Math.abs))));
    const cosines = lengths.map((of, k) => Math.abs(gnodeDraw.dot(sum, tests[k])) / (of * length)), likeness = Math.max(...cosines), nearest = cosines.indexOf(likeness), right = yUnseen[nearest] === chosen;
    canvases.slice(0, MOST).forEach((canvas, i) => (canvas.hidden = i >= rows.length) || gnodeDraw.feature(canvas, images[i].map((value) => (weights[i] * (value + 1)) / 2), 16, largest));
    parts.forEach((part, i) => gnodeDraw.feature(canvases[MOST + i], part, 16, range)); // their sign is that of the weights, so that they turn without a jump
    gnodeDraw.row(canvases[MOST + 3], tests[nearest], { side: 16, low: -1, high: 1 });
    const captions = ["their sum", `= ${total.toFixed(2)} × average`, "+ strokes", `most like it: a test digit, labelled ${yUnseen[nearest]}`];
    place.querySelectorAll("figcaption").forEach((one, i) => (one.textContent = captions[i]));
    slider.ariaValueText = `${["random", "nearly random", `half random, half ${end}`, `nearly ${end}`, end][steps ? 1 + (steps >= 12) + (steps > 18) + (steps === HALF) : 0]} weights`;
    place.querySelector("[role=status]").innerHTML = `${rows.length} ${gnodeSlider.digits[chosen]}, ${slider.ariaValueText}: <b>most like ${yUnseen[nearest] === 8 ? "an" : "a"} ${yUnseen[nearest]}</b> (cosine ${likeness.toFixed(2)}) <b class="${right ? "right" : "wrong"}">${right ? "✔ right" : "✘ wrong"}</b>`;
  }

  Object.assign(slider, { max: 2 * HALF, value: 0 });
  [select.value, place.querySelector(".slider b").textContent] = [3, "Weights"];
  place.addEventListener("input", show);
  place.querySelector("button").addEventListener("click", () => ([seed, slider.value] = [seed + 1, HALF], show()));
  show();
})();
