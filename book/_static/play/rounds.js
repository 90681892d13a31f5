/* Does pre-training help? A round trains three networks on examples that its seed draws, and adds a dot for each; on digits as Python gives it. */

(() => {
  const place = gnodePlace("gnode-rounds", "Does pre-training help?");
  if (!place) return;
  const { mean, percent, name, axis, dots } = gnodeDots, KINDS = { gn: gnodeNames.GN, gcn: gnodeNames.GCN, none: "no pre-training" };
  const [DIGITS, FIFTH, FEWEST] = [1000, 5, 20]; // a round trains on so many digits; of the reader's own examples, so many or more, it holds out one in five
  const [ROUNDS, ENOUGH] = [10, 5]; // of these, so many have a standard error
  place.innerHTML = `
    <p role="status"></p>
    <svg viewBox="0 0 366 130" role="img"></svg>
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
  window.gnodeRounds = { told: () => told, busy: () => Boolean(control), networks: [], inWords };

  function draw() {
    const shares = own() ? told.flat() : [0.89, 0.94, ...told.flat()], [low, high] = shares.length ? [Math.min(...shares), Math.max(...shares)] : [0, 1];
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((of) => high - low <= 3 * of), from = Math.min(Math.floor(low / step + 1e-9) * step, 1 - step);
    const n = Math.ceil((high - from) / step - 1e-9) || 1, x = (share) => 120 + (228 * (share - from)) / (n * step), y = (k) => 22 + 34 * k;
    const row = (kind, k) => `${name(KINDS[kind], y(k))}<g class="${kind}">${dots(told.map((of) => of[k]), x, y(k))}${name("", y(k) + 12)}</g>`;
    plot.innerHTML = axis(Array.from({ length: n + 1 }, (_, k) => from + k * step), x, 122) + Object.keys(KINDS).map(row).join("");
    const means = Object.values(KINDS).map((kind, k) => `${kind}, mean ${percent(mean(told.map((of) => of[k])))}`);
    plot.setAttribute("aria-label", `Test accuracy: ${told.length ? means.join("; ") : "none yet"}`);
  }

  /** What rounds show, in words: points over no pre-training, and after the last round how many each wins. */
  function inWords(shares) {
    const rounds = `${shares.length} round${shares.length > 1 ? "s" : ""}`, without = percent(mean(shares.map((of) => of[2])));
    const [gn, gcn] = ["GN", "GCN"].map((kind, k) => {
      const gains = shares.map((of) => 100 * (of[k] - of[2])), gain = mean(gains);
      const error = Math.sqrt(mean(gains.map((of) => (of - gain) ** 2)) / (shares.length - 1));
      const points = `${gain <= -0.05 ? "−" : "+"}${Math.abs(gain).toFixed(1)}${shares.length < ENOUGH ? "" : ` ± ${error.toFixed(1)}`}`;
      return { points: `${kind} ${points}`, won: `${kind} won ${gains.filter((of) => of > 0).length} and lost ${gains.filter((of) => of < 0).length}` };
    });
    return `After ${rounds}: ${without} correct without pre-training, ${gn.points} points, ${gcn.points}. ${shares.length < ROUNDS ? "Does another round change your mind?" : `${gn.won}, ${gcn.won}.`}`;
  }

  function tell(why = "") {
    const left = ROUNDS - told.length, seconds = took && left ? `, about ${Math.ceil((left * took) / 1000)} s` : "";
    const before = `Does pre-training help on ${own() ? "your data" : "these digits"}? ${own() && !file.files.length ? "Choose a file: nothing in it leaves this page." : "Train and see."}`;
    status.textContent = told.length ? `${why} ${inWords(told)}`.trim() : why || before;
    many.textContent = control ? `Stop (round ${told.length + 1} of ${ROUNDS}${seconds})` : left ? `Up to ten rounds${seconds}` : "Start again";
    one.ariaDisabled = String(Boolean(control) || !left);
  }

  /** A round's examples, those that train first, and the sizes of its hidden layers. */
  async function drawn(seed, signal) {
    const files = [...file.files];
    if (own() && !files.length) throw new Error("Choose a file first.");
    if (own() && !layers.validity.valid) throw new Error("Hidden layers: one to six whole numbers from 1 to 999 are needed, such as 100, 50.");
    tell(told.length ? "" : own() ? `Reading ${files.length > 1 ? `${files.length} files` : files[0].name}.` : "Training the first round.");
    const rows = await (reading ??= own() ? gnodeRows.own(files, { column: column.value, scaling: scaling.value }) : gnodeRows.digits());
    signal.throwIfAborted(); // such as by a choice of other data
    const order = gnodeRandom(seed).permutation(rows.n), part = (from, to) => gnodeRows.part(rows, order.subarray(from, to));
    if (rows.test) return { train: part(0, DIGITS), test: { ...rows.test, y: rows.test.codes }, sizes: [100, 50] };
    if (rows.unclassed) throw new Error(rows.unclassed);
    if (rows.n < FEWEST) throw new Error(`${rows.n} examples are too few: a round holds out a fifth of them, so give ${FEWEST} or more.`);
    const n_test = Math.ceil(rows.n / FIFTH), [train, test] = [part(n_test), part(0, n_test)];
    const { extremes, ranged } = gnodeTable(), { low, high } = extremes(train.X, train.d1);
    if (scaling.value === "range") for (const of of [train, test]) of.X = ranged(of.X, low, high); // as those lie that train
    const asked = layers.value.match(/\d+/g).map(Number), sizes = asked.map((nodes) => Math.min(nodes, train.n));
    const inClass = rows.classes.map((_, code) => rows.codes.filter((of) => of === code).length);
    const most = Math.max(...asked) > train.n ? `, as many as the ${train.n} examples that train allow` : "";
    note.textContent = `${rows.about.numbers}; the largest of ${inClass.length} classes has ${percent(Math.max(...inClass) / rows.n)}.`
      + `${rows.about.scale} A round holds out ${test.n} examples. Hidden layers: ${sizes.join(", ")} nodes${most}.`;
    tell(told.length ? "" : "Training the first round.");
    return { train, test, sizes };
  }

  async function round(seed, signal) {
    const { train, test, sizes } = await drawn(seed, signal), shares = [], stages = plot.querySelectorAll("g text");
    for (const [k, pretraining] of Object.keys(KINDS).entries()) {
      const { predictions, classes } = (gnodeRounds.networks[k] = await gnode.trainNetwork({
        X: train.X, n_samples: train.n, n_features: train.d1, y: train.y, X_test: test.X, n_test: test.n,
        pretraining, random_state: seed, hidden_layer_sizes: sizes, signal,
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
      const begun = Date.now(), shares = await round(told.length, mine.signal).catch((error) => (failure = error));
      if (control !== mine) return; // other data have been chosen
      if (!failure) [told, took] = [[...told, shares], Date.now() - begun];
      draw();
    }
    control = null;
    tell(failure?.name === "DivergenceError" ? "The training diverged, because the numbers are too large: scale each column." : failure?.message);
  }

  function begin() {
    control?.abort();
    place.classList.toggle("others", own());
    [told, control, reading, took, note.textContent] = [[], null, null, 0, ""];
    draw();
    tell();
  }

  one.addEventListener("click", () => control || train(1)); // the focus stays where it is
  many.addEventListener("click", () => (told.length < ROUNDS || control ? train(ROUNDS) : begin()));
  place.addEventListener("input", ({ target }) => {
    begin();
    if (own() && file.files.length && target !== layers) train(1); // the layers are still being typed
  });
  document.querySelector(".tag_rounds-still").before(place); // the caption stays below
  begin();
})();
