"use strict";
/* A layer, or the rows it learned from, as a table; made in the page. */

const gnodeSave = (() => {
  function download(name, parts, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** The layer as a table: a line a node, counted from 1, every float32 in digits that give it back. */
  function csv(run) {
    const { rows: { d1, names }, layer, settings: { algorithm, amnesia, nodes } } = run;
    const inputs = names ?? Array.from({ length: d1 }, (_, j) => `x${j}`);
    const quoted = (name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
    const lines = [["node", "intercept", ...inputs.map((name) => `w_${name}`), ...inputs.map((name) => `v_${name}`)].map(quoted).join(",")];
    layer.intercept.forEach((b, i) => {
      const weights = [layer.components, layer.decoder].flatMap((part) => Array.from(part.subarray(i * d1, (i + 1) * d1)));
      lines.push([i + 1, b, ...weights].join(","));
    });
    download(`gnode-${algorithm}-A${amnesia}-${nodes}.csv`, [`${lines.join("\n")}\n`], "text/csv");
  }

  /** The rows themselves, with their class behind them: what the lines of Python read where the rows were images. */
  function rowsAsCsv({ X, n, d1, y }) {
    const lines = Array.from({ length: n }, (_, k) => [...X.subarray(k * d1, (k + 1) * d1), ...(y ? [y[k]] : [])].join(","));
    download("gnode-rows.csv", [`${lines.join("\n")}\n`], "text/csv");
  }

  return { csv, rowsAsCsv };
})();
