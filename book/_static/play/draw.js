/* Drawings on canvases, on white paper as the book's other figures are. */

const gnodeDraw = (() => {
  /** Numbers as a square image of `side` pixels a side, or without a side as stripes; `colour` gives red, green, blue. */
  function image(canvas, values, side, colour) {
    const [width, height] = [side ?? values.length, side ?? 1];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const picture = new ImageData(width, height);
    const { data } = picture;
    for (let p = 0; p < values.length; p++) {
      [data[4 * p], data[4 * p + 1], data[4 * p + 2]] = colour(values[p]);
      data[4 * p + 3] = 255;
    }
    canvas.getContext("2d").putImageData(picture, 0, 0);
  }

  /** Grey values from low (paper) to high (ink). */
  function row(canvas, values, { side, low, high }) {
    const grey = (value) => 255 * (1 - Math.min(1, Math.max(0, (value - low) / (high - low || 1))));
    image(canvas, values, side, (value) => Array(3).fill(grey(value)));
  }

  /** The sign in which ink is red and the ground of an image blue or white: a node with all its weights reversed does the
      same. An image of `side` pixels a side whose border is tinted is turned until the mean of its border is negative,
      anything else until the sum of the cubes is not: `study.figures.turned` does the same. */
  function turned(w, side) {
    let [cubes, squares, border] = [0, 0, 0];
    for (let p = 0; p < w.length; p++) {
      cubes += w[p] ** 3;
      squares += w[p] ** 2;
      const [x, y] = [p % side, Math.floor(p / side)];
      if (side > 3 && (x === 0 || y === 0 || x === side - 1 || y === side - 1)) border += w[p];
    }
    const tinted = Math.abs(border) / (4 * (side - 1)) > 0.1 * Math.sqrt(squares / w.length); // not without a side
    return (tinted ? -border : cubes) < 0 ? -1 : 1;
  }

  const REDS = [[247, 247, 247], [253, 219, 199], [244, 165, 130], [214, 96, 77], [178, 24, 43], [103, 0, 31]]; // as the figures have them
  const BLUES = [[247, 247, 247], [209, 229, 240], [146, 197, 222], [67, 147, 195], [33, 102, 172], [5, 48, 97]];

  /** Red above zero, blue below. A feature is turned and has its own range around white; other images are given a range. */
  function feature(canvas, w, side, range) {
    const width = range ?? (w.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1), sign = range ? 1 : turned(w, side);
    image(canvas, w, side, (value) => {
      const t = Math.min(1, Math.abs(value) / width) * 5, at = Math.min(4, Math.floor(t));
      const [low, high] = (sign * value > 0 ? REDS : BLUES).slice(at, at + 2);
      return low.map((part, i) => Math.round(part + (high[i] - part) * (t - at)));
    });
  }

  /** Weights of a byte each, in letters of base64. */
  const weights = (letters) => Int8Array.from(atob(letters), (letter) => letter.charCodeAt(0));

  const dot = (a, b) => a.reduce((sum, value, p) => sum + value * b[p], 0);

  /** A feature without what it shares with the mean image, which shows as a background: `study.measures.without_mean` does the same. */
  const withoutMean = (w, mean, shared = dot(w, mean) / dot(mean, mean)) => w.map((value, p) => value - shared * mean[p]);

  return { dot, feature, row, turned, weights, withoutMean };
})();
