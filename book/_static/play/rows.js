/* The rows to train on: the digits that the page has, or the reader's own. */

const gnodeRows = (() => {
  let unpacked; // the digits, promised

  /** What every part of the page takes for granted of some rows. */
  function complete({ y, ...rest }) {
    const { classes, codes } = y ? gnodePartition().encoded(y) : { classes: [], codes: new Int32Array(0) };
    return { ...rest, y, classes, codes, row: (k) => rest.X.subarray(k * rest.d1, (k + 1) * rest.d1) };
  }

  /** The digits of MNIST, read when they are first asked for. */
  const digits = () => (unpacked ??= gnodeUnpack().then(({ X, y, unseen, yUnseen }) => {
    const test = { X: unseen, n: yUnseen.length, codes: yUnseen };
    return complete({ X, n: y.length, d1: 256, y: Array.from(y), test, side: 16, frame: 28 / 20, low: -1, high: 1 });
  }));

  /** What notes say of the reader's numbers and of their scale, and whether these saturate the nodes as they are. */
  function described({ n, d1, low, high }, scaled) {
    const [from, to] = [low, high].map((of) => Number(of.toPrecision(3))), large = Math.max(-low, high) > 3;
    const numbers = `${n.toLocaleString("en")} examples of ${d1} numbers between ${from} and ${to}`;
    if (!large) return { large, numbers, scale: scaled ? " Each column is scaled to −1 … 1." : "" };
    return { large, numbers, scale: ` Numbers this large saturate the nodes${scaled ? ", so each column is scaled" : ": scale each column"} to −1 … 1.` };
  }

  /** Rows of files; rejects with a message for the reader. */
  async function own(files, { column, scaling }) {
    const read = await gnodeTask("table", { files, column, scaling });
    // Colours of what is scaled: its own range; outliers of raw numbers would make everything else pale.
    const range = scaling === "range" ? { low: -1, high: 1 } : { low: read.low, high: read.high };
    const csv = read.csv ?? { name: "gnode-rows.csv", delimiter: ",", headed: false, column: read.y ? "last" : "none" };
    return complete({ ...read, ...range, about: described(read, scaling === "range"), csv, images: !read.csv });
  }

  const part = ({ X, d1, y }, some) => ({ X: gnodePartition().takeRows(X, d1, some), n: some.length, d1, y: Array.from(some, (k) => y[k]) });

  const readout = ({ X, n, d1, codes, classes, test }, { components, intercept }, options) =>
    gnodeTask("readout", { X, n, d1, d2: intercept.length, components, intercept, codes, n_classes: classes.length, test }, options);

  return { digits, own, part, readout };
})();
