// The ledger: buttons that filter its cards by outcome, and links that unfold a card. What is counted apart is folded and not
// filtered. Without scripts the page shows every claim.
document.addEventListener("DOMContentLoaded", () => {
  const cards = [...document.querySelectorAll("details.verdict")];
  const claims = cards.filter((card) => !card.classList.contains("apart"));
  const sections = [...document.querySelectorAll("section")].filter(
    (section) => !section.querySelector("section") && section.querySelector("details.verdict:not(.apart)"),
  );
  if (!sections.length) return;
  const kinds = ["holds", "in-part", "fails", "splits", "not-testable", "not-run"];
  const of = (kind) => claims.filter((card) => kind === "all" || card.classList.contains(kind));

  const group = document.createElement("div");
  group.className = "ledger-filter";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Show claims by outcome");
  const status = document.createElement("p");
  status.setAttribute("role", "status");

  const show = (chosen) => {
    for (const button of group.children) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    const shown = of(chosen.dataset.kind);
    for (const card of claims) card.hidden = !shown.includes(card);
    for (const section of sections) {
      section.classList.toggle("filtered", chosen !== group.firstChild);
      section.hidden = !section.querySelector("details.verdict:not([hidden])");
    }
    status.textContent = `${shown.length} of ${claims.length} claims are shown.`;
  };

  const add = (kind, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.kind = kind;
    button.textContent = `${text} ${of(kind).length}`;
    button.addEventListener("click", () => show(button));
    group.append(button);
    return button;
  };
  const all = add("all", "all");
  for (const kind of kinds) {
    const [first] = of(kind);
    if (first) add(kind, `${first.querySelector("summary").textContent.trim().split(" ")[0]} ${kind.replaceAll("-", " ")}`);
  }
  sections[0].before(group, status);
  show(all);

  // A link to a card unfolds it: from another page, from this one, and when it is followed for the second time.
  const unfold = (hash) => {
    const card = cards.find((one) => `#${one.id}` === hash);
    if (!card) return;
    if (card.hidden) show(all);
    for (let outer = card; outer; outer = outer.parentElement.closest("details")) outer.open = true;
    card.scrollIntoView();
  };
  addEventListener("hashchange", () => unfold(location.hash));
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && link.pathname === location.pathname && link.hash === location.hash) unfold(link.hash);
  });
  unfold(location.hash);
});
