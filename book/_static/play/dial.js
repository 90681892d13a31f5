"use strict";
/* A guess: choose the amnesia factor A by the look of ten features of a stored layer, under either memory. Then the means of
   stored runs say how accurate its network is, and all others. */

(() => {
  const place = gnodeSlider.place("dial", "Choose a factor by the look of the features");
  const { factors, features } = gnodeMemory;
  const MEMORIES = { flat: "Paper’s version<small>flat memory, mean kept</small>", fading: "Program’s version<small>fading memory, mean subtracted</small>" };
  const [LOW, BREAK, HIGH, POINT] = [0.6, 0.9, 0.95, 0.01]; // the axis holds all values; above the break it is stretched
  const percent = (share) => `${(100 * share).toFixed(1)}%`;
  const down = (share) => (share > BREAK ? (0.7 * (HIGH - share)) / (HIGH - BREAK) : 1 - (0.3 * (share - LOW)) / (BREAK - LOW));
  let guess; // one for both memories: with it all curves are told

  place.innerHTML = `
    <fieldset><legend>Which version</legend>${Object.entries(MEMORIES).map(([value, label]) => `
      <label class="${value}"><input autocomplete="off" type="radio" name="memory" value="${value}"><span>${label}</span></label>`).join("")}</fieldset>
    <p role="status"></p>
    ${gnodeSlider.features}
    ${gnodeSlider.range("Amnesia factor A", factors.map((A, k) => (k % 2 ? "" : A)))}
    <div class="reveal"><button type="button"></button>
      <div class="plot" role="img"><svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect height="1"/><path d="M0 0.7H1"/><polyline/></svg>
        <span>${100 * HIGH}%</span><span>${100 * BREAK}%</span><span>${100 * LOW}%</span><em></em>
        <i class="now"></i><i class="best"></i><i class="chosen"></i><i class="here"></i></div></div>`;
  const part = (name) => place.querySelector(name);
  const slider = part("[type=range]");
  const put = (name, at, y) => Object.assign(part(name).style, { left: `${10 * at}%`, top: `${100 * y}%` });

  /** What is said of a choice, once it is made. */
  function verdict(mean, best, at) {
    const short = mean[best] - mean[at];
    const rank = short === 0 ? "the best of all" : mean[at] === Math.min(...mean) ? "the worst of all" : short < POINT ? "within a point of the best" : "more than a point below the best";
    return `You chose A = ${factors[at]}: ${percent(mean[at])} correct, for GCN ${rank}.${short ? ` The best is A = ${factors[best]} with ${percent(mean[best])}.` : ""} Slide on and compare.`;
  }

  function turn() {
    const [memory, at] = [part(":checked").value, Number(slider.value)];
    const { mean, best } = gnodeMemory[memory];
    const told = guess === undefined ? "" : `A = ${factors[at]}: ${percent(mean[at])} correct`;
    place.dataset.memory = memory;
    place.classList.toggle("revealed", told !== "");
    part(".slider b").textContent = `A = ${factors[at]}`;
    slider.setAttribute("aria-valuetext", told || `A = ${factors[at]}`);
    gnodeSlider.draw(part(".features"), features[memory][at], `GCN with ${memory} memory at A = ${factors[at]}`);
    part("button").textContent = `I choose A = ${factors[at]}`;
    part("[role=status]").textContent = told ? verdict(mean, best, guess)
      : "Which factor A gives the most accurate network? Move the slider and choose by the look of the features.";
    part(".plot").setAttribute("aria-label", `Test accuracy: ${mean.map((share, k) => `${percent(share)} at ${factors[k]}`).join(", ")}`);
    part("polyline").setAttribute("points", mean.map((share, k) => `${factors[k]},${down(share)}`).join(" "));
    part("em").textContent = told;
    put(".now", at, 0).height = `${100 * down(mean[at])}%`; // from the slider to the curve
    put(".here", at, down(mean[at]));
    put(".best", best, down(mean[best]));
    put(".chosen", guess ?? 0, down(mean[guess ?? 0]));
  }

  const [from, to] = ["from", "to"].map((end) => Number(document.querySelector(`[data-number="memory/plateau_${end}"]`).textContent)); // of all four networks
  for (const [name, value] of [["x", from], ["width", to - from]]) part("rect").setAttribute(name, value);
  part("[value=flat]").checked = true;
  slider.value = factors.indexOf(0.4);
  part("fieldset").addEventListener("change", turn);
  slider.addEventListener("input", turn);
  part("button").addEventListener("click", () => {
    guess = Number(slider.value);
    turn();
    slider.focus({ preventScroll: true }); // the button has gone
  });
  turn();
})();
