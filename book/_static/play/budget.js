"use strict";
/* A bet: so many seconds of pre-training and no more, which network is the most accurate? Stored runs, each after its last epoch that fits. */

(() => {
  const place = gnodeSlider.place("budget", "A bet within a budget of seconds");
  const { methods, none, small } = gnodeBudget;
  const WITHOUT = "no pre-training";
  const STORED = Object.values(methods).flatMap((points) => points.map(([seconds]) => seconds));
  const SECONDS = Array.from({ length: 32 }, (_, k) => 10 ** (-1.1 + k / 10)).map((step) => STORED.filter((of) => Math.abs(Math.log10(of / step)) < 0.05).sort((a, b) => a - b).at(-1) ?? step); // where a dot is near, there
  const NAMED = { GN: [0.094, 0.9396, "by node"], GCN: [0.56, 0.9338, "by class by node"], AE: [70, 0.9333, "auto-encoder"], SUP: [28.5, 0.9375, "supervised"] }; // where names stand, and what for
  const [LOW, HIGH] = [0.9155, 0.9425];
  const x = (seconds) => (600 * (Math.log10(seconds) + 1.1)) / 3.1, TALL = matchMedia("(max-width: 576px)").matches ? 400 : 230; // on a phone the curves need it
  const y = (accuracy) => (TALL * (HIGH - accuracy)) / (HIGH - LOW);
  const tenths = (accuracy) => Math.round(1000 * accuracy), percent = (accuracy) => `${(tenths(accuracy) / 10).toFixed(1)}%`; // as shown, so judged
  const line = (points) => points.map(([seconds, accuracy]) => `${x(seconds)},${y(accuracy)}`).join(" ");
  let bet = "";

  place.innerHTML = `<p role="status"></p>
    <div class="buttons" role="group" aria-label="Your bet">${[WITHOUT, ...Object.keys(methods)].map((name) => `<button type="button" value="${name}">${name}<i>${NAMED[name]?.[2] ?? ""}</i></button>`).join("")}</div>
    <svg viewBox="-60 -36 682 ${TALL + 100}" role="img"><text y="-14">test accuracy</text>${[0.92, 0.93, 0.94].map((of) => `<line class="grid" x2="600" y1="${y(of)}" y2="${y(of)}"/><text x="-8" y="${y(of) + 5}" text-anchor="end">${Math.round(100 * of)}%</text>`).join("")}
      <line class="none" x2="600" y1="${y(none)}" y2="${y(none)}"/><text x="600" y="${y(none) + 20}" text-anchor="end">${WITHOUT}</text><line class="none" x2="600" y1="${y(small)}" y2="${y(small)}"/><text x="600" y="${y(small) - 7}" text-anchor="end">${WITHOUT}, small initial weights</text>
      ${Object.entries(methods).map(([name, points]) => `<g class="${name}"><polyline class="later" points="${line(points)}"/><polygon/><polyline/><circle r="8"/>${points.map(([seconds, accuracy]) => `<circle r="5" cx="${x(seconds)}" cy="${y(accuracy)}"/>`).join("")}<text class="name" x="${x(NAMED[name][0])}" y="${y(NAMED[name][1])}">${name}</text></g>`).join("")}
      <line class="now" y2="${TALL}"/>${[0.1, 1, 10, 100].map((of) => `<text x="${x(of)}" y="${TALL + 22}" text-anchor="middle">${of}</text>`).join("")}
      <text x="300" y="${TALL + 54}" text-anchor="middle">seconds of pre-training</text></svg>
    <label><b>Time for pre-training: <output></output></b><input autocomplete="off" type="range" aria-label="Seconds of pre-training" max="${SECONDS.length - 1}" value="11"></label><p class="list"></p><small>Each network as it stands when the time is up. Dots are measured, after 1, 3, 10, 30, 100 and 300 epochs; shades are standard deviations over seeds. Networks up to 0.2 points apart count as level.</small>`;
  const find = (part) => place.querySelector(part);
  const slider = find("input"), buttons = [...place.querySelectorAll("button")];

  function show() {
    const budget = SECONDS[slider.value];
    const told = `${budget < 9.95 ? Number(budget.toPrecision(budget < 0.095 ? 1 : 2)) : Math.round(budget)} s`;
    slider.ariaValueText = find("output").value = told;
    find(".now").setAttribute("transform", `translate(${x(budget)})`);
    const reached = [[WITHOUT, none, ""]];
    for (const [name, points] of Object.entries(methods)) {
      const until = points.filter(([seconds]) => seconds <= budget);
      find(`.${name} polygon`).setAttribute("points", line([...until.map(([at, mean, sd]) => [at, mean + sd]), ...until.map(([at, mean, sd]) => [at, mean - sd]).reverse()]));
      find(`.${name} polygon + polyline`).setAttribute("points", line(until));
      find(`.${name} circle`).style.display = until.length ? "" : "none";
      if (!until.length) continue;
      const [seconds, accuracy, , epochs] = until.at(-1);
      find(`.${name} circle`).setAttribute("transform", `translate(${x(seconds)} ${y(accuracy)})`);
      reached.push([name, accuracy, `, ${epochs} epoch${epochs > 1 ? "s" : ""}`]);
    }
    reached.sort((a, b) => b[1] - a[1]);
    place.classList.toggle("revealed", bet !== "");
    for (const button of buttons) button.ariaPressed = String(button.value === bet);
    const [, mine] = reached.find(([name]) => name === bet) ?? [], behind = tenths(reached[0][1]) - tenths(mine), gain = tenths(reached[0][1]) - tenths(none);
    const level = new Intl.ListFormat("en-GB").format(reached.filter(([name, of]) => name !== bet && Math.abs(tenths(of) - tenths(mine)) <= 2).map(([name]) => name));
    const end = mine === undefined ? "has not finished its first epoch" : behind > 2 ? `is ${(behind / 10).toFixed(1)} points behind ${reached[0][0]}` : level ? `is level with ${level}` : "wins";
    find("[role=status]").textContent = bet ? `After ${told}, ${bet} ${end}. ${gain ? `The best is ${(gain / 10).toFixed(1)} points above` : "Nothing beats"} ${WITHOUT}, which takes 0\u00a0s. Move the slider.` : `You can pre-train for ${told} and no longer. Which network do you bet on?`;
    const each = reached.map(([name, accuracy, when]) => `${name} ${percent(accuracy)}${when}`);
    find(".list").innerHTML = each.map((words) => `<span class="${words.split(" ")[0]}">${words}</span>`).join("");
    find("svg").setAttribute("aria-label", bet ? `Best accuracy within ${told}: ${each.join("; ")}` : `Test accuracy against seconds; curves come with your bet`);
  }

  slider.addEventListener("input", show);
  buttons.forEach((button) => button.addEventListener("click", () => ((bet = button.value), show())));
  show();
})();
