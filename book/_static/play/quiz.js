"use strict";
/* The quiz: twenty features without their names, one at a time. At the end it tells what they were, and in how many of each
   kind the reader and a judge saw a digit. Nothing is sent or stored; the address can name the seed of a quiz: #quiz=12345. */

(() => {
  const place = document.querySelector("#gnode-quiz");
  if (!place) return;
  const { kinds, nodes } = gnodeQuizFeatures;
  const NOTHING = -1;
  const pool = kinds.flatMap((kind) => {
    const pixels = Int8Array.from(atob(kind.pixels), (letter) => letter.charCodeAt(0));
    return nodes.map((node, i) => ({ kind, node, own: kind.own[i], judge: kind.judge[i], weights: pixels.subarray(256 * i, 256 * (i + 1)) }));
  });

  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Quiz: in which features do you see a digit?");
  const answer = (value, words) => `<button type="button" value="${value}">${words}</button>`;
  place.innerHTML = `
    <div class="asking">
      <p class="title" role="status"></p>
      <canvas role="img" width="16" height="16"></canvas>
      <div class="answers" role="group" aria-label="I see">
        ${Array.from({ length: 10 }, (_, digit) => answer(digit, `<span class="unseen">a </span>${digit}`)).join("")}
        ${answer(NOTHING, "nothing")}${answer("back", "← back")}${answer("end", "show the answers")}
      </div>
      <p class="hint">By keyboard: Tab to a button, then 0 to 9, N for nothing, Backspace to go back.</p>
    </div>
    <div class="told"></div>`;
  const [asking, told] = place.children;
  const quiz = (window.gnodeQuiz = { seed: 0, features: [], answers: [], ended: false });

  /** The features of a seed, drawn from each kind and shuffled by numbers that NumPy draws alike. */
  function drawn(seed) {
    const random = gnodeStart(pool.length, 1, seed);
    const by = (keys) => (a, b) => keys[pool.indexOf(a)] - keys[pool.indexOf(b)];
    const chosen = kinds.flatMap((kind) => pool.filter((one) => one.kind === kind).sort(by(random.components)).slice(0, kind.asked));
    return chosen.sort(by(random.decoder));
  }

  function start(seed) {
    Object.assign(quiz, { seed, features: drawn(seed), answers: [], ended: false });
    ask();
  }

  /** Start in the reader's sight, and where keys are heard. */
  function begin(seed) {
    start(seed);
    place.scrollIntoView();
    asking.querySelector("button").focus({ preventScroll: true });
  }

  function ask() {
    const { features, answers } = quiz;
    const ended = quiz.ended || answers.length === features.length;
    asking.hidden = ended;
    told.hidden = !ended;
    if (ended) return tell();
    const words = `${answers.length + 1} of ${features.length}`;
    asking.querySelector(".title").textContent = `Feature ${words}: what do you see?`;
    asking.querySelector("canvas").setAttribute("aria-label", `A feature, ${words}`);
    gnodeDraw.feature(asking.querySelector("canvas"), features[answers.length].weights, 16);
    asking.querySelector("[value=back]").setAttribute("aria-disabled", String(!answers.length));
  }

  function give(value) {
    if (value === "end") quiz.ended = true;
    else if (value === "back") quiz.answers.pop();
    else quiz.answers.push(Number(value));
    ask();
  }

  const percent = (share) => `${Math.round(100 * share)}%`;
  const named = (value) => ({ [NOTHING]: "none" }[value] ?? value ?? "–");

  /** Of the features of a kind: how many were answered, in how many a digit was seen, and in how many their own. */
  function counted(name) {
    const of = quiz.features.map((feature, i) => ({ ...feature, said: quiz.answers[i] })).filter(({ kind, said }) => kind.name === name && said !== undefined);
    return { n: of.length, seen: of.filter(({ said }) => said !== NOTHING).length, own: of.filter(({ said, own }) => said === own).length };
  }

  function tell() {
    const inWords = ({ n, seen }) => (n ? `${seen} of ${n}` : "–");
    const line = ({ name, trained, seen }) =>
      `<tr><th scope="row">${name}<small>${trained ? "trained" : "untrained"}</small></th><td>${inWords(counted(name))}</td><td>${percent(seen)}</td></tr>`;
    const byClass = ["GCN", "Class sum"].map((name) => ({ judge: percent(kinds.find((kind) => kind.name === name).named), ...counted(name) }));
    const picture = ({ kind, own }, i) =>
      `<li><canvas role="img"></canvas>${kind.name}${own === NOTHING ? "" : `, of ${own === 8 ? "an" : "a"} ${own}`}<small>you: ${named(quiz.answers[i])}<br>judge: ${named(quiz.features[i].judge)}</small></li>`;
    told.innerHTML = `
      <p class="title" tabindex="-1">${quiz.ended
        ? `You answered ${quiz.answers.length} of ${quiz.features.length}.`
        : `You saw a digit in ${inWords(counted("GN"))} features of GN, in ${inWords(counted("Sum of rows"))} sums of rows, which nobody trained, and in ${inWords(counted("Noise"))} images of noise.`}</p>
      <table><thead><tr><th scope="col">A digit was seen in</th><th scope="col">by you</th><th scope="col">by the judge</th></tr></thead><tbody>${kinds.map(line).join("")}</tbody></table>
      <p>A node of GCN is trained on one digit, and a class sum adds up images of one digit. You named that digit in ${byClass.map(({ own, n }) => `${own} of ${n}`).join(" and ")}, the judge in ${byClass.map(({ judge }) => judge).join(" and ")}.</p>
      <p class="hint">Sums keep the mean of their digits, as the trained nodes do. The judge's shares are of all 200 nodes of a layer. It sees a digit where it is more confident than in 19 of 20 images of noise. What counts as seeing is up to you, and two or three features of a kind are few: take the table as an impression, not as a measurement.</p>
      <div class="buttons"><button type="button" class="new">Twenty others</button><a class="same" href="#quiz=${quiz.seed}">Link to these twenty</a></div>
      <ol class="features" aria-label="The twenty features">${quiz.features.map(picture).join("")}</ol>`;
    told.querySelectorAll("canvas").forEach((canvas, i) => {
      gnodeDraw.feature(canvas, quiz.features[i].weights, 16);
      canvas.setAttribute("aria-label", `Feature ${i + 1}`);
    });
    told.querySelector(".new").addEventListener("click", () => {
      begin(anySeed());
      history.replaceState(null, "", `#quiz=${quiz.seed}`);
    });
    told.querySelector(".same").addEventListener("click", () => begin(quiz.seed)); // also where the address has it already
    told.querySelector(".title").focus();
  }

  asking.addEventListener("click", ({ target }) => {
    const button = target.closest("button:not([aria-disabled=true])");
    if (button) give(button.value);
  });
  asking.addEventListener("keydown", (event) => {
    const value = { n: NOTHING, backspace: "back" }[event.key.toLowerCase()] ?? (/^\d$/.test(event.key) ? event.key : undefined);
    if (value === undefined || event.repeat || event.ctrlKey || event.altKey || event.metaKey || (value === "back" && !quiz.answers.length)) return;
    event.preventDefault();
    give(value);
  });

  const anySeed = () => Math.floor(1e6 * Math.random());
  function follow() {
    const seed = /^#quiz=(\d{1,9})$/.exec(location.hash)?.[1];
    if (seed) begin(Number(seed));
    return seed;
  }
  addEventListener("hashchange", follow);
  document.documentElement.classList.add("gnode-quiz-live");
  follow() || start(anySeed());
})();
