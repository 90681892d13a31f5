/* A quiz in a table of pairs, A and B: the reader says which is a feature. Without scripts its last cell is a fold with the answer. */
document.querySelectorAll(".tag_pairs table").forEach((table) => {
  const score = Object.assign(document.createElement("p"), { role: "status", className: "score" });
  let [right, told] = [0, 0];
  const { rows } = table.tBodies[0];
  table.parentElement.after(score);
  for (const { cells } of rows) {
    const last = cells[2], feature = last.textContent.trim().at(-1);
    last.tabIndex = -1;
    last.innerHTML = ["A", "B"].map((name) => `<button type="button" aria-label="${name} is the feature">${name}</button>`).join("");
    last.addEventListener("click", ({ target: { tagName, textContent: guess } }) => {
      if (tagName !== "BUTTON") return;
      [right, told] = [right + (guess === feature), told + 1];
      cells["AB".indexOf(feature)].className = "feature";
      last.textContent = `${guess === feature ? "✔ Right" : "✘ No"}, it is ${feature}.`;
      if (told === rows.length) {
        score.textContent = `You have ${right} of ${told} right; by chance one expects ${told / 2}.`;
        gnodeTold("stories", `${right} of ${told} right`);
      }
      last.focus({ preventScroll: true }); // the buttons have gone
    });
  }
});
