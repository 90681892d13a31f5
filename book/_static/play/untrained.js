"use strict";
/* A layer that nobody trained, on the rows that a trained one's nodes were given: random sums of them, or noise. */

/** Each node a sum of its own rows with random weights ("sums"), or random weights alone ("noise"). */
function gnodeUntrained({ X, d1, subsets, made }) {
  const { random } = gnodeRandom(0);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const components = new Float32Array(subsets.length * d1);
  const intercept = new Float32Array(subsets.length);
  subsets.forEach((subset, i) => {
    const mean = new Float64Array(d1);
    for (const k of subset) for (let j = 0; j < d1; j++) mean[j] += X[k * d1 + j] / subset.length;
    const w = new Float64Array(d1);
    if (made === "noise") {
      for (let j = 0; j < d1; j++) w[j] = normal();
    } else {
      for (const k of subset) {
        const share = normal();
        for (let j = 0; j < d1; j++) w[j] += share * X[k * d1 + j];
      }
    }
    let power = 0; // of the node's input over its own rows, whose spread is set to 1 and whose mean to 0
    for (const k of subset) power += w.reduce((sum, weight, j) => sum + weight * (X[k * d1 + j] - mean[j]), 0) ** 2 / subset.length;
    const scale = 1 / (Math.sqrt(power) || 1);
    w.forEach((weight, j) => (components[i * d1 + j] = scale * weight));
    intercept[i] = -scale * w.reduce((sum, weight, j) => sum + weight * mean[j], 0);
  });
  return { components, intercept };
}
