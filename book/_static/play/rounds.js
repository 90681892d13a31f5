"use strict";
/* Three networks, one of them not pre-trained, on a thousand digits that each round draws anew: a dot for each. Round k has the
   seed k - 1 and gives what `DeepClassifier` gives in Python; that, and what is told of ten rounds, is true by the test of this page. */
(() => {
  const place = document.getElementById("gnode-rounds"), [ROWS, MANY] = [1000, 10];
  const KINDS = { gn: "GN", gcn: "GCN", none: "no pre-training" }, names = Object.keys(KINDS);
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) return place.nextElementSibling.classList.remove("elsewhere");
  const x = (share) => 120 + (share - 0.88) * 3800, sum = (list) => list.reduce((a, b) => a + b, 0);
  Object.assign(place, { role: "region", ariaLabel: "Networks that train in this page" }).innerHTML = `<p role="status">Train three networks, two of them pre-trained. Does it pay?</p>
    <svg viewBox="0 0 366 130" role="img" aria-label="A dot for each network on an axis of test accuracy">${[88, 90, 92, 94].map((of) => `<path d="M${x(of / 100)} 6V106"/><text x="${x(of / 100)}" y="122" text-anchor="middle">${of}%</text>`).join("")}
      ${names.map((kind, row) => `<text x="108" y="${26 + 34 * row}" text-anchor="end">${KINDS[kind]}</text><g class="${kind}"></g>`).join("")}</svg>
    <div class="buttons"><button type="button">Train three networks</button><button type="button">Up to ten rounds</button></div>`;
  const status = place.querySelector("p"), [one, many] = place.querySelectorAll("button"), told = []; // of each round, shares of correct answers
  let control, base = status.textContent;
  window.gnodeRounds = { told, busy: () => Boolean(control) };

  async function round(seed, signal) {
    const rows = await gnodeRows.named("mnist16"), some = gnodeRandom(seed).permutation(rows.n).slice(0, ROWS), X = new Float32Array(ROWS * rows.d1), right = [];
    some.forEach((k, at) => X.set(rows.row(k), at * rows.d1));
    for (const pretraining of names) {
      const { predictions, classes } = await gnode.trainNetwork({ X, n_samples: ROWS, n_features: rows.d1, y: Array.from(some, (k) => rows.y[k]), hidden_layer_sizes: [100, 50], pretraining, random_state: seed, X_test: rows.test.X, n_test: rows.test.n, signal });
      right.push(predictions.filter((code, k) => classes[code] === rows.test.codes[k]).length / rows.test.n);
    }
    told.push(right);
    place.querySelectorAll("g").forEach((g, row) => (g.innerHTML = `${told.map((of, k) => `<circle cx="${x(of[row])}" cy="${22 + 34 * row + 9 * Math.sin(3 * k)}" r="4.5"/>`).join("")}<path class="mean" d="M${x(sum(told.map((of) => of[row])) / told.length)} ${8 + 34 * row}v28"/>`));
    const gained = names.slice(0, 2).map((kind, row) => {
      const gains = told.map((of) => 100 * (of[row] - of[2])), mean = sum(gains) / gains.length, error = Math.sqrt(sum(gains.map((of) => (of - mean) ** 2)) / gains.length / (gains.length - 1));
      return `${KINDS[kind]} ${mean <= -0.05 ? "−" : "+"}${Math.abs(mean).toFixed(1)}${seed >= 4 ? ` ± ${error.toFixed(1)}` : ""}`;
    });
    base = `Points over no pre-training after ${seed + 1} round${seed ? "s" : ""}: ${gained.join(", ")}${seed >= 4 ? " (standard error over draws)" : ""}. ${seed + 1 < MANY ? "Does another round change your mind?" : "GN’s lead is small but steady, and GCN has none."}`;
    status.textContent = base;
  }

  async function train(rounds) {
    if (control || told.length >= MANY) return control?.abort(new DOMException("Stopped.", "AbortError"));
    [control, one.ariaDisabled, many.textContent, status.textContent] = [new AbortController(), "true", "Stop", `Training … ${told.length ? base : ""}`];
    for (const last = Math.min(MANY, told.length + rounds); told.length < last && !control.signal.aborted; ) await round(told.length, control.signal).catch(({ message }) => (control.abort(), (status.textContent = `${message} ${base}`)));
    [control, one.ariaDisabled, many.ariaDisabled, many.textContent] = [undefined, ...Array(2).fill(String(told.length >= MANY)), "Up to ten rounds"];
  }
  one.addEventListener("click", () => control || train(1)); // the focus stays where it is
  many.addEventListener("click", () => train(MANY));
})();
