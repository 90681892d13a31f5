/* The digits that a node of GCN saw, added up: with random weights, which a slider turns into equal or into trained ones, and without what the sum shares
   with the mean image; and the unseen digit most like it. */

(async () => {
  const { X, y, unseen, yUnseen } = await gnodeUnpack(gnodeMnist16), place = gnodeSlider.place("sum", "Change the weights of a sum of digits");
  const HALF = 30, MOST = 30; // steps to either side; pictures
  const dot = (a, b) => a.reduce((sum, value, p) => sum + value * b[p], 0);
  const unit = (w, length = Math.hypot(...w) * Math.sign(w.reduce((all, of) => all + of))) => w.map((of) => of / length); // all signs reversed are the same
  const mean = Float64Array.from({ length: 256 }, (_, p) => y.reduce((sum, _, k) => sum + X[256 * k + p], 0) / y.length);
  const tests = Array.from(yUnseen, (_, k) => unseen.subarray(256 * k, 256 * (k + 1)));
  const lengths = tests.map((of) => Math.hypot(...of.map((value, p) => value - mean[p])));
  const tile = '<canvas width="16" height="16"></canvas>';
  let seed = 0;

  place.innerHTML = `<div class="choices"><label>Add up <select autocomplete="off">${gnodeSlider.digits.map((name, i) => `<option value="${i}">${name}</option>`).join("")}</select></label><button type="button">Draw other random weights</button></div>
    <div class="parts">${tile.repeat(MOST)}</div>
    <div class="made"><figure>${tile}<figcaption>their sum</figcaption></figure><figure>${tile}<figcaption></figcaption></figure><p role="status"></p></div>
    ${gnodeSlider.range("Weights", ["equal", "random", "trained"])}`;
  const [select, slider, canvases] = [place.querySelector("select"), place.querySelector("[type=range]"), [...place.querySelectorAll("canvas")]];

  function show() {
    const chosen = Number(select.value), at = Number(slider.value) - HALF, steps = Math.abs(at), share = steps / HALF, end = at < 0 ? "equal" : "trained";
    const [rows, trained] = gnodeSums[chosen], images = rows.map((k) => X.subarray(256 * k, 256 * (k + 1))), { normal } = gnodeRandom(seed);
    const drawn = unit(rows.map(normal)), other = unit(at < 0 ? rows.map(() => 1) : trained);
    const weights = unit(drawn.map((of, i) => (1 - share) * of + share * other[i])), largest = Math.max(...weights.map(Math.abs));
    const raw = mean.map((_, p) => images.reduce((all, of, i) => all + weights[i] * of[p], 0)), shared = dot(raw, mean) / dot(mean, mean);
    const sum = raw.map((value, p) => value - shared * mean[p]), length = Math.hypot(...sum);
    const cosines = lengths.map((of, k) => Math.abs(dot(sum, tests[k])) / (of * length)), likeness = Math.max(...cosines), nearest = cosines.indexOf(likeness), right = yUnseen[nearest] === chosen;
    canvases.slice(0, MOST).forEach((canvas, i) => (canvas.hidden = i >= rows.length) || gnodeDraw.feature(canvas, images[i].map((value) => (weights[i] * (value + 1)) / 2), 16, largest));
    gnodeDraw.feature(canvases[MOST], sum, 16, Math.max(...sum.map(Math.abs))); // its sign is that of the weights, so that it turns without a jump
    gnodeDraw.row(canvases[MOST + 1], tests[nearest], { side: 16, low: -1, high: 1 });
    place.querySelectorAll("figcaption")[1].textContent = `a test digit, labelled ${yUnseen[nearest]}: the one it is most like`;
    slider.ariaValueText = `${["random", "nearly random", `half random, half ${end}`, `nearly ${end}`, end][steps ? 1 + (steps >= 12) + (steps > 18) + (steps === HALF) : 0]} weights`;
    place.querySelector("[role=status]").innerHTML = `${rows.length} ${gnodeSlider.digits[chosen]}, ${slider.ariaValueText}: <b>most like ${yUnseen[nearest] === 8 ? "an" : "a"} ${yUnseen[nearest]}</b> (cosine ${likeness.toFixed(2)}) <b class="${right ? "right" : "wrong"}">${right ? "✔ right" : "✘ wrong"}</b>`;
  }

  Object.assign(slider, { max: 2 * HALF, value: HALF });
  [select.value, place.querySelector(".slider b").textContent] = [3, "Weights"];
  place.addEventListener("input", show);
  place.querySelector("button").addEventListener("click", () => ([seed, slider.value] = [seed + 1, HALF], show()));
  show();
})();
