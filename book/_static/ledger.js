// The ledger: tiles and a list that show their claims' cards, and links that unfold one; without scripts a picture and a list. "judged": cards have changed.
document.addEventListener("DOMContentLoaded", () => {
  const cards = [...document.querySelectorAll("details.verdict")];
  const picture = document.querySelector("#fig-verdicts-count > .zoom");
  if (picture) {
    const [tiles, others, panel] = ["tiles", "others", "shown"].map((className) => Object.assign(document.createElement("div"), { className }));
    const fold = Object.assign(document.createElement("details"), { innerHTML: "<summary></summary>" });
    fold.append(others);
    let shown;
    const tileOf = (card) => [tiles, others].map((of) => of.querySelector(`[href="#${card?.id}"]`)).find(Boolean);
    const show = (card) => {
      panel.innerHTML = card ? card.outerHTML.replace(/ id="[^"]*"/, " open") : "";
      tileOf(shown)?.removeAttribute("aria-current");
      shown = card;
      tileOf(card)?.setAttribute("aria-current", "true");
      tileOf(card)?.closest("div").after(panel);
      if (others.contains(tileOf(card))) fold.open = true;
    };
    // An open card is a step of the history, so that Back closes it; the focus goes to the card and back to its tile.
    const step = () => {
      const card = cards.find(({ id }) => id === history.state?.tile), left = panel.contains(document.activeElement) && tileOf(shown);
      show(card);
      const at = card ? panel.querySelector("summary") : left;
      if (at) at.focus({ preventScroll: true }), at.scrollIntoView({ block: "nearest" });
    };
    const draw = () => {
      const tiled = cards.filter(({ dataset }) => dataset.tile), kinds = { holds: "✔", "in part": "◐", fails: "✘", splits: "≠", "not testable": "–", "not run": "…" };
      const kindOf = (card) => Object.keys(kinds).find((kind) => card.classList.contains(kind.replace(" ", "-")));
      const counted = Object.keys(kinds).map((kind) => [kind, ...[(card) => card.dataset.fixed ?? kindOf(card), kindOf].map((by) => tiled.filter((card) => by(card) === kind).length)]);
      others.innerHTML = tiles.innerHTML = "";
      fold.firstElementChild.innerHTML = `Fourteen other claims (all ${tiled.length} together: ${counted.map(([kind, was, now]) => was + now ? `<span>${was === now ? "" : `${was}→`}${now} ${kind === "not testable" ? kind : kind === "in part" ? "hold in part" : kind.replace(/s$/, "")}</span>` : "").filter(Boolean).join(", ")})`;
      for (const question of new Set(["", ...tiled.map(({ dataset }) => dataset.question)])) {
        const found = tiled.filter(({ dataset }) => (dataset.without ? "" : dataset.question) === question), list = (question ? others : tiles).appendChild(document.createElement("ul"));
        if (question) list.appendChild(document.createElement("li")).textContent = question;
        for (const card of found) {
          const { tile: name, caution, without, verdicts, fixed, changed = "" } = card.dataset, kind = kindOf(card), own = changed.startsWith("changed");
          const tile = document.createElement("a"), doubt = own ? "" : caution.split(", ")[0], second = own ? `By our criteria: ${fixed}${caution && `, ${caution.split(", ")[0]}`}` : without;
          Object.assign(tile, { href: `#${card.id}`, className: `${changed} ${doubt && "doubtful"}`, ariaDescription: card.querySelector("p").textContent });
          tile.innerHTML = question ? `<i>${kinds[kind]} </i><span>${name}${doubt && ` <small>(${doubt})</small>`}</span>` : `<b><i>${kinds[kind]} </i>${kind}${doubt && `, <small>${doubt}</small>`}</b><span><strong>${name}</strong> <small>${second}</small></span>`;
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
      if (others.querySelector(".moved")) fold.open = true;
      const { open } = fold;
      if (shown) show(shown), fold.open = open;
    };
    picture.classList.add("still");
    picture.after(tiles, fold, panel);
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
