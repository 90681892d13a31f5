"use strict";
/* Question a suspect: the table that a version of the program prints, over the paper's, its features, and how it fares in three
   tests, of which the next shows when one has been passed. What is drawn comes as gnodeSuspects: results/suspects.json, and features that the build trains. */

(() => {
  const place = document.getElementById("gnode-detective");
  const { factors, printed, versions } = gnodeSuspects;
  const SETTINGS = [ // place in a version, name and values; all else is as in the program's version, or in the paper's
    [1, "mean", { off: "kept", on: "subtracted" }],
    [2, "initial weights", { small: "small", tenfold: "tenfold", Glorot: "large" }],
    [0, "memory", { flat: "flat", compounding: "fading" }],
  ];
  const [MARGIN, OWN] = [0.01, { "on small compounding": "This is the program’s version. ", "off small flat": "This is the paper’s version. ", "off Glorot flat": "This is <i>the third version</i>. " }];
  const STEPS = [
    "<b>First test.</b> At A = 1 the program’s version is far below the printed score. Which mean passes?",
    "<b>Second test.</b> With the mean kept, small weights collapse at A = 0. Which weights pass both tests?",
    "<b>Third test.</b> The features must be more than noise. Can any version pass all three tests?",
  ];
  let step = 0; // tests that have been passed together, of those so far
  const [MEANS, WEIGHTS] = SETTINGS.map(([, , values]) => Object.entries(values));
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
    <p class="task"><span aria-live="polite"></span> <button type="button">All tests at once</button></p>
    <div class="sides"><svg viewBox="0 -18 360 244" role="img" aria-label="Test accuracy against the amnesia factor: the paper’s Table 2, and this version’s. The scores in numbers are below.">
      <rect class="squeezed" x="${LEFT}" y="${FOOT}" width="${RIGHT - LEFT}" height="${BOTTOM - FOOT}"/>
      ${[0.5, 0.7, 0.9, 0.91, 0.92, 0.93, 0.94].map((score) => `<path class="grid" d="M${LEFT} ${y(score)}H${RIGHT}"/><text x="${LEFT - 5}" y="${y(score) + 4}" text-anchor="end">${score}</text>`).join("")}
      <text x="2" y="221">A</text>
      ${factors.map((factor) => `<text x="${x(factor)}" y="221" text-anchor="middle">${factor}</text>`).join("")}
      ${[0.93, 0.02].map((factor) => `<text class="about" x="${x(factor)}" y="-5" text-anchor="middle"></text>`).join("")}
      <g class="paper">${factors.map((factor, k) => `<g transform="translate(${x(factor)} ${y(printed[k])})">${sign.paper}</g>`).join("")}</g>
      <g class="gcn">${factors.map(() => `<g class="dot"><line/>${sign.gcn}</g>`).join("")}</g>
    </svg>
    <div class="settings">${SETTINGS.map(([i, name, values]) => `<div role="radiogroup" aria-label="${name}"><span aria-hidden="true">${name}</span>${Object.entries(values)
      .map(([value, word]) => `<label><input autocomplete="off" type="radio" name="suspect-${i}" value="${value}"${Object.keys(OWN)[0].includes(value) ? " checked" : ""}><span>${word}</span></label>`).join("")}</div>`).join("")}</div>
    <div><ol class="tests">${"<li></li>".repeat(3)}</ol>${gnodeSlider.features}</div>
    <div><p class="found" role="status"></p>
    <table class="tried"><caption>Tests passed, of three</caption><thead><tr><td></td>${WEIGHTS.map(([, word]) => `<th scope="col">${word} weights</th>`).join("")}</tr></thead>
      <tbody>${MEANS.map(([mean, word]) => `<tr><th scope="row">mean ${word}</th>${WEIGHTS.map(([weights]) => `<td data-pair="${mean} ${weights}"></td>`).join("")}</tr>`).join("")}</tbody></table></div></div>
    <p class="key">${mark("paper")} the paper’s Table 2, and a point above and below; ${mark("gcn")} GCN in this version, mean ± sd of its test accuracy on USPS (hollow: predicted).<span class="pictures"> Pictures: ten of its features, trained once, on MNIST.</span></p>
    <details><summary>The scores in numbers</summary><table><thead><tr><th scope="col">A</th><th scope="col">paper</th><th scope="col">GCN (seeds)</th></tr></thead>
      <tbody>${factors.map((factor, k) => `<tr><th scope="row">${factor}</th><td>${printed[k].toFixed(3)}</td><td></td></tr>`).join("")}</tbody></table></details>`;
  const part = (name) => place.querySelector(name);

  function question() {
    const values = SETTINGS.map(([i]) => part(`[name=suspect-${i}]:checked`).value), pair = part(`[data-pair="${values[0]} ${values[1]}"]`);
    const version = versions.find(({ point }) => SETTINGS.every(([i], k) => point[i] === values[k])), drawn = version.digits ? "more than noise" : "noise";
    gnodeSlider.draw(part(".features"), version.features, drawn);
    const tests = [1, 0].map((A) => [factors.indexOf(A), A]).map(([k, A]) => [Math.abs(version.gcn[k].mean - printed[k]) < MARGIN, `A = ${A}`,
      `${version.gcn[k].mean.toFixed(3)}, paper ${printed[k].toFixed(3)}${["<br>(predicted)", "<br>(one run)"][version.gcn[k].n] ?? ""}`]);
    tests.push([version.digits, "features", drawn]);
    while (step < 2 && tests.slice(0, step + 1).every(([passes]) => passes)) step++;
    const passed = tests.filter(([passes]) => passes).length;
    for (const [of, from] of [["[aria-label=memory]", 2], ["[aria-label='initial weights']", 1], [".features", 2], [".pictures", 2], [".tried", 2], ["details", 2]]) part(of).hidden = step < from;
    part(".task span").innerHTML = STEPS[step];
    part("button").hidden = step === 2;
    tests.forEach(([passes, name, told], k) => {
      place.querySelectorAll(".tests li")[k].innerHTML = `<b>${passes ? "✔" : "✘"} ${name}</b> <span>${told}</span>`;
      place.querySelectorAll(".tests li")[k].classList.toggle("passed", passes);
      place.querySelectorAll(".tests li")[k].hidden = k > step;
      if (k < 2 && k <= step) place.querySelectorAll(".about")[k].textContent = `${passes ? "✔" : "✘"} A = ${1 - k}`;
    });
    part("[aria-current]")?.removeAttribute("aria-current");
    Object.assign(pair, { textContent: passed, ariaCurrent: "true" });
    const tried = place.querySelectorAll("[data-pair]:not(:empty)").length;
    part(".found").innerHTML = `${OWN[values.join(" ")] ?? ""}${step < 2 ? "" : `Tests passed: ${passed} of 3. `}${step < 2 ? "" : tried < 6 ? `Pairs of mean and weights tried: ${tried} of 6.`
      : "<b>You have tried all six pairs, and memory changes no test. No version passes all three: the tables want large weights, the pictures small ones.</b>"}`;
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

  place.addEventListener("change", question);
  part("button").addEventListener("click", () => ((step = 2), question(), part(":checked").focus()));
  document.documentElement.classList.add("gnode-detective-live");
  question();
})();
