/* What a node learned from, and what it answers to: fills `place` for node i of a run whose read-out is there. */

function gnodeExplain(place, run, i) {
  const SHOWN = 6;
  const { rows, readout, settings, layer } = run;
  const own = layer.subsets[i];
  const sign = gnodeDraw.turned(layer.components.subarray(i * rows.d1, (i + 1) * rows.d1), rows.side); // as its picture is
  const h = Float64Array.from({ length: rows.n }, (_, k) => sign * readout.H[k * settings.nodes + i]);
  const order = [...h.keys()].sort((p, q) => h[q] - h[p]);
  const mean = h.reduce((sum, value) => sum + value, 0) / rows.n;
  const spread = Math.sqrt(h.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows.n);
  const name = run.className(own);
  const from = settings.algorithm === "GCN" ? ` of class ${name}` : i === 0 ? ": all" : `, by the error of node 1 (part ${i} of ${settings.nodes - 1})`;
  const few = Math.min(SHOWN, Math.floor(rows.n / 2));
  const lines = Object.entries({
    [`${own.length > SHOWN ? `Its first ${SHOWN}` : "Its"} examples, with its output`]: own.slice(0, SHOWN),
    "Examples with the highest output": order.slice(0, few),
    "Examples with the lowest output": order.slice(-few).reverse(),
  });
  place.querySelector(".title").textContent = `Node ${i + 1} of ${settings.algorithm}`;
  const content = place.querySelector(".content");
  content.innerHTML = `<p></p>${lines.map(([title, of]) => `<div role="group" aria-label="${title}">
    <p class="subtitle">${title}</p><div class="row-pictures">${'<div><canvas role="img"></canvas><span></span></div>'.repeat(of.length)}</div></div>`).join("")}`;
  content.firstChild.textContent = `It trained on ${gnodeRun.count(own.length, "example")}${from}, in ${gnodeRun.count(layer.n_updates[i], "update")}. Over all examples its output has the mean ${mean.toFixed(2)} and the standard deviation ${spread.toFixed(2)}${sign < 0 ? " (its sign is turned, as in its picture)" : ""}.${spread < 0.01 ? " So it is stuck." : ""}`;
  const shown = lines.flatMap(([, of]) => [...of]);
  content.querySelectorAll("canvas").forEach((canvas, at) => {
    const k = shown[at], example = `example ${k}${rows.y ? `, class ${rows.y[k]}` : ""}`;
    gnodeDraw.row(canvas, rows.row(k), rows);
    canvas.ariaLabel = example;
    canvas.nextSibling.textContent = `${rows.side && rows.y ? rows.y[k] : example}: ${h[k].toFixed(2)}`;
  });
  place.hidden = false;
}
