"use strict";
/* One dial for memory: the factor A, under either memory, and what it changes together: ten features of a stored layer, and
   three means of stored runs, each marked where it is best. */

(() => {
  const place = document.querySelector("#gnode-dial");
  const { factors, ends, features } = gnodeMemory;
  const MEMORIES = { flat: "Flat memory<small>as the paper writes it</small>", fading: "Fading memory<small>by the program</small>" };
  const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
  const MEASURES = {
    roughness_median: { name: "roughness", best: "Smoothest", told: (value) => value.toFixed(2), ends: ["rough", "smooth"] },
    test: { name: "accuracy", best: "Most accurate", told: percent },
    r2: { name: "recovery", best: "Best recovered", told: (value) => (value < 0 ? "none" : percent(value)) },
  };
  const height = (name, value) => Math.max(0, (value - ends[name][0]) / (ends[name][1] - ends[name][0])); // 1 is the top

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "One dial for memory");
  place.innerHTML = `
    <fieldset><legend>Which memory</legend>${Object.entries(MEMORIES).map(([value, label]) => `
      <label><input type="radio" name="memory" value="${value}"><span>${label}</span></label>`).join("")}</fieldset>
    ${gnodeSlider.features}
    ${gnodeSlider.range("Amnesia factor A", factors.map((A, k) => (k % 2 ? "" : A)))}
    ${Object.entries(MEASURES).map(([name, { ends: [low, high] = ends[name].map((end) => percent(end, 0)) }]) => `
      <div class="curve ${name}"><p><b></b><span></span></p>
        <div class="plot" role="img"><svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><polyline></polyline></svg>
          <span>${high}</span><span>${low}</span><em></em><i class="now"></i><i class="best"></i><i class="here"></i></div></div>`).join("")}`;
  const slider = place.querySelector("[type=range]");
  const put = (mark, at, y) => Object.assign(mark.style, { left: `${10 * at}%`, top: `${100 * (1 - y)}%` });
  const memory = () => place.querySelector(":checked").value;

  /** What a choice of the memory changes, and the factor does not. */
  function drawCurves() {
    for (const [name, { name: what, best: words, told }] of Object.entries(MEASURES)) {
      const { mean, best } = gnodeMemory[memory()][name];
      const find = (part) => place.querySelector(`.${name} ${part}`);
      find("polyline").setAttribute("points", mean.map((value, k) => `${factors[k]},${1 - height(name, value)}`).join(" "));
      put(find(".best"), best, height(name, mean[best]));
      find("em").textContent = mean.map((value, k) => (height(name, value) === 0 ? `↓ ${told(value)} at ${factors[k]}` : "")).join(" ").trim();
      find("b").textContent = `${words} at A = ${factors[best]}`;
      find(".plot").setAttribute("aria-label", `${words} at A = ${factors[best]}, ${what} ${told(mean[best])}; at 0 ${told(mean[0])}, at 1 ${told(mean.at(-1))}`);
    }
    turn();
  }

  function turn() {
    const at = Number(slider.value);
    place.querySelector(".slider b").textContent = `A = ${factors[at]}`;
    gnodeSlider.draw(place.querySelector(".features"), features[memory()][at], `GCN with ${memory()} memory at A = ${factors[at]}`);
    const all = Object.entries(MEASURES).map(([name, { name: what, told }]) => {
      const value = gnodeMemory[memory()][name].mean[at];
      put(place.querySelector(`.${name} .now`), at, 1);
      put(place.querySelector(`.${name} .here`), at, height(name, value));
      place.querySelector(`.${name} p span`).textContent = `${what} ${told(value)}`;
      return `${what} ${told(value)}`;
    });
    slider.setAttribute("aria-valuetext", `${factors[at]}; ${all.join(", ")}`);
  }

  place.querySelector("[value=flat]").checked = true;
  slider.value = factors.indexOf(0.4);
  place.querySelector("fieldset").addEventListener("change", drawCurves);
  slider.addEventListener("input", turn);
  document.documentElement.classList.add("gnode-dial-live");
  drawCurves();
})();
