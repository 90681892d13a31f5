"use strict";
/* Starting weights, drawn as `gnode.schedule.starting_weights` draws them: GreedyByNode(random_state=seed) starts from the same. */

function gnodeStart(d1, d2, seed, capped) {
  const { random } = gnodeRandom(seed);
  const uniform = (length, width) => Float32Array.from({ length }, () => width * (random() - 0.5));
  let [width, ofDecoder] = [1 / (d1 + 1 + d2), 1 / (d1 + 1)];
  if (capped) [width, ofDecoder] = [width, ofDecoder].map((small) => Math.min(50 * small, Math.sqrt(24 / (d1 + d2))));
  return { components: uniform(d2 * d1, width), intercept: uniform(d2, width), decoder: uniform(d2 * d1, ofDecoder) };
}
