"use strict";
/* Judge it yourself: the verdicts by a margin, a level of tests and a column that the reader chooses, as the judges in Python
   gave them (`study.judged`). Cards and tiles change at once, and the link keeps the choice. */

document.addEventListener("DOMContentLoaded", () => {
  const { choices: { margin, level }, committed, claims } = gnodeJudged;
  const COLUMNS = { both: "both versions", paper: "as the paper writes it", program: "by the program" };
  const FIXED = { margin: String(committed.margin), level: String(committed.level), column: "both" };
  const KINDS = { // mark, and what a half of a tile is called
    holds: ["✔", "reproduced"], "in part": ["◐", "partly"], fails: ["✘", "not-reproduced"], splits: ["≠"],
    "not testable": ["–", "not-testable"], "not run": ["…", "not-run"],
  };
  const kindOf = (verdict) => verdict.split(" (")[0];
  const cards = [...document.querySelectorAll("details.verdict")].map((card) => ({
    card, claim: card.id.slice("ledger-".length), summary: card.querySelector("summary"),
    was: { className: card.className, title: card.querySelector("summary").innerHTML, verdicts: card.dataset.verdicts },
  }));
  const options = (values, written, fixed) => values.map((of) => `<option value="${of}">${written(of)}${String(of) === fixed ? ", as fixed" : ""}</option>`).join("");
  const form = document.createElement("form");
  form.className = "judge";
  form.setAttribute("aria-label", "Judge it yourself");
  form.innerHTML = `
    <label>Margin of accuracy <select name="margin">${options(margin, (of) => of.toFixed(3), FIXED.margin)}</select></label>
    <label>Level of tests <select name="level">${options(level, (of) => of.toFixed(2), FIXED.level)}</select></label>
    <label>Judged <select name="column">${options(Object.keys(COLUMNS), (of) => COLUMNS[of], "")}</select></label>
    <p><span role="status"></span> <button type="button" hidden>Back to the fixed criteria</button></p>`;
  const [status, back] = [form.querySelector("span"), form.querySelector("button")];
  const fields = Object.keys(FIXED).map((name) => form.elements[name]);

  /** What the judges say of a claim by the choice, in a column. */
  function judged(claim, column = form.elements.column.value) {
    return claims[claim][column][form.elements.margin.selectedIndex * level.length + form.elements.level.selectedIndex];
  }

  function show() {
    const own = fields.some(({ name, value }) => value !== FIXED[name]);
    const chosen = `margin ${Number(form.elements.margin.value).toFixed(3)}, level ${Number(form.elements.level.value).toFixed(2)}`;
    for (const { card, claim, summary, was } of cards) {
      card.querySelector(".chosen")?.remove();
      const kind = kindOf(judged(claim)), column = form.elements.column.value;
      const halves = column === "both" ? ["paper", "program"] : [column, column];
      card.className = own ? `verdict ${kind.replace(" ", "-")}${/\bapart\b/.test(was.className) ? " apart" : ""}` : was.className;
      summary.innerHTML = own ? was.title.replace(/^(\s*)\S/, `$1${KINDS[kind][0]}`).replace(/: [a-z ]+(\s*)$/, `: ${kind}$1`) : was.title;
      if (was.verdicts) card.dataset.verdicts = own ? halves.map((half) => KINDS[kindOf(judged(claim, half))][1]).join(" ") : was.verdicts;
      if (!own) continue;
      const told = ["paper", "program"].map((half) => `${COLUMNS[half]}, <b>${judged(claim, half)}</b>`).join("; ");
      summary.insertAdjacentHTML("afterend", `<p class="chosen">By your criteria (${chosen}): ${told}. What follows is by the criteria that were fixed.</p>`);
    }
    const counts = Object.keys(KINDS).map((kind) => [kind, cards.filter(({ card, claim }) => card.dataset.tile && kindOf(judged(claim)) === kind).length]);
    const told = counts.filter(([, n]) => n).map(([kind, n]) => `${kind} ${n}`).join(", ");
    status.textContent = own ? `These are your criteria, not those that were fixed before the runs: ${told}.` : "These are the criteria that were fixed before the runs. Choose your own.";
    back.hidden = !own;
    const link = new URL(location);
    for (const { name, value } of fields) value === FIXED[name] ? link.searchParams.delete(name) : link.searchParams.set(name, value);
    if (link.href !== location.href) history.replaceState(null, "", link);
    document.dispatchEvent(new Event("judged"));
  }

  function choose(of) {
    for (const field of fields) {
      field.value = of(field.name);
      if (field.selectedIndex < 0) field.value = FIXED[field.name];
    }
    show();
  }

  form.addEventListener("change", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  back.addEventListener("click", () => (choose((name) => FIXED[name]), fields[0].focus()));
  document.querySelector("#fig-verdicts-count > .zoom").before(form);
  const asked = new URLSearchParams(location.search);
  choose((name) => asked.get(name) ?? FIXED[name]);
});
