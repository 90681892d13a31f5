/* The figure: its form, and what happens when something in it changes. */

(() => {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const REST = 400; // milliseconds without a change after which it is told and kept in the link
  const options = (name) => Object.entries(gnodeSettings.OPTIONS[name]).map(([value, text]) => `<option value="${value}">${text}</option>`).join("");

  const place = gnodePlace("gnode-play", "A layer that trains in this page");
  if (!place) return;

  const pad = Object.assign(document.createElement("div"), { id: "gnode-draw", role: "group", tabIndex: -1, ariaLabel: "A digit that the layer reads" });
  const figure = document.querySelector(".tag_play-still"); // gives its place to the pad, and comes where the text speaks of it
  figure.before(pad, place);
  document.querySelector("#does-training-help-at-all p").after(figure);
  pad.innerHTML = `
    <p class="title">Draw a digit here</p>
    <canvas class="sketch" width="256" height="256" tabindex="0" role="application" aria-label="Drawing pad: draw with mouse or finger; or move the pen with the arrow keys and set it down or lift it with the space bar"></canvas>
    <div class="buttons"><button type="button" class="clear">Clear</button><button type="button" class="another">Another example</button></div>
    <div class="read"><p class="subtitle">What the first nodes reveal</p><ol class="strip"></ol></div>
    <p class="told" role="status"></p>`;
  place.innerHTML = `
    <form novalidate>
      <div class="settings first">
        <label>Algorithm <select name="algorithm">${options("algorithm")}</select></label>
        <label class="slider">Amnesia factor A <span><input type="range" name="amnesia" min="0" max="1" step="0.05"><output></output></span></label>
        <label class="replaced">Weights <select disabled autocomplete="off"><option value="trained">trained<option value="sums">random sums of the node’s examples<option value="noise">noise</select></label>
        <button type="submit" class="train">Train</button>
      </div>
      <section class="run"></section>
      <p class="status" role="status"></p>
      <details class="more"><summary>More settings, node by node</summary>
        <div class="settings">
        <label>Memory <select name="rule">${options("rule")}</select></label>
        <label>Nodes <input name="nodes" type="number" min="1" max="1000"></label>
        <label>Learning rate <input name="rate" type="number" min="0" max="9" step="0.0005"></label>
        <label>Epochs <input name="epochs" type="number" min="1" max="2000"></label>
        <label>Seed of the initialisation <input name="seed" type="number" min="0" max="4294967295"></label>
        </div>
        <div class="buttons"><button type="button" class="pause">Pause</button><button type="button" class="step">One node on</button></div>
        <p class="hint">Fading: the last node counts A, the one before it A², and so on. Flat: each earlier node counts A.</p>
      </details>
      <details class="own"><summary>Your own table: a CSV file, images, or USPS</summary>
        <p>Drop files here or choose them. A CSV file has an example a line, with or without a line of names, and its class in one column. Images become 16 × 16 grey values; the class is the name up to
        the first _, - or blank, as in <code>cat_01.png</code>. <code>zip.train.gz</code> of USPS is read as it is. Nothing leaves this page.</p>
        <div class="settings">
        <label>Files <input type="file" multiple accept=".csv,.txt,.tsv,.data,.gz,text/*,image/*"></label>
        <label>Class <select name="column">${options("column")}</select></label>
        <label>Scaling <select name="scaling">${options("scaling")}</select></label>
        <button type="button" class="rows-csv" hidden>Examples as CSV</button>
        <button type="button" class="digits" hidden>Back to the digits</button>
        </div>
        <p class="scaling-note"></p>
      </details>
      <details class="keep"><summary>Keep it: the link, or the same layer in Python</summary>
        <div class="buttons"><button type="button" class="link">Copy link</button><button type="button" class="copy">Copy Python</button></div>
        <p class="kept" role="status"></p>
        <pre class="python" tabindex="0" aria-label="The same layer in Python"><code></code></pre>
      </details>
    </form>`;
  const find = (selector) => pad.querySelector(selector) ?? place.querySelector(selector);
  const form = find("form"), weights = find(".replaced select");
  const { elements } = form;
  // Each in a task of its own, so that the page stays responsive.
  const changed = () => {
    tell();
    setTimeout(() => run.read && read());
    setTimeout(() => run.readout && explained !== null && explain(Math.min(explained, run.settings.nodes - 1), false));
  };
  const run = new gnodeRun.Run(find(".run"), { chosen: explain, changed });
  const sketch = gnodeSketch(find(".sketch"), () => read(true));

  let settings = gnodeSettings.fromHash(location.hash);
  let [rows, files, explained, waiting] = [null, null, null]; // the reader's files, to train on them
  let [loading, nth] = [null, 44]; // the rows that are being read, if any; the example to read

  const busy = () => loading !== null || run.busy;
  const paused = () => run.busy && run.held;

  function fill() {
    for (const [name, value] of Object.entries(settings)) Object.assign(elements[name], { value, ariaInvalid: null });
    labels();
  }

  function labels() {
    find("output").textContent = settings.amnesia;
    pad.hidden = rows !== null && !rows.side;
    find(".rows-csv").hidden = !rows?.images;
    find(".digits").hidden = !rows?.csv;
    Object.assign(find(".train"), { textContent: !rows ? "Train" : busy() ? "Stop" : "Train again", disabled: !rows || (run.busy && run.layer !== null) }); // what is trained cannot be stopped
    find(".pause").textContent = paused() ? "Go on" : "Pause";
    find(".pause").disabled = !run.busy || run.layer !== null;
    weights.disabled = !run.readout;
  }

  function train({ slowly = false, held = false } = {}) {
    if (weights.value !== "trained") run.list.replaceChildren(); // those of other weights
    weights.value = "trained";
    if (slowly && rows.side) gnodeStrip.empty(find(".strip"), settings.nodes);
    find(".python code").textContent = gnodeSettings.python(settings, rows);
    run.start(settings, rows, { slowly, held });
    labels();
  }

  /** What happened, in words, once it has come to rest. */
  function tell() {
    labels();
    if (busy() && !paused()) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => say(`${paused() ? "Paused. " : ""}${run.inWords()}`), run.failure ? 0 : REST);
  }

  function say(message) {
    clearTimeout(waiting);
    find(".status").textContent = message;
  }

  function explain(i, go = true) {
    if (!run.readout || weights.value !== "trained") return;
    run.press(i);
    explained = i;
    run.curve(i);
    gnodeExplain(find(".node"), run, i);
    if (!go) return;
    run.list.children[i].scrollIntoView({ block: "nearest" }); // the list has become lower
    find(".node .title").focus({ preventScroll: true });
    find(".node").scrollIntoView({ block: "nearest" });
  }

  /** An example to read: of the digits of MNIST, one that no training sees. */
  function example() {
    const { X, n, codes } = rows.test ?? rows;
    const k = nth % n;
    return { k, x: X.subarray(k * rows.d1, (k + 1) * rows.d1), name: rows.classes[codes[k]] };
  }

  function takeExample() {
    if (!rows?.side) return;
    sketch.show(example().x, rows);
    read(true);
  }

  /** The drawn digit, or the example, read out of the first nodes. */
  function read(aloud = false) {
    if (!rows?.side) return;
    const drawn = sketch.row(rows.side, rows.frame)?.map((value) => rows.low + ((value + 1) / 2) * (rows.high - rows.low));
    const { k, x, name } = example(), begun = sketch.begun(), strip = find(".strip");
    let said = "";
    if (!drawn && begun) gnodeStrip.empty(strip, settings.nodes);
    else if (run.read && run.rows === rows) said = gnodeStrip.show(strip, run, drawn ?? x, drawn ? undefined : name);
    const what = drawn ? "" : begun ? "Draw a digit, or take another example: this is too little to read. " : `Example ${k}${name === undefined ? "" : `, ${gnodeStrip.called(name)}${rows.test ? " that the layer has never seen" : ""}`}. `;
    clearTimeout(read.waiting);
    read.waiting = setTimeout(() => (find(".told").textContent = what + said), aloud ? REST : 0);
  }

  /** Take the reader's rows, if there are any, or the digits, with some changes of the settings, then train; rows that cannot be read leave all as it is. Large numbers of a `fresh` file are scaled. */
  async function begin(changes, { slowly = false, fresh = false } = {}) {
    const wanted = { ...settings, ...changes };
    const turn = (loading = files ? gnodeRows.own(files, wanted) : gnodeRows.digits());
    const found = await turn.catch((error) => error);
    if (rows) await new Promise((resolve) => setTimeout(resolve)); // training begins in a task of its own
    if (turn !== loading) return;
    loading = null;
    if (found instanceof Error) {
      fill();
      say(`${found.message}${rows ? " The layer above is still that of the examples before." : ""}`);
      return;
    }
    if (fresh && wanted.scaling === "none" && found.about.large) return begin({ ...changes, scaling: "range" });
    [settings, rows, explained] = [{ ...settings, ...changes }, found, null];
    fill();
    keepLink();
    find(".node").hidden = true;
    takeExample();
    const classes = rows.classes.length ? `${rows.classes.length} classes` : "no classes: choose GN";
    find(".scaling-note").textContent = rows.csv ? `${rows.about.numbers}, ${classes}.${rows.about.scale}` : "";
    train({ slowly });
  }

  async function toDigits(changes) {
    [files, find("[type=file]").value] = [null, ""]; // so that the same file can be chosen again
    await begin(changes);
    pad.scrollIntoView(), pad.focus({ preventScroll: true });
  }

  function keepLink() {
    clearTimeout(keepLink.waiting);
    keepLink.waiting = setTimeout(() => history.replaceState(null, "", gnodeSettings.toHash(settings)), REST);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy()) {
      loading = null; // rows that are being read are not waited for
      run.stop();
      labels();
      say(`Stopped. ${run.inWords()}`);
    } else if (rows) {
      train({ slowly: !still.matches });
    }
  });

  weights.addEventListener("change", () => {
    [explained, find(".node").hidden] = [null, true];
    run.press(null);
    run.replace(weights.value).catch(({ name, message }) => name === "AbortError" || say(message));
  });

  find(".pause").addEventListener("click", () => {
    run.pace(run.held ? undefined : 0);
    tell();
  });

  find(".step").addEventListener("click", () => {
    if (!run.busy || run.layer) return rows && train({ slowly: !still.matches, held: true });
    run.pace(1);
    labels();
  });

  form.addEventListener("input", ({ target: field }) => {
    const { name } = field;
    if (!name) return; // files
    const value = gnodeSettings.parsed(name, field.value);
    field.ariaInvalid = value === undefined ? "true" : null;
    if (value === undefined) {
      run.stop();
      labels();
      say(`${field.labels[0].firstChild.textContent.trim()}: a number from ${gnodeSettings.NUMBERS[name].join(" to ")} is needed.`);
    } else if (files && ["scaling", "column"].includes(name)) {
      begin({ scaling: elements.scaling.value, column: elements.column.value });
    } else {
      settings = { ...settings, [name]: value };
      keepLink();
      if (rows) train();
    }
  });

  function open(given) {
    if (!given.length) return;
    files = [...given];
    const usps = files.length === 1 && /^zip\.(train|test)(\.gz)?$/.test(files[0].name);
    say(`Reading ${gnodeRun.count(files.length, "file")}.`);
    begin(usps ? { column: "first", nodes: 200 } : {}, { fresh: true });
  }

  find("[type=file]").addEventListener("change", ({ target }) => open(target.files));
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    find(".own").open = true;
    open(event.dataTransfer.files);
  });

  find(".digits").addEventListener("click", () => toDigits({}));
  find(".clear").addEventListener("click", () => (sketch.clear(), read(true)));
  find(".another").addEventListener("click", () => ((nth += 1), takeExample()));

  async function copy(text, what) {
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    find(".kept").textContent = done ? `${what} copied.` : `This browser lets no page copy: ${text}`;
  }
  find(".link").addEventListener("click", () => copy(new URL(gnodeSettings.toHash(settings), location.href).href, rows?.csv ? "Link (the settings, not your examples)" : "Link"));
  find(".copy").addEventListener("click", () => copy(find(".python code").textContent, "Python"));
  find(".rows-csv").addEventListener("click", () => { // the rows with their class behind them: what the lines of Python read where the rows were images
    const lines = Array.from({ length: rows.n }, (_, k) => [...rows.row(k), ...(rows.y ? [rows.y[k]] : [])].join(","));
    const href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href, download: "gnode-rows.csv" }).click();
  });

  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return; // another place of the page
    toDigits(gnodeSettings.fromHash(location.hash));
  });
  fill();
  begin({}, { slowly: !still.matches });
  window.gnodePlay = { run, settings: () => settings, rows: () => rows, busy };
})();
