// The ledger: tiles in the place of their picture, each of which shows its claim's card below them, and links that unfold a
// card. Without scripts the page has the picture, and every card in its list. "judged" says that cards have changed.
document.addEventListener("DOMContentLoaded", () => {
  const cards = [...document.querySelectorAll("details.verdict")];
  const picture = document.querySelector("#fig-verdicts-count > .zoom");
  if (picture) {
    const [tiles, panel, line] = ["div", "div", "p"].map((name) => document.createElement(name));
    let shown;
    const show = (card) => {
      const copy = Object.assign(card.cloneNode(true), { open: true });
      copy.removeAttribute("id");
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
        const list = tiles.appendChild(document.createElement("ul")), weak = kind === "holds" && found.filter((card) => card.dataset.caution).length;
        list.appendChild(document.createElement("li")).textContent = `${found[0].textContent.trim()[0]} ${kind.replaceAll("-", " ")} (${found.length})${weak ? `, ${weak} doubtful` : ""}`;
        for (const card of found) {
          const tile = document.createElement("a"), { tile: name, caution, matters, verdicts, changed } = card.dataset;
          Object.assign(tile, { href: `#${card.id}`, className: `${matters === "1" ? "matters" : ""} ${changed ?? ""}`, ariaDescription: card.querySelector("p").textContent });
          tile.append(name, Object.assign(document.createElement("small"), { textContent: caution && "doubtful" }));
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
      tiles.append(line);
      if (shown) show(shown);
    };
    for (const on of ["mouseover", "focusin"]) tiles.addEventListener(on, ({ target }) => (line.textContent = target.closest("a")?.ariaDescription ?? line.textContent));
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
