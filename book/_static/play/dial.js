/* A guess: choose the amnesia factor A by the look of ten features. Then the still's chart, whose axis is the slider, says how accurate each network is. */

(() => {
  const place = gnodeSlider.place("dial", "Choose a factor by the look of the features");
  const { factors, features, printed, none, ends, ...curves } = gnodeMemory;
  const [BREAK, HIGH, POINT] = [0.9, 0.95, 0.01]; // the axis begins at zero; above the break it is stretched
  const mean = curves.GCN, best = mean.indexOf(Math.max(...mean));
  const { percent } = gnodeSlider, runs = (name, k) => ends[name][k].map(percent).join(" to ");
  const listed = (points) => points.map(([A, share]) => `${percent(share)} at ${A}`).join(", ");
  const down = (share) => (share > BREAK ? (0.7 * (HIGH - share)) / (HIGH - BREAK) : 1 - (0.3 * share) / BREAK);
  const at = (x, y) => `left: ${100 * x}%; top: ${100 * y}%`;
  const [from, to] = ["from", "to"].map((end) => Number(document.querySelector(`[data-number="memory/plateau_${end}"]`).textContent)); // of GN and of GCN
  let guess;

  place.innerHTML = `
    <p role="status">Which factor A gives GCN the most accurate network? Move the slider and choose by the look of the features.</p>
    ${gnodeSlider.features}
    ${gnodeSlider.range("Amnesia factor A", factors.map((A, k) => (k % 2 ? "" : A)))}
    <div class="reveal"><button type="button"></button>
      <div class="plot" role="img" aria-label="Test accuracy by factor. ${Object.entries(curves).map(([name, of]) => `${name}: ${listed(of.map((share, k) => [factors[k], share]))}`).join(". ")}. No pre-training: ${percent(none)}. Single runs at 0: GN ${runs("GN", 0)}, GCN ${runs("GCN", 0)}. Diamonds, the paper’s Table 2: ${listed(printed)}. Grey, GN and GCN within a point of their best: from ${from} to ${to}">
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect x="${from}" width="${to - from}" height="1"/><path d="M0 0.7H1"/><path class="none" d="M0 ${down(none)}H1"/>
          ${Object.entries(curves).map(([name, of]) => `<polyline class="${name}" points="${of.map((share, k) => `${factors[k]},${down(share)}`).slice(1).join(" ")}"/>`).join("")}
          ${Object.entries(ends).map(([name, [of]], k) => `<polyline class="${name}" points="${of.map((share) => `${0.005 + 0.015 * k},${down(share)}`).join(" ")}"/>`).join("")}</svg>
        <span>${100 * HIGH}%</span><span>${100 * BREAK}%</span>${[printed[0][1], none].map((of) => `<b class="value" style="${at(0, down(of))}">${percent(of)}</b>`).join("")}
        ${Object.entries(curves).map(([name, [of]], k) => `<b class="${name} runs" style="${at(0, 0.86 - 0.09 * k)}">${name} ${percent(of)} (${runs(name, 0)})</b>`).join("")}
        <b class="GN" style="${at(0.75, 0.06)}">GN</b><b class="GCN" style="${at(0.68, 0.36)}">GCN</b><b style="${at(0.81, 0.55)}">◇ paper’s Table 2</b><b style="${at((from + to) / 2, 0.51)}">within a point<br>of the best</b>
        ${printed.map(([A, share]) => `<i class="printed" style="${at(A, down(share))}"></i>`).join("")}<em></em><i class="chosen"></i><i class="here"></i></div></div>`;
  const part = (name) => place.querySelector(name);
  const slider = part("[type=range]");

  function turn() {
    const k = Number(slider.value), name = `A = ${factors[k]}`;
    const told = guess === undefined ? "" : percent(mean[k]);
    part(".slider b").textContent = name;
    slider.setAttribute("aria-valuetext", told ? `${name}: ${told} correct` : name);
    gnodeSlider.draw(part(".features"), features[k], `GCN at ${name}`);
    part("button").textContent = `I choose ${name}`;
    part(".here").style = at(factors[k], down(mean[k]));
    Object.assign(part("em"), { textContent: k ? told : "", style: `${at(factors[k], down(mean[k]))}; translate: ${-100 * factors[k]}% 0.7rem` }); // at 0 it stands at the left
  }

  slider.value = factors.indexOf(0.7);
  slider.addEventListener("input", turn);
  part("button").addEventListener("click", () => {
    guess = Number(slider.value);
    const own = mean[guess], short = mean[best] - own;
    const rank = short === 0 ? "the best of all" : own === Math.min(...mean) ? "the worst of all" : short < POINT ? "within a point of the best" : "more than a point below the best";
    gnodeTold("memory", `A = ${factors[guess]}: ${rank}`);
    place.classList.add("revealed");
    part("[role=status]").textContent = `You chose A = ${factors[guess]}: ${percent(own)} correct, for GCN ${rank}. Single runs: ${runs("GCN", guess)}.${short ? ` The best is A = ${factors[best]} with ${percent(mean[best])}.` : ""}`;
    part(".chosen").style = at(factors[guess], down(mean[guess]));
    turn();
    slider.focus({ preventScroll: true }); // the button has gone
  });
  turn();
})();
