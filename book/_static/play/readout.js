/* What can be read out of the nodes' outputs: the rows and their classes, from the first m nodes for every m at once.

   G = L L^T holds the inner products of the centred outputs, C those with the rows and, behind them, with the classes
   (one column each). The least squares from the first m nodes is mean + u_1 Y_1 + ... + u_m Y_m with Y = L^-1 C and, for
   one row's outputs h, u = L^-1 (h - mean): node after node adds its part. L and Y are given row after row. */

function gnodeReadout({ product }, layer, { X, n, d1, d2, components, intercept, codes, n_classes, test }) {
  const RIDGE = 1e-8; // times n: nodes that are all alike have no unique least squares
  const H = layer.outputs(X, n, components, intercept);
  const width = d1 + n_classes;
  const targets = new Float64Array(n * width);
  for (let k = 0; k < n; k++) {
    for (let j = 0; j < d1; j++) targets[k * width + j] = X[k * d1 + j];
    if (n_classes) targets[k * width + d1 + codes[k]] = 1;
  }
  const [mean, target] = [layer.mean(H, d2), layer.mean(targets, width)];
  const centred = new Float64Array(d2 * n); // a node's outputs in a row
  for (let i = 0; i < d2; i++) for (let k = 0; k < n; k++) centred[i * n + k] = H[k * d2 + i] - mean[i];
  const Y = product(centred, d2, targets, width); // the outputs are centred, so that the targets need not be
  const L = product(centred, d2, null, d2, { transposed: true, symmetric: true });
  for (let i = 0; i < d2; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = L[i * d2 + j] + (i === j ? RIDGE * n : 0);
      for (let k = 0; k < j; k++) sum -= L[i * d2 + k] * L[j * d2 + k];
      L[i * d2 + j] = i === j ? Math.sqrt(Math.max(sum, RIDGE * n)) : sum / L[j * d2 + j];
    }
    for (let k = 0; k < i; k++) for (let c = 0; c < width; c++) Y[i * width + c] -= L[i * d2 + k] * Y[k * width + c];
    for (let c = 0; c < width; c++) Y[i * width + c] /= L[i * d2 + i];
  }
  const weights = solved();
  return { H, mean, target, L, Y, best: best(), right: right() };

  /** The least squares from all nodes as weights of their outputs: L^-T Y, d2 x width. */
  function solved() {
    const weights = Y.slice();
    for (let i = d2 - 1; i >= 0; i--) {
      for (let k = i + 1; k < d2; k++) for (let c = 0; c < width; c++) weights[i * width + c] -= L[k * d2 + i] * weights[k * width + c];
      for (let c = 0; c < width; c++) weights[i * width + c] /= L[i * d2 + i];
    }
    return weights;
  }

  /** Mean squared error per feature of the least squares from all nodes. */
  function best() {
    let left = 0;
    for (let k = 0; k < n; k++) for (let j = 0; j < d1; j++) left += (X[k * d1 + j] - target[j]) ** 2;
    for (let i = 0; i < d2; i++) for (let j = 0; j < d1; j++) left -= Y[i * width + j] ** 2 + RIDGE * n * weights[i * width + j] ** 2;
    return Math.max(0, left) / (n * d1);
  }

  /** Share of the test's rows, or of the others where there are none, whose class has the largest score; null without classes. */
  function right() {
    if (!n_classes) return null;
    const { n: n_rows, codes: ofRows } = test ?? { n, codes };
    const outputs = test ? layer.outputs(test.X, n_rows, components, intercept) : H;
    const scores = product(Float64Array.from(outputs, (h, at) => h - mean[at % d2]), n_rows, weights.filter((_, at) => at % width >= d1), n_classes);
    const named = (k) => layer.largest(scores.subarray(k * n_classes, (k + 1) * n_classes).map((score, c) => score + target[d1 + c]));
    return ofRows.filter((code, k) => named(k) === code).length / n_rows;
  }
}
