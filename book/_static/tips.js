// The definition of a word of the glossary, under the mouse and with the keyboard's focus; Escape puts it away.
document.addEventListener("DOMContentLoaded", () => {
  const words = document.querySelectorAll("a.defined");
  if (!words.length) return;
  const tip = document.createElement("div");
  tip.className = "glossary-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.querySelector("article").append(tip);

  let shown, leaving;
  const hide = () => { tip.hidden = true; };
  const stay = () => clearTimeout(leaving);
  const leave = () => { leaving = setTimeout(hide, 150); }; // time to reach the definition itself
  const place = () => {
    if (tip.hidden) return;
    const line = shown.getClientRects()[0];
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(line.left, room))}px`;
    const below = line.bottom + 6;
    const fits = below + tip.offsetHeight < innerHeight;
    tip.style.top = `${fits ? below : line.top - tip.offsetHeight - 6}px`;
  };
  const show = (word) => {
    stay();
    shown = word;
    tip.textContent = document.getElementById(word.getAttribute("aria-describedby")).textContent;
    tip.hidden = false;
    place();
  };

  for (const word of words) {
    word.addEventListener("pointerenter", () => show(word));
    word.addEventListener("pointerleave", leave);
    word.addEventListener("focus", () => show(word));
    word.addEventListener("blur", hide);
  }
  tip.addEventListener("pointerenter", stay);
  tip.addEventListener("pointerleave", leave);
  addEventListener("scroll", place, { passive: true }); // the focus may scroll the page
  addEventListener("resize", place);
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
});
