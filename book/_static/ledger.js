// The ledger: tiles in the place of their picture, each of which shows its claim's card below them, and links that unfold a
// card. Without scripts the page has the picture, and every card in its list. "judged" says that cards have changed.
document.addEventListener("DOMContentLoaded", () => {
  const cards = [...document.querySelectorAll("details.verdict")];
  const picture = document.querySelector("#fig-verdicts-count > .zoom");
  if (picture) {
    const tiles = document.createElement("div"), panel = document.createElement("div");
    let shown;
    const show = (card) => {
      const copy = card.cloneNode(true);
      copy.removeAttribute("id");
      copy.open = true;
      panel.replaceChildren(copy);
      tiles.querySelector("[aria-current]")?.removeAttribute("aria-current");
      tiles.querySelector(`[href="#${card.id}"]`).setAttribute("aria-current", "true");
      return (shown = card), copy;
    };
    const draw = () => {
      tiles.replaceChildren();
      for (const kind of ["holds", "in-part", "fails", "splits", "not-testable", "not-run"]) {
        const found = cards.filter((card) => card.dataset.tile && card.classList.contains(kind)).sort((a, b) => b.dataset.matters - a.dataset.matters);
        if (!found.length) continue;
        const [mark] = found[0].querySelector("summary").textContent.trim();
        const list = tiles.appendChild(document.createElement("ul")), title = list.appendChild(document.createElement("li"));
        title.textContent = `${mark} ${kind.replaceAll("-", " ")} (${found.length})`;
        for (const card of found) {
          const tile = document.createElement("a"), { tile: name, caution, matters, verdicts } = card.dataset;
          Object.assign(tile, { href: `#${card.id}`, className: matters === "1" ? "matters" : "" });
          tile.append(name, Object.assign(document.createElement("small"), { textContent: caution }));
          verdicts.split(" ").forEach((verdict, half) => tile.style.setProperty(`--half-${half}`, `var(--${verdict})`));
          tile.addEventListener("click", (event) => {
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            history.replaceState(null, "", tile.hash);
            show(card).firstElementChild.scrollIntoView({ block: "nearest" });
          });
          list.appendChild(document.createElement("li")).append(tile);
        }
      }
      if (shown) show(shown);
    };
    tiles.className = "tiles";
    panel.setAttribute("aria-live", "polite");
    picture.classList.add("still");
    picture.after(tiles, panel);
    draw();
    document.addEventListener("judged", draw);
  }

  // A link to a card unfolds it: from another page, from this one, and when it is followed for the second time.
  const unfold = (hash) => {
    const card = cards.find((one) => `#${one.id}` === hash);
    for (let outer = card; outer; outer = outer.parentElement.closest("details")) outer.open = true;
    card?.scrollIntoView();
  };
  addEventListener("hashchange", () => unfold(location.hash));
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!event.defaultPrevented && link?.pathname === location.pathname && link.hash === location.hash) unfold(link.hash);
  });
  unfold(location.hash);
});
