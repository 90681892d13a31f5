/* A whole network, with pre-training and without, on the digits of 16 x 16 pixels or on the rows that the reader has opened. */

(() => {
  const place = gnodePlace("gnode-whole", "Networks that train in this page");
  if (!place) return;

  const NAMES = { gn: "pre-trained by GN", gcn: "pre-trained by GCN", none: "not pre-trained" };
  const [LAYERS, NODES] = [6, 500]; // at most
  const HELD_OUT = 5; // of the reader's own rows, one in so many
  place.innerHTML = `
    <form novalidate>
      <label>Nodes of the hidden layers <input name="sizes" value="100, 50" autocomplete="off"></label>
      <label>Pre-training <select autocomplete="off" name="pretraining"><option value="gn">GN (no labels)</option><option value="gcn">GCN (by class)</option></select></label>
      <button type="submit">Train</button>
    </form>
    <table><thead><tr><th scope="col">Network</th><th scope="col">Seconds</th><th scope="col">Correct</th></tr></thead>
      <tbody>${'<tr><th scope="row"><span></span><small></small></th><td></td><td></td></tr>'.repeat(2)}</tbody></table>
    <p class="status" role="status">Both networks are trained one after the other and tested on held-out examples.</p>`;
  const [form, status] = [place.querySelector("form"), place.querySelector(".status")];
  const { sizes: field, pretraining } = form.elements;
  const lines = [...place.querySelectorAll("tbody tr")].map((line) => [...line.querySelectorAll("span, small, td")]);
  const whole = (window.gnodeWhole = { busy: false, networks: [] });
  let control;

  /** Examples to train on and to test with; of the reader's own, a fifth is drawn for the test. */
  async function examples() {
    const own = window.gnodePlay?.settings().data === "own", rows = await (own ? window.gnodePlay.rows() : gnodeRows.named("mnist16"));
    if (!own) return { rows, test: { ...rows.test, y: rows.test.codes } };
    if (!rows.y) throw new Error("These rows have no classes, and a network needs them: choose their column.");
    const order = gnodeRandom(0).permutation(rows.n), n_test = Math.ceil(rows.n / HELD_OUT);
    return { rows: gnodeRows.part(rows, order.subarray(n_test)), test: gnodeRows.part(rows, order.subarray(0, n_test)) };
  }

  const reset = () => [pretraining.value, "none"].forEach((kind, at) => lines[at].forEach((cell, i) => (cell.textContent = i ? "" : NAMES[kind])));

  async function train(hidden_layer_sizes, signal) {
    const { rows, test } = await examples();
    const right = [];
    for (const [at, kind] of [pretraining.value, "none"].entries()) {
      const [, stage, seconds, correct] = lines[at];
      const network = await gnode.trainNetwork({
        X: rows.X, n_samples: rows.n, n_features: rows.d1, y: rows.y, hidden_layer_sizes, pretraining: kind, X_test: test.X, n_test: test.n, signal,
        onStage: (now) => (stage.textContent = `${now.stage}, ${now.layer === undefined ? "epoch" : `layer ${now.layer + 1}, node`} ${now.done} of ${now.of}`),
      });
      whole.networks[at] = network;
      right[at] = network.predictions.reduce((sum, code, k) => sum + (network.classes[code] === test.y[k]), 0);
      [stage.textContent, seconds.textContent] = ["done", network.seconds.toPrecision(2)];
      correct.textContent = `${((100 * right[at]) / test.n).toFixed(1)}%`;
    }
    const classes = [...test.y], largest = Math.max(...[...new Set(classes)].map((name) => classes.filter((of) => of === name).length));
    return `Of ${test.n.toLocaleString("en")} held-out examples, the network that ${pretraining.value.toUpperCase()} pre-trained classifies ${right[0].toLocaleString("en")} correctly, the other one ${right[1].toLocaleString("en")}; always naming the largest class would get ${largest.toLocaleString("en")}.`;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (whole.busy) return control.abort(new DOMException("Stopped.", "AbortError"));
    const sizes = field.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    const allowed = sizes.length > 0 && sizes.length <= LAYERS && sizes.every((size) => Number.isInteger(size) && size > 0 && size <= NODES);
    field.toggleAttribute("aria-invalid", !allowed);
    if (!allowed) return void (status.textContent = `Nodes of the hidden layers: one to ${LAYERS} whole numbers from 1 to ${NODES} are needed, such as 100, 50.`);
    const button = form.querySelector("button");
    [whole.busy, button.textContent, status.textContent, control] = [true, "Stop", "Training …", new AbortController()];
    reset();
    status.textContent = await train(sizes, control.signal).catch((error) => error.message);
    [whole.busy, button.textContent] = [false, "Train"];
  });
  pretraining.addEventListener("change", () => whole.busy || reset());
  reset();
})();
