/* What the reader has answered on the pages: kept in this browser alone, and shown on the last page, which can forget it. */

const gnodeTold = (() => {
  const KEPT = "gnode-told";
  const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };
  const show = () => document.querySelectorAll("[data-told]").forEach((cell) => (cell.textContent = read()[cell.dataset.told] ?? "not yet"));
  const forget = document.getElementById("gnode-forget");
  forget?.addEventListener("click", () => { try { localStorage.removeItem(KEPT); } catch { /* nothing is kept */ } show(); });
  if (forget) forget.hidden = false;
  addEventListener("pageshow", show); // when one comes back, too
  return (page, answer) => { try { localStorage.setItem(KEPT, JSON.stringify({ ...read(), [page]: answer })); } catch { /* it is not kept */ } };
})();
