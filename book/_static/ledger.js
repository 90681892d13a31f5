// A link to a card unfolds it: from another page, from this one, and when it is followed for the second time.
document.addEventListener("DOMContentLoaded", () => {
  const unfold = (hash) => {
    const card = document.getElementById(hash.slice(1))?.closest("details.verdict");
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
