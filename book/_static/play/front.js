"use strict";
/* The first page's figure: ten of 200 trained nodes, and below them ten that nobody trains: random sums of the digits that
   those were given, or noise. Which is which the reader has to guess first. The pictures are those of `study.figures.home`,
   made when the site was built; meanwhile the page trains the same layers on digits of 16 x 16 pixels. */

(() => {
  const place = document.querySelector("#gnode-play.front");
  if (!place) return;
  if (!globalThis.WebAssembly || !globalThis.Worker || !globalThis.DecompressionStream) {
    place.remove();
    document.querySelector(".elsewhere").classList.remove("elsewhere");
    return;
  }

  const NODES = 200;
  const SETTINGS = { reading: "paper", amnesia: 0.4, n_components: NODES, learning_rate: 0.001, max_epochs: 300, random_state: 0 };
  const CHOICES = {
    trained: { GCN: "GCN <small>node by node, by class</small>", GN: "GN <small>node by node, no labels</small>", AE1: "1 epoch <small>whole layer (AE)</small>", AE: "300 epochs <small>whole layer (AE)</small>" },
    untrained: { sums: "sums <small>of the digits of GCN’s nodes</small>", noise: "noise <small>random weights for the pixels</small>" },
  };

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Ten trained nodes and ten untrained ones");
  const features = (words) => `<ol class="features" aria-label="${words}: ten of ${NODES} features">${'<li><canvas role="img" width="16" height="16"></canvas></li>'.repeat(10)}</ol>`;
  const rows = Object.entries({ trained: ["Trained", "A"], untrained: ["Not trained", "B"] }).map(([name, [words, guessed]]) => `
    <div role="group" aria-label="${words}" hidden><span aria-hidden="true">${words}</span>${Object.entries(CHOICES[name])
      .map(([value, label]) => `<button type="button" name="${name}" value="${value}">${label}</button>`).join("")}</div><p class="which">Row ${guessed}</p>${features(`Row ${guessed}`)}`);
  const QUESTION = "One row was trained as the paper describes. The other adds up digits with random weights. Which was trained?";
  place.innerHTML = `<p class="title">${QUESTION}</p>${rows.join("")}
    <div role="group" aria-label="Your guess" class="guess"><button type="button" value="A">row A</button><button type="button" value="B">row B</button></div>
    <p class="status" role="status"></p><button type="button" value="again" hidden>Guess again, with other nodes</button>`;
  const buttons = [...place.querySelectorAll("button[name]")];
  const lists = [...place.querySelectorAll("ol")];
  const status = place.querySelector(".status");
  const front = (window.gnodeFront = { trained: "GCN", untrained: "sums", guess: "", first: 100, swapped: Math.random() < 0.5, right: {}, layers: {} });

  /** The name of the layer of a button: the sums are of the digits that the nodes above them were given. */
  const named = (name, value) => (name === "trained" ? value : `${value === "sums" && front.trained === "GCN" ? "GCN" : "GN"} ${value}`);
  const bytes = (text) => Int8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  /** An auto-encoder, whose weights are multiples of a number of their node's. */
  function stored({ weights, scales, intercept, seconds }) {
    const components = Float32Array.from(bytes(weights), (value, at) => value * scales[Math.floor(at / 256)]);
    return { components, intercept: Float32Array.from(intercept), seconds };
  }

  /** A layer's ten features; before the guess, without a word of what they are. */
  function draw(list, name) {
    const weights = front.layers[name]?.components.subarray(256 * front.first) ?? bytes(gnodeShown[name].features);
    const [algorithm, untrained] = name.split(" ");
    const what = { sums: "a sum of digits", noise: "noise" }[untrained] ?? `${name in gnodeAutoencoder ? "auto-encoder" : name}, trained`;
    const ofClass = (i) => (algorithm === "GCN" ? `${untrained ? "" : " on digits"} ${i}` : "");
    [...list.querySelectorAll("canvas")].forEach((canvas, i) => {
      gnodeDraw.feature(canvas, weights.subarray(256 * i, 256 * (i + 1)), 16);
      canvas.setAttribute("aria-label", `Feature ${i + 1}${front.guess && `: ${what}${ofClass(i)}`}`);
    });
  }

  function show() {
    const names = Object.keys(CHOICES).map((name) => named(name, front[name]));
    names.forEach((name, at) => draw(lists[front.guess || !front.swapped ? at : 1 - at], name));
    for (const button of buttons) button.setAttribute("aria-pressed", String(front[button.name] === button.value));
    place.querySelector("[value=sums] small").textContent = `of the digits of ${front.trained === "GCN" ? "GCN" : "GN"}’s nodes`;
    tell(names);
  }

  /** What is shown, in words; it is read aloud when it changes. */
  function tell([above, below]) {
    const percent = (name) => `${Math.round(100 * (front.right[name] ?? gnodeShown[name].right))}%`;
    const seconds = front.layers[above]?.seconds.toPrecision(2);
    const trained = above in gnodeAutoencoder ? `The auto-encoder was trained beforehand, in ${seconds} s.` : seconds ? `${above} has just been trained again in your browser, in ${seconds} s.` : `${above} is being trained again in your browser.`;
    const trainedRow = front.swapped ? "B" : "A";
    const guess = front.guess === "given" ? "" : `${front.guess === trainedRow ? "Right" : "No"}, row ${trainedRow} was trained. `;
    const said = `${guess}${trained} A linear classifier on ${NODES} such nodes names ${percent(above)} of 1,000 unseen digits, and ${percent(below)} on ${front.untrained === "sums" ? "the sums" : "noise"}.`;
    if (front.guess && status.textContent !== said) status.textContent = said;
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      front[button.name] = button.value;
      if (front.guess) front.guess = "given";
      show();
    });
  }
  for (const button of place.querySelectorAll(".guess button")) {
    button.addEventListener("click", () => {
      front.guess = button.value;
      place.querySelector(".title").textContent = "One can read digits in a row that nobody trained.";
      uncover(true);
      buttons[0].focus({ preventScroll: true });
    });
  }

  function uncover(on) {
    for (const part of place.querySelectorAll("[role=group], .which")) part.hidden = part.matches(".guess, .which") === on;
    show();
    again.hidden = !on || !front.layers["GCN sums"];
  }

  const again = place.querySelector("[value=again]");
  again.addEventListener("click", () => { // ten others of GCN, one of each class, in either row
    const first = 10 * Math.floor(20 * Math.random());
    Object.assign(front, { trained: "GCN", untrained: "sums", guess: "", first, swapped: Math.random() < 0.5 });
    place.querySelector(".title").textContent = QUESTION;
    status.textContent = "";
    uncover(false);
    place.querySelector(".guess button").focus({ preventScroll: true });
  });

  function onPart({ name, layer, right }) {
    if (layer) front.layers[name] = layer;
    else front.right[name] = right;
    if (layer ? name === front.trained : name in front.right) show();
    again.hidden = !front.guess || !front.layers["GCN sums"];
  }

  for (const name in gnodeAutoencoder) front.layers[name] = stored(gnodeAutoencoder[name]);
  show();
  gnodeTask("home", { packed: gnodeMnist16, settings: SETTINGS, known: front.layers }, { onPart }).catch((error) => (status.textContent = error.message));
})();
