// A picture that moves plays when it comes into view, unless the reader asks for reduced motion; then it rests on its
// end. Its buttons stop it or play it from the beginning, and go through it a step at a time: a strip has its steps, one
// below the other.
const gnodeSteps = new URL("steps/", document.currentScript.src);

document.addEventListener("DOMContentLoaded", () => {
  for (const image of document.querySelectorAll("img[data-seconds]")) {
    const source = image.previousElementSibling, still = source.srcset, moving = image.src;
    const buttons = document.createElement("div"), said = document.createElement("span");
    const end = new Image(), strip = new Image();
    let ending, times = 0, at = -1; // -1 is the end, too
    const stop = () => {
      ending = clearTimeout(ending);
      button.textContent = "▶ Play from the beginning";
    };
    const rest = () => {
      stop();
      image.src = still;
    };
    const play = () => {
      at = -1;
      said.textContent = "";
      image.src = moving.replace(";", `;time=${times += 1};`); // under a new address a picture begins anew
      ending = setTimeout(rest, 1000 * image.dataset.seconds);
      button.textContent = "■ Stop";
      said.textContent = "";
    };
    const step = async (by) => {
      stop();
      times += 1; // from now on it does not begin by itself
      [end.src, strip.src] = [still, `${gnodeSteps}${image.dataset.steps}.webp`];
      await Promise.all([end.decode(), strip.decode()]);
      const n = strip.naturalHeight / end.naturalHeight;
      at = (at + by + n) % n;
      Object.assign(image.style, { aspectRatio: end.naturalWidth / end.naturalHeight, objectFit: "cover", objectPosition: `0 ${(100 * at) / (n - 1)}%` });
      image.src = strip.src;
      said.textContent = `step ${at + 1} of ${n}`;
    };
    const add = (text, label, click) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, ariaLabel: label });
      made.addEventListener("click", click);
      buttons.append(made);
      return made;
    };
    add("‹", "Step back", () => step(-1));
    const button = add("", null, () => (ending ? rest() : play()));
    add("›", "Step on", () => step(1));
    said.setAttribute("role", "status");
    buttons.append(said);
    buttons.className = "moving";
    rest();
    source.media = "print";
    image.closest(".output").after(buttons);
    new IntersectionObserver(([{ isIntersecting }], observer) => {
      if (!isIntersecting) return;
      observer.disconnect();
      if (!ending && !times && !matchMedia("(prefers-reduced-motion: reduce)").matches) play();
    }, { threshold: 0.6 }).observe(image);
  }
});
