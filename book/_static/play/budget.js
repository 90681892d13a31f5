"use strict";
/* A race: how accurate each network is after so many seconds of pre-training. Stored runs, each after its last epoch that fits. */

(() => {
  const place = gnodeSlider.place("budget", "Test accuracy by seconds of pre-training");
  const { methods, others, none } = gnodeBudget;
  const WITHOUT = "no pre-training", TALL = matchMedia("(max-width: 576px)").matches ? 400 : 280; // on a phone the curves need it
  const [LOW, HIGH] = [0.9145, 0.9425], NAMED = { GN: [0.92, 0.9371], GCN: [0.5, 0.9329], AE: [62, 0.9342], SUP: [0.26, 0.9238] }; // where names stand
  const x = (seconds) => 420 + Math.log10(seconds) * (seconds < 1 ? 320 : 80); // beyond a second little happens
  const y = (accuracy) => (TALL * (HIGH - accuracy)) / (HIGH - LOW);
  const line = (points) => points.map(([seconds, accuracy]) => `${x(seconds)},${y(accuracy)}`).join(" ");
  const percent = (accuracy) => `${(100 * accuracy).toFixed(1)}%`;
  const dots = (points) => points.map(([seconds, accuracy]) => `<circle r="5" cx="${x(seconds)}" cy="${y(accuracy)}"/>`).join("");
  const best = (name) => Math.max(...[...methods[name], ...others[name]].map(([, accuracy]) => accuracy));

  place.innerHTML = `<svg viewBox="-60 -36 682 ${TALL + 100}" role="img"><text y="-14">test accuracy</text>${[0.92, 0.93, 0.94].map((of) => `<line class="grid" x2="600" y1="${y(of)}" y2="${y(of)}"/><text x="-8" y="${y(of) + 5}" text-anchor="end">${Math.round(100 * of)}%</text>`).join("")}
      <line class="none" x2="600" y1="${y(none)}" y2="${y(none)}"/><text x="2" y="${y(none) - 7}">${WITHOUT}</text>
      ${["GN", "AE"].map((name) => `<g class="${name}"><line class="none" x2="600" y1="${y(best(name))}" y2="${y(best(name))}"/><text x="2" y="${y(best(name)) - 6}">${name}'s best</text></g>`).join("")}
      ${Object.entries(methods).map(([name, points]) => `<g class="${name}"><polyline class="later" points="${line(points)}"/><polyline/>${dots(points)}<g class="other">${dots(others[name])}</g><circle r="8"/><text class="name" x="${x(NAMED[name][0])}" y="${y(NAMED[name][1])}">${name}</text></g>`).join("")}
      <line class="now" y2="${TALL}"/>${[0.05, 0.1, 0.2, 0.5, 1, 10, 100].map((of) => `<text x="${x(of)}" y="${TALL + 22}" text-anchor="middle">${of}</text>`).join("")}
      <text x="300" y="${TALL + 54}" text-anchor="middle">seconds of pre-training</text></svg>
    <label><b>Time for pre-training: <output></output></b><input autocomplete="off" type="range" step="5" min="${x(0.1)}" max="600" value="${x(0.1)}"></label><p class="list" role="status"></p>`;
  const find = (part) => place.querySelector(part), slider = find("input");

  function show() {
    const at = Number(slider.value), seconds = 10 ** ((at - 420) / (at < 420 ? 320 : 80));
    slider.ariaValueText = find("output").value = `${seconds < 10 ? Number(seconds.toPrecision(2)) : Math.round(seconds)} s`;
    find(".now").setAttribute("transform", `translate(${at})`);
    const told = Object.entries(methods).map(([name, points]) => {
      const until = points.filter(([of]) => x(of) <= at), [last] = until.slice(-1);
      find(`.${name} .later + polyline`).setAttribute("points", line(until));
      find(`.${name} [r="8"]`).setAttribute("transform", last ? `translate(${x(last[0])} ${y(last[1])})` : "translate(-999)");
      return `<span class="${name}">${name} ${last ? `${percent(last[1])} after ${last[2] === 0.5 ? "half an epoch" : `${last[2]} epoch${last[2] > 1 ? "s" : ""}`}` : "not that far"}</span>`;
    });
    find(".list").innerHTML = [...told, `<span class="no">${WITHOUT} ${percent(none)}</span>`].join("");
    find("svg").setAttribute("aria-label", find(".list").innerText);
  }

  slider.addEventListener("input", show);
  show();
})();
