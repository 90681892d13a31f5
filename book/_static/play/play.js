"use strict";
/* The figure: its form, and what happens when something in it changes. */

(() => {
  const place = document.getElementById("gnode-play");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const REST = 400; // milliseconds without a change after which it is told and kept in the link
  const OPTIONS = {
    algorithm: { GCN: "GCN (by class)", GN: "GN (no labels)" },
    rule: { flat: "flat, as the paper writes it", fading: "fading, as in the program" },
    other: { "": "no second run", algorithm: "with the other algorithm", rule: "with the other memory", amnesia: "with A = 0, or 1 if it is 0" },
    data: { mnist16: "digits, 16 × 16 (MNIST)", digits: "small digits, 8 × 8" },
    scaling: { none: "as they are", range: "each column to −1 … 1" },
    column: { last: "last column", first: "first column", none: "no column" },
  };
  const options = (name) => Object.entries(OPTIONS[name]).map(([value, text]) => `<option value="${value}">${text}</option>`).join("");

  if (!globalThis.WebAssembly || !globalThis.Worker) {
    place.innerHTML = `<p class="status">This browser has no WebAssembly or no workers, and nothing can be trained here. The picture below shows what would come.</p>`;
    return;
  }

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "A layer that trains in this page");
  place.innerHTML = `
    <form novalidate>
      <div class="settings first">
        <label>Algorithm <select name="algorithm">${options("algorithm")}</select></label>
        <label class="slider">Amnesia factor A <span><input type="range" name="amnesia" min="0" max="1" step="0.01"><output></output></span></label>
        <label>Memory <select name="rule">${options("rule")}</select></label>
        <div class="buttons"><button type="submit" class="train">Train</button><button type="button" class="pause">Pause</button><button type="button" class="step">One node on</button></div>
      </div>
      <p class="hint">Fading: the last node counts A, the one before it A², and so on. Flat: each earlier node counts A. Below each feature: its node and, for GCN, its class. Click a feature to see what it learned from.</p>
      <div class="runs"><section class="run"></section><section class="run" hidden></section></div>
      <p class="status" role="status"></p>
      <div class="node" hidden role="group" aria-labelledby="play-node"><p class="title" id="play-node" tabindex="-1"></p><div class="content"></div></div>
      <details class="more"><summary>More settings, and a second run beside it</summary>
        <div class="settings">
        <label>Rows <select name="data">${options("data")}</select></label>
        <label>Nodes <input name="nodes" type="number" min="1" max="1000"></label>
        <label>Learning rate <input name="rate" type="number" min="0" max="9" step="0.0005"></label>
        <label>Epochs <input name="epochs" type="number" min="1" max="2000"></label>
        <label>Seed of the start <input name="seed" type="number" min="0" max="4294967295"></label>
        <label>Beside it <select name="other">${options("other")}</select></label>
        </div>
      </details>
      <details class="own"><summary>Your own rows: a CSV file, images, or USPS</summary>
        <p>Drop files here or choose them. A CSV file has a row a line, with or without a line of names, and its class in one column. Images become 16 × 16 grey values; the class is the name up to
        the first _ or -, as in <code>cat_01.png</code>. <code>zip.train.gz</code> of USPS is read as it is. Nothing leaves this page.</p>
        <div class="settings">
        <label>Files <input type="file" multiple accept=".csv,.txt,.tsv,.data,.gz,text/*,image/*"></label>
        <label>Class <select name="column">${options("column")}</select></label>
        <label>Scaling <select name="scaling">${options("scaling")}</select></label>
        <button type="button" class="rows-csv" hidden>Rows as CSV</button>
        </div>
        <p class="scaling-note"></p>
      </details>
    </form>
    <div class="sketching" role="group" aria-labelledby="play-sketch">
      <p class="title" id="play-sketch">Draw a digit</p>
      <div class="pad">
        <div><p class="subtitle">With mouse or finger; or with the arrow keys and the space bar</p><canvas class="sketch" width="256" height="256" tabindex="0" role="application" aria-label="Drawing pad: draw with mouse or finger; or move the pen with the arrow keys and set it down or lift it with the space bar"></canvas>
        <div class="buttons"><button type="button" class="clear">Clear</button><label>or take row <input class="which" type="number" min="0" value="0"></label></div></div>
        <div class="strips"><div><p class="title">What the nodes make of the digit appears here once they are trained.</p></div><div></div></div>
      </div>
      <p class="told" role="status"></p>
    </div>
    <p class="title">Keep it</p>
    <div class="buttons"><button type="button" class="link">Copy link</button><button type="button" class="copy">Copy Python</button></div>
    <p class="kept" role="status"></p>
    <pre class="python" tabindex="0" aria-label="The same layer in Python"><code></code></pre>`;
  const find = (selector) => place.querySelector(selector);
  const form = find("form");
  const { elements } = form;
  // Each in a task of its own, so that the page stays responsive.
  const changed = (run) => {
    tell();
    setTimeout(() => run.readout && drawStrips());
    setTimeout(() => run.readout && explained?.run === run && explain(run, Math.min(explained.i, run.settings.nodes - 1), false));
  };
  const runs = [...place.querySelectorAll(".run")].map((section) => new gnodeRun.Run(section, { chosen: explain, changed }));
  const sketch = gnodeSketch(find(".sketch"), () => drawStrips(true));

  let settings = gnodeSettings.fromHash(location.hash);
  let rows = null;
  let files = null;
  let explained = null;
  let waiting;
  let asked = 0;
  let loading = false;
  let paused = false;

  const shown = () => runs.filter((run) => !run.place.hidden);
  const training = () => shown().filter((run) => run.busy);
  const busy = () => loading || shown().some((run) => run.busy);

  /** Put the settings into the form. */
  function fill() {
    for (const [name, value] of Object.entries(settings)) elements[name].value = value;
    labels();
  }

  function labels() {
    find("output").textContent = settings.amnesia;
    find(".sketching").hidden = !rows?.side;
    find(".which").max = rows ? rows.n - 1 : 0;
    find(".rows-csv").hidden = !rows?.images;
    paused &&= busy();
    find(".train").textContent = busy() ? "Stop" : "Train again";
    find(".pause").textContent = paused ? "Go on" : "Pause";
    find(".pause").disabled = !training().length;
  }

  /** Take the settings from the form; gives the name of one that is not allowed. */
  function take() {
    const taken = { ...settings };
    for (const name of Object.keys(gnodeSettings.DEFAULTS)) {
      const field = elements[name];
      const value = field.value === "own" ? "own" : gnodeSettings.parsed(name, field.value);
      if (value === undefined) return field;
      taken[name] = value;
    }
    settings = taken;
    return null;
  }

  function complain(field) {
    const range = gnodeSettings.NUMBERS[field.name];
    field.setAttribute("aria-invalid", "true");
    stop();
    say(`${field.labels[0].firstChild.textContent.trim()}: a number from ${range[0]} to ${range[1]} is needed.`);
  }

  async function train({ slowly = false, held = false } = {}) {
    stop();
    paused = held;
    const second = Boolean(settings.other);
    runs[1].place.hidden = !second;
    find(".runs").classList.toggle("two", second);
    find(".python code").textContent = gnodeSettings.python(settings, rows);
    const done = [runs[0].start(settings, rows, { slowly, held })];
    if (second) done.push(runs[1].start(gnodeSettings.beside(settings), rows, { slowly, held }));
    labels();
    await Promise.all(done);
  }

  function stop() {
    for (const run of runs) run.stop();
    labels();
  }

  /** What happened, in words, once it has come to rest. */
  function tell() {
    labels();
    if (busy() && !paused) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => say(`${paused ? "Paused. " : ""}${shown().map((run) => run.inWords()).join(" Beside it: ")}`), shown().some((run) => run.failure) ? 0 : REST);
  }

  function say(message) {
    clearTimeout(waiting);
    find(".status").textContent = message;
  }

  function explain(run, i, go = true) {
    if (!run.readout) return;
    for (const other of runs) for (const button of other.list.querySelectorAll("[aria-pressed]")) button.removeAttribute("aria-pressed");
    run.list.children[i].firstChild.setAttribute("aria-pressed", "true");
    explained = { run, i };
    gnodeExplain.show(find(".node"), run, i);
    if (!go) return;
    run.list.children[i].scrollIntoView({ block: "nearest" }); // the list has become lower
    find(".node .title").focus({ preventScroll: false });
  }

  /** The drawn digit, or a row if nothing is drawn, node by node. */
  function drawStrips(aloud = false) {
    if (!rows?.side) return;
    const drawn = sketch.row(rows.side, rows.frame)?.map((value) => rows.low + ((value + 1) / 2) * (rows.high - rows.low));
    const k = Math.min(rows.n - 1, Math.max(0, Math.round(Number(find(".which").value))));
    const x = drawn ?? rows.row(k);
    const said = shown().map((run, at) => (run.readout ? gnodeStrip.show(find(".strips").children[at], run, x) : ""));
    find(".strips").children[1].hidden = runs[1].place.hidden;
    if (!drawn) said.unshift(`Row ${k}${rows.y ? `, a ${rows.y[k]}` : ""}.`);
    clearTimeout(drawStrips.waiting);
    drawStrips.waiting = setTimeout(() => (find(".told").textContent = said.join(" ")), aloud ? REST : 0);
  }

  /** Take the rows that the settings name with some changes, then train; rows that cannot be read leave all as it is. Large numbers of a `fresh` file are scaled. */
  async function begin(changes, { slowly = false, fresh = false } = {}) {
    const turn = (asked += 1);
    const wanted = { ...settings, ...changes };
    loading = true;
    let found;
    try {
      found = await (wanted.data === "own" ? gnodeRows.own(files, wanted) : gnodeRows.named(wanted.data));
      if (rows) await new Promise((resolve) => setTimeout(resolve)); // training begins in a task of its own
    } catch (error) {
      if (turn !== asked) return;
      loading = false;
      fill();
      say(`${error.message}${rows ? " The layer above is still that of the rows before." : ""}`);
      return;
    }
    if (turn !== asked) return;
    if (fresh && wanted.scaling === "none" && large(found)) return begin({ ...changes, scaling: "range" });
    loading = false;
    [settings, rows, explained] = [{ ...settings, ...changes }, found, null];
    if (settings.data === "own" && !elements.data.querySelector("[value=own]")) elements.data.append(new Option("your own rows", "own"));
    fill();
    keepLink();
    find(".node").hidden = true;
    sketch.clear();
    find(".scaling-note").textContent = settings.data === "own" ? aboutScale() : "";
    await train({ slowly });
  }

  /** Whether the reader's numbers saturate the nodes as they are. */
  const large = ({ raw }) => Math.max(-raw.low, raw.high) > 3;

  /** What there is to say of the size of the reader's numbers. */
  function aboutScale() {
    const { low, high } = rows.raw;
    const what = `${gnodeRun.count(rows.n, "row")} of ${rows.d1} numbers between ${Number(low.toPrecision(3))} and ${Number(high.toPrecision(3))}, ${rows.classes.length ? `${rows.classes.length} classes` : "no classes: choose GN"}.`;
    if (settings.scaling === "range") return `${what} ${large(rows) ? "Numbers this large saturate the nodes, so each" : "Each"} column is scaled to −1 … 1, as by MinMaxScaler((-1, 1)).`;
    if (large(rows)) return `${what} Numbers this large saturate the nodes: every output is then −1 or 1. Scale each column to −1 … 1.`;
    return `${what} Nodes learn best from numbers around zero, not much larger than 1.`;
  }

  function keepLink() {
    clearTimeout(keepLink.waiting);
    keepLink.waiting = setTimeout(() => history.replaceState(null, "", gnodeSettings.toHash(settings)), REST);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy()) {
      asked += 1; // rows that are being read are not waited for
      loading = false;
      stop();
      say(`Stopped. ${shown().map((run) => run.inWords()).join(" ")}`);
    } else if (rows) {
      train({ slowly: !still.matches });
    }
  });

  find(".pause").addEventListener("click", () => {
    paused = !paused;
    for (const run of training()) paused ? run.hold() : run.goOn();
    tell();
  });

  find(".step").addEventListener("click", () => {
    if (!training().length) return rows && train({ slowly: !still.matches, held: true });
    paused = true;
    for (const run of training()) run.step();
    labels();
  });

  form.addEventListener("input", ({ target }) => {
    if (target.type === "file") return;
    if (target.name === "data") elements.nodes.value = target.value === "digits" ? 20 : 200;
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    const before = settings;
    const wrong = take();
    if (wrong) {
      complain(wrong);
    } else if (target.name === "data" || (files && ["scaling", "column"].includes(target.name))) {
      const { data, nodes, scaling, column } = settings;
      settings = before;
      begin({ data: target.name === "data" ? data : "own", nodes, scaling, column });
    } else {
      const { data, scaling, column } = before; // of the rows that are there, while others are read
      if (loading) settings = { ...settings, data, scaling, column };
      keepLink();
      if (rows) train();
    }
  });

  function open(given) {
    if (!given.length) return;
    files = [...given];
    const usps = files.length === 1 && /^zip\.(train|test)(\.gz)?$/.test(files[0].name);
    say(`Reading ${gnodeRun.count(files.length, "file")}.`);
    begin({ data: "own", ...(usps ? { column: "first", nodes: 200 } : {}) }, { fresh: true });
  }

  find("[type=file]").addEventListener("change", ({ target }) => open(target.files));
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    find(".own").open = true;
    open(event.dataTransfer.files);
  });

  find(".clear").addEventListener("click", () => (sketch.clear(), drawStrips(true)));
  find(".which").addEventListener("input", () => (sketch.clear(), drawStrips(true)));

  const keep = (selector, act) =>
    find(selector).addEventListener("click", async () => {
      find(".kept").textContent = await act();
    });
  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      return `${what} copied.`;
    } catch {
      return `This browser lets no page copy: ${text}`;
    }
  }
  keep(".link", () => {
    const link = new URL(gnodeSettings.toHash(settings), location.href).href;
    return copy(link, settings.data === "own" ? "Link (the settings, not your rows)" : "Link");
  });
  keep(".copy", () => copy(find(".python code").textContent, "Python"));
  find(".rows-csv").addEventListener("click", () => { // the rows with their class behind them: what the lines of Python read where the rows were images
    const lines = Array.from({ length: rows.n }, (_, k) => [...rows.row(k), ...(rows.y ? [rows.y[k]] : [])].join(","));
    const href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href, download: "gnode-rows.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10000);
  });

  addEventListener("hashchange", () => {
    begin(gnodeSettings.fromHash(location.hash));
  });

  document.documentElement.classList.add("gnode-play-live");
  fill();
  begin({}, { slowly: !still.matches });
  window.gnodePlay = { runs, settings: () => settings, rows: () => rows, busy };
})();
