/* A race: the test accuracy after so many seconds of pre-training, by stored runs. */

(() => {
  const place = gnodeSlider.place("budget", "Test accuracy by seconds of pre-training");
  const { methods, none } = gnodeBudget;
  const WITHOUT = "no pre-training";
  const [TALL, WIDE] = matchMedia("(max-width: 576px)").matches ? [400, 640] : [280, 745]; // on a phone the curves need it, and the list alone has names
  const [LOW, HIGH, START, END] = [0.915, 0.942, 0.05, 20], SHIFTS = { GN: 0, GCN: 18, SUP: -18, AE: 0 }; // of names
  const x = (seconds) => (560 * Math.log10(seconds / START)) / Math.log10(END / START);
  const y = (accuracy) => (TALL * (HIGH - accuracy)) / (HIGH - LOW);
  const steps = (points) => points.map(([of, accuracy], i) => (i ? `H${x(of)}V` : `M${x(of)} `) + y(accuracy)).join("");
  const all = Object.entries(methods).map(([name, points]) => `<g class="${name} all"><path d="${steps(points)}H560"/></g>`).join(""); // faint
  place.innerHTML = `<p class="list"></p><svg viewBox="-60 -36 ${WIDE} ${TALL + 100}" role="img"><text y="-14">test accuracy</text>${[0.92, 0.93, 0.94].map((of) => `<line class="grid" x2="560" y1="${y(of)}" y2="${y(of)}"/><text x="-8" y="${y(of) + 5}" text-anchor="end">${Math.round(100 * of)}%</text>`).join("")}
      <line class="none" x2="560" y1="${y(none)}" y2="${y(none)}"/><text x="556" y="${y(none)}" dy="1em" text-anchor="end">${WITHOUT}</text>
      ${all}<g class="now"></g><line class="now" y2="${TALL}"/>${[0.05, 0.1, 0.5, 1, 5, 10].map((of) => `<text x="${x(of)}" y="${TALL + 22}" text-anchor="middle">${of}</text>`).join("")}
      <text x="280" y="${TALL + 54}" text-anchor="middle">seconds of pre-training</text></svg>
    <label><b>Time for pre-training: <output></output></b><input autocomplete="off" type="range" step="28" max="560" value="560"></label>`;
  const find = (part) => place.querySelector(part), slider = find("input");

  function show() {
    const at = slider.valueAsNumber, seconds = START * (END / START) ** (at / 560);
    find("output").value = `${Number(seconds.toPrecision(2))} s`;
    find("line.now").setAttribute("transform", `translate(${at})`);
    const told = Object.entries(methods).map(([name, points]) => {
      const until = points.filter(([of]) => x(of) < at + 1), [, last] = until.at(-1) ?? [], share = last ? gnodeSlider.percent(last) : "", kind = `class="${name}"`;
      const label = at < 560 ? "" : `<text class="name" x="566" y="${y(last) + 6 + SHIFTS[name]}">${gnodeNames[name].split(" ")[0]}</text>`;
      const drawn = until.map(([of, accuracy, half]) => `<path d="M${x(of)} ${y(accuracy - half)}V${y(accuracy + half)}"/><circle r="5" cx="${x(of)}" cy="${y(accuracy)}"/>`);
      return [`<g ${kind}><path d="${steps(until)}${last ? `H${at}` : ""}"/>${drawn.join("")}${label}</g>`,
        `<span ${kind}>${gnodeNames[name]}: ${share || "not yet"}</span>`, last ?? 0];
    });
    find("g.now").innerHTML = told.map(([lines]) => lines).join("");
    find(".list").innerHTML = `${told.map(([, line]) => line).join("")}<span class="no">${WITHOUT}: ${gnodeSlider.percent(none)}</span>`;
    const shares = told.map(([, , of]) => gnodeSlider.percent(of)), top = gnodeSlider.percent(Math.max(...told.map(([, , of]) => of)));
    const ahead = Object.keys(methods).filter((_, i) => shares[i] === top); // as told: equal ones, too
    slider.ariaValueText = `${find("output").value}, ahead with ${top}: ${ahead.map((name) => gnodeNames[name]).join(", ")}`;
    find("svg").setAttribute("aria-label", find(".list").innerText);
  }

  slider.addEventListener("input", show);
  show();
})();
