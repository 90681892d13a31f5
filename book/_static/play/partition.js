/* Which rows train which node, as in `gnode.partition`. */

function gnodePartition() {
  function takeRows(X, d1, rows) {
    const taken = new Float32Array(rows.length * d1);
    rows.forEach((row, place) => taken.set(X.subarray(row * d1, (row + 1) * d1), place * d1));
    return taken;
  }

  /** Cut a list into nearly equal parts, the longer ones first, as numpy.array_split does. */
  function arraySplit(list, n) {
    const from = (i) => i * Math.floor(list.length / n) + Math.min(i, list.length % n);
    return Array.from({ length: n }, (_, i) => list.slice(from(i), from(i + 1)));
  }

  /** The classes, sorted, and each row's as its number. */
  function encoded(y) {
    const classes = [...new Set(y)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const numbers = new Map(classes.map((name, k) => [name, k]));
    return { classes, codes: Int32Array.from(y, (name) => numbers.get(name)) };
  }

  /** GCN: node i takes class i mod c and, of that class, part i div c in the order of the rows. */
  function classChunks(codes, c, d2) {
    const subsets = new Array(d2);
    const rows = Array.from({ length: c }, () => []);
    codes.forEach((k, row) => rows[k].push(row));
    for (let k = 0; k < Math.min(c, d2); k++) {
      const nodes = Math.ceil((d2 - k) / c);
      // With fewer rows than nodes, the nodes take the rows in turn, one each.
      const shared = rows[k].length < nodes ? Array.from({ length: nodes }, (_, i) => rows[k][i % rows[k].length]) : rows[k];
      arraySplit(Int32Array.from(shared), nodes).forEach((part, place) => (subsets[k + place * c] = part));
    }
    return subsets;
  }

  /** GN: the rows by how well node 0 reconstructs them, the best first, in parts for the nodes 1, 2, ... */
  function rankedChunks(errors, n) {
    return arraySplit(Int32Array.from([...errors.keys()].sort((p, q) => errors[p] - errors[q])), n);
  }

  return { takeRows, encoded, classChunks, rankedChunks };
}
