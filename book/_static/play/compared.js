"use strict";
/* A line-up: three networks of a data set, twenty runs each, of which one was not pre-trained. Then a table of what GN and GCN gain over two rivals. What is told at the end is true by the notebook's checks three_of_twenty and below_none. */
(() => {
  const place = gnodeSlider.place("compared", "Which network was not pre-trained?"), sets = Object.values(gnodeCompared), NAMES = ["GN", "GCN", "no pre-training"];
  const LETTERS = "ABC", ORDERS = ["012", "021", "102", "120", "201", "210"], set = () => sets[(2 + 7 * round) % sets.length], tenths = (mean) => Math.round(1000 * mean) / 10;
  const kind = (mean) => (mean === null || Math.abs(mean) <= 0.01 ? "level" : mean > 0 ? "better" : "worse");
  const word = ([mean, low, high]) => (mean === null ? "diverged" : `${mean < -0.0005 ? "−" : mean > 0.0005 ? "+" : ""}${Math.abs(tenths(mean)).toFixed(1)}${kind(mean) !== "level" && low <= 0 && high >= 0 ? " ?" : ""}`);
  let round = -1, found = 0, order = "";
  place.innerHTML = `<p role="status" tabindex="-1"></p><div class="networks"></div><p class="buttons"><button type="button" value="next" hidden>Next data set</button><button type="button" value="all">Show all ten sets</button></p>`;
  const [status, networks, buttons] = place.children, next = buttons.firstChild;

  function lineUp() {
    round += 1;
    const { title, scores } = set(), all = scores.flat(), low = Math.min(...all), range = Math.max(...all) - low;
    order = ORDERS[Math.floor(6 * Math.random())];
    status.innerHTML = `${title}: which of these three networks was not pre-trained? Each dot is one of its twenty runs.`;
    const x = (of) => 12 + (376 * (of - low)) / range, dots = (of) => scores[of].map((score, seed) => `<circle cx="${x(score)}" cy="${20 + 9 * Math.sin(3 * seed)}" r="5"/>`).join("");
    networks.innerHTML = `${[...order].map((of, i) => `<button type="button" value="${LETTERS[i]}" aria-label="Network ${LETTERS[i]}: test accuracy ${tenths(Math.min(...scores[of]))} to ${tenths(Math.max(...scores[of]))} per cent"><b>${LETTERS[i]}</b><svg viewBox="0 0 400 40">${dots(of)}</svg></button>`).join("")}<p><span>${tenths(low)}%</span> test accuracy <span>${tenths(low + range)}%</span></p>`;
    next.hidden = true;
  }

  function tell(guess) {
    const right = LETTERS[order.indexOf("2")], { gains } = set();
    found += guess === right;
    [...order].forEach((of, i) => {
      const { ariaLabel } = networks.children[i];
      Object.assign(networks.children[i], { className: ["GN", "GCN", "none"][of], ariaDisabled: "true", ariaLabel: `${ariaLabel.replace(/Network ./, NAMES[of])}${of < 2 ? `, gain ${word(gains[0][of])}` : ""}` });
      networks.children[i].firstChild.innerHTML = `${NAMES[of]}${of < 2 ? ` <small>${word(gains[0][of])}</small>` : ""}`;
    });
    status.textContent = `${guess === right ? "Yes" : "No"}, it was ${right}. So far you have found ${found} of ${round + 1}, and chance would find a third. The gain over it, in points, stands under each name.`;
    next.hidden = round === sets.length - 1;
  }

  function showAll() {
    const cell = (gain, row) => `<td class="${kind(gain[0])}" style="--row: ${row}; --size: ${Math.min(50, 22 + Math.abs(3 * tenths(gain[0])))}%">${word(gain)}</td>`;
    status.textContent = `Over no pre-training, node by node wins three times out of twenty, and two of these wins may be chance. It loses six times, once perhaps by chance, on the same three sets for both algorithms.`;
    networks.outerHTML = `<table><thead><tr><td></td>${["no pre-training", "layer by layer"].map((rival) => `<th scope="colgroup" colspan="2">over ${rival}</th>`).join("")}</tr><tr><td></td>${"<th scope=\"col\">GN</th><th scope=\"col\">GCN</th>".repeat(2)}</tr></thead><tbody>${Object.entries(gnodeCompared).map(([name, { gains }], row) => `<tr><th scope="row">${name}</th>${gains.flat().map((gain) => cell(gain, row)).join("")}</tr>`).join("")}</tbody></table>`;
    buttons.remove();
    place.classList.add("told");
  }

  place.addEventListener("click", ({ target }) => {
    const button = target.closest("button:not([aria-disabled])"), act = { next: lineUp, all: showAll }[button?.value];
    if (!button) return;
    act ? act() : tell(button.value);
    if (act) status.focus({ preventScroll: true });
  });
  lineUp();
})();
