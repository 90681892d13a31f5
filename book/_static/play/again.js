/* Compute a stored run again, { key, kind, dataset, method, seed, settings, checksum, stored }, and hold every stored value against its own. */

(() => {
  const SETS = { digits: () => gnodeAgainDigits, usps: () => gnodeAgainUsps };
  const OTHERS = /confidence|digit\b/; // what scikit-learn's classifier says of features
  const folder = new URL(".", document.currentScript.src);
  const held = {}; // what the page has of a set, and its rows

  /** What the page has of a set: its stored runs, and its rows if it may have them. Loaded when it is first asked for. */
  async function load(dataset) {
    await new Promise((onload, onerror) => {
      const src = new URL(`again_${dataset}.js`, folder).href;
      document.head.append(Object.assign(document.createElement("script"), { src, onload, onerror }));
    });
    return gnodeInflate(SETS[dataset]()).json();
  }

  const stored = (dataset) => (held[dataset] ??= load(dataset));
  const open = async (files) => await (held["rows of usps"] = files.length === 2 ? gnodeTask("rows", { files: [...files] }) : undefined);

  async function rowsOf(dataset) {
    if (dataset === "usps") return held["rows of usps"] ?? Promise.reject(new Error("Open the two files of USPS first, zip.train.gz and zip.test.gz."));
    const { rows, split } = await stored(dataset);
    return { ...split, ...(await (held[`rows of ${dataset}`] ??= gnodeTask("rows", { files: [new File([rows], "rows.csv")] }))) };
  }

  /** Each value of a record by its path. */
  function flat(value, path = "") {
    if (value === null || typeof value !== "object") return OTHERS.test(path) ? {} : { [path]: value };
    return Object.assign({}, ...Object.entries(value).map(([name, of]) => flat(of, Array.isArray(value) ? `${path}, node ${name}` : path ? `${path}.${name}` : name)));
  }

  /** Compute a run again: a promise of { equal, fields, seconds }. `onProgress` is told what is done. */
  async function again(run, { onProgress, signal } = {}) {
    const data = await rowsOf(run.dataset);
    const { seconds, ...computed } = await gnodeTask("repeat", { run, data }, { signal, onPart: onProgress });
    const [was, now] = [{ checksum: run.checksum, ...run.stored }, { checksum: data.checksum, ...computed }].map((of) => flat(of));
    const fields = Object.keys({ ...now, ...was }).map((field) => ({ field, stored: was[field], computed: now[field], equal: Object.is(was[field], now[field]) }));
    return { equal: fields.every(({ equal }) => equal), fields, seconds };
  }

  window.gnodeAgain = { run: again, stored };
  const place = gnodePlace("gnode-again", "A stored run, computed again");
  if (!place) return;

  place.innerHTML = `<form>
      <label>Runs on <select name="data"><option value="digits">the small digits</option><option value="usps">USPS, which you open</option></select></label>
      <label hidden>zip.train.gz and zip.test.gz <input type="file" name="files" multiple></label>
      <label>Settings <select name="settings"></select></label>
      <label>Stored run <select name="run"></select></label> <button>Compute it again</button>
    </form><p class="status" role="status"></p>
    <div tabindex="0" role="region" aria-label="Stored and computed values" hidden><table><thead><tr><th scope="col">Field</th><th scope="col">Stored</th><th scope="col">Computed</th><th scope="col">Equal</th></tr></thead><tbody></tbody></table></div>`;
  const [form, button, status, region, body] = ["form", "button", ".status", "[role=region]", "tbody"].map((name) => place.querySelector(name));
  const { data, files, settings, run: chosen } = form.elements;
  const say = (told) => (status.textContent = told.message ?? told);
  const asked = new URLSearchParams(location.search); // by the panel of a number, on any page
  let groups = [], control;

  const fill = (field, told) => (field.innerHTML = told.map((of, k) => `<option value="${k}">${of}</option>`).join(""));

  async function list() {
    files.parentElement.hidden = data.value !== "usps";
    const { runs } = await stored(data.value), named = {};
    for (const run of runs) {
      const { reading: { memory, centring }, dtype, ...others } = run.settings;
      (named[Object.entries({ ...others, memory, centring }).map((of) => of.join(" ").replaceAll("_", " ")).join("; ")] ??= []).push(run);
    }
    groups = Object.values(named);
    fill(settings, Object.keys(named));
    const wanted = runs.find(({ key }) => key === asked.get("run"));
    const first = wanted ?? runs.find(({ method, seed, settings }) => method === "gcn" && seed === 0 && settings.reading.memory === "flat") ?? runs[0];
    settings.value = groups.findIndex((group) => group.includes(first));
    offer();
    chosen.value = groups[settings.value].indexOf(first);
    say(`${runs.length.toLocaleString("en")} stored runs can be computed here.`);
    return wanted;
  }

  const offer = () => fill(chosen, groups[settings.value].map(({ method, seed, key }) => `${method.toUpperCase()}, seed ${seed}, run ${key}`));

  async function compute(run) {
    const onProgress = ({ stage = "node", done, node, of }) => say(`${stage} ${done ?? node + 1}${of ? ` of ${of}` : ""} …`);
    const { equal, fields, seconds } = await again(run, { onProgress, signal: control.signal });
    body.innerHTML = `<tr>${"<td></td>".repeat(4)}</tr>`.repeat(fields.length);
    fields.forEach((of, k) => [of.field, of.stored, of.computed, of.equal ? "✔" : "✘ differs"].forEach((told, at) => (body.rows[k].cells[at].textContent = told ?? "none")));
    region.hidden = false;
    const wrong = fields.filter((of) => !of.equal).map((of) => `${of.field}: stored ${of.stored}, computed ${of.computed}`);
    say(equal ? `Equal to the bit: all ${fields.length} values of run ${run.key}, computed in ${seconds.toFixed(1)} s.` : `Run ${run.key} differs in ${wrong.join("; ")}.`);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (control) return control.abort(new DOMException("Stopped.", "AbortError"));
    [control, button.textContent, region.hidden] = [new AbortController(), "Stop", true];
    await compute(groups[settings.value][chosen.value]).catch(say);
    [control, button.textContent] = [undefined, "Compute it again"];
  });
  data.addEventListener("change", () => list().catch(say));
  settings.addEventListener("change", offer);
  files.addEventListener("change", () => open(files.files).catch(say));
  if (asked.get("data") in SETS) data.value = asked.get("data");
  list().then((wanted) => wanted && form.requestSubmit(), say);
})();
