// Two pictures of the same places become one with a slider between them. Without scripts they stand side by side.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".compare")) {
    const [left, right] = [...box.querySelectorAll("figcaption")].map((caption) => caption.textContent);
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: 100, step: 1, value: 50 });
    const show = () => {
      box.style.setProperty("--shown", slider.value / 100);
      slider.setAttribute("aria-valuetext", `${slider.value} % ${left}, ${100 - slider.value} % ${right}`);
    };
    slider.addEventListener("input", show);

    const label = document.createElement("label");
    label.append(`Slide between ${left} and ${right}`, slider);
    box.append(label);
    box.classList.add("live");

    // The picture itself can be dragged, too.
    const stage = box.querySelector("figure:last-of-type");
    const drag = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const { left: start, width } = stage.getBoundingClientRect();
      slider.value = (100 * (event.clientX - start)) / width;
      show();
    };
    stage.addEventListener("pointerdown", drag);
    stage.addEventListener("pointermove", drag);
    stage.addEventListener("dragstart", (event) => event.preventDefault());
    show();
  }
});
