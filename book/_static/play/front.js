/* The first page's figure: ten trained nodes and ten random sums, of USPS and MNIST in turn; the reader guesses which row is which, while the page trains GCN and GN again. */

(() => {
  const place = gnodePlace("gnode-play", "Ten trained nodes and ten untrained ones");
  if (!place) return;

  const CHOICES = {
    trained: { GCN: "GCN <small>node by node, by class</small>", GN: "GN <small>node by node, no labels</small>", AE1: "1 epoch <small>auto-encoder</small>", AE: "300 epochs <small>auto-encoder</small>" },
    untrained: { sums: "sums <small>random weights for the digits</small>", noise: "noise <small>random weights for the pixels</small>" },
  };

  const rows = ["A", "B"].map((row) => `<p class="which"></p><ol class="features" aria-label="Row ${row}: ten of 200 features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(10)}</ol>`);
  const groups = Object.entries({ trained: "Trained", untrained: "Not trained" }).map(([name, words]) => `
    <div role="group" aria-label="${words}" hidden><span aria-hidden="true">${words}</span>${Object.entries(CHOICES[name])
      .map(([value, label]) => `<button type="button" name="${name}" value="${value}">${label}</button>`).join("")}</div>`);
  place.innerHTML = `<p class="title" aria-live="polite" tabindex="-1"></p>${rows.join("")}
    <div role="group" aria-label="Your guess" class="guess"><button type="button" value="A">Row A</button><button type="button" value="B">Row B</button></div>
    <p class="status" role="status"></p><button type="button" value="again" hidden>Guess again, on other digits</button>
    <details class="live" hidden><summary>Compare other layers, on MNIST digits</summary><p>Your browser trains GCN and GN while you read. Choose one of each:</p>${groups.join("")}</details>`;
  document.querySelector("#pst-skip-link").insertAdjacentHTML("beforeend", ' <a href="#gnode-play">Skip to the quiz</a>');
  const buttons = [...place.querySelectorAll("button[name]")], [title, status, again] = [".title", ".status", "[value=again]"].map((of) => place.querySelector(of));
  const { features, nodes, mean, ...stored } = gnodeShown;
  const front = (window.gnodeFront = { trained: "GCN", untrained: "sums", swapped: Math.random() < 0.5, set: "USPS", nodes: { USPS: [...Array(10).keys()], MNIST: [...Array(10).keys()] }, guess: "", guesses: 0, hits: 0, score: "", right: {}, layers: {} });
  for (const layers of Object.values(features)) for (const name in layers) layers[name] = gnodeDraw.weights(layers[name]);

  /** The name of the layer of a button: the sums are of the digits that the trained nodes were given. */
  const named = (name) => (name === "trained" ? front.trained : `${front.untrained === "sums" && front.trained === "GCN" ? "GCN" : "GN"} ${front.untrained}`);

  function described(kind) {
    if (kind === "untrained") return front.untrained === "noise" ? "not trained: random weights" : `not trained: sums of ${front.trained in stored.seconds ? "" : "the same "}digits`;
    return `trained ${{ AE1: "as an auto-encoder, one epoch", AE: "as an auto-encoder, 300 epochs" }[front.trained] ?? `by ${front.trained}`}`;
  }

  function show() {
    const kinds = front.swapped ? ["untrained", "trained"] : ["trained", "untrained"];
    place.querySelectorAll(".which").forEach((which, at) => (which.textContent = front.guess ? `${"AB"[at]} · ${described(kinds[at])}` : `Row ${"AB"[at]}`));
    place.querySelectorAll("canvas").forEach((canvas, at) => {
      const [kind, i] = [kinds[Math.floor(at / 10)], at % 10], from = 256 * front.nodes[front.set][i];
      gnodeDraw.feature(canvas, features[front.set][named(kind)].subarray(from, from + 256), 16);
      canvas.setAttribute("aria-label", `Feature ${i + 1}${front.guess && `: ${described(kind)}${named(kind).startsWith("GCN") ? `, digit ${i}` : ""}`}`);
    });
    if (!front.guess) title.textContent = `Each picture shows the weights of a node. One row was trained on handwritten digits; the other was never trained. Which row was trained?${front.guesses ? ` (Now on ${front.set}.)` : ""}`;
    for (const part of place.querySelectorAll("[role=group], .live")) part.hidden = part.matches(".guess") === Boolean(front.guess);
    again.hidden = !front.guess;
    for (const button of buttons) button.setAttribute("aria-pressed", String(front.set === "MNIST" && front[button.name] === button.value));
    tell(named("trained"));
  }

  const percent = (name) => `${Math.round(100 * (front.right[name] ?? stored.right[name]))}%`;

  /** What is shown, in words; it is read aloud when it changes. */
  function tell(trained) {
    const seconds = (stored.seconds[trained] ?? front.layers[trained]?.seconds)?.toPrecision(2);
    const how = front.set === "USPS" ? "Rows A and B come from USPS digits and were made beforehand." : trained in stored.seconds ? `The auto-encoder was trained beforehand, in ${seconds} s.` : seconds ? `${trained} has just been trained again in your browser, in ${seconds} s.` : `${trained} is being trained again in your browser.`;
    const said = front.guess && front.score + how;
    if (status.textContent !== said) status.textContent = said;
  }

  buttons.forEach((button) => button.addEventListener("click", () => {
    Object.assign(front, { [button.name]: button.value, set: "MNIST", score: "" });
    title.textContent = `On MNIST, a linear classifier gets ${percent(named("trained"))} of 1,000 unseen digits right with the trained nodes, and ${percent(named("untrained"))} with the ${front.untrained}:`;
    show();
  }));
  /** Take a row for the trained one: by its button, or by a press on its pictures. */
  function guess(row) {
    if (front.guess) return;
    const [trained, other] = front.swapped ? "BA" : "AB", right = row === trained;
    Object.assign(front, { guess: row, guesses: front.guesses + 1, hits: front.hits + right });
    gnodeTold("home", right ? "right" : "wrong");
    if (front.guesses > 1) front.score = `${front.hits} of ${front.guesses} right; by chance one expects ${front.guesses / 2}. `;
    const answer = `${right ? "Right" : "No"}, ${trained} was trained. ${other} was not, and shows digits all the same: it adds up handwritten digits with random weights.`;
    title.textContent = answer;
    show();
    title.focus({ preventScroll: true });
  }
  place.querySelectorAll(".guess button").forEach((button) => button.addEventListener("click", () => guess(button.value)));
  place.querySelectorAll("ol.features").forEach((row, at) => row.addEventListener("click", () => guess("AB"[at])));

  again.addEventListener("click", () => { // the other digits, and another node of GCN of each class, in either row
    Object.assign(front, { trained: "GCN", untrained: "sums", guess: "", set: front.set === "USPS" ? "MNIST" : "USPS", swapped: Math.random() < 0.5 });
    front.nodes[front.set] = front.nodes[front.set].map((at) => (at + 10 * (1 + Math.floor((nodes.length / 10 - 1) * Math.random()))) % nodes.length); // one of each digit in turn
    show();
    place.querySelector(".guess button").focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  });

  /** Train a layer again, and show its nodes, less what they share with the mean of the digits, instead of the stored ones. */
  async function train(algorithm, rows) {
    const layer = await gnode.train({ algorithm, X: rows.X, n_samples: rows.n, n_features: rows.d1, y: rows.y, n_components: 200, reading: "paper" });
    front.layers[algorithm] = layer;
    features.MNIST[algorithm] = Float32Array.from(nodes.flatMap((node) => [...gnodeDraw.withoutMean(layer.components.subarray(256 * node, 256 * (node + 1)), mean)]));
    show();
    front.right[algorithm] = (await gnodeRows.readout(rows, layer)).right;
  }

  show();
  gnodeRows.digits().then(async (rows) => {
    for (const algorithm of ["GCN", "GN"]) await train(algorithm, rows);
  }).catch(({ message }) => (status.textContent = message));
})();
