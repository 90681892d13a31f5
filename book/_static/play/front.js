"use strict";
/* The figure in small, on the book's first page: one layer, and the slider. It trains when a reader sees it. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  const PACE = 150; // milliseconds between two features
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker) {
    place.remove();
    return;
  }

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "A layer that trains in this page");
  place.innerHTML = `
    <form>
      <div class="settings first">
        <label class="slider">Amnesia factor A <span><input type="range" min="0" max="1" step="0.01" value="0.4"><output>0.4</output></span></label>
        <button type="submit" class="train">Train</button>
      </div>
    </form>
    <p class="hint">Below each feature: its node and its class.</p>
    <section class="run"></section>
    <p class="status" role="status"></p>`;
  const find = (selector) => place.querySelector(selector);
  const slider = find("input");
  const button = find(".train");
  const link = place.nextElementSibling?.querySelector("a"); // to the whole figure
  const run = new gnodeRun.Run(find(".run"), { chosen: () => link?.click(), changed: tell, pace: PACE });
  const seen = new IntersectionObserver((entries) => entries.at(-1).isIntersecting && train(!still.matches), { threshold: 0.5 });

  function tell() {
    button.textContent = run.busy ? "Stop" : "Train again";
    if (!run.busy) find(".status").textContent = run.inWords();
  }

  async function train(slowly) {
    seen.disconnect();
    const rows = await gnodeRows.named("digits");
    const done = run.start({ ...gnodeSettings.DEFAULTS, amnesia: Number(slider.value) }, rows, { slowly });
    tell();
    await done;
  }

  slider.addEventListener("input", () => {
    find("output").textContent = slider.value;
    train(false);
  });
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!run.busy) return train(!still.matches);
    run.stop();
    tell();
  });
  if (still.matches) {
    train(false);
  } else {
    run.items(gnodeSettings.DEFAULTS);
    seen.observe(run.list);
  }
  window.gnodeFront = run;
})();
