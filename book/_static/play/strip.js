"use strict";
/* A row and what the nodes make of it, node by node: what training sees, what can be read out, and the class. */

const gnodeStrip = (() => {
  const MOST = 21; // pictures in a line

  /** Numbers of nodes to show: all of few, some of many. */
  function steps(d2) {
    const n = Math.min(d2, MOST);
    return [...new Set(Array.from({ length: n }, (_, i) => Math.max(1, Math.round(((i + 1) * d2) / n))))];
  }

  /** One line of pictures; where a line of as many is there already, its pictures are drawn anew. */
  function line(place, at, title, rows, pictures) {
    let group = place.children[at];
    if (group?.lastChild.children.length !== pictures.length) {
      const made = document.createElement("div");
      made.setAttribute("role", "group");
      made.innerHTML = `<p class="subtitle"></p><ol class="strip">${'<li><canvas role="img"></canvas><span></span></li>'.repeat(pictures.length)}</ol>`;
      if (group) group.replaceWith(made);
      else place.append(made);
      group = made;
    }
    group.setAttribute("aria-label", title);
    group.firstChild.textContent = title;
    pictures.forEach(({ values, label, caption }, i) => {
      const [canvas, span] = group.lastChild.children[i].children;
      gnodeDraw.row(canvas, values, rows);
      canvas.setAttribute("aria-label", label);
      span.textContent = caption;
    });
  }

  /** Fill `place` for a row x of a run whose read-out is there; gives what to say of it, in words. */
  function show(place, run, x) {
    const { rows, layer, readout, settings } = run;
    const h = gnodeNetwork.outputs(layer, x);
    const running = gnodeNetwork.running(layer, settings, h, rows.d1);
    const best = gnodeNetwork.best(readout, h);
    const named = (scores) => {
      const own = scores.subarray(rows.d1);
      return rows.classes[own.indexOf(Math.max(...own))];
    };
    const nodes = (m) => gnodeRun.count(m, "node");
    if (!place.firstChild) place.innerHTML = `<p class="title"></p>`;
    place.firstChild.textContent = gnodeSettings.inWords(settings);
    const picked = steps(settings.nodes);
    line(place, 1, `Best read-out of the first nodes${rows.classes.length ? ", and the class it names" : ""}`, rows, [{ values: x, label: "the row itself", caption: "row" }, ...picked.map((m) => {
      const guess = rows.classes.length ? named(best[m - 1]) : null;
      return { values: best[m - 1].subarray(0, rows.d1), label: `from ${nodes(m)}${guess === null ? "" : `: ${guess}`}`, caption: guess === null ? m : `${m}: ${guess}` };
    })]);
    line(place, 2, "Running output, which training sees", rows, picked.map((m) => ({ values: running[m - 1], label: `after ${nodes(m)}`, caption: m })));
    return rows.classes.length ? `${gnodeSettings.inWords(settings)}: the nodes together call it ${named(best.at(-1))}.` : "";
  }

  return { show };
})();
