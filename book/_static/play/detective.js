"use strict";
/* Question a suspect: the table that a version of the program prints, over the paper's, and three clues, each beside the setting
   of which it tells. What is drawn is in results/suspects.json, which comes as gnodeSuspects. */

(() => {
  const place = document.getElementById("gnode-detective");
  const { factors, printed, versions, n_weighed } = gnodeSuspects;
  const SETTINGS = [ // place in a version, name and values; all else is as in the program's version, or in the paper's
    [1, "mean", { off: "kept", on: "subtracted" }],
    [0, "memory", { flat: "flat", compounding: "fading" }],
    [2, "initial weights", { small: "small", tenfold: "tenfold", Glorot: "large" }],
  ];
  const [LATER, MARGIN, OWN] = ["text 1", 0.01, { "on compounding small": "This is the program’s version. ", "off flat small": "This is the paper’s version. " }];
  const at = (scores, factor) => scores[factors.indexOf(factor)];
  const CLUES = [ // what each says, of GCN, whose row at A = 1 is printed again in Table 1
    ["score at A = 1", (scores) => at(scores, 1)],
    ["change 0.4–0.9", (scores) => scores.slice(1, 7).reduce((sum, score, k) => sum + ((2 * k - 5) / 7) * score, 0)], // on a least-squares line
    ["score at A = 0", (scores) => at(scores, 0)],
  ];
  const told = (value, k) => `${k !== 1 ? "" : value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
  const [LEFT, RIGHT, TOP, BOTTOM, LOW, HIGH] = [36, 354, 6, 204, 0.45, 0.945];
  const [FOLD, FOOT] = [0.9, 150]; // below the fold, which is drawn at the foot, the axis is squeezed
  if (!place) return;

  const x = (factor) => LEFT + 16 + factor * (RIGHT - LEFT - 30);
  const scale = (HIGH - FOLD) / (FOOT - TOP);
  const y = (score) => (score > FOLD ? FOOT - (score - FOLD) / scale : BOTTOM - ((score - LOW) / (FOLD - LOW)) * (BOTTOM - FOOT));
  const sign = { gcn: '<rect x="-4" y="-4" width="8" height="8"/>', paper: `<line y1="${-MARGIN / scale}" y2="${MARGIN / scale}"/><path d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>` };
  const mark = (name) => `<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true"><g class="${name}">${sign[name]}</g></svg>`;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Question a suspect");
  place.innerHTML = `
    <p class="task"><b>Find the version that fits all three clues.</b></p>
    <div class="sides"><svg viewBox="0 -18 360 244" role="img" aria-label="Test accuracy against the amnesia factor: the paper’s Table 2, and this version’s. The scores in numbers are below.">
      <rect class="squeezed" x="${LEFT}" y="${FOOT}" width="${RIGHT - LEFT}" height="${BOTTOM - FOOT}"/>
      ${[0.5, 0.7, 0.9, 0.91, 0.92, 0.93, 0.94].map((score) => `<path class="grid" d="M${LEFT} ${y(score)}H${RIGHT}"/><text x="${LEFT - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`).join("")}
      <text x="2" y="221">A</text>
      ${factors.map((factor) => `<text x="${x(factor)}" y="221" text-anchor="middle">${factor}</text>`).join("")}
      ${[0.93, 0.65, 0.02].map((factor) => `<text class="about" x="${x(factor)}" y="-5" text-anchor="middle"></text>`).join("")}
      <g class="paper">${factors.map((factor, k) => `<g transform="translate(${x(factor)} ${y(printed[k])})">${sign.paper}</g>`).join("")}</g>
      <g class="gcn"><polyline/>${factors.map(() => `<g class="dot"><line/>${sign.gcn}</g>`).join("")}</g>
    </svg>
    <div><div class="settings">${SETTINGS.map(([i, name, values]) => `<div role="radiogroup" aria-label="${name}"><span aria-hidden="true">${name}</span>${Object.entries(values)
      .map(([value, word]) => `<label><input autocomplete="off" type="radio" name="suspect-${i}" value="${value}"${Object.keys(OWN)[0].includes(value) ? " checked" : ""}><span>${word}</span></label>`).join("")}</div>
      <p class="clue"></p>`).join("")}</div>
    <p class="found" role="status"></p></div></div>
    <p class="key">${mark("paper")} the paper’s Table 2, taken to show GCN, with ${MARGIN} above and below, the most that a clue may miss; ${mark("gcn")} GCN in this version: mean test accuracy on USPS and standard deviation between seeds, hollow where only predicted by a regression. In the grey part the axis is squeezed.</p>
    <details><summary>The scores in numbers</summary><table><thead><tr><th scope="col">A</th><th scope="col">paper</th><th scope="col">GCN (seeds)</th></tr></thead>
      <tbody>${factors.map((factor, k) => `<tr><th scope="row">${factor}</th><td>${printed[k].toFixed(3)}</td><td></td></tr>`).join("")}</tbody></table></details>`;
  const part = (name) => place.querySelector(name);
  let [shown, frame] = [null, 0];

  /** Put the squares where scores are. */
  function draw(scores) {
    shown = scores;
    part(".gcn polyline").setAttribute("points", scores.map((score, k) => [x(factors[k]), y(score)]).slice(1).join(" ")); // nothing between 0 and 0.4
    place.querySelectorAll(".dot").forEach((dot, k) => {
      dot.setAttribute("transform", `translate(${x(factors[k])} ${y(scores[k])})`);
      dot.classList.toggle("below", scores[k] < FOLD);
    });
  }

  function glide(scores) {
    cancelAnimationFrame(frame);
    const [from, begun] = [shown, performance.now()];
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return draw(scores);
    const step = (now) => {
      const done = Math.min(1, Math.max(0, (now - begun) / 250));
      draw(done === 1 ? scores : scores.map((score, k) => from[k] + done * (2 - done) * (score - from[k])));
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  function question() {
    const values = SETTINGS.map(([i]) => part(`[name=suspect-${i}]:checked`).value);
    const version = versions.findLast(({ point }) => SETTINGS.every(([i], k) => point[i] === values[k]) && point.slice(6).join(" ") === LATER);
    const means = version.gcn.map(({ mean }) => mean);
    glide(means);
    const fits = CLUES.map(([where, clue], k) => {
      const [ours, papers] = [means, printed].map(clue), fit = Math.abs(ours - papers) < MARGIN, seeds = Math.min(...version.gcn.slice(...[[7], [1, 7], [0, 1]][k]).map(({ n }) => n));
      place.querySelectorAll(".clue")[k].innerHTML = `<b>${fit ? "✔" : "✘"}</b> ${where}: ${told(ours, k)}, paper ${told(papers, k)}${seeds > 1 ? "" : seeds ? " (one run)" : " (predicted)"}`;
      place.querySelectorAll(".about")[k].textContent = `${fit ? "✔" : "✘"} ${["mean", "memory", "weights"][k]}`;
      return fit;
    });
    part(".found").innerHTML = fits.every(Boolean)
      ? `<b>Found! All three clues fit.</b> This is <i>the third version</i>, the most probable of the ${n_weighed} that we weighed. But can it draw digits? Read on.`
      : `${OWN[values.join(" ")] ?? ""}Clues that fit: ${fits.filter(Boolean).length} of 3.`;
    version.gcn.forEach(({ n, mean, sd }, k) => {
      const dot = place.querySelectorAll(".dot")[k];
      dot.classList.toggle("predicted", n === 0);
      dot.firstChild.setAttribute("y1", -(sd ?? 0) / scale);
      dot.firstChild.setAttribute("y2", (sd ?? 0) / scale);
      const spread = n ? `${sd === null ? "" : ` ± ${sd.toFixed(3)}`} (${n})` : " predicted";
      part(`tbody tr:nth-child(${k + 1})`).cells[2].textContent = mean.toFixed(3) + spread;
    });
  }

  place.addEventListener("change", question);
  document.documentElement.classList.add("gnode-detective-live");
  question();
})();
