/* The first page's figure: ten trained nodes, and ten random sums of the digits that those were given, or noise. The reader
   guesses which row is which, on stored nodes of USPS and of MNIST in turn; meanwhile the page trains those of MNIST again. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place.remove();
    document.querySelector(".elsewhere").classList.remove("elsewhere");
    return;
  }

  const CHOICES = {
    trained: { GCN: "GCN <small>node by node, by class</small>", GN: "GN <small>node by node, no labels</small>", AE1: "1 epoch <small>whole layer (AE)</small>", AE: "300 epochs <small>whole layer (AE)</small>" },
    untrained: { sums: "sums <small>random weights for the digits</small>", noise: "noise <small>random weights for the pixels</small>" },
  };

  Object.assign(place, { role: "region", ariaLabel: "Ten trained nodes and ten untrained ones" });
  const rows = ["A", "B"].map((row) => `<p class="which"></p><ol class="features" aria-label="Row ${row}: ten of 200 features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(10)}</ol>`);
  const groups = Object.entries({ trained: "Trained", untrained: "Not trained" }).map(([name, words]) => `
    <div role="group" aria-label="${words}" hidden><span aria-hidden="true">${words}</span>${Object.entries(CHOICES[name])
      .map(([value, label]) => `<button type="button" name="${name}" value="${value}">${label}</button>`).join("")}</div>`);
  const question = () => `One row shows ten trained nodes, each of which saw ${front.set} digits of one class. The other adds up the same digits, with random weights. Which row was trained?`;
  place.innerHTML = `<p class="title" aria-live="polite" tabindex="-1"></p>${rows.join("")}
    <div role="group" aria-label="Your guess" class="guess"><button type="button" value="A">Row A</button><button type="button" value="B">Row B</button></div>
    <p class="status" role="status"></p><button type="button" value="again" hidden>Guess again, on other digits</button>
    <details class="live" hidden><summary>Compare other layers, on MNIST digits</summary><p>Your browser trains GCN and GN while you read. Choose one of each:</p>${groups.join("")}</details>`;
  document.querySelector("#pst-skip-link").insertAdjacentHTML("beforeend", ' <a href="#gnode-play">Skip to the quiz</a>');
  const buttons = [...place.querySelectorAll("button[name]")], [title, status, again] = [".title", ".status", "[value=again]"].map((of) => place.querySelector(of));
  const { usps, free, mean, layers: stills } = gnodeShown;
  const pools = { USPS: Array.from({ length: 10 }, (_, digit) => [0, 1, 2, 3, 4, 5].map((turn) => 10 * turn + digit)), MNIST: free };
  const nodes = Object.fromEntries(Object.entries(pools).map(([set, of]) => [set, of.map(([first]) => first)]));
  const front = (window.gnodeFront = { trained: "GCN", untrained: "sums", swapped: Math.random() < 0.5, set: "USPS", nodes, pools, guess: "", guesses: 0, hits: 0, right: {}, layers: {} });

  /** The name of the layer of a button: the sums are of the digits that the trained nodes were given. */
  const named = (name) => (name === "trained" ? front.trained : `${front.untrained === "sums" && front.trained === "GCN" ? "GCN" : "GN"} ${front.untrained}`);
  const some = (of) => of[Math.floor(of.length * Math.random())];
  const bytes = (text) => Int8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const ofUsps = { trained: bytes(usps.trained), untrained: bytes(usps.untrained) };
  const dot = (one, other) => one.reduce((sum, value, j) => sum + value * other[j], 0);

  /** An auto-encoder, whose weights are multiples of a number of their node's. */
  function stored({ weights, scales, intercept, seconds }) {
    const components = Float32Array.from(bytes(weights), (value, at) => value * scales[Math.floor(at / 256)]);
    return { components, intercept: Float32Array.from(intercept), seconds };
  }

  /** The weights of the node at a place of its row, without what they share with the mean of the digits. */
  function weights(kind, i) {
    const name = named(kind), stored = front.set === "USPS", common = stored ? usps.mean : mean;
    const at = 256 * (stored || front.layers[name] ? front.nodes[front.set][i] : i);
    const w = (stored ? ofUsps[kind] : front.layers[name]?.components ?? bytes(stills[name].features)).subarray(at, at + 256), share = dot(w, common) / dot(common, common);
    return Float32Array.from(w, (value, j) => value - share * common[j]);
  }

  function described(kind) {
    if (kind === "untrained") return front.untrained === "noise" ? "not trained: random weights" : `not trained: sums of ${front.trained in gnodeAutoencoder ? "" : "the same "}digits`;
    return `trained ${{ AE1: "as an auto-encoder, one epoch", AE: "as an auto-encoder, 300 epochs" }[front.trained] ?? `by ${front.trained}`}`;
  }

  function show() {
    const kinds = front.swapped ? ["untrained", "trained"] : ["trained", "untrained"];
    place.querySelectorAll(".which").forEach((which, at) => (which.textContent = front.guess ? `${"AB"[at]} · ${described(kinds[at])}` : `Row ${"AB"[at]}`));
    place.querySelectorAll("canvas").forEach((canvas, at) => {
      const [kind, i] = [kinds[Math.floor(at / 10)], at % 10];
      gnodeDraw.feature(canvas, weights(kind, i), 16);
      canvas.setAttribute("aria-label", `Feature ${i + 1}${front.guess && `: ${described(kind)}${named(kind).startsWith("GCN") ? `, digit ${i}` : ""}`}`);
    });
    if (!front.guess) title.textContent = question();
    for (const part of place.querySelectorAll("[role=group], .live")) part.hidden = part.matches(".guess") === Boolean(front.guess);
    again.hidden = !front.guess || !front.layers["GCN sums"];
    for (const button of buttons) button.setAttribute("aria-pressed", String(front.set === "MNIST" && front[button.name] === button.value));
    tell(named("trained"));
  }

  const percent = (name) => `${Math.round(100 * (front.right[name] ?? stills[name].right))}%`;

  /** What is shown, in words; it is read aloud when it changes. */
  function tell(trained) {
    const seconds = front.layers[trained]?.seconds.toPrecision(2);
    const score = front.guesses > 1 ? `${front.hits} of ${front.guesses} right; by chance one expects ${front.guesses / 2}. ` : "";
    const how = front.set === "USPS" ? "Rows A and B come from USPS digits and were made beforehand." : trained in gnodeAutoencoder ? `The auto-encoder was trained beforehand, in ${seconds} s.` : seconds ? `${trained} has just been trained again in your browser, in ${seconds} s.` : `${trained} is being trained again in your browser.`;
    const said = front.guess && score + how;
    if (status.textContent !== said) status.textContent = said;
  }

  buttons.forEach((button) => button.addEventListener("click", () => {
    Object.assign(front, { [button.name]: button.value, set: "MNIST" });
    title.textContent = `On MNIST, a linear classifier gets ${percent(named("trained"))} of 1,000 unseen digits right with the trained nodes, and ${percent(named("untrained"))} with the ${front.untrained}:`;
    show();
  }));
  /** Take a row for the trained one: by its button, or by a press on its pictures. */
  function guess(row) {
    if (front.guess) return;
    const [trained, other] = front.swapped ? "BA" : "AB", right = row === trained;
    Object.assign(front, { guess: row, guesses: front.guesses + 1, hits: front.hits + right });
    title.textContent = `${right ? "Right" : "No"}, ${trained} was trained. Yet ${other}, which was not, shows digits, too, although it only adds up random amounts of digits of one class.`;
    show();
    title.focus({ preventScroll: true });
  }
  place.querySelectorAll(".guess button").forEach((button) => button.addEventListener("click", () => guess(button.value)));
  place.querySelectorAll("ol.features").forEach((row, at) => row.addEventListener("click", () => guess("AB"[at])));

  again.addEventListener("click", () => { // the other digits, and another node of GCN of each class, in either row
    Object.assign(front, { trained: "GCN", untrained: "sums", guess: "", set: front.set === "USPS" ? "MNIST" : "USPS", swapped: Math.random() < 0.5 });
    const others = pools[front.set].map((of, i) => of.filter((node) => node !== front.nodes[front.set][i]));
    front.nodes[front.set] = others.map(some);
    show();
    place.querySelector(".guess button").focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  });

  function onPart({ name, layer, right }) {
    front[layer ? "layers" : "right"][name] = layer ?? right;
    show();
  }

  for (const name in gnodeAutoencoder) front.layers[name] = stored(gnodeAutoencoder[name]);
  show();
  gnodeTask("home", { packed: gnodeMnist16, known: front.layers }, { onPart }).catch((error) => (status.textContent = error.message));
})();
