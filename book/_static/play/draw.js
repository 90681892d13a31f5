"use strict";
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

  /** The sign that makes the strong weights of a feature positive: a node with all its weights reversed does the same. */
  const turned = (w) => (w.reduce((sum, value) => sum + value ** 3, 0) < 0 ? -1 : 1);

  /** Colours of a feature: red above zero, blue below, with its own range around white, turned. */
  function colours(w) {
    const width = w.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
    const sign = turned(w);
    return (value) => {
      const t = (sign * value) / width;
      const end = t > 0 ? [178, 24, 43] : [33, 102, 172];
      return end.map((part) => Math.round(255 + (part - 255) * Math.abs(t)));
    };
  }

  const feature = (canvas, w, side) => image(canvas, w, side, colours(w));

  return { colours, feature, row, turned };
})();
