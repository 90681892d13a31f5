"use strict";
/* A feature that nobody trained: digits added up with random or equal weights, without what the sum shares with the mean image;
   and the unseen digit that it is most like. */

(async () => {
  const place = Object.assign(document.getElementById("gnode-sum"), { role: "region", ariaLabel: "Add digits up" });
  const { X, y, unseen, yUnseen } = await gnodeUnpack(gnodeMnist16);
  const MOST = 25, COUNTS = [2, 3, 5, 8, 12, 18, MOST]; // a node of GCN sees 25
  const CLASSES = "zeros,ones,twos,threes,fours,fives,sixes,sevens,eights,nines,digits".split(",");
  const WEIGHTS = ["random", "equal"];
  const image = (k) => X.subarray(256 * k, 256 * (k + 1));
  const dot = (a, b) => a.reduce((sum, value, p) => sum + value * b[p], 0);
  const mean = Float64Array.from({ length: 256 }, (_, p) => y.reduce((sum, _, k) => sum + X[256 * k + p], 0) / y.length);
  const tests = Array.from(yUnseen, (_, k) => unseen.subarray(256 * k, 256 * (k + 1)));
  const lengths = tests.map((of) => Math.hypot(...of.map((value, p) => value - mean[p])));
  const tile = '<canvas width="16" height="16"></canvas>';
  let seed = 0;

  place.innerHTML = `<div class="choices"><label>Add up <select autocomplete="off">${CLASSES.map((name, i) => `<option value="${i}">${i < 10 ? name : "all kinds"}</option>`).join("")}</select></label>
      <fieldset><legend>Weights</legend>${WEIGHTS.map((kind) => `<label><input autocomplete="off" type="radio" name="weights" value="${kind}"><span>${kind}</span></label>`).join("")}</fieldset>
      <button type="button">Draw again</button></div>
    ${gnodeSlider.range("How many digits", COUNTS)}
    <div class="parts">${tile.repeat(MOST)}</div>
    <div class="made"><figure>${tile}<figcaption>their sum</figcaption></figure><figure>${tile}<figcaption>the digit it is most like</figcaption></figure><p role="status"></p></div>`;
  const [select, slider, canvases] = [place.querySelector("select"), place.querySelector("[type=range]"), [...place.querySelectorAll("canvas")]];

  function show() {
    const chosen = Number(select.value), n = COUNTS[slider.value], kind = place.querySelector(":checked[name]").value;
    const { random } = gnodeRandom(seed), rows = [...y.keys()].filter((k) => chosen === 10 || y[k] === chosen).slice(0, n);
    const weights = rows.map(() => (kind === "equal" ? 1 : Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())));
    const raw = mean.map((_, p) => rows.reduce((all, k, i) => all + weights[i] * X[256 * k + p], 0)), shared = dot(raw, mean) / dot(mean, mean);
    const sum = raw.map((value, p) => value - shared * mean[p]), length = Math.hypot(...sum), largest = Math.max(...weights.map(Math.abs));
    const cosines = lengths.map((of, k) => Math.abs(dot(sum, tests[k])) / (of * length)), likeness = Math.max(...cosines);
    for (let i = 0; i < MOST; i++) gnodeDraw.feature(canvases[i], i < n ? image(rows[i]).map((value) => (weights[i] * (value + 1)) / 2) : new Float32Array(256), 16, largest);
    gnodeDraw.feature(canvases[MOST], sum, 16);
    gnodeDraw.row(canvases[MOST + 1], tests[cosines.indexOf(likeness)], { side: 16, low: -1, high: 1 });
    place.querySelector(".slider b").textContent = `${n} digits`;
    slider.ariaValueText = `${n} ${CLASSES[chosen]}`;
    place.querySelector("[role=status]").innerHTML = `${n} ${CLASSES[chosen]} with ${kind} weights: <b>likeness ${likeness.toFixed(2)}</b>, to one of the ${CLASSES[yUnseen[cosines.indexOf(likeness)]]}.`;
  }

  [select.value, slider.value, place.querySelector("[value=random]").checked] = [0, COUNTS.length - 1, true];
  place.addEventListener("input", show);
  place.addEventListener("click", ({ target }) => target.type === "button" && ((seed += 1), place.querySelector("[value=equal]").checked && (place.querySelector("[value=random]").checked = true), show()));
  show();
})();
