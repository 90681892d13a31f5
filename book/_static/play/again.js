"use strict";
/* Compute a stored run again, in the page: `gnodeAgain.can(run)` tells whether it can be, and `gnodeAgain.run(run)` does it and
   holds every stored value against its own. A run is { key, kind, dataset, method, seed, settings, checksum, stored }. */

window.gnodeAgain = (() => {
  const SETS = { digits: () => gnodeAgainDigits, usps: () => gnodeAgainUsps };
  const SETTINGS = ["amnesia", "learning_rate", "max_epochs", "n_components", "hidden_layer_sizes", "output_learning_rate", "output_epochs"];
  SETTINGS.push("finetune_learning_rate", "finetune_epochs", "batch_size", "alone");
  const READING = { rate_carried_over: false, ranking_on_centred_rows: true, row_order: "file", decoder_bias: false, initialisation_scale: 1, output_layer_epochs: "own" };
  const OTHERS = /^judge\.|confidence|digit$/; // what scikit-learn's classifier says of features
  const folder = new URL(".", document.currentScript.src);
  const held = {}; // what the page has of a set, and its rows
  let files = [];

  /** Why a run cannot be computed here; nothing if it can. */
  function whyNot({ kind, dataset, method, settings: { dtype, reading = {}, ...others } }) {
    if (!(dataset in SETS)) return `The page does not have the rows of ${dataset.toUpperCase()}.`;
    if (!["network", "counts", "judged"].includes(kind)) return `The page does not compute runs of the kind “${kind}”.`;
    if (!(kind === "network" ? ["gn", "gcn", "random", "none"] : ["gn", "gcn"]).includes(method)) return `The page does not train by “${method}”, only by GN and GCN, and networks without pre-training.`;
    if (others.preset === "fast") return "The bits of Adam and of a quasi-Newton method depend on the processor.";
    const lacks = Object.keys(others).find((name) => !SETTINGS.includes(name)) ?? Object.keys(READING).find((name) => reading[name] !== READING[name]);
    if (lacks || dtype !== "float32" || (others.batch_size ?? 1) !== 1 || reading.initialisation === "glorot") return `The page does not have its ${lacks ?? "precision, batches or initial weights"}.`;
    return "";
  }

  /** What the page has of a set: its stored runs, and its rows if it may have them. Loaded when it is first asked for. */
  function stored(dataset) {
    return (held[dataset] ??= new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: new URL(`again_${dataset}.js`, folder).href, onload: resolve, onerror: reject });
      document.head.append(script);
    }).then(() => {
      const packed = Uint8Array.from(atob(SETS[dataset]()), (letter) => letter.charCodeAt(0));
      return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
    }));
  }

  async function rows(dataset) {
    if (dataset !== "usps") return gnodeTask("rows", (await stored(dataset)).rows);
    if (files.length !== 2) throw new Error("Open the two files of USPS first, zip.train.gz and zip.test.gz.");
    return gnodeTask("rows", { files });
  }

  /** Each value by its path; of the rows that are right, one bit each in base64, as many as there are. */
  function flat(value, n_test, path = "") {
    if (path === "test_right" && typeof value === "string") {
      const bits = Array.from(atob(value), (letter) => letter.charCodeAt(0).toString(2).padStart(8, "0")).join("");
      value = Array.from(bits.slice(0, n_test), (bit) => bit === "1");
    }
    if (value === null || typeof value !== "object") return { [path]: value };
    const inner = (name) => (Array.isArray(value) ? `${path}, ${path === "test_right" ? "row" : "node"} ${name}` : [path, name].filter(Boolean).join("."));
    return Object.assign({}, ...Object.entries(value).map(([name, of]) => flat(of, n_test, inner(name))));
  }

  /** Field by field what is stored and what was computed; a list is one field, but each of its values that differs is another. */
  function compared(run, computed) {
    const [was, now] = [run.stored, computed].map((of) => flat(of, computed.scores?.n_test));
    const names = [...new Set([...Object.keys(now), ...Object.keys(was)])], fields = [];
    for (const field of new Set(names.map((name) => name.split(", ")[0]))) {
      const values = names.filter((name) => name.split(", ")[0] === field);
      const wrong = OTHERS.test(field) ? [] : values.filter((name) => !Object.is(was[name], now[name]));
      const [n, of] = [values.length, values.length > 1 ? `${values.length} values` : was[field]];
      if (OTHERS.test(field)) fields.push({ field, stored: of, computed: "not computed here", equal: null, n });
      else if (!wrong.length) fields.push({ field, stored: of, computed: of, equal: true, n });
      else fields.push(...wrong.map((name) => ({ field: name, stored: was[name], computed: now[name], equal: false, n: 1 })));
    }
    return fields;
  }

  /** Compute a run again: a promise of { equal, fields, seconds }. `onProgress` is told what is done. */
  async function run(run, { onProgress, signal } = {}) {
    if (whyNot(run)) throw new Error(whyNot(run));
    const { seconds: _, checksum, ...data } = await (held[`rows of ${run.dataset}`] ??= rows(run.dataset));
    if (run.dataset !== "usps") Object.assign(data, (await stored(run.dataset)).split);
    const { seconds, ...computed } = await gnodeTask("repeat", { run, data }, { signal, onPart: onProgress });
    const fields = compared({ stored: { checksum: run.checksum, ...run.stored } }, { checksum, ...computed });
    return { equal: fields.every(({ equal }) => equal !== false), fields, seconds };
  }

  function open(given) {
    files = [...given];
    delete held["rows of usps"];
  }

  return { can: (run) => !whyNot(run), whyNot, run, stored, open };
})();

(() => {
  const place = document.getElementById("gnode-again");
  if (!place) return;
  place.innerHTML = `<form>
      <label>Runs on <select name="data"><option value="digits">the small digits</option><option value="usps">USPS, which you open</option></select></label>
      <label hidden>zip.train.gz and zip.test.gz <input type="file" name="files" multiple></label>
      <label>Stored run <select name="run"></select></label> <button>Compute it again</button>
    </form><p class="status" role="status"></p>
    <div tabindex="0" role="region" aria-label="Stored and computed values" hidden><table><thead><tr>${["Field", "Stored", "Computed", "Equal"].map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead><tbody></tbody></table></div>`;
  const [form, status, region, body] = ["form", ".status", "[role=region]", "tbody"].map((name) => place.querySelector(name));
  const { data, files, run: chosen } = form.elements, button = form.querySelector("button");
  let runs = [], control;

  async function list() {
    files.parentElement.hidden = data.value !== "usps";
    const all = (await gnodeAgain.stored(data.value)).runs, groups = {};
    runs = all.filter(gnodeAgain.can);
    runs.forEach(({ method, seed, key, settings: { reading, ...others } }, k) => {
      const told = Object.entries({ ...others, memory: reading.memory, centring: reading.centring }).map(([name, value]) => `${name} ${value}`).join(", ");
      (groups[told] ??= []).push(`<option value="${k}">${method.toUpperCase()}, seed ${seed}, run ${key}</option>`);
    });
    chosen.innerHTML = Object.entries(groups).map(([told, of]) => `<optgroup label="${told}">${of.join("")}</optgroup>`).join("");
    status.textContent = `${runs.length} of ${all.length} stored runs can be computed here.`;
  }

  async function compute(run) {
    const onProgress = ({ stage = "node", done, node, of }) => (status.textContent = `${stage} ${done ?? node + 1}${of ? ` of ${of}` : ""} …`);
    const { equal, fields, seconds } = await gnodeAgain.run(run, { onProgress, signal: control.signal });
    body.replaceChildren(...fields.map(({ field, stored, computed, equal: same }) => {
      const line = document.createElement("tr");
      for (const cell of [field, stored, computed, same === null ? "–" : same ? "✔" : "✘ differs"]) line.append(Object.assign(document.createElement("td"), { textContent: String(cell) }));
      return line;
    }));
    region.hidden = false;
    const n = fields.reduce((total, of) => total + (of.equal ? of.n : 0), 0), wrong = fields.filter((of) => of.equal === false).map((of) => of.field);
    status.textContent = equal ? `Equal to the bit: all ${n.toLocaleString("en")} values of run ${run.key}, computed in ${seconds.toFixed(1)} s.` : `Run ${run.key} differs in ${wrong.join("; ")}.`;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (control) return control.abort(new DOMException("Stopped.", "AbortError"));
    control = new AbortController();
    [button.textContent, region.hidden] = ["Stop", true];
    await compute(runs[chosen.value]).catch(({ message }) => (status.textContent = message));
    [button.textContent, control] = ["Compute it again", undefined];
  });
  data.addEventListener("change", list);
  files.addEventListener("change", () => gnodeAgain.open(files.files));
  list();
})();
