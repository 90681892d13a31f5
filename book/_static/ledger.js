// The ledger: buttons that filter it by verdict, and links that unfold a card. Without scripts the page shows every claim.
document.addEventListener("DOMContentLoaded", () => {
  const table = document.querySelector("table.ledger");
  if (!table) return;
  // The verdict of a row is its card's: a question of ours has words of its own, "no" for "not reproduced".
  const kinds = ["reproduced", "partly", "not-reproduced", "not-testable", "not-run"];
  const kindOf = (card) => kinds.find((kind) => card.classList.contains(kind));
  const rows = [...table.tBodies[0].rows].map((element) => ({
    element,
    mark: element.cells[2].textContent.trim().split(" ")[0],
    kind: kindOf(document.getElementById(element.cells[0].querySelector("a").hash.slice(1))),
  }));
  const cards = [...document.querySelectorAll("details.verdict")];
  const sections = [...document.querySelectorAll("section")].filter(
    (section) => !section.querySelector("section") && section.querySelector("details.verdict"),
  );

  const group = document.createElement("div");
  group.className = "ledger-filter";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Show claims by verdict");
  const status = document.createElement("p");
  status.setAttribute("role", "status");

  const show = (chosen) => {
    for (const button of group.children) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    const kind = chosen.dataset.kind;
    for (const row of rows) row.element.hidden = kind !== "all" && row.kind !== kind;
    for (const card of cards) card.hidden = kind !== "all" && !card.classList.contains(kind);
    for (const section of sections) {
      section.hidden = !section.querySelector("details.verdict:not([hidden])");
    }
    const shown = rows.filter((row) => !row.element.hidden).length;
    status.textContent = `${shown} of ${rows.length} claims are shown.`;
  };

  const add = (kind, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.kind = kind;
    button.textContent = text;
    button.addEventListener("click", () => show(button));
    group.append(button);
    return button;
  };
  const all = add("all", `all ${rows.length}`);
  for (const kind of kinds) {
    const of = rows.filter((row) => row.kind === kind);
    if (of.length) add(kind, `${of[0].mark} ${kind.replaceAll("-", " ")} ${of.length}`);
  }
  table.before(group, status);
  show(all);

  // A link to a card unfolds it: from another page, from the table, and when it is followed for the second time.
  const unfold = (hash) => {
    const card = cards.find((of) => `#${of.id}` === hash);
    if (!card) return;
    if (card.hidden) show(all);
    card.open = true;
    card.scrollIntoView();
  };
  addEventListener("hashchange", () => unfold(location.hash));
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && link.pathname === location.pathname && link.hash === location.hash) unfold(link.hash);
  });
  unfold(location.hash);
});
