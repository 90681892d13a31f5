/* What the reader answered first on each page: kept in this browser alone, and shown on the last page, which can forget it. */

const gnodeTold = (() => {
  const KEPT = "gnode-told";
  const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };
  const show = () => document.querySelectorAll("[data-told]").forEach((cell) => (cell.textContent = read()[cell.dataset.told] ?? "none yet"));
  const forget = document.getElementById("gnode-forget");
  forget?.addEventListener("click", () => { try { localStorage.removeItem(KEPT); } catch { /* nothing is kept */ } show(); forget.textContent = "Forgotten"; });
  if (forget) forget.hidden = false;
  addEventListener("pageshow", show); // when one comes back, too
  return (page, answer) => { try { localStorage.setItem(KEPT, JSON.stringify({ [page]: answer, ...read() })); } catch { /* it is not kept */ } };
})();
