/* Dots in rows, one a network. First six stored networks without names, then three that train on a thousand digits: round k has the seed k - 1 and gives what `DeepClassifier`
   gives in Python. What is told of the six is true by the notebook's checks six_level and certain, the round that stands there at once, and what is told of ten, by the test of this page. */
(() => {
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length, percent = (share) => `${Math.round(1000 * share) / 10}%`;
  const row = (name, y) => `<text x="108" y="${y + 4}" text-anchor="end">${name}</text>`, axis = (shares, x, y) => shares.map((of) => `<path d="M${x(of)} ${y - 16}V0"/><text x="${x(of)}" y="${y}" text-anchor="middle">${percent(of)}</text>`).join("");
  const dots = (shares, x, y) => `${shares.map((of, k) => `<circle cx="${x(of)}" cy="${y + 9 * Math.sin(3 * k)}" r="4.5"/>`).join("")}${shares.length > 1 ? `<path class="mean" d="M${x(mean(shares))} ${y - 14}v28"/>` : ""}`;
  const SIX = ["GCN", "random hidden layers", "AE", "GN", "no pre-training", "SUP"], UNTRAINED = [SIX[1], SIX[4]], at = (share) => 120 + (share - 0.927) * 14000, shown = [0.93, 0.935, 0.94];
  const guess = Object.assign(document.createElement("div"), { id: "gnode-guess", role: "region", ariaLabel: "Which two were never pre-trained?" }), label = (name, k) => `${name}, mean ${percent(mean(gnodeSix[SIX[k]]))}`;
  guess.innerHTML = `<p role="status">Six networks learned the paper’s digits, twenty times each: every dot is the test accuracy of a run. Two of the six were never pre-trained. <b>Which two? Mark them.</b></p>
    <div role="group" aria-label="Networks">${SIX.map((name, k) => `<button type="button" aria-pressed="false" aria-label="${label(`network ${"ABCDEF"[k]}`, k)}"><svg viewBox="-26 0 380 38" aria-hidden="true">${axis(shown, at, 54)}${row(`network ${"ABCDEF"[k]}`, 19)}<g class="${name.split(" ")[0]}">${dots(gnodeSix[name], at, 19)}</g></svg></button>`).join("")}</div>
    <svg viewBox="-26 0 380 42" aria-hidden="true">${row("test accuracy", 8)}${axis(shown, at, 12)}<g transform="translate(0 22)">${row("from 0 to 100%", 9)}<path d="M120 9H351M120 4v10M351 4v10"/>${SIX.map((name) => `<path class="mean" d="M${120 + 231 * mean(gnodeSix[name])} 2v14"/>`).join("")}</g></svg>`;
  const rows = [...guess.querySelectorAll("button")], chosen = () => SIX.filter((_, k) => rows[k].ariaPressed === "true");
  for (const one of rows) one.addEventListener("click", () => {
    if (!guess.className) one.ariaPressed = String(one.ariaPressed !== "true");
    if (guess.className || chosen().length < 2) return;
    guess.className = "told";
    SIX.forEach((name, k) => ((rows[k].querySelector("[text-anchor=end]").textContent = name), (rows[k].ariaLabel = `${label(name, k)}${UNTRAINED.includes(name) ? ", never pre-trained" : ""}`), (rows[k].ariaDisabled = "true"), rows[k].classList.toggle("untrained", UNTRAINED.includes(name))));
    const found = chosen().filter((name) => UNTRAINED.includes(name)).length;
    guess.firstChild.innerHTML = `<b>You found ${["neither", "one of the two", "both"][found]}</b>, as ${[6, 8, 1][found]} in 15 blind guesses would. The two in green were never pre-trained. (One of them trains its output layer first, on random hidden layers.) AE and GCN cannot be told from these two; GN and SUP are half a point ahead.`;
  });
  document.querySelector(".tag_six-still").before(guess), document.documentElement.classList.add("gnode-guess-live"); // the caption stays below
  const place = gnodePlace("gnode-rounds", "Networks that train in this page"), [ROWS, MANY] = [1000, 10], KINDS = ["gn", "gcn", "none"], x = (share) => 120 + (share - 0.88) * 3800;
  if (!place) return;
  place.innerHTML = `<p role="status"></p>
    <svg viewBox="0 0 366 130" role="img" aria-label="A dot for each network on an axis of test accuracy">${axis([0.88, 0.9, 0.92, 0.94], x, 122)}${["GN", "GCN", "no pre-training"].map((name, k) => `${row(name, 22 + 34 * k)}<g class="${name.split(" ")[0]}"></g>`).join("")}</svg>
    <div class="buttons"><button type="button">Train three networks</button><button type="button">Up to ten rounds</button></div>`;
  const status = place.querySelector("p"), [one, many] = place.querySelectorAll("button"), told = [[0.917, 0.908, 0.909]]; // of each round, shares of correct answers
  let control, base, took = 0; // milliseconds of the last round
  const rest = (n) => (n && took ? `, about ${Math.ceil((n * took) / 1000)} s` : "");
  window.gnodeRounds = { told, busy: () => Boolean(control) };
  const show = () => {
    place.querySelectorAll("g").forEach((g, k) => (g.innerHTML = dots(told.map((of) => of[k]), x, 22 + 34 * k)));
    const gains = (k) => told.map((of) => 100 * (of[k] - of[2])), error = (all) => Math.sqrt(mean(all.map((of) => (of - mean(all)) ** 2)) / (all.length - 1)), enough = told.length >= 5;
    const gained = ["GN", "GCN"].map((name, k) => `${name} ${mean(gains(k)) <= -0.05 ? "−" : "+"}${Math.abs(mean(gains(k))).toFixed(1)}${enough ? ` ± ${error(gains(k)).toFixed(1)}` : ""}`);
    status.textContent = base = `Points over no pre-training after ${told.length} round${told.length > 1 ? "s" : ""}: ${gained.join(", ")}${enough ? " (standard error over draws)" : ""}. ${told.length < MANY ? "Does another round change your mind?" : "GN’s lead is small but steady, and GCN has none."}`;
  };
  async function round(seed, last, signal) {
    const begun = Date.now(), rows = await gnodeRows.named("mnist16"), { X, y } = gnodeRows.part(rows, gnodeRandom(seed).permutation(rows.n).subarray(0, ROWS)), right = [];
    for (const pretraining of KINDS) {
      many.textContent = `Stop (round ${seed + 1} of ${MANY}${rest(last - seed)})`;
      const { predictions, classes } = await gnode.trainNetwork({ X, n_samples: ROWS, n_features: rows.d1, y, hidden_layer_sizes: [100, 50], pretraining, random_state: seed, X_test: rows.test.X, n_test: rows.test.n, signal });
      right.push(predictions.filter((code, k) => classes[code] === rows.test.codes[k]).length / rows.test.n);
    }
    told.push(right), show(), (took = Date.now() - begun);
  }
  async function train(rounds) {
    if (control || told.length >= MANY) return control?.abort(new DOMException("Stopped.", "AbortError"));
    [control, one.ariaDisabled] = [new AbortController(), "true"];
    for (const last = Math.min(MANY, told.length + rounds); told.length < last && !control.signal.aborted; ) await round(told.length, last, control.signal).catch(({ message }) => (control.abort(), (status.textContent = `${message} ${base}`)));
    [control, one.ariaDisabled, many.ariaDisabled, many.textContent] = [undefined, ...Array(2).fill(String(told.length >= MANY)), `Up to ten rounds${rest(MANY - told.length)}`];
  }
  one.addEventListener("click", () => control || train(1)); // the focus stays where it is
  many.addEventListener("click", () => train(MANY)), show();
})();
