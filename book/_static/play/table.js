/* Rows from the reader's files, and the digits at full size; all in a worker, and nothing leaves the page. */

function gnodeTable() {
  const MOST_BYTES = 200e6;
  const MOST_NUMBERS = 3e7;
  const MOST_CLASSES = 100;
  const SIDE = 16; // of images
  const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;
  const MISSING = /^(|nan|na|n\/a|null|none|\?|[-+]?inf(inity)?)$/i;
  const mega = (bytes) => `${Math.round(bytes / 1e6)} MB`;
  const refuse = (why) => {
    throw new Error(why);
  };

  /** Read images, or one file of numbers; `column` has the class: "last", "first" or "none"; `scaling`: "none", "range". */
  async function read(files, { column, scaling }) {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (bytes > MOST_BYTES) refuse(`${mega(bytes)} are too much for a page: at most ${mega(MOST_BYTES)}.`);
    const images = files.filter((file) => file.type.startsWith("image/"));
    if (images.length && images.length < files.length) refuse("Give either images or one file of numbers, not both.");
    const table = images.length ? await pixels(images) : numbers(files, await text(files), column);
    const { values, ...rest } = table, { low, high } = extremes(values, table.d1);
    const X = Float32Array.from(scaling === "range" ? ranged(values, low, high) : values);
    return { ...rest, X, low: low.reduce((a, b) => Math.min(a, b)), high: high.reduce((a, b) => Math.max(a, b)) };
  }

  async function text(files) {
    const [file, ...others] = files;
    if (others.length) refuse(`${files.length} files of numbers: give one at a time.`);
    const unpacked = async () => new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    const damaged = () => refuse(`${file.name} cannot be unpacked: it is no gzip file, or damaged.`);
    const content = await (/\.gz$/i.test(file.name) ? unpacked().catch(damaged) : file.text());
    if (/[\0\ufffd]/.test(content.slice(0, 10000))) refuse(`${file.name} is no text: give a CSV file, or images.`);
    return content.replace(/^\ufeff/, "");
  }

  /** A table of numbers with a class in one column: a line a row, with or without a line of names. */
  function numbers([{ name }], content, column) {
    const lines = content.split(/\r\n|\n|\r/).map((line, at) => [line.trim(), at + 1]).filter(([line]) => line);
    if (!lines.length) refuse(`${name} is empty.`);
    const delimiter = [",", ";", "\t"].find((mark) => lines[0][0].includes(mark)) ?? " ";
    const cells = (line) => (delimiter === " " ? line.split(/\s+/) : line.split(delimiter)).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, "$2"));
    const first = cells(lines[0][0]);
    const width = first.length;
    const at = { last: width - 1, first: 0, none: -1 }[column];
    const d1 = width - (at < 0 ? 0 : 1);
    if (d1 < 1) refuse(`${name} has one column only: a row needs numbers${at < 0 ? "" : " and a class"}, separated by commas, semicolons, tabs or spaces.`);
    const isNumber = (cell) => NUMBER.test(cell) || MISSING.test(cell);
    const headed = first.every((cell, j) => j === at || !isNumber(cell));
    const rows = headed ? lines.slice(1) : lines;
    if (rows.length < 2) refuse(`${name} has ${rows.length} row${rows.length === 1 ? "" : "s"} of numbers: at least two are needed.`);
    if (rows.length * d1 > MOST_NUMBERS) refuse(`${name} has ${rows.length} rows of ${d1} numbers: too much for a page. At most ${MOST_NUMBERS / 1e6} million numbers.`);
    const values = new Float64Array(rows.length * d1);
    const y = at < 0 ? null : new Array(rows.length);
    rows.forEach(([line, place], k) => {
      const found = cells(line);
      if (found.length !== width) refuse(`${name}, line ${place}: ${found.length} columns, but line ${lines[0][1]} has ${width}.`);
      for (let j = 0, to = k * d1; j < width; j++) {
        const cell = found[j];
        if (j === at) y[k] = cell;
        else if (NUMBER.test(cell)) values[to++] = Number(cell);
        else if (MISSING.test(cell)) refuse(`${name}, line ${place}, column ${j + 1}: ${cell || "nothing"} where a number is needed. Leave the row out or fill the gap.`);
        else refuse(`${name}, line ${place}, column ${j + 1}: “${cell.slice(0, 30)}” is no number.`);
      }
      if (!values.subarray(k * d1, (k + 1) * d1).every((value) => Math.abs(value) < 3e38)) refuse(`${name}, line ${place}: a number is too large for float32.`);
    });
    if (y) checkClasses(y, name, column);
    return { values, n: rows.length, d1, y, csv: { name, delimiter, headed, column }, side: d1 >= 16 && Number.isInteger(Math.sqrt(d1)) ? Math.sqrt(d1) : undefined };
  }

  function checkClasses(y, name, column) {
    const classes = new Set(y);
    if (classes.size === 1) refuse(`${name}: all rows are of one class, “${y[0]}”, in the ${column} column. There is nothing to tell apart. Is the class in another column?`);
    if (classes.size > Math.min(MOST_CLASSES, y.length / 2)) refuse(`${name}: the ${column} column has ${classes.size} different values in ${y.length} rows, which is no class. Is the class in another column?`);
    if (classes.has("")) refuse(`${name}: row ${y.indexOf("") + 1} has no class in the ${column} column.`);
  }

  /** Grey pictures of one size, ink above zero. A file's class is its name up to _, - or a blank. */
  async function pixels(files) {
    if (files.length < 2) refuse("One image is not enough: give two or more.");
    const values = new Float64Array(files.length * SIDE ** 2);
    const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    for (const [k, file] of files.entries()) {
      const picture = await createImageBitmap(file).catch(() => refuse(`${file.name} is no image that this browser can read.`));
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, SIDE, SIDE);
      const shrink = SIDE / Math.max(picture.width, picture.height);
      const [width, height] = [picture.width * shrink, picture.height * shrink];
      context.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
      picture.close();
      const { data } = context.getImageData(0, 0, SIDE, SIDE);
      for (let p = 0; p < SIDE ** 2; p++) {
        const light = (0.299 * data[4 * p] + 0.587 * data[4 * p + 1] + 0.114 * data[4 * p + 2]) / 255;
        values[k * SIDE ** 2 + p] = Math.round(128 * (1 - 2 * light)) / 128;
      }
    }
    const named = files.map((file) => file.name.split(/[_\-\s]/)[0]), classes = new Set(named);
    const rule = "An image’s class is its name up to the first _, - or blank, as in cat_01.png.";
    let unclassed; // why no class can be told
    if (classes.size === 1) unclassed = `All images are of one class, “${named[0]}”: there is nothing to tell apart. ${rule}`;
    else if (classes.size > files.length / 2) unclassed = `${classes.size} classes are too many for ${files.length} images. ${rule}`;
    return { values, n: files.length, d1: SIDE ** 2, y: unclassed ? null : named, unclassed, side: SIDE };
  }

  function extremes(values, d1) {
    const [low, high] = [Infinity, -Infinity].map((of) => new Float64Array(d1).fill(of));
    values.forEach((value, at) => {
      low[at % d1] = Math.min(low[at % d1], value);
      high[at % d1] = Math.max(high[at % d1], value);
    });
    return { low, high };
  }

  /** Each column to [-1, 1], step by step as scikit-learn's MinMaxScaler((-1, 1)) does it. */
  function ranged(values, low, high) {
    const factor = low.map((least, j) => 2 / (high[j] - least < 10 * Number.EPSILON ? 1 : high[j] - least));
    const shift = low.map((least, j) => -1 - least * factor[j]);
    return values.map((value, at) => value * factor[at % low.length] + shift[at % low.length]);
  }

  return { read, extremes, ranged, parsed: async (file) => numbers([file], await text([file]), "first") };
}
