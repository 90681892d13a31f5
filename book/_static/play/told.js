/* What the reader answered first on each page: kept in this browser alone, and shown and counted on the last page, which can forget it. */

const gnodeTold = (() => {
  const KEPT = "gnode-told", RIGHT = /^right$|^(\d) of \1 right|the best of all/; // how the pages put an answer without a mistake
  const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };
  function show() {
    const told = read(), cells = [...document.querySelectorAll("[data-told]")], answered = cells.filter((cell) => told[cell.dataset.told]);
    for (const cell of cells) cell.textContent = told[cell.dataset.told] ?? "none yet";
    const right = answered.filter((cell) => RIGHT.test(cell.textContent)).length;
    document.getElementById("gnode-total")?.replaceChildren(answered.length ? `You answered ${answered.length} of these ${cells.length} questions, ${right || "none"} of them without a mistake.` : "You have answered none of them yet.");
  }
  const forget = document.getElementById("gnode-forget");
  forget?.addEventListener("click", () => { try { localStorage.removeItem(KEPT); } catch { /* nothing is kept */ } show(); forget.textContent = "Forgotten"; });
  if (forget) forget.hidden = false;
  addEventListener("pageshow", show); // when one comes back, too
  return (page, answer) => { try { localStorage.setItem(KEPT, JSON.stringify({ [page]: answer, ...read() })); } catch { /* it is not kept */ } };
})();
