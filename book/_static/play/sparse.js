"use strict";
/* Which of three rows did a sparse auto-encoder learn? Each row of the still is a button. What is told is true by the notebook's checks sparse and sparse_groups. */
(() => {
  const place = gnodeSlider.place("sparse", "Which row was learned?");
  const ROWS = { A: ["soft, clear digits", "averages"], B: ["tangled strokes and loops", "sums with random weights"], C: ["clear strokes, some of them whole digits", "learned: the decoder weights"] };
  place.innerHTML = `<p role="status">A sparse auto-encoder learned one of these rows. The other two only add up digits. <b>Which one was learned?</b></p>
    <div role="group" aria-label="Rows">${Object.entries(ROWS).map(([row, [look]], at) => `<button type="button" value="${row}"><b>Row ${row}</b><i role="img" aria-label="${look}" style="--row: ${at}"></i></button>`).join("")}</div>`;
  place.style.setProperty("--still", `url("${document.querySelector(".tag_sparse-still img").src}")`);
  const [status, { children: rows }] = place.children;
  for (const row of rows) row.addEventListener("click", () => {
    if (place.className) return;
    place.className = "told";
    for (const of of rows) of.classList.toggle("learned", of.value === "C"), (of.firstChild.textContent = `Row ${of.value} \u00b7 ${ROWS[of.value][1]}${of === row ? " (your choice)" : ""}`);
    status.innerHTML = `<b>${row.value === "C" ? "Right" : "No"}, C was learned.</b> It comes closer to a digit than B, sums with random weights, but closest of all is A, which is plain averages.`;
  });
})();
