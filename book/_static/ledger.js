// The ledger: tiles that show their claims' cards, and links that unfold one; without scripts a picture and a list. "judged": cards have changed.
document.addEventListener("DOMContentLoaded", () => {
  const cards = [...document.querySelectorAll("details.verdict")];
  const picture = document.querySelector("#fig-verdicts-count > .zoom");
  if (picture) {
    const [tiles, panel] = ["tiles", "shown"].map((className) => Object.assign(document.createElement("div"), { className }));
    let shown;
    const tileOf = (card) => tiles.querySelector(`[href="#${card?.id}"]`);
    const show = (card) => {
      panel.innerHTML = card ? card.outerHTML.replace(/ id="[^"]*"/, " open") : "";
      tileOf(shown)?.removeAttribute("aria-current");
      tileOf((shown = card))?.setAttribute("aria-current", "true");
    };
    // An open card is a step of the history, so that Back closes it; the focus goes to the card and back to its tile.
    const step = () => {
      const card = cards.find(({ id }) => id === history.state?.tile), left = panel.contains(document.activeElement) && tileOf(shown);
      show(card);
      const at = card ? panel.querySelector("summary") : left;
      if (at) at.focus({ preventScroll: true }), at.scrollIntoView({ block: "nearest" });
    };
    const draw = () => {
      tiles.replaceChildren();
      for (const kind of ["matters", "holds", "in-part", "fails", "splits", "not-testable", "not-run"]) {
        const found = cards.filter(({ dataset, classList }) => dataset.tile && (dataset.without ? kind === "matters" : classList.contains(kind))).sort((one, other) => one.dataset.rank - other.dataset.rank);
        if (!found.length) continue;
        const list = tiles.appendChild(Object.assign(document.createElement("ul"), { className: kind })), mark = (card) => card.textContent.trim()[0], above = (of) => cards.filter(({ dataset, classList }) => dataset.without && classList.contains(of)).length;
        list.appendChild(document.createElement("li")).textContent = kind === "matters" ? "The five that matter most, and what becomes of each without training node by node" : `${mark(found[0])} ${kind.replaceAll("-", " ")}: ${found.length + above(kind)}${above(kind) ? ` (${above(kind)} above)` : ""}`;
        for (const card of found) {
          const tile = document.createElement("a"), { tile: name, caution, without, verdicts, changed } = card.dataset;
          Object.assign(tile, { href: `#${card.id}`, className: changed ?? "", ariaDescription: card.querySelector("p").textContent });
          tile.innerHTML = `<span><i>${mark(card)} </i>${name}</span><small>${caution && "doubtful"}</small><small>${without}</small>`;
          verdicts.split(" ").forEach((verdict, half) => tile.style.setProperty(`--half-${half}`, `var(--${verdict})`));
          tile.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            if (shown !== card) history.pushState({ tile: card.id }, "", tile.hash);
            step();
          });
          list.appendChild(document.createElement("li")).append(tile);
        }
      }
      if (shown) show(shown);
    };
    picture.classList.add("still");
    picture.after(tiles, panel);
    draw();
    step();
    document.addEventListener("judged", draw);
    addEventListener("popstate", step);
  }

  // A link to a card unfolds it: from another page, from this one, and when it is followed for the second time.
  const unfold = (hash) => {
    const card = cards.find((one) => `#${one.id}` === hash);
    for (let outer = card; outer; outer = outer.parentElement.closest("details")) outer.open = true;
    card?.scrollIntoView();
  };
  addEventListener("hashchange", () => history.state?.tile || unfold(location.hash));
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!event.defaultPrevented && link?.pathname === location.pathname && link.hash === location.hash) unfold(link.hash);
  });
  if (!history.state?.tile) unfold(location.hash);
});
