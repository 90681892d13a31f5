"use strict";
/* What a node learned from, and what it answers to. */

const gnodeExplain = (() => {
  const SHOWN = 8;

  function picture(rows, k, caption) {
    const figure = document.createElement("figure");
    const canvas = document.createElement("canvas");
    gnodeDraw.row(canvas, rows.row(k), rows);
    const name = rows.y ? `${rows.side ? "" : `example ${k}, `}${rows.y[k]}` : `example ${k}`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", rows.y ? `example ${k}, class ${rows.y[k]}` : `example ${k}`);
    figure.innerHTML = `<figcaption></figcaption>`;
    figure.firstChild.textContent = caption ? `${name}: ${caption}` : name;
    figure.prepend(canvas);
    return figure;
  }

  function line(title, figures) {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.innerHTML = `<p class="subtitle"></p><div class="row-pictures"></div>`;
    group.firstChild.textContent = title;
    group.setAttribute("aria-label", title);
    group.lastChild.append(...figures);
    return group;
  }

  /** Mean output for each class, as bars with their numbers. */
  function bars(classes, means) {
    const list = Object.assign(document.createElement("ul"), { className: "bars" });
    classes.forEach((name, k) => {
      const share = 50 * Math.min(1, Math.abs(means[k]));
      const bar = `<span class="bar" style="left: ${means[k] < 0 ? 50 - share : 50}%; width: ${share}%"></span>`;
      list.insertAdjacentHTML("beforeend", `<li><span class="name"></span><span class="track">${bar}</span><span class="value">${means[k].toFixed(2)}</span></li>`);
      list.lastChild.firstChild.textContent = name;
    });
    return list;
  }

  /** Fill `place` with what there is to say of node i of a run whose read-out is there. */
  function show(place, run, i) {
    const { rows, readout, settings, layer } = run;
    const own = layer.subsets[i];
    const sign = gnodeDraw.turned(layer.components.subarray(i * rows.d1, (i + 1) * rows.d1), rows.side); // as its picture is
    const h = Float64Array.from({ length: rows.n }, (_, k) => sign * readout.H[k * settings.nodes + i]);
    const order = [...h.keys()].sort((p, q) => h[q] - h[p]);
    const mean = h.reduce((sum, value) => sum + value, 0) / rows.n;
    const spread = Math.sqrt(h.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows.n);
    const name = run.className(own);
    const from = settings.algorithm === "GCN" ? ` of class ${name}` : i === 0 ? ": all" : `, by the error of node 1 (part ${i} of ${settings.nodes - 1})`;
    place.querySelector(".title").textContent = `Node ${i + 1} of ${gnodeSettings.inWords(settings)}`;
    const said = document.createElement("p");
    said.textContent = `It trained on ${gnodeRun.count(own.length, "example")}${from}, in ${gnodeRun.count(layer.n_updates[i], "update")}. Over all examples its output has the mean ${mean.toFixed(2)} and the standard deviation ${spread.toFixed(2)}${sign < 0 ? " (its sign is turned, as in its picture)" : ""}.${spread < 0.01 ? " So it is stuck." : ""}`;
    const content = [said, line(own.length > SHOWN ? `The first ${SHOWN} of its examples` : "Its examples", [...own.slice(0, SHOWN)].map((k) => picture(rows, k)))];
    const few = Math.min(SHOWN, Math.floor(rows.n / 2));
    content.push(line("Examples with the highest output", order.slice(0, few).map((k) => picture(rows, k, h[k].toFixed(2)))));
    content.push(line("Examples with the lowest output", order.slice(-few).reverse().map((k) => picture(rows, k, h[k].toFixed(2)))));
    if (rows.classes.length) {
      const [sums, counts] = [rows.classes.map(() => 0), rows.classes.map(() => 0)];
      rows.codes.forEach((c, k) => ((sums[c] += h[k]), (counts[c] += 1)));
      const group = line("Mean output by class", []);
      group.lastChild.replaceWith(bars(rows.classes, sums.map((sum, c) => sum / counts[c])));
      content.push(group);
    }
    place.querySelector(".content").replaceChildren(...content);
    place.hidden = false;
  }

  return { show };
})();
