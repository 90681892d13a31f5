// The picture that moves plays once as its page opens, if it is in sight and motion is allowed; buttons play it again, stop it, and go through its steps.
const gnodeSteps = new URL("steps/", document.currentScript.src);

document.addEventListener("DOMContentLoaded", () => {
  const image = document.querySelector("img[data-seconds]");
  if (!image) return;
  const source = image.previousElementSibling, still = source.srcset, moving = image.src, rests = image.dataset.rests.split(",").map(Number);
  const [end, strip, place] = [new Image(), new Image(), document.createElement("div")];
  let ending, began, times = 0, at = -1; // -1 is the end, too
  const show = (src, label) => {
    ending = clearTimeout(ending);
    image.src = src;
    button.textContent = label ?? "▶ Play";
  };
  const play = () => {
    show(moving.replace(";", `;time=${times += 1};`), "■ Stop here"); // under a new address a picture begins anew
    [at, began, said.textContent] = [-1, Date.now(), ""];
    ending = setTimeout(show, 1000 * image.dataset.seconds, still);
  };
  const step = async (by) => {
    if (ending) at = rests.filter((of) => of <= (Date.now() - began) / 1000).length - 1; // where it has come to
    [end.src, strip.src] = [still, `${gnodeSteps}${image.dataset.steps}.webp`];
    await Promise.all([end.decode(), strip.decode()]);
    const n = strip.naturalHeight / end.naturalHeight;
    at = (at + by + n) % n;
    Object.assign(image.style, { padding: 0, aspectRatio: end.naturalWidth / end.naturalHeight, objectFit: "cover", objectPosition: `0 ${(100 * at) / (n - 1)}%` });
    show(strip.src);
    said.textContent = `step ${at + 1} of ${n}`;
  };
  place.className = "moving";
  place.innerHTML = '<button aria-label="Step back">‹</button><button></button><button aria-label="Next step">›</button><span role="status" class="visually-hidden"></span>';
  const [back, button, on, said] = place.children;
  [[back, () => step(-1)], [button, () => (ending ? step(0) : play())], [on, () => step(1)]].forEach(([of, act]) => of.addEventListener("click", act));
  show(still);
  source.media = "print";
  image.closest(".output").after(place);
  const moves = matchMedia("(prefers-reduced-motion: no-preference)").matches;
  new IntersectionObserver(([{ isIntersecting }], watch) => (watch.disconnect(), moves && isIntersecting && play()), { threshold: 0.5 }).observe(image);
});
