/* The quiz: twelve features without their names; the reader marks those that look trained, and then it tells which were. Nothing is sent or stored; the address can name the seed of a quiz: #quiz=12345. */

(() => {
  const place = gnodeSlider.place("quiz", "Quiz: which features were trained?");
  const { kinds, nodes, first } = gnodeQuizFeatures;
  const pool = kinds.flatMap((kind) => {
    const pixels = gnodeDraw.weights(kind.pixels);
    return nodes.map((node, i) => ({ kind, node, weights: pixels.subarray(256 * i, 256 * (i + 1)) }));
  });
  const quiz = (window.gnodeQuiz = { features: [], told: false });

  /** The features of a seed, drawn from each kind and shuffled by numbers that NumPy draws alike. */
  function drawn(seed) {
    const random = gnodeStart(pool.length, 1, seed);
    const by = (keys) => (a, b) => keys[pool.indexOf(a)] - keys[pool.indexOf(b)];
    const chosen = kinds.flatMap((kind) => pool.filter((one) => one.kind === kind).sort(by(random.components)).slice(0, kind.asked));
    return chosen.sort(by(random.decoder));
  }

  function start(seed) {
    Object.assign(quiz, { features: drawn(seed), told: false });
    const letter = (i) => String.fromCharCode(65 + i);
    place.innerHTML = `
      <p class="title" tabindex="-1">Mark the six that were trained.</p>
      <div class="features">${quiz.features.map((_, i) => `<button type="button" aria-pressed="false" aria-label="Feature ${letter(i)}"><canvas width="16" height="16"></canvas><span>${letter(i)}</span></button>`).join("")}</div>
      <p class="key">Each picture shows the weights from the pixels to one node, or a sum of the digits that a node saw.</p><p class="buttons"><button type="button" class="tell">Show which</button><a class="same" href="#quiz=${seed}" hidden>Link to these twelve</a></p>`;
    place.querySelectorAll("canvas").forEach((canvas, i) => gnodeDraw.feature(canvas, quiz.features[i].weights, 16));
  }

  function tell() {
    quiz.told = true;
    const tiles = [...place.querySelectorAll(".features button")], marked = tiles.map((tile) => tile.getAttribute("aria-pressed") === "true");
    tiles.forEach((tile, i) => {
      const { kind, node } = quiz.features[i], name = `${kind.trained ? "trained on" : "sum of"} ${node % 10}s`; // classes take turns
      tile.classList.toggle("trained", kind.trained);
      tile.querySelector("span").textContent = name;
      Object.assign(tile, { ariaDisabled: "true", ariaLabel: name });
    });
    const found = quiz.features.filter((_, i) => marked[i]), right = found.filter(({ kind }) => kind.trained).length;
    place.querySelector(".title").textContent = found.length
      ? `You marked ${found.length}, of which ${right} ${right === 1 ? "was" : "were"} trained. Chance would give ${found.length / 2}.`
      : "These six were trained.";
    place.querySelector(".key").innerHTML = "<strong>Highlighted: trained,</strong> on digits of one class. The others add up the digits that such a node saw, with random weights.";
    place.querySelector(".tell").textContent = "Twelve others";
    place.querySelector(".same").hidden = false;
  }

  place.addEventListener("click", ({ target }) => {
    const tile = target.closest(".features button");
    if (tile && !quiz.told) tile.setAttribute("aria-pressed", String(tile.getAttribute("aria-pressed") !== "true"));
    if (!target.closest(".tell")) return;
    quiz.told ? start(Math.floor(1e6 * Math.random())) : tell();
    place.querySelector(".title").focus({ preventScroll: true });
  });

  const follow = (seed = /^#quiz=(\d{1,9})$/.exec(location.hash)?.[1]) => (seed || !quiz.features.length) && start(Number(seed ?? first));
  addEventListener("hashchange", () => follow());
  follow();
})();
