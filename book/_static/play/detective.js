/* Question a suspect: how each pair of mean and initial weights fares in three tests; of the one that is chosen the table that it prints, over the paper's,
   and its features. What is drawn comes as gnodeSuspects: results/suspects.json, and features that the build trains. */

(() => {
  const place = gnodeSlider.place("detective", "Question a suspect");
  const { factors, printed, versions } = gnodeSuspects;
  const MEANS = { off: "kept", on: "subtracted" }, WEIGHTS = { small: "small", tenfold: "tenfold", Glorot: "large" }, MEMORIES = { flat: "flat", compounding: "fading" };
  const [MARGIN, OWN] = [0.01, { "compounding on small": "the program’s version", "flat off small": "the paper’s version", "flat off Glorot": "the third version" }];
  const [LEFT, RIGHT, TOP, BOTTOM, LOW, HIGH] = [36, 354, 6, 204, 0.45, 0.945];
  const [FOLD, FOOT] = [0.9, 150]; // below the fold, which is drawn at the foot, the axis is squeezed

  const x = (factor) => LEFT + 16 + factor * (RIGHT - LEFT - 30);
  const scale = (HIGH - FOLD) / (FOOT - TOP);
  const y = (score) => (score > FOLD ? FOOT - (score - FOLD) / scale : BOTTOM - ((score - LOW) / (FOLD - LOW)) * (BOTTOM - FOOT));
  const sign = { gcn: '<rect x="-4" y="-4" width="8" height="8"/>', paper: `<line y1="${-MARGIN / scale}" y2="${MARGIN / scale}"/><path d="M0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>` };
  const mark = (name) => `<svg class="sign" viewBox="-6 -6 12 12" aria-hidden="true"><g class="${name}">${sign[name]}</g></svg>`;
  const find = (chosen) => versions.find(({ point }) => point.slice(0, 3).join(" ") === chosen);
  /** How a version fares: of each test whether it passes, its name and what was found. */
  const tested = (version) => [...[1, 0].map((A) => [factors.indexOf(A), A, version.gcn[factors.indexOf(A)].mean - printed[factors.indexOf(A)]]).map(([k, A, off]) => [Math.abs(off) < MARGIN, `A\u00a0=\u00a0${A}`,
    `${version.gcn[k].mean.toFixed(3)}, paper ${printed[k].toFixed(3)}${Math.abs(off) < MARGIN ? "" : off > 0 ? ", too high" : ", too low"}${[" (predicted)", " (one run)"][version.gcn[k].n] ?? ""}`, version.gcn[k].n < 2 && "striped"]), [version.digits, "features", version.digits ? "more than noise" : "noise"]];
  const told = ([passes, name, , runs]) => `<span class="${passes ? "passed" : ""} ${runs || ""}">${passes ? "✔" : "✘"} ${name}</span>`;
  const pairOf = (mean, weights) => `mean ${MEANS[mean]}, ${WEIGHTS[weights]} weights`;
  const pair = (of) => `<td><label><input autocomplete="off" type="radio" name="pair" value="${of}" aria-label="${OWN[`flat ${of}`] ?? OWN[`compounding ${of}`] ?? ""} ${pairOf(...of.split(" "))}: ${tested(find(`flat ${of}`)).map(([passes, name, found]) => `${name} ${passes ? "passed" : "failed"}, ${found}`).join("; ")}"${of === "off small" ? " checked" : ""}><span><em>${(OWN[`flat ${of}`] ?? OWN[`compounding ${of}`] ?? "&nbsp;").replace(/the | version/g, "")}</em>${tested(find(`flat ${of}`)).map(told).join("")}</span></label></td>`;
  place.innerHTML = `
    <p class="task"><b>Six versions, three tests.</b> Choose one to see what it prints and draws.</p>
    <div role="radiogroup" aria-label="mean and initial weights"><table class="pairs"><thead><tr><td></td>${Object.values(WEIGHTS).map((word) => `<th scope="col">${word} weights</th>`).join("")}</tr></thead><tbody>${Object.entries(MEANS).map(([mean, word]) => `<tr><th scope="row">mean ${word}</th>${Object.keys(WEIGHTS).map((weights) => pair(`${mean} ${weights}`)).join("")}</tr>`).join("")}</tbody></table></div>
    <div class="sides"><svg viewBox="0 -18 360 244" role="img" aria-label="Test accuracy against the amnesia factor: the paper’s Table 2, and this version’s. The scores in numbers are below.">
      <rect class="squeezed" x="${LEFT}" y="${FOOT}" width="${RIGHT - LEFT}" height="${BOTTOM - FOOT}"/>
      ${[0.5, 0.7, 0.9, 0.91, 0.92, 0.93, 0.94].map((score) => `<path class="grid" d="M${LEFT} ${y(score)}H${RIGHT}"/><text x="${LEFT - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`).join("")}
      <text x="2" y="221">A</text>
      ${factors.map((factor) => `<text x="${x(factor)}" y="221" text-anchor="middle">${factor}</text>`).join("")}
      ${[0.93, 0.02].map((factor) => `<text class="about" x="${x(factor)}" y="-5" text-anchor="middle"></text>`).join("")}
      <g class="paper">${factors.map((factor, k) => `<g transform="translate(${x(factor)} ${y(printed[k])})">${sign.paper}</g>`).join("")}</g>
      <g class="gcn">${factors.map(() => `<g class="dot"><line/>${sign.gcn}</g>`).join("")}</g>
    </svg>
    <div><p class="found" role="status"></p>${gnodeSlider.features}</div></div>
    <p class="key">${mark("paper")} the paper’s Table 2, and a point above and below; ${mark("gcn")} GCN in this version, mean ± sd of its test accuracy on USPS (hollow: predicted). Striped tests rest on one run or a prediction. Pictures: ten of its features, trained once, on MNIST.</p>
    <details><summary>Another memory, and the scores in numbers</summary><div role="radiogroup" aria-label="memory"><span aria-hidden="true">memory</span>${Object.entries(MEMORIES).map(([memory, word]) => `<label><input autocomplete="off" type="radio" name="memory" value="${memory}"${memory === "flat" ? " checked" : ""}><span>${word}</span></label>`).join("")}</div>
      <table><thead><tr><th scope="col">A</th><th scope="col">paper</th><th scope="col">GCN (seeds)</th></tr></thead>
      <tbody>${factors.map((factor, k) => `<tr><th scope="row">${factor}</th><td>${printed[k].toFixed(3)}</td><td></td></tr>`).join("")}</tbody></table></details>`;
  const part = (name) => place.querySelector(name);
  let touched = false; // a memory that a reader chooses stays

  function question() {
    const chosen = [part("[name=memory]:checked").value, part("[name=pair]:checked").value].join(" "), version = find(chosen);
    const tests = tested(version), [memory, mean, weights] = version.point;
    gnodeSlider.draw(part(".features"), version.features, tests[2][2]);
    tests.slice(0, 2).forEach(([passes, name], k) => (place.querySelectorAll(".about")[k].textContent = `${passes ? "✔" : "✘"} ${name}`));
    part(".found").innerHTML = `<b>${pairOf(mean, weights).replace("m", "M")}, ${MEMORIES[memory]} memory</b>${chosen in OWN ? `, ${OWN[chosen]}` : ""}:${tests.map(([passes, name, found]) => `<br>${passes ? "✔" : "✘"} ${name}: ${found}`).join("")}`;
    version.gcn.forEach(({ n, mean, sd }, k) => {
      const dot = place.querySelectorAll(".dot")[k];
      dot.style.transform = `translate(${x(factors[k])}px, ${y(mean)}px)`; // it glides there
      dot.classList.toggle("predicted", n === 0);
      dot.classList.toggle("below", mean < FOLD);
      dot.firstChild.setAttribute("y1", -(sd ?? 0) / scale);
      dot.firstChild.setAttribute("y2", (sd ?? 0) / scale);
      const spread = n ? `${sd === null ? "" : ` ± ${sd.toFixed(3)}`} (${n})` : " predicted";
      part(`details tbody tr:nth-child(${k + 1})`).cells[2].textContent = mean.toFixed(3) + spread;
    });
  }

  place.addEventListener("change", ({ target: { name, value } }) => {
    touched ||= name === "memory";
    if (!touched) part(`[name=memory][value=${`compounding ${value}` in OWN ? "compounding" : "flat"}]`).checked = true;
    question();
  });
  question();
})();
