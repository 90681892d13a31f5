"use strict";
/* The rows to train on: one of the two sets of digits that the page has, or the reader's own. */

const gnodeRows = (() => {
  const known = {};

  /** What every part of the page takes for granted of some rows. */
  function complete({ y, ...rest }) {
    const { classes, codes } = y ? gnodePartition().encoded(y) : { classes: [], codes: new Int32Array(0) };
    return { ...rest, y, classes, codes, row: (k) => rest.X.subarray(k * rest.d1, (k + 1) * rest.d1) };
  }

  function digits() {
    const letters = new TextEncoder().encode(gnodeDigits.pixels);
    const X = Float32Array.from(letters, (letter) => (letter - 97) / 8 - 1);
    const y = Array.from(gnodeDigits.classes, Number);
    return complete({ X, n: y.length, d1: 64, y, side: 8, low: -1, high: 1 });
  }

  async function mnist16() {
    const { X, y, unseen, yUnseen } = await gnodeTask("unpack", gnodeMnist16);
    const test = { X: unseen, n: yUnseen.length, codes: yUnseen };
    return complete({ X, n: y.length, d1: 256, y: Array.from(y), test, side: 16, frame: 28 / 20, low: -1, high: 1 });
  }

  /** Rows of a name, "digits" or "mnist16", read when they are first asked for. */
  async function named(name) {
    return (known[name] ??= await (name === "mnist16" ? mnist16() : digits()));
  }

  /** Rows of files; rejects with a message for the reader. */
  async function own(files, { column, scaling, side = 16 }) {
    const read = await gnodeTask("table", { files, column, scaling, side });
    // Colours of what is scaled: its own range; outliers of raw numbers would make everything else pale.
    const range = scaling === "range" ? { low: -1, high: 1 } : { low: read.low, high: read.high };
    const csv = read.csv ?? { name: "gnode-rows.csv", delimiter: ",", headed: false, column: read.y ? "last" : "none" };
    return complete({ ...read, ...range, raw: { low: read.low, high: read.high }, csv, images: !read.csv });
  }

  /** Some of the rows. */
  function part({ d1, row, y }, some) {
    const X = new Float32Array(some.length * d1);
    some.forEach((k, at) => X.set(row(k), at * d1));
    return { X, n: some.length, d1, y: Array.from(some, (k) => y[k]) };
  }

  return { named, own, part };
})();
