// The picture that moves stands finished until its button plays it, and stops it.
document.addEventListener("DOMContentLoaded", () => {
  const image = document.querySelector("img[data-moving]");
  if (!image) return;
  const still = image.src, place = document.createElement("div"), button = document.createElement("button");
  let ending, times = 0;
  const rest = () => {
    ending = clearTimeout(ending);
    [image.src, button.textContent] = [still, "▶ Play"];
  };
  const play = () => {
    image.src = image.dataset.moving.replace(";", `;time=${times += 1};`); // under a new address a picture begins anew
    button.textContent = "■ Stop";
    ending = setTimeout(rest, 1000 * image.dataset.seconds);
  };
  place.className = "moving";
  place.append(button);
  button.addEventListener("click", () => (ending ? rest() : play()));
  rest();
  image.closest(".output").after(place);
});
