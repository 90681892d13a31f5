"use strict";
/* Judge it yourself: the verdicts by a margin and a version that the reader chooses (`study.judged`). All changes while
   the slider moves, and the link keeps the choice. */

document.addEventListener("DOMContentLoaded", () => {
  const { margins, committed, claims } = gnodeJudged;
  const COLUMNS = { both: "both versions", paper: "the paper’s version", program: "the program’s version" };
  const KINDS = { holds: "✔", "in part": "◐", fails: "✘", splits: "≠", "not testable": "–", disregarded: "–", "not run": "…" };
  const LOSSES = ["half a point", "one point, as we do", "one and a half points", "two points"]; // by margin
  const FIXED = { margin: committed, column: "both", weak: false };
  const cards = [...document.querySelectorAll("details.verdict[id]")];
  const form = Object.assign(document.createElement("form"), { className: "judge", id: "gnode-judge", ariaLabel: "Be the judge" });
  form.innerHTML = `<p class="strip" role="img" aria-label="A square for each verdict; all are named below"></p><label><span><b>Be the judge.</b> How large a difference of accuracy do you forgive? <output></output></span><input autocomplete="off" type="range" name="margin" max="${LOSSES.length - 1}"></label>
    <label>Judge by <select autocomplete="off" name="column">${Object.entries(COLUMNS).map((of) => `<option value="${of[0]}">${of[1]}</option>`).join("")}</select></label>
    <label class="weak"><input autocomplete="off" type="checkbox" name="weak"> Disregard weak tests: something much simpler passes them, too, or they could hardly fail.</label>
    <p><span role="status"></span> <button type="button" hidden>Back to ours</button></p>`;
  const { margin, column, weak } = form.elements;
  const [forgiven, status, back] = ["output", "span[role]", "button"].map((of) => form.querySelector(of));

  const of = (card) => claims[card.id.slice("ledger-".length)], kindOf = (verdict) => verdict.split(" (")[0];
  /** What the judges say of a card's claim by the choice. */
  const judged = (card, by, m = margin.value) => (weak.checked && card.dataset.caution?.includes("weak test") ? "disregarded" : of(card)[by][m]);
  const fixed = (card) => kindOf(of(card).both[margins.indexOf(committed)]);
  const moved = (by, m) => cards.filter((card) => kindOf(judged(card, by, m)) !== fixed(card));
  const all = Object.keys(COLUMNS).flatMap((by) => margins.map((_, m) => moved(by, m)));
  const most = Math.max(...all.map((of) => of.length)), moving = new Set(all.flat()).size;

  function show() {
    const chosen = { margin: margins[margin.value], column: column.value, weak: weak.checked }, link = new URL(location);
    for (const [name, value] of Object.entries(chosen)) String(value) === String(FIXED[name]) ? link.searchParams.delete(name) : link.searchParams.set(name, value);
    const own = Object.keys(chosen).some((name) => link.searchParams.has(name));
    for (const card of cards) {
      const summary = card.firstElementChild, kind = kindOf(judged(card, column.value)), { kind: last = kind } = card.dataset;
      const verdicts = (column.value === "both" ? ["paper", "program"] : [column.value, column.value]).map((half) => kindOf(judged(card, half)).replace(" ", "-"));
      Object.assign(card.dataset, { kind, fixed: fixed(card), verdicts: verdicts.join(" "), changed: `${kind === fixed(card) ? "" : "changed"} ${kind === last ? "" : "moved"}` });
      for (const name in KINDS) card.classList.toggle(name.replace(" ", "-"), name === kind);
      summary.innerHTML = summary.innerHTML.replace(/^\s*\S/, KINDS[kind]).replace(/: [a-z ]+\s*$/, `: ${kind}`);
      card.querySelector(".chosen")?.remove();
      const told = ["paper", "program"].map((half) => `${COLUMNS[half]}, <b>${judged(card, half)}</b>`).join("; ");
      if (own) summary.insertAdjacentHTML("afterend", `<p class="chosen"><b>Your verdict: ${kind}.</b> By your criteria: ${told}. <br>All below is by the fixed criteria, with their verdict: <b>${fixed(card)}</b>.</p>`);
    }
    const n = moved(column.value, margin.value).length;
    form.firstChild.innerHTML = cards.map(({ dataset: { kind, verdicts, changed, caution } }) => `<i class="${changed} ${caution && !changed.startsWith("changed") ? "doubtful" : ""}" style="${verdicts.split(" ").map((of, half) => `--half-${half}: var(--${of})`).join("; ")}">${KINDS[kind]}</i>`).join("");
    status.innerHTML = `<b>Can you overturn our verdicts?</b> ${own ? `Your choice changes ${n || "none"} of the ${cards.length}${n ? `:<br>${moved(column.value, margin.value).map(({ dataset }) => `<q>${dataset.tile}</q> (${dataset.fixed} → ${dataset.kind})`).join(";<br>")}` : ""}.` : "Move the slider, judge by a single version, or tick the box."} ${weak.checked || n < most ? "" : `No other version or margin changes more. Only ${moving} can be changed by them at all.`}`;
    margin.ariaValueText = forgiven.textContent = LOSSES[margin.value];
    back.hidden = !own;
    history.replaceState(history.state, "", link);
    document.dispatchEvent(new Event("judged"));
  }

  function choose(values) {
    margin.value = margins.indexOf(margins.includes(+values.margin) ? +values.margin : committed);
    column.value = values.column in COLUMNS ? values.column : "both";
    weak.checked = String(values.weak) === "true";
    show();
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  back.addEventListener("click", () => (choose(FIXED), margin.focus()));
  document.querySelector("#fig-verdicts-count > .zoom").after(form);
  choose({ ...FIXED, ...Object.fromEntries(new URLSearchParams(location.search)) });
});
