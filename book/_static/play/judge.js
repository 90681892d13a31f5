"use strict";
/* Judge it yourself: the verdicts by a margin, a level of tests and a version that the reader chooses, as the judges in Python
   gave them (`study.judged`). Cards and tiles change at once, and the link keeps the choice.
   What the messages say is true by the notebook's checks other_margins and better_is_different and the assertions at its end. */

document.addEventListener("DOMContentLoaded", () => {
  const { choices, committed, claims } = gnodeJudged;
  const FIXED = { ...committed, column: "both" };
  const COLUMNS = { both: "both versions", paper: "the paper’s version", program: "the program’s version" };
  const KINDS = { holds: "✔", "in part": "◐", fails: "✘", splits: "≠", "not testable": "–", "not run": "…" };
  const HALVES = { holds: "reproduced", "in part": "partly", fails: "not-reproduced" }; // of tiles
  const cards = [...document.querySelectorAll("details.verdict[id]")];
  const form = Object.assign(document.createElement("form"), { className: "judge", ariaLabel: "Judge it yourself" });
  const numbers = (name, digits) => choices[name].map((of) => [of, `${of.toFixed(digits)}${of === committed[name] ? ", as fixed" : ""}`]);
  const select = (name, label, options) =>
    `<label>${label} <select autocomplete="off" name="${name}">${options.map(([value, told]) => `<option value="${value}">${told}</option>`).join("")}</select></label>`;
  form.innerHTML = `<details open><summary>Be the judge: can you make “No accuracy is lost on the paper’s digits” fail?</summary><div>${select("margin", "Margin of accuracy", numbers("margin", 3))} ${select("level", "Level of tests", numbers("level", 2))}
    ${select("column", "Version", Object.entries(COLUMNS))}
    <p><span role="status"></span> <button type="button" hidden>Back to the fixed criteria</button></p></div></details>`;
  const { margin, level, column } = form.elements, fields = [margin, level, column];
  const [status, back] = ["span", "button"].map((name) => form.querySelector(name));

  /** What the judges say of a card's claim by the choice. */
  const judged = (card, of, m = margin.selectedIndex, l = level.selectedIndex) => claims[card.id.slice("ledger-".length)][of][m * choices.level.length + l];
  const fixed = (card) => kindOf(judged(card, "both", choices.margin.indexOf(committed.margin), choices.level.indexOf(committed.level)));
  const kindOf = (verdict) => verdict.split(" (")[0];

  function show() {
    const own = fields.some(({ name, value }) => value !== String(FIXED[name])), changed = [];
    for (const card of cards) {
      const summary = card.firstElementChild, kind = kindOf(judged(card, column.value));
      const halves = column.value === "both" ? ["paper", "program"] : [column.value, column.value];
      if (card.dataset.tile) {
        card.dataset.changed = kind === fixed(card) ? "" : "changed";
        if (card.dataset.changed) changed.push(`“${card.dataset.tile}” (${fixed(card)} → ${kind})`);
        card.dataset.verdicts = halves.map((half) => HALVES[kindOf(judged(card, half))] ?? kindOf(judged(card, half)).replace(" ", "-")).join(" ");
      }
      for (const of in KINDS) card.classList.toggle(of.replace(" ", "-"), of === kind);
      summary.innerHTML = summary.innerHTML.replace(/^\s*\S/, KINDS[kind]).replace(/: [a-z ]+\s*$/, `: ${kind}`);
      card.querySelector(".chosen")?.remove();
      for (const title of card.querySelectorAll("p > strong"))
        title.textContent = title.textContent.replace(/^(Why it [a-z ]+?)( by the fixed criteria)?\.$/, kind === fixed(card) ? "$1." : "$1 by the fixed criteria.");
      const told = ["paper", "program"].map((half) => `${COLUMNS[half]}, <b>${judged(card, half)}</b>`).join("; ");
      if (own) summary.insertAdjacentHTML("afterend", `<p class="chosen"><b>Your verdict: ${kind}.</b> By your criteria: ${told}. <br>All below is by the fixed criteria, with their verdict: <b>${fixed(card)}</b>.</p>`);
    }
    const told = changed.length ? `change ${changed.length} of 19 verdicts: ${changed.join(", ")}` : "change no verdict", won = changed.some((of) => of.startsWith("“No accuracy") && of.endsWith("fails)"));
    status.textContent = own ? `${won ? "You did it: it fails, partly because the test also counts a difference when GN is better. Next puzzle: can you make nine claims hold? " : ""}${cards.filter((card) => card.dataset.tile && card.classList.contains("holds")).length === 9 ? "Nine claims hold, and no choice gives more. " : ""}Your criteria, not those that were fixed before the runs, ${told}.` : "These criteria were fixed before the runs. Choose your own.";
    back.hidden = !own;
    const link = new URL(location);
    for (const { name, value } of fields) value === String(FIXED[name]) ? link.searchParams.delete(name) : link.searchParams.set(name, value);
    history.replaceState(history.state, "", link);
    document.dispatchEvent(new Event("judged"));
  }

  function choose(values) {
    for (const field of fields) field.value = [...field].some(({ value }) => value === String(values[field.name])) ? values[field.name] : FIXED[field.name];
    show();
  }

  form.addEventListener("change", show);
  back.addEventListener("click", () => (choose(FIXED), margin.focus()));
  [...document.querySelectorAll("#fig-verdicts-count > :is(.zoom, .tiles)")].at(-1).after(form);
  choose({ ...FIXED, ...Object.fromEntries(new URLSearchParams(location.search)) });
});
