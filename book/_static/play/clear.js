/* GCN epoch by epoch: features, how many match, and a dot on the curve of accuracies, means of stored runs. The title is true by the notebook's checks most_match and clearest_is_worst. */
(() => {
  const place = gnodeSlider.place("clear", "Features and accuracy by epochs of pre-training"), { epochs, features, mean, sd, own, none, small } = gnodeClear;
  const [LOW, HIGH] = [0.91, 0.945], { percent } = gnodeSlider, y = (share) => (100 * (HIGH - share)) / (HIGH - LOW), match = (share) => (100 * (1.02 - share)) / 0.32, line = (all, down) => `<polyline points="${all.map((of, at) => `${20 * at},${down(of)}`).join(" ")}"/>`, after = (at) => (at ? `${epochs[at]} epochs` : "1 epoch");
  place.innerHTML = `<p><strong>Clear digits do not mean an accurate network</strong></p>${gnodeSlider.features}<p role="status"></p>${gnodeSlider.range("Epochs", epochs)}
    <div class="reveal"><div class="plot" role="img"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${line(own, match)}</svg><span style="top:${match(1)}%">100%</span><span style="top:${match(0.8)}%">80%</span><b style="bottom:0">features that match</b><i class="here"></i></div>
      <div class="plot" role="img"><svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M0 ${y(none)}H100M0 ${y(small)}H100"/><polygon points="${[1, -1].flatMap((sign) => mean.map((of, at) => `${20 * at},${y(of + sign * sd[at])}`)[sign < 0 ? "reverse" : "slice"]()).join(" ")}"/>${line(mean, y)}</svg>
      ${[0.94, 0.93, 0.92].map((of) => `<span style="top:${y(of)}%">${100 * of}%</span>`).join("")}<b style="top:0">correct</b><b style="bottom:${100 - y(none)}%">without pre-training</b><b class="small" style="top:${y(small)}%">the same from small weights</b><i class="here"></i></div></div>`;
  const [slider, matches, plot] = place.querySelectorAll("input, .plot");
  const show = () => {
    const at = Number(slider.value), told = [`${Math.round(100 * own[at])}% of the features match`, `${percent(mean[at])} correct`];
    gnodeSlider.draw(place.querySelector(".features"), features[at], `GCN after ${after(at)}`);
    place.querySelector(".features + p").innerHTML = `${told[0]}. The network gets <b>${told[1]}</b>.`;
    place.querySelector(".slider b").textContent = after(at);
    slider.ariaValueText = `${after(at)}: ${told.join(", ")}`;
    for (const [of, top] of [[matches, match(own[at])], [plot, y(mean[at])]]) Object.assign(of.lastChild.style, { left: `${20 * at}%`, top: `${top}%` });
  };
  matches.ariaLabel = `Features that match: ${own.map((of, at) => `${Math.round(100 * of)}% after ${after(at)}`).join(", ")}`;
  plot.ariaLabel = `Test accuracy: ${mean.map((of, at) => `${percent(of)} after ${after(at)}`).join(", ")}; ${percent(none)} without pre-training, and ${percent(small)} from small weights`;
  slider.addEventListener("input", show);
  show((slider.value = 2)); // where the digits are clear
})();
