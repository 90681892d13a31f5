"use strict";
/* Drawings on canvases, on white paper as the book's other figures are. */

const gnodeDraw = (() => {
  const INK = "#1a1a1a";
  const FAINT = "#6b6b6b";
  // One colour a class; the digit itself is drawn too, so that nothing hangs on colour.
  const CLASSES = "#000000 #0072b2 #b34a00 #00745a #9c3f7a #5e3c99 #7a5c00 #c1121f #33658a #5b5b5b".split(" ");

  /** A row of pixels as a square image; `colour` gives red, green and blue of a value. */
  function image(canvas, values, colour) {
    const side = Math.round(Math.sqrt(values.length));
    canvas.width = canvas.height = side;
    const picture = new ImageData(side, side);
    values.forEach((value, p) => picture.data.set([...colour(value), 255], 4 * p));
    canvas.getContext("2d").putImageData(picture, 0, 0);
  }

  /** Grey values from -1 (paper) to 1 (ink). */
  function digit(canvas, values) {
    image(canvas, values, (value) => Array(3).fill(255 - 127.5 * (Math.min(1, Math.max(-1, value)) + 1)));
  }

  /** Weights into a node: red above zero, blue below, with their own range around white, turned so that the strong ones
      are positive: a node with all its weights reversed does the same. */
  function feature(canvas, w) {
    const width = w.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
    const sign = w.reduce((sum, value) => sum + value ** 3, 0) < 0 ? -1 : 1;
    image(canvas, w, (value) => {
      const t = (sign * value) / width;
      const end = t > 0 ? [178, 24, 43] : [33, 102, 172];
      return end.map((part) => 255 + (part - 255) * Math.abs(t));
    });
  }

  /** A cross where there is nothing to show: the weights are no longer finite. */
  function cross(canvas, size) {
    const side = Math.round(Math.sqrt(size));
    const onCross = (p) => p % side === Math.floor(p / side) || (p % side) + Math.floor(p / side) === side - 1;
    image(canvas, Array.from({ length: size }, (_, p) => Number(onCross(p))), (value) => Array(3).fill(255 - 100 * value));
  }

  /** Axes in a canvas of any size: gives the context and where a point of the plot lies. */
  function axes(canvas, [x0, x1], [y0, y1], xlabel, ylabel, xticks, yticks) {
    const scale = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = canvas;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    const [left, right, top, bottom] = [52, width - 10, 10, height - 40];
    const x = (value) => left + ((value - x0) / (x1 - x0)) * (right - left);
    const y = (value) => bottom - ((value - y0) / (y1 - y0)) * (bottom - top);
    context.strokeStyle = FAINT;
    context.strokeRect(left, top, right - left, bottom - top);
    context.fillStyle = INK;
    context.font = "12px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const tick of xticks) context.fillText(String(tick), x(tick), bottom + 4);
    context.fillText(xlabel, (left + right) / 2, bottom + 22);
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const tick of yticks) context.fillText(String(tick), left - 5, y(tick));
    context.save();
    context.translate(12, (top + bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(ylabel, 0, 0);
    context.restore();
    return { context, x, y, right, top };
  }

  /** Outputs of two nodes against each other, each row as its digit. */
  function scatter(canvas, across, up, classes, xlabel, ylabel) {
    const [xrange, yrange] = [across, up].map(around);
    const { context, x, y } = axes(canvas, xrange.ends, yrange.ends, xlabel, ylabel, xrange.ticks, yrange.ticks);
    context.textAlign = "center";
    context.font = "10px sans-serif";
    classes.forEach((k, row) => {
      context.fillStyle = CLASSES[k];
      context.fillText(String(k), x(across[row]), y(up[row]));
    });
  }

  /** The part of an axis from -1 to 1 that holds the values, from one quarter to another, and where its ticks are. */
  function around(values) {
    const low = Math.floor(4 * values.reduce((least, value) => Math.min(least, value), 1)) / 4;
    const high = Math.max(Math.ceil(4 * values.reduce((most, value) => Math.max(most, value), -1)) / 4, low + 0.25);
    const ticks = Array.from({ length: Math.round(4 * (high - low)) + 1 }, (_, i) => low + i / 4);
    return { ends: [low - 0.02, high + 0.02], ticks };
  }

  /** Lines over the number of trained nodes: `lines` has for each a name, a dash and its values from zero nodes on. */
  function progress(canvas, lines, d2, xlabel, ylabel) {
    const highest = Math.max(...lines.flatMap(({ values }) => values));
    const step = niceStep(highest / 4);
    const ticks = Array.from({ length: Math.ceil(highest / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
    const nodes = niceStep(d2 / 5);
    const counts = Array.from({ length: Math.floor(d2 / nodes) + 1 }, (_, i) => i * nodes);
    const { context, x, y, right, top } = axes(canvas, [0, d2], [0, ticks.at(-1) * 1.35], xlabel, ylabel, counts, ticks);
    lines.forEach(({ name, dash, colour, values }, place) => {
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = 2;
      context.setLineDash(dash);
      context.beginPath();
      values.forEach((value, i) => context.lineTo(x(i), y(value)));
      context.stroke();
      const height = top + 12 + 16 * place;
      context.beginPath();
      context.moveTo(right - 36, height);
      context.lineTo(right - 8, height);
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = INK;
      context.textAlign = "right";
      context.fillText(name, right - 42, height);
      if (values.length === 1) {
        context.beginPath();
        context.arc(x(0), y(values[0]), 3, 0, 2 * Math.PI);
        context.fillStyle = colour;
        context.fill();
      }
    });
  }

  /** The smallest of 1, 2, 5 times a power of ten (at least 1 for counts above 1) that is not below `least`. */
  function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9));
  }

  return { cross, digit, feature, scatter, progress };
})();
