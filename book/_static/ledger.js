// The ledger: tiles that show their claims' cards, and links that unfold one; without scripts a picture and a list.
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
      shown = card;
      tileOf(card)?.setAttribute("aria-current", "true");
    };
    // An open card is a step of the history, so that Back closes it; the focus goes to the card and back to its tile.
    const step = () => {
      const card = cards.find(({ id }) => id === history.state?.tile), left = panel.contains(document.activeElement) && tileOf(shown);
      show(card);
      const at = card ? panel.querySelector("summary") : left;
      if (at) at.focus({ preventScroll: true }), at.scrollIntoView({ block: "nearest" });
    };
    const tiled = cards.filter(({ dataset }) => dataset.tile), kinds = { holds: "✔", "in part": "◐", fails: "✘", splits: "≠", "not testable": "–", "not run": "…" };
    const kindOf = (card) => Object.keys(kinds).find((of) => card.classList.contains(of.replace(" ", "-"))), isMain = ({ dataset }) => "main" in dataset;
    for (const question of ["", ...new Set(tiled.map(({ dataset }) => dataset.question))]) { // the main ones first
      const claims = tiled.filter((card) => (question ? !isMain(card) && card.dataset.question === question : isMain(card)));
      const group = tiles.appendChild(document.createElement(question ? "details" : "div"));
      group.innerHTML = `${question && `<summary>${question} <span aria-hidden="true">${claims.map((card) => kinds[kindOf(card)]).join(" ")}</span></summary>`}<ul></ul>`;
      for (const card of claims) {
        const { tile: name, caution, main, verdicts } = card.dataset, kind = kindOf(card);
        const tile = document.createElement("a"), doubt = caution.split(", ")[0];
        Object.assign(tile, { href: `#${card.id}`, className: doubt && "doubtful", ariaDescription: card.querySelector("p").textContent });
        tile.innerHTML = `<i>${kinds[kind]} </i><span class="${main === undefined ? "" : "main"}">${name}${doubt && ` <small>(${doubt})</small>`}</span>`;
        verdicts.split(" ").forEach((verdict, half) => tile.style.setProperty(`--half-${half}`, `var(--${verdict})`));
        tile.addEventListener("click", (event) => {
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (shown !== card) history.pushState({ tile: card.id }, "", tile.hash);
          step();
        });
        group.lastChild.appendChild(document.createElement("li")).append(tile);
      }
    }
    picture.classList.add("still");
    picture.after(tiles, panel);
    step();
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
