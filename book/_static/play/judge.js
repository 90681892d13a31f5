"use strict";
/* Be the judge: the claims of the page's table with test and result, then the reader's verdict, ours, and something simpler. */

document.addEventListener("DOMContentLoaded", () => {
  const WORDS = ["holds", "holds in part", "fails"]; // a claim that splits holds for one version of two, so in part
  const cases = [...document.querySelectorAll("#five-claims tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerHTML.replace(/<\/?p>/g, "")));
  const ours = cases.map(([, , , verdict]) => WORDS.indexOf(verdict.match(/<strong>([a-z ]+)/i)[1].toLowerCase().replace("splits", WORDS[1])));
  const form = Object.assign(document.createElement("form"), { className: "judge", id: "gnode-judge", ariaLabel: "Be the judge" });
  const [first, now] = [[], []]; // what the reader said, and says since

  for (const [at, [claim, test, found, verdict, simpler]] of cases.entries()) {
    const group = form.appendChild(document.createElement("fieldset"));
    group.innerHTML = `<legend>${claim}</legend><p><b>Test:</b> ${test}<br><b>Found:</b> ${found}</p><div>${WORDS.map((of) => `<button type="button">${of.replace("holds in", "in")}</button>`).join("")}</div><p role="status"></p>`;
    const buttons = [...group.querySelectorAll("button")];
    buttons.forEach((button, said) => button.addEventListener("click", () => {
      now[at] = said;
      first[at] ??= said;
      buttons.forEach((of) => (of.ariaPressed = String(of === button)));
      group.lastChild.innerHTML = `${first[at] === ours[at] ? "We agree." : "We say otherwise."} ${verdict} <b>But something simpler:</b> ${simpler}`;
      form.lastChild.innerHTML = summary();
    }));
  }

  function summary() {
    const left = cases.length - Object.keys(first).length;
    if (left) return `${left} to go.`;
    const agreed = first.filter((said, at) => said === ours[at]).length, moved = first.filter((said, at) => said !== now[at]).length;
    const since = moved ? `Something simpler has changed your mind on ${moved}.` : "Has something simpler changed your mind? You may vote again.";
    return `<b>You agreed with us on ${agreed} of ${cases.length}. ${since}</b> Our rules contain nothing simpler, because the paper’s own comparisons do not.`;
  }

  form.append(Object.assign(document.createElement("p"), { role: "status" }));
  const board = document.querySelector("#fig-verdicts-count");
  board.before(form);
  document.querySelector("#five-claims").hidden = true; // the form tells it
  document.querySelector("#all-nineteen-claims > h2").after(board); // below, so that it does not give the answers away
});
