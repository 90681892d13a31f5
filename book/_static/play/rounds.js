/* Does pre-training help? A round draws examples, trains three networks on them and adds a dot for each. On digits the round of a seed gives
   what `DeepClassifier` gives in Python, as a test checks, and the first is stored. */

(() => {
  const place = gnodePlace("gnode-rounds", "Does pre-training help?");
  if (!place) return;
  const { mean, percent, name, axis, dots } = gnodeDots, KINDS = { gn: "GN (by error)", gcn: "GCN (by class)", none: "no pre-training" };
  const [DIGITS, FIFTH] = [1000, 5]; // a round trains on so many digits; of the reader's own examples it holds out one in so many
  const [ROUNDS, ENOUGH, STEADY] = [10, 5, 9]; // of these, so many have a standard error, and in so many a steady lead shows
  place.innerHTML = `
    <p role="status"></p>
    <svg viewBox="0 0 366 130" role="img" aria-label="A dot for each network on an axis of test accuracy"></svg>
    <div class="buttons"><button type="button">Train three networks</button><button type="button"></button></div>
    <div class="settings">
      <label>Train on <select autocomplete="off"><option>digits of MNIST<option>your own file</select></label>
      <label class="own">A CSV file, or images <input type="file" multiple accept=".csv,.txt,.tsv,.data,.gz,text/*,image/*"></label>
      <label class="own">Class <select autocomplete="off"><option value="last">last column<option value="first">first column</select></label>
      <label class="own">Scaling <select autocomplete="off"><option value="range">each column to −1 … 1<option value="none">none</select></label>
      <label class="own">Hidden layers <input required value="100, 50" pattern="[1-9]\\d{0,2}([ ,]+[1-9]\\d{0,2}){0,5}" autocomplete="off"></label>
    </div>
    <p class="own"></p>`;
  const [status, note] = place.querySelectorAll("p"), plot = place.querySelector("svg"), [one, many] = place.querySelectorAll("button");
  const [data, file, column, scaling, layers] = place.querySelectorAll("select, input"), own = () => data.selectedIndex === 1;
  let told, control, reading, took; // shares of correct answers by round; of what trains; the examples, promised; milliseconds of the last round
  const networks = [];
  window.gnodeRounds = { told: () => told, busy: () => Boolean(control), networks };

  function draw() {
    const shares = own() ? told.flat() : [0.89, 0.94, ...told.flat()], [low, high] = shares.length ? [Math.min(...shares), Math.max(...shares)] : [0, 1];
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((of) => high - low <= 3 * of), from = Math.min(Math.floor(low / step + 1e-9) * step, 1 - step);
    const n = Math.ceil((high - from) / step - 1e-9) || 1, x = (share) => 120 + (228 * (share - from)) / (n * step), y = (k) => 22 + 34 * k;
    const row = (kind, k) => `${name(KINDS[kind], y(k))}<g class="${kind}">${dots(told.map((of) => of[k]), x, y(k))}${name("", y(k) + 12)}</g>`;
    plot.innerHTML = axis(Array.from({ length: n + 1 }, (_, k) => from + k * step), x, 122) + Object.keys(KINDS).map(row).join("");
  }

  function inWords() {
    if (!told.length) return "Does pre-training help on your data? Choose a file: nothing in it leaves this page.";
    const [gn, gcn] = [0, 1].map((k) => {
      const gains = told.map((of) => 100 * (of[k] - of[2])), gain = mean(gains), ahead = gains.filter((of) => of > 0).length;
      const error = Math.sqrt(mean(gains.map((of) => (of - gain) ** 2)) / (told.length - 1));
      const points = `${gain <= -0.05 ? "−" : "+"}${Math.abs(gain).toFixed(1)}${told.length < ENOUGH ? "" : ` ± ${error.toFixed(1)}`}`;
      return { points, lead: `${ahead < STEADY ? "has no steady lead" : "leads steadily"} (${ahead} of ${ROUNDS})` };
    });
    const what = `Points over no pre-training after ${told.length} round${told.length > 1 ? "s" : ""}: GN ${gn.points}, GCN ${gcn.points}`;
    const so = told.length < ROUNDS ? "Does another round change your mind?" : `GN ${gn.lead}, GCN ${gcn.lead}.`;
    return `${what}${told.length < ENOUGH ? "" : " (standard error)"}. ${so}`;
  }

  function tell(why = "") {
    const left = ROUNDS - told.length, seconds = took && left ? `, about ${Math.ceil((left * took) / 1000)} s` : "";
    status.textContent = `${why} ${inWords()}`.trim();
    many.textContent = control ? `Stop (round ${told.length + 1} of ${ROUNDS}${seconds})` : `Up to ten rounds${seconds}`;
    [one.ariaDisabled, many.ariaDisabled] = [String(Boolean(control) || !left), String(!left)];
  }

  async function examples(seed) {
    if (own() && !file.files.length) throw new Error("Choose a file first.");
    const rows = await (reading ??= own() ? gnodeRows.own([...file.files], { column: column.value, scaling: scaling.value }) : gnodeRows.digits());
    if (!rows.y) throw new Error("Each image needs its class in its name, up to _ or -, as in cat_01.png.");
    const order = gnodeRandom(seed).permutation(rows.n), part = (from, to) => gnodeRows.part(rows, order.subarray(from, to));
    if (rows.test) return [part(0, DIGITS), { ...rows.test, y: rows.test.codes }];
    const sizes = rows.classes.map((_, code) => rows.codes.filter((of) => of === code).length), n_test = Math.ceil(rows.n / FIFTH);
    const largest = percent(Math.max(...sizes) / rows.n);
    note.textContent = `${rows.n.toLocaleString("en")} examples of ${rows.d1} numbers; the largest of ${sizes.length} classes has ${largest}.`;
    return [part(n_test), part(0, n_test)];
  }

  async function round(seed, signal) {
    const [train, test] = await examples(seed), shares = [], stages = plot.querySelectorAll("g text");
    if (!layers.validity.valid) throw new Error("Hidden layers: one to six whole numbers from 1 to 999 are needed, such as 100, 50.");
    for (const [k, pretraining] of Object.keys(KINDS).entries()) {
      const { predictions, classes } = (networks[k] = await gnode.trainNetwork({
        X: train.X, n_samples: train.n, n_features: train.d1, y: train.y, pretraining, random_state: seed, X_test: test.X, n_test: test.n, signal,
        hidden_layer_sizes: own() ? layers.value.match(/\d+/g).map((nodes) => Math.min(nodes, train.n)) : [100, 50],
        onStage: ({ stage, done, of }) => (stages[k].textContent = `${stage} ${Math.round((100 * done) / of)}%`),
      }));
      shares.push(predictions.filter((code, at) => classes[code] === test.y[at]).length / test.n);
    }
    return shares;
  }

  async function train(rounds) {
    if (control || told.length >= ROUNDS) return control?.abort(new DOMException("Stopped.", "AbortError"));
    const mine = (control = new AbortController()), last = Math.min(ROUNDS, told.length + rounds);
    let failure;
    while (told.length < last && !failure) {
      tell();
      const begun = Date.now(), shares = await round(told.length, mine.signal).catch((error) => (failure = error));
      if (control !== mine) return; // other data have been chosen
      if (!failure) [told, took] = [[...told, shares], Date.now() - begun];
      draw();
    }
    control = null;
    tell(failure?.message);
  }

  /** Take the data that are chosen, and begin anew. */
  function begin() {
    control?.abort();
    place.classList.toggle("others", own());
    [told, control, reading, took, note.textContent] = [own() ? [] : [gnodeFirstRound], null, null, 0, ""];
    draw();
    own() && file.files.length ? train(1) : tell();
  }

  one.addEventListener("click", () => control || train(1)); // the focus stays where it is
  many.addEventListener("click", () => train(ROUNDS));
  place.addEventListener("change", begin);
  document.querySelector(".tag_rounds-still").before(place); // the caption stays below
  begin();
})();
