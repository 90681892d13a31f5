"use strict";
/* A guess: at which epoch of pre-training GCN's network is best. Then the means of stored runs say it; what was found is true by the notebook's checks clearest_is_worst and gains_later. */
(() => {
  const place = gnodeSlider.place("clear", "Guess after how many epochs the network is best"), { epochs, features, mean, sd, own, none, small } = gnodeClear;
  const FOUND = "While the digits are clear, from 3 to 30 epochs, the network is worse than without pre-training. After 100 it is best, by a small margin. Slide on and compare.";
  const [LOW, HIGH] = [0.91, 0.945], percent = (share) => `${(100 * share).toFixed(1)}%`, y = (share) => (100 * (HIGH - share)) / (HIGH - LOW), after = (at) => (at ? `${epochs[at]} epochs` : "1 epoch");
  place.innerHTML = `<p role="status">After how many epochs of training will the network be best? Drag to where you think it is, then press <em>Show the accuracy</em>.</p>${gnodeSlider.features}<p></p>${gnodeSlider.range("Epochs", epochs)}
    <div class="reveal"><button type="button">Show the accuracy</button><div class="plot" role="img"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M0 ${y(none)}H100M0 ${y(small)}H100"/><polygon points="${[1, -1].flatMap((sign) => mean.map((of, at) => `${20 * at},${y(of + sign * sd[at])}`)[sign < 0 ? "reverse" : "slice"]()).join(" ")}"/><polyline points="${mean.map((of, at) => `${20 * at},${y(of)}`).join(" ")}"/></svg>
      ${[0.94, 0.93, 0.92].map((of) => `<span style="top:${y(of)}%">${100 * of}%</span>`).join("")}<b style="bottom:${100 - y(none)}%">without pre-training</b><b class="small" style="top:${y(small)}%">the same from small weights</b><i class="here"></i></div></div>`;
  const [slider, told, plot] = ["input", "p", ".plot"].map((part) => place.querySelector(part));
  const show = (at) => {
    gnodeSlider.draw(place.querySelector(".features"), features[at], `GCN after ${after(at)}`);
    place.querySelector(".features + p").textContent = `${Math.round(100 * own[at])} in 100 features are matched to the right digit.`;
    place.querySelector(".slider b").textContent = after(at);
    slider.ariaValueText = place.className ? `${after(at)}: ${percent(mean[at])} correct` : after(at);
    Object.assign(plot.lastChild.style, { left: `${20 * at}%`, top: `${y(mean[at])}%` });
  };
  plot.ariaLabel = `Test accuracy: ${mean.map((of, at) => `${percent(of)} after ${after(at)}`).join(", ")}; ${percent(none)} without pre-training, and ${percent(small)} from small weights`;
  slider.addEventListener("input", () => show(Number(slider.value)));
  place.querySelector("button").addEventListener("click", () => ((place.className = "revealed"), (told.textContent = `You chose ${after(Number(slider.value))}: ${percent(mean[slider.value])} correct. ${FOUND}`), show(Number(slider.value)), slider.focus({ preventScroll: true })));
  show((slider.value = 2)); // where the digits are clear
})();
