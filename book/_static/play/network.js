"use strict";
/* What a trained layer makes of one row, node by node. */

const gnodeNetwork = (() => {
  /** Outputs of the nodes for a row. */
  function outputs({ components, intercept }, x) {
    return Float64Array.from(intercept, (b, i) => {
      let sum = b;
      for (let j = 0, at = i * x.length; j < x.length; j++, at++) sum += components[at] * x[j];
      return Math.tanh(sum);
    });
  }

  /** The least squares from the first 1, 2, ... nodes: pixels, and behind them a score for each class. */
  function best({ mean, target, L, Y }, h) {
    const [d2, width] = [h.length, target.length];
    const u = new Float64Array(d2);
    let sum = target;
    return Array.from(h, (value, i) => {
      u[i] = value - mean[i];
      for (let k = 0; k < i; k++) u[i] -= L[i * d2 + k] * u[k];
      u[i] /= L[i * d2 + i];
      sum = sum.map((total, c) => total + u[i] * Y[i * width + c]);
      return sum;
    });
  }

  return { outputs, best };
})();
