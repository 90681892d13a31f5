"use strict";
/* So many seconds of pre-training and no more: which method is the most accurate? Stored runs, the best of each so far. */

(() => {
  const place = document.getElementById("gnode-budget");
  const { methods, none } = gnodeBudget;
  const SECONDS = Array.from({ length: 34 }, (_, k) => 10 ** (-1.3 + k / 10));
  const [LOW, HIGH] = [0.9155, 0.9425];
  const x = (seconds) => (600 * (Math.log10(seconds) + 1.3)) / 3.3;
  const y = (accuracy) => (200 * (HIGH - accuracy)) / (HIGH - LOW);
  const percent = (accuracy) => `${(100 * accuracy).toFixed(1)}%`;
  const line = (points) => points.map(([seconds, accuracy]) => `${x(seconds)},${y(accuracy)}`).join(" ");

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "A budget of seconds");
  place.innerHTML = `<label><b>Stop after <output></output></b><input type="range" max="${SECONDS.length - 1}" value="3"></label>
    <svg viewBox="-4 -4 608 226" role="img"><line class="none" x1="0" x2="600" y1="${y(none)}" y2="${y(none)}"/>
      ${Object.entries(methods).map(([name, points]) => `<g class="${name}"><polyline class="later" points="${line(points)}"/><polyline/><circle r="7"/></g>`).join("")}
      <line class="now" y1="0" y2="200"/>
      ${[0.92, 0.93, 0.94].map((of) => `<text x="0" y="${y(of)}">${Math.round(100 * of)}%</text>`).join("")}
      ${[0.1, 1, 10, 100].map((of) => `<text x="${x(of)}" y="216" text-anchor="middle">${of} s</text>`).join("")}</svg>
    <p role="status"></p>`;
  const slider = place.querySelector("input");
  const find = (part) => place.querySelector(part);

  function show() {
    const budget = SECONDS[slider.value];
    const told = budget < 9.95 ? budget.toPrecision(budget < 0.095 ? 1 : 2) : Math.round(budget);
    slider.ariaValueText = find("output").value = `${told} s`;
    for (const end of ["x1", "x2"]) find(".now").setAttribute(end, x(budget));
    const reached = [["no pre-training", none, ""]];
    for (const [name, points] of Object.entries(methods)) {
      const until = points.filter(([seconds]) => seconds <= budget);
      find(`.${name} polyline + polyline`).setAttribute("points", line(until));
      find(`.${name} circle`).style.display = until.length ? "" : "none";
      if (!until.length) continue;
      const [seconds, accuracy, epochs] = until.reduce((best, point) => (point[1] > best[1] ? point : best));
      find(`.${name} circle`).setAttribute("cx", x(seconds));
      find(`.${name} circle`).setAttribute("cy", y(accuracy));
      reached.push([name, accuracy, ` after ${epochs} epoch${epochs > 1 ? "s" : ""}`]);
    }
    reached.sort((a, b) => b[1] - a[1]);
    find("[role=status]").innerHTML = reached.map(([name, accuracy, when], k) => `<span class="${name.split(" ")[0]}">${k ? name : `<b>${name}</b>`} ${percent(accuracy)}${when}</span>`).join("");
    find("svg").setAttribute("aria-label", `Best accuracy within ${told} seconds: ${find("[role=status]").textContent}`);
  }

  slider.addEventListener("input", show);
  show();
})();
