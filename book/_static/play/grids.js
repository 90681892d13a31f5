"use strict";
/* Which of two grids comes from random layers? What follows shows after a guess; that it is A is what the notebook draws and asserts. */
(() => {
  const place = Object.assign(document.getElementById("gnode-grids"), { role: "region", ariaLabel: "Which grid comes from random layers?" }), page = document.documentElement.classList;
  place.innerHTML = `<p role="status"><b>Which grid comes from random layers?</b></p><div class="buttons">${["A", "B"].map((grid) => `<button type="button" value="${grid}">Grid ${grid}</button>`).join("")}</div>`;
  place.addEventListener("click", ({ target: { value } }) => {
    if (!value || !page.contains("gnode-grids-open")) return;
    place.querySelector(`[value=${value}]`).ariaPressed = "true";
    place.firstChild.innerHTML = `<b>${value === "A" ? "Right" : "No"}: grid A comes from random layers.</b> Nothing gives it away, and that is the point: random layers reproduce no fewer of the paper\u2019s scores than its own methods do.`;
    page.remove("gnode-grids-open");
  });
  page.add("gnode-grids-live", "gnode-grids-open");
})();
