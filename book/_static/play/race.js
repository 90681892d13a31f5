/* Two races in the reader's own browser: over the same epochs, and over those after which an auto-encoder and GN are about equally accurate on USPS (check `gn_as_long`). */

(() => {
  const place = gnodePlace("gnode-race", "A race of the four methods");
  if (!place) return;

  const NODES = 200, SHORTEST = 0.5; // seconds of the axis
  const HEATS = { same: { GCN: [30, 0.001], GN: [30, 0.001], SUP: [30, 0.001], AE: [30, 0.001] }, needed: { GN: [10, 0.003], AE: [0.5, 0.001] } }; // epochs and learning rates
  place.innerHTML = `<p role="status">How long does your machine take for ${HEATS.same.AE[0]} epochs of ${NODES} nodes, on 5,000 digits of MNIST?</p>
    <ol>${Object.keys(HEATS.same).map((kind) => `<li class="${kind}"><b>${gnodeNames[kind]}</b><span aria-hidden="true"><i></i></span><output aria-live="off"></output></li>`).join("")}</ol>
    <button type="button" value="same">Start the race</button><button type="button" value="needed">Half an epoch of the auto-encoder, ten of GN</button>`;
  const status = place.querySelector("p"), buttons = [...place.querySelectorAll("button")], race = (window.gnodeRace = { HEATS, seconds: {}, busy: false });
  const times = (ratio) => `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} times`, inSeconds = (of) => `${of < 10 ? of.toFixed(2) : of.toFixed(1)} s`;
  let control, shown;

  function show(running, share) {
    const whole = share > 0.02 ? race.seconds[running] / share : 0, longest = Math.max(SHORTEST, whole, ...Object.values(race.seconds));
    for (const name in HEATS.same) {
      const seconds = race.seconds[name], [bar, told] = ["i", "output"].map((part) => place.querySelector(`.${name} ${part}`));
      Object.assign(bar, { className: name === running ? "running" : "" }).style.width = `${(100 * (seconds ?? 0)) / longest}%`;
      told.value = seconds === undefined ? "" : name === running && whole ? `${Math.floor(seconds)} of ~${Math.ceil(whole)} s` : inSeconds(seconds);
    }
  }

  async function run(heat) {
    const { X, n, d1, codes } = await gnodeRows.digits(), layer = { X, n_samples: n, n_features: d1, n_components: NODES, random_state: 0 };
    for (const [task, algorithm] of [["train", "GN"], ["jointly", "AE"]]) await gnodeTask(task, { ...layer, algorithm, reading: "paper", learning_rate: 0.001, max_epochs: 1, y: codes }, { signal: control.signal }); // so that none pays for the first steps of the loops
    for (const [name, [max_epochs, learning_rate]] of Object.entries(HEATS[heat])) {
      const begun = performance.now(), given = { ...layer, algorithm: name, learning_rate, max_epochs };
      let share = 0;
      const tick = () => ((race.seconds[name] = (performance.now() - begun) / 1000), show(name, share), (shown = requestAnimationFrame(tick)));
      const onPart = ({ node, done }) => (share = done ?? (node + 1) / NODES);
      tick();
      const task = name === "AE" || name === "SUP" ? ["jointly", { ...given, y: codes }] : ["train", { ...given, reading: "paper", ...(name === "GCN" ? { y: codes } : {}) }];
      ({ seconds: race.seconds[name] } = await gnodeTask(...task, { signal: control.signal, onPart }).finally(() => cancelAnimationFrame(shown)));
      show();
    }
    const { GCN, GN, SUP, AE } = race.seconds;
    if (heat === "needed") return `Half an epoch of the auto-encoder took ${inSeconds(AE)}, ten of GN ${inSeconds(GN)}. On USPS these make networks about equally accurate; here we only took the time.`;
    return `For the same ${HEATS.same.AE[0]} epochs the auto-encoder took ${times(AE / GN)} as long as GN and ${times(AE / GCN)} as long as GCN, the supervised layer ${times(SUP / GN)} and ${times(SUP / GCN)}. But equal epochs are not equal accuracy. (Times vary with what else the machine does.)`;
  }

  for (const button of buttons) button.addEventListener("click", async () => {
    if (race.busy) return control.abort(new DOMException("Stopped.", "AbortError"));
    [control, race.busy, race.seconds] = [new AbortController(), true, {}];
    const [before, other] = [button.textContent, buttons.find((one) => one !== button)];
    [button.textContent, other.disabled, place.className, status.textContent] = ["Stop", true, button.value, "One after the other, each with the processor to itself …"];
    status.textContent = await run(button.value).catch(({ message }) => ((race.seconds = {}), show(), message));
    [race.busy, button.textContent, other.disabled] = [false, before === "Start the race" ? "Race again" : before, false];
  });
  show();
})();
