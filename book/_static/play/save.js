"use strict";
/* Features as a picture and as a table; all made in the page. */

const gnodeSave = (() => {
  const ENLARGED = 48; // width of a feature in the picture
  const GAP = 6;
  const ACROSS = 10;

  function download(name, parts, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(parts, { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  const stem = ({ settings: { algorithm, amnesia, nodes } }) => `gnode-${algorithm}-A${amnesia}-${nodes}`;

  /** All features in lines, each enlarged. */
  function png(run) {
    const pictures = [...run.list.querySelectorAll("canvas")];
    const across = Math.min(ACROSS * Math.ceil(pictures.length / 100), pictures.length);
    const step = ENLARGED + GAP;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: across * step + GAP, height: Math.ceil(pictures.length / across) * step + GAP });
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    pictures.forEach((picture, i) => context.drawImage(picture, GAP + (i % across) * step, GAP + Math.floor(i / across) * step, ENLARGED, ENLARGED));
    canvas.toBlob((blob) => download(`${stem(run)}.png`, [blob], "image/png"));
  }

  /** The layer as a table: a line a node, counted from 1, every float32 in the shortest decimals that give it back. */
  function csv(run) {
    const { rows: { d1, names }, layer } = run;
    const inputs = names ?? Array.from({ length: d1 }, (_, j) => `x${j}`);
    const quoted = (name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
    const lines = [["node", "intercept", ...inputs.map((name) => `w_${name}`), ...inputs.map((name) => `v_${name}`)].map(quoted).join(",")];
    layer.intercept.forEach((b, i) => {
      const weights = [layer.components, layer.decoder].flatMap((part) => Array.from(part.subarray(i * d1, (i + 1) * d1)));
      lines.push([i + 1, ...[b, ...weights].map(shortest)].join(","));
    });
    download(`${stem(run)}.csv`, [`${lines.join("\n")}\n`], "text/csv");
  }

  /** The fewest digits that give a float32 back; nine always do. */
  function shortest(value) {
    for (let digits = 6; digits < 9; digits++) if (Math.fround(Number(value.toPrecision(digits))) === value) return String(Number(value.toPrecision(digits)));
    return String(Number(value.toPrecision(9)));
  }

  /** The rows themselves, with their class behind them: what the lines of Python read where the rows were images. */
  function rowsAsCsv({ X, n, d1, y }) {
    const lines = Array.from({ length: n }, (_, k) => [...X.subarray(k * d1, (k + 1) * d1), ...(y ? [y[k]] : [])].join(","));
    download("gnode-rows.csv", [`${lines.join("\n")}\n`], "text/csv");
  }

  return { png, csv, rowsAsCsv };
})();
