"use strict";
/* Which two of four rows did a sparse auto-encoder learn? Each row of the still is a button. What is told is true by the notebook's checks sparse and sparse_groups. */
(() => {
  const place = Object.assign(document.getElementById("gnode-sparse"), { role: "region", ariaLabel: "Which rows were learned?" }), still = document.querySelector(".tag_sparse-still");
  const ROWS = { A: ["soft, clear digits", "averages"], B: ["speckle with a few strokes", "learned: the encoder weights"], C: ["tangled strokes and loops", "sums with random weights"], D: ["clear strokes, some of them whole digits", "learned: the decoder weights"] };
  place.innerHTML = `<p role="status">A sparse auto-encoder learned two of these rows: the weights into its nodes and the weights out of them. The other two only add up digits. <b>Which two were learned?</b></p>
    <div role="group" aria-label="Rows">${Object.entries(ROWS).map(([row, [look]], at) => `<button type="button" value="${row}" aria-pressed="false"><b>${row}</b><i role="img" aria-label="${look}" style="--row: ${at}"></i></button>`).join("")}</div>`;
  place.style.setProperty("--still", `url("${still.querySelector("img").src}")`);
  const [status, { children: rows }] = place.children, pressed = () => [...rows].filter(({ ariaPressed }) => ariaPressed === "true"), learned = ({ value }) => ROWS[value][1].startsWith("learned");
  for (const row of rows) row.addEventListener("click", () => {
    if (place.className) return;
    row.ariaPressed = String(row.ariaPressed !== "true");
    if (pressed().length < 2) return;
    place.className = "told";
    for (const of of rows) of.classList.toggle("learned", learned(of)), (of.firstChild.textContent = `${of.value} \u00b7 ${ROWS[of.value][1]}${of.ariaPressed === "true" ? " (yours)" : ""}`);
    status.innerHTML = `<b>${["You found neither", "You found one of the two", "You found both"][pressed().filter(learned).length]}: B and D were learned.</b> Yet B looks even further from a digit than C, sums with random weights. D comes closer than C, but closest of all is A, which is plain averages.`;
  });
  still.before(place); // the caption stays below
  document.documentElement.classList.add("gnode-sparse-live");
})();
