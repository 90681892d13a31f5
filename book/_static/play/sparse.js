"use strict";
/* Which two of four rows did a sparse auto-encoder learn? What is told is true by the notebook's checks sparse and sparse_groups. */
(() => {
  const place = Object.assign(document.getElementById("gnode-sparse"), { role: "region", ariaLabel: "Which rows were learned?" }), LEARNED = ["B", "D"], ASK = "<b>Which two rows were learned? Choose them.</b>";
  place.innerHTML = `<p role="status">${ASK}</p><div class="buttons" role="group" aria-label="Rows">${[..."ABCD"].map((row) => `<button type="button" aria-pressed="false">${row}</button>`).join("")}</div>`;
  const [status, { children: rows }] = place.children, pressed = () => [...rows].filter(({ ariaPressed }) => ariaPressed === "true");
  for (const row of rows) row.addEventListener("click", () => {
    const was = row.ariaPressed === "true";
    if (!was && pressed().length > 1) for (const other of rows) other.ariaPressed = "false";
    row.ariaPressed = String(!was);
    if (pressed().length < 2) return void (status.innerHTML = ASK);
    const right = pressed().filter(({ textContent }) => LEARNED.includes(textContent)).length;
    status.innerHTML = `<b>${["Neither is right", "One is right", "Both are right"][right]}: B and D were learned.</b> D shows the decoder weights, which pass the control below. B shows the encoder weights, which fail it, because they look even further from a digit than C, the sums with random weights. The clearest digits of all, A, are plain averages.`;
  });
  document.documentElement.classList.add("gnode-sparse-live");
})();
