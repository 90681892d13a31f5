// What a link leads to (a word's definition, a work, a figure): under the mouse, with the keyboard's focus, and at a
// finger's first tap, whose second follows the link; Escape puts it away.
document.addEventListener("DOMContentLoaded", () => {
  const links = document.querySelectorAll("a.defined, a.previewed");
  if (!links.length) return;
  const tip = Object.assign(document.createElement("div"), { className: "preview", role: "tooltip", hidden: true });
  document.querySelector("article").append(tip);

  let shown, leaving, finger = false;
  const hide = () => { tip.hidden = true; };
  const stay = () => clearTimeout(leaving);
  const leave = () => { leaving = setTimeout(hide, 150); }; // time to reach the preview itself
  const place = () => {
    if (tip.hidden) return;
    const line = shown.getClientRects()[0];
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(line.left, room))}px`;
    const below = line.bottom + 6;
    const fits = below + tip.offsetHeight < innerHeight;
    tip.style.top = `${fits ? below : Math.max(8, line.top - tip.offsetHeight - 6)}px`;
  };
  const show = (link) => {
    stay();
    shown = link;
    tip.replaceChildren(...[...document.getElementById(link.getAttribute("aria-describedby")).childNodes].map((node) => node.cloneNode(true)));
    for (const picture of tip.querySelectorAll("img")) {
      picture.onload = place;
      picture.src = picture.dataset.src;
    }
    tip.hidden = false;
    place();
  };

  for (const link of links) {
    link.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && show(link));
    link.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && leave());
    link.addEventListener("pointerdown", ({ pointerType }) => { finger = pointerType !== "mouse" && (tip.hidden || shown !== link); });
    link.addEventListener("click", (event) => {
      if (!finger) return;
      event.preventDefault();
      finger = false;
      show(link);
    });
    link.addEventListener("focus", () => !finger && show(link));
    link.addEventListener("blur", hide);
  }
  tip.addEventListener("pointerenter", stay);
  tip.addEventListener("pointerleave", leave);
  document.addEventListener("pointerdown", ({ target }) => { if (!tip.contains(target) && !target.closest("a.defined, a.previewed")) hide(); });
  addEventListener("scroll", place, { passive: true }); // the focus may scroll the page
  addEventListener("resize", place);
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
});
