"use strict";
/* Features as a picture, as a film and as a table, and the link; all made in the page. */

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

  /** Where feature i lies in the picture, and the picture's size. */
  function grid({ settings: { nodes } }) {
    const across = Math.min(ACROSS * Math.ceil(nodes / 100), nodes);
    const step = ENLARGED + GAP;
    return { width: across * step + GAP, height: Math.ceil(nodes / across) * step + GAP, place: (i) => [GAP + (i % across) * step, GAP + Math.floor(i / across) * step] };
  }

  /** Colour of each point of feature i, enlarged. */
  function enlarged({ rows: { side, d1 }, layer }, i) {
    const w = layer.components.subarray(i * d1, (i + 1) * d1);
    const colour = gnodeDraw.colours(w, side);
    const [across, down] = [side ?? d1, side ?? 1];
    const known = Array.from(w, colour);
    return (x, y) => known[Math.floor((y * down) / ENLARGED) * across + Math.floor((x * across) / ENLARGED)];
  }

  function png(run) {
    const { width, height, place } = grid(run);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    for (let i = 0; i < run.settings.nodes; i++) {
      const colour = enlarged(run, i);
      const picture = new ImageData(ENLARGED, ENLARGED);
      for (let p = 0; p < ENLARGED ** 2; p++) picture.data.set([...colour(p % ENLARGED, Math.floor(p / ENLARGED)), 255], 4 * p);
      context.putImageData(picture, ...place(i));
    }
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

  /** A film of the features as they are trained, one a picture. */
  function gif(run) {
    const { width, height, place } = grid(run);
    const bytes = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
    const word = (value) => bytes.push(value & 255, value >> 8);
    const LEVELS = 127; // of red and of blue; index 127 is white
    word(width);
    word(height);
    bytes.push(0xf7, LEVELS, 0);
    for (let index = 0; index < 256; index++) {
      const t = Math.max(-1, Math.min(1, (index - LEVELS) / LEVELS));
      const end = t > 0 ? [178, 24, 43] : [33, 102, 172];
      bytes.push(...end.map((part) => Math.round(255 + (part - 255) * Math.abs(t))));
    }
    bytes.push(0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0); // again and again
    const picture = (left, top, across, down, indices, hundredths) => {
      bytes.push(0x21, 0xf9, 4, 4);
      word(hundredths);
      bytes.push(0, 0, 0x2c);
      [left, top, across, down].forEach(word);
      bytes.push(0);
      compressed(indices, bytes);
    };
    picture(0, 0, width, height, new Uint8Array(width * height).fill(LEVELS), 10);
    const { d1, side } = run.rows;
    const [columns, lines] = [side ?? d1, side ?? 1];
    for (let i = 0; i < run.settings.nodes; i++) {
      const w = run.layer.components.subarray(i * d1, (i + 1) * d1);
      const largest = w.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
      const sign = gnodeDraw.turned(w, side);
      const indices = Uint8Array.from({ length: ENLARGED ** 2 }, (_, p) => {
        const [x, y] = [p % ENLARGED, Math.floor(p / ENLARGED)];
        const value = w[Math.floor((y * lines) / ENLARGED) * columns + Math.floor((x * columns) / ENLARGED)];
        return LEVELS + Math.round((LEVELS * sign * value) / largest);
      });
      picture(...place(i), ENLARGED, ENLARGED, indices, i === run.settings.nodes - 1 ? 300 : 12);
    }
    bytes.push(0x3b);
    download(`${stem(run)}.gif`, [Uint8Array.from(bytes)], "image/gif");
  }

  /** LZW with 8 bits a colour, as GIF has it, in blocks of 255 bytes. */
  function compressed(indices, bytes) {
    const [CLEAR, END] = [256, 257];
    const out = [];
    let [table, next, size, held, n] = [new Map(), 258, 9, 0, 0];
    const code = (value) => {
      held |= value << n;
      for (n += size; n >= 8; n -= 8, held >>>= 8) out.push(held & 255);
    };
    bytes.push(8);
    code(CLEAR);
    let prefix = indices[0];
    for (const index of indices.subarray(1)) {
      const key = prefix * 256 + index;
      if (table.has(key)) {
        prefix = table.get(key);
        continue;
      }
      code(prefix);
      if (next < 4096) {
        if (next === 1 << size) size += 1;
        table.set(key, next++);
      } else {
        code(CLEAR);
        [table, next, size] = [new Map(), 258, 9];
      }
      prefix = index;
    }
    code(prefix);
    code(END);
    if (n) out.push(held & 255);
    for (let at = 0; at < out.length; at += 255) {
      const block = out.slice(at, at + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  }

  return { png, csv, gif, rowsAsCsv };
})();
