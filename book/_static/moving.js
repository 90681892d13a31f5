// A picture that moves plays when it comes into view, unless the reader asks for reduced motion; then it rests on its
// end. Its button stops it, or plays it from the beginning.
document.addEventListener("DOMContentLoaded", () => {
  for (const image of document.querySelectorAll("img[data-seconds]")) {
    const source = image.previousElementSibling, still = source.srcset, moving = image.src;
    const button = document.createElement("button");
    let ending, times = 0;
    const rest = () => {
      ending = clearTimeout(ending);
      image.src = still;
      button.textContent = "▶ Play from the beginning";
    };
    const play = () => {
      image.src = moving.replace(";", `;time=${times += 1};`); // under a new address a picture begins anew
      ending = setTimeout(rest, 1000 * image.dataset.seconds);
      button.textContent = "■ Stop";
    };
    button.type = "button";
    button.className = "moving";
    button.addEventListener("click", () => (ending ? rest() : play()));
    rest();
    source.media = "print";
    image.closest(".output").after(button);
    new IntersectionObserver(([{ isIntersecting }], observer) => {
      if (!isIntersecting) return;
      observer.disconnect();
      if (!ending && !times && !matchMedia("(prefers-reduced-motion: reduce)").matches) play();
    }, { threshold: 0.6 }).observe(image);
  }
});
