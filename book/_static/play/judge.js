"use strict";
/* Be the judge: the claims of the page's table one by one, what was found, also with something simpler, then the reader's verdict and ours. */

document.addEventListener("DOMContentLoaded", () => {
  const WORDS = ["holds", "holds in part", "fails"]; // a claim that splits holds for one version of two, so in part
  const cases = [...document.querySelectorAll("#five-claims tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerHTML.replace(/<\/?p>/g, "")));
  const ours = cases.map((of) => WORDS.indexOf(of[2].match(/<strong>([a-z ]+)/i)[1].toLowerCase().replace("splits", WORDS[1])));
  const form = Object.assign(document.createElement("form"), { className: "judge", id: "gnode-judge", ariaLabel: "Be the judge" });
  let given = [];

  function show(at, focused = true) {
    const [claim, found, , simpler] = cases[at];
    form.innerHTML = `<p class="subtitle">Claim ${at + 1} of ${cases.length}</p><p class="claim">${claim}</p><p>${found}</p><p><b>Something simpler:</b> ${simpler}</p>
      <fieldset><legend>By your own standard, this claim …</legend>${WORDS.map((of) => `<button type="button">${of}</button>`).join("")}</fieldset><div role="status"></div>`;
    const buttons = [...form.querySelectorAll("button")];
    buttons.forEach((button, said) => button.addEventListener("click", () => decide(at, said, buttons)));
    if (focused) buttons[0].focus({ preventScroll: true });
  }

  function decide(at, said, buttons) {
    given[at] = said;
    buttons.forEach((button, i) => Object.assign(button, { ariaPressed: String(i === said), disabled: i !== said }));
    const told = form.lastChild, last = at + 1 === cases.length, same = said === ours[at];
    told.innerHTML = `<p>${!same ? "Our rule says otherwise." : cases[at][2].includes("Splits") ? "We agree, and call that a split." : "We agree."} ${cases[at][2]}</p>${last ? `<p>${summary()}</p>` : ""}
      <button type="button">${last ? "Judge again" : "Next claim"}</button>`;
    const next = told.lastChild;
    next.addEventListener("click", () => (last && (given = []), show(last ? 0 : at + 1)));
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  function summary() {
    const n = given.filter((said, at) => said === ours[at]).length;
    const stricter = given.reduce((sum, said, at) => sum + said - ours[at], 0);
    const how = stricter ? `, and on the whole you were ${stricter > 0 ? "stricter" : "more lenient"} than we were` : "";
    return `<b>You agreed with us on ${n} of ${cases.length}${how}.</b> Our rules, written down beforehand with few exceptions, follow the paper’s own comparisons and contain nothing simpler. <a href="#all-nineteen-claims">All nineteen verdicts</a> are below.`;
  }

  show(0, false);
  const board = document.querySelector("#fig-verdicts-count");
  board.before(form);
  document.querySelector("#five-claims").hidden = true; // the game tells it
  document.querySelector("#all-nineteen-claims > h2").after(board); // below, so that it does not give the answers away
});
