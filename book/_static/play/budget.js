"use strict";
/* A race: how accurate each network is after so many seconds of pre-training. Stored runs, each after its last
   epoch that fits, at the best of the learning rates that were run. */

(() => {
  const place = gnodeSlider.place("budget", "Test accuracy by seconds of pre-training");
  const { methods, none } = gnodeBudget;
  const WITHOUT = "no pre-training", TALL = matchMedia("(max-width: 576px)").matches ? 400 : 280; // on a phone the curves need it
  const [LOW, HIGH] = [0.9145, 0.9437], NAMED = { GN: [0.95, 0.9363], GCN: [0.14, 0.9163], AE: [0.95, 0.9339], SUP: [0.25, 0.9236] }; // where names stand
  const x = (seconds) => 410 + Math.log10(seconds) * (seconds < 1 ? 374 : 95); // beyond a second little happens
  const y = (accuracy) => (TALL * (HIGH - accuracy)) / (HIGH - LOW);
  const line = (points) => points.map(([of, accuracy]) => `${x(of)},${y(accuracy)}`).join(" ");
  const percent = (accuracy) => `${(100 * accuracy).toFixed(1)}%`;
  const best = Math.max(...methods.AE.map(([, accuracy]) => accuracy)), reached = methods.GN.find(([, accuracy]) => accuracy >= best);

  place.innerHTML = `<svg viewBox="-60 -36 682 ${TALL + 100}" role="img"><text y="-14">test accuracy</text>${[0.92, 0.93, 0.94].map((of) => `<line class="grid" x2="600" y1="${y(of)}" y2="${y(of)}"/><text x="-8" y="${y(of) + 5}" text-anchor="end">${Math.round(100 * of)}%</text>`).join("")}
      ${[[none, WITHOUT, 146], [best, "AE's best", 490]].map(([of, words, at]) => `<line class="none" x2="600" y1="${y(of)}" y2="${y(of)}"/><text x="${at}" y="${y(of)}" dy="1em">${words}</text>`).join("")}
      <g transform="translate(${x(reached[0])})"><text x="-4" y="12">GN reaches AE's best</text><line y1="18" y2="${y(reached[1])}"/></g>
      ${Object.entries(methods).map(([name, points]) => `<g class="${name}"><polyline class="later" points="${line(points)}"/><polyline/>${points.map(([of, accuracy]) => `<circle r="5" cx="${x(of)}" cy="${y(accuracy)}"/>`).join("")}<circle r="8"/><text class="name" x="${x(NAMED[name][0])}" y="${y(NAMED[name][1])}">${name}</text></g>`).join("")}
      <line class="now" y2="${TALL}"/>${[0.1, 0.2, 0.5, 1, 10, 100].map((of) => `<text x="${x(of)}" y="${TALL + 22}" text-anchor="middle">${of}</text>`).join("")}
      <text x="300" y="${TALL + 54}" text-anchor="middle">seconds of pre-training</text></svg>
    <label><b>Time for pre-training: <output></output></b><input autocomplete="off" type="range" step="5" max="600" value="${x(0.12)}"></label><p class="list" role="status"></p>`;
  const find = (part) => place.querySelector(part), slider = find("input");

  function show() {
    const at = Number(slider.value), seconds = 10 ** ((at - 410) / (at < 410 ? 374 : 95));
    slider.ariaValueText = find("output").value = `${seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds)} s`;
    find(".now").setAttribute("transform", `translate(${at})`);
    const told = Object.entries(methods).map(([name, points]) => {
      const until = points.filter(([of]) => x(of) <= at), [last] = until.slice(-1);
      find(`.${name} .later + polyline`).setAttribute("points", line(until));
      find(`.${name} [r="8"]`).setAttribute("transform", last ? `translate(${x(last[0])} ${y(last[1])})` : "translate(-999)");
      const [, accuracy, epochs, rate] = last ?? [];
      return `<span class="${name}">${name} ${last ? `${percent(accuracy)} after ${epochs < 1 ? "half an epoch" : `${epochs} epoch${epochs > 1 ? "s" : ""}`}${rate === 0.001 ? "" : `, rate ${rate}`}` : "no result yet"}</span>`;
    });
    find(".list").innerHTML = [...told, `<span class="no">${WITHOUT} ${percent(none)}</span>`].join("");
    find("svg").setAttribute("aria-label", find(".list").innerText);
  }

  slider.addEventListener("input", show);
  show();
})();
