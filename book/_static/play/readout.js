"use strict";
/* The best that can be read out of the nodes trained so far: X from their outputs by linear least squares. */

const gnodeReadout = (() => {
  const { dot, meanRow } = gnodeTrain;
  const RIDGE = 1e-8; // times N: nodes that are all alike have no unique least squares

  class Readout {
    constructor(X, N) {
      Object.assign(this, { X, N, d1: X.length / N, outputs: [], means: [], gram: [], cross: [], weights: [] });
      this.mean = meanRow(X, [...Array(N).keys()], this.d1);
    }

    /** Take in the outputs (N) of one more node and solve again. */
    add(h) {
      const { X, N, d1 } = this;
      const mean = h.reduce((sum, value) => sum + value, 0) / N;
      const centred = h.map((value) => value - mean);
      const cross = new Float64Array(d1);
      for (let k = 0; k < N; k++) for (let j = 0; j < d1; j++) cross[j] += centred[k] * (X[k * d1 + j] - this.mean[j]);
      this.outputs.push(centred);
      this.means.push(mean);
      this.cross.push(cross);
      this.gram.push(this.outputs.map((other) => dot(centred, other)));
      this.weights = solve(this.gram, this.cross, RIDGE * N);
    }

    /** Reconstruction of row k. */
    output(k) {
      const x = Float64Array.from(this.mean);
      this.weights.forEach((weights, i) => weights.forEach((weight, j) => (x[j] += this.outputs[i][k] * weight)));
      return x;
    }
  }

  /** Solve (G + ridge I) D = C by Cholesky; G symmetric, its lower half given, C and D lists of rows. */
  function solve(G, C, ridge) {
    const n = G.length;
    const L = G.map((row) => row.slice());
    const D = C.map((row) => row.slice());
    const subtract = (target, row, factor) => row.forEach((value, j) => (target[j] -= factor * value));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = G[i][j] + (i === j ? ridge : 0);
        for (let k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
        L[i][j] = i === j ? Math.sqrt(sum) : sum / L[j][j];
      }
      for (let k = 0; k < i; k++) subtract(D[i], D[k], L[i][k]);
      D[i] = D[i].map((value) => value / L[i][i]);
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) subtract(D[i], D[k], L[k][i]);
      D[i] = D[i].map((value) => value / L[i][i]);
    }
    return D;
  }

  return { Readout };
})();
