"use strict";
/* Question a suspect: the table that a version of the program prints, over the paper's, and how probable it is. What is drawn
   and said is in results/suspects.json, which comes as gnodeSuspects. */

(() => {
  const place = document.getElementById("gnode-detective");
  const { factors, printed, versions, best, n_weighed } = gnodeSuspects;
  const SETTINGS = [ // place in a version, name and values; the last two hold for the output layer, too
    [0, "memory", { flat: "flat", compounding: "fading" }],
    [1, "mean", { off: "kept", on: "subtracted" }],
    [2, "initialisation", { small: "small", tenfold: "tenfold", Glorot: "Glorot" }],
    [6, "later rates", { text: "0.002, 0.001", 0.01: "0.01" }],
    [7, "later batch", { 1: "1", 2: "2" }],
  ];
  const PROGRAM = ["compounding", "on", "small", "text", "1"];
  const ALIASES = { "compounding on small text 1": "the program’s version", "flat on small text 1": "the program’s version with flat memory" };
  const METHODS = { gn: "GN", gcn: "GCN" };
  const [LEFT, RIGHT, TOP, BOTTOM, LOW, HIGH] = [36, 354, 6, 204, 0.45, 0.96];
  const [FOLD, FOOT, LEAST] = [0.84, 164, 1e-5]; // below the fold, which is drawn at the foot, the axis is squeezed; the meter’s zero
  if (!place) return;

  const x = (factor) => LEFT + 16 + factor * (RIGHT - LEFT - 30);
  const scale = (HIGH - FOLD) / (FOOT - TOP);
  const y = (score) => (score > FOLD ? FOOT - (score - FOLD) / scale : BOTTOM - ((score - LOW) / (FOLD - LOW)) * (BOTTOM - FOOT));
  const of = (version, method) => version[method].map(({ mean }) => mean);
  const chance = (p) => (p < 1e-5 ? "less than 1 in 100,000" : p < 0.01 ? `1 in ${Number((1 / p).toPrecision(2)).toLocaleString("en")}` : `${Number((100 * p).toPrecision(2))}%`);

  const sign = { gn: '<circle r="4.5"/>', gcn: '<rect x="-4" y="-4" width="8" height="8"/>', paper: '<path d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>' };
  const mark = (name) => `<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true"><g class="${name}">${sign[name]}</g></svg>`;
  const group = (method) => `<g class="${method}"><polyline/>${factors
    .map(() => `<g class="dot"><line/>${sign[method]}</g>`).join("")}</g>`;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Question a suspect");
  place.innerHTML = `
    <p class="task"><b>Make the squares cover the diamonds.</b></p>
    <div class="sides"><div><div class="settings">${SETTINGS.map(([i, name, values], k) => `<div role="radiogroup" aria-label="${name}"><span aria-hidden="true">${name}</span>${Object.entries(values)
      .map(([value, word]) => `<label><input type="radio" name="suspect-${i}" value="${value}"${value === PROGRAM[k] ? " checked" : ""}><span>${word}</span></label>`).join("")}</div>`).join("")}</div>
    <meter min="0" max="1" aria-label="How probable this version is, of all that we weighed"></meter>
    <div role="status"><p class="odds"></p><p class="clue"></p></div></div>
    <svg viewBox="0 0 360 246" role="img" aria-label="Test accuracy against the amnesia factor: the paper’s Table 2, and this version’s. The scores in numbers are below.">
      <rect class="squeezed" x="${LEFT}" y="${FOOT}" width="${RIGHT - LEFT}" height="${BOTTOM - FOOT}"/>
      ${[0.5, 0.7, 0.88, 0.92, 0.96].map((score) => `<path class="grid" d="M${LEFT} ${y(score)}H${RIGHT}"/><text x="${LEFT - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`).join("")}
      <text x="2" y="221">A</text><text x="2" y="240">seeds</text>
      ${factors.map((factor) => `<text x="${x(factor)}" y="221" text-anchor="middle">${factor}</text><text class="n" x="${x(factor)}" y="240" text-anchor="middle"></text>`).join("")}
      ${group("gn")}${group("gcn")}
      <g class="paper">${factors.map((factor, k) => `<g transform="translate(${x(factor)} ${y(printed[k])})">${sign.paper}</g>`).join("")}</g>
    </svg></div>
    <p class="key">Test accuracy on USPS: ${mark("paper")} the paper’s Table 2; ${mark("gn")} GN and ${mark("gcn")} GCN, means of our runs, with the standard deviation between seeds. Hollow marks are predicted by a regression. In the grey part the axis is squeezed.</p>
    <details><summary>The scores in numbers</summary><table><thead><tr><th scope="col">A</th><th scope="col">paper</th><th scope="col">GN (seeds)</th><th scope="col">GCN (seeds)</th></tr></thead>
      <tbody>${factors.map((factor, k) => `<tr><th scope="row">${factor}</th><td>${printed[k].toFixed(3)}</td><td></td><td></td></tr>`).join("")}</tbody></table></details>`;
  const part = (name) => place.querySelector(name);
  const asked = new Set();
  let [shown, frame] = [null, 0];

  /** Put the dots where scores are: those of GN, then those of GCN. */
  function draw(scores) {
    shown = scores;
    Object.keys(METHODS).forEach((method, m) => {
      const own = scores.slice(m * factors.length, (m + 1) * factors.length);
      const across = (k) => x(factors[k]) + (m ? 3 : -3);
      part(`.${method} polyline`).setAttribute("points", own.map((score, k) => [across(k), y(score)]).slice(1).join(" ")); // nothing between 0 and 0.4
      place.querySelectorAll(`.${method} .dot`).forEach((dot, k) => {
        dot.setAttribute("transform", `translate(${across(k)} ${y(own[k])})`);
        dot.classList.toggle("below", own[k] < FOLD);
      });
    });
  }

  function glide(scores) {
    cancelAnimationFrame(frame);
    const [from, begun] = [shown, performance.now()];
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return draw(scores);
    const step = (now) => {
      const done = Math.min(1, Math.max(0, (now - begun) / 600));
      draw(done === 1 ? scores : scores.map((score, k) => from[k] + done * (2 - done) * (score - from[k])));
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  /** What misses most, by GCN, whose row at A = 1 is printed again in Table 1. */
  function clue(gcn) {
    const [ours, papers] = [gcn, printed].map((scores) => scores[factors.indexOf(0.9)] - scores[factors.indexOf(0.4)]);
    const size = (value) => Math.abs(value).toFixed(3);
    const ofRow = (factor) => {
      const miss = gcn[factors.indexOf(factor)] - printed[factors.indexOf(factor)];
      return [miss, `at A = ${factor} GCN ${miss < 0 ? "falls short" : "is too high"} by ${size(miss)}`];
    };
    const slope = `from A = 0.4 to 0.9 GCN ${ours < 0 ? `falls by ${size(ours)} instead of` : `rises by ${size(ours)} instead of falling by`} ${size(papers)}`;
    const worst = [ofRow(0), ofRow(1), [ours - papers, slope]].reduce((one, other) => (Math.abs(other[0]) > Math.abs(one[0]) ? other : one));
    return `What misses most: ${worst[1]}.`;
  }

  function question() {
    const values = [...place.querySelectorAll("input:checked")].map(({ value }) => value);
    const version = versions.find(({ point }) => SETTINGS.every(([i], k) => point[i] === values[k]));
    const alias = ALIASES[values.join(" ")];
    glide([...of(version, "gn"), ...of(version, "gcn")]);
    asked.add(version);
    const found = version.probability === best;
    part("meter").value = 1 - Math.log(Math.max(version.probability, LEAST) / best) / Math.log(LEAST / best);
    part(".odds").innerHTML = `${alias ? `This is ${alias}. ` : ""}Posterior probability among the versions on our list: <strong>${chance(version.probability)}</strong>.`;
    part(".clue").textContent = found
      ? `The prime suspect, found after ${asked.size} versions: none of the ${n_weighed} on the list is more probable. But a hit convicts nobody.`
      : clue(of(version, "gcn"));
    place.classList.toggle("found", found);
    Object.keys(METHODS).forEach((method, m) => version[method].forEach(({ n, mean, sd }, k) => {
      const dot = place.querySelectorAll(`.${method} .dot`)[k];
      dot.classList.toggle("predicted", n === 0);
      dot.firstChild.setAttribute("y1", -(sd ?? 0) / scale);
      dot.firstChild.setAttribute("y2", (sd ?? 0) / scale);
      place.querySelectorAll(".n")[k].textContent = n || "–";
      const spread = n ? `${sd === null ? "" : ` ± ${sd.toFixed(3)}`} (${n})` : " predicted";
      part(`tbody tr:nth-child(${k + 1})`).cells[m + 2].textContent = mean.toFixed(3) + spread;
    }));
  }

  place.addEventListener("change", question);
  document.documentElement.classList.add("gnode-detective-live");
  question();
})();
