/* The rivals of GN and GCN, as `fit` trains them in the paper's version: all nodes of a layer at once, as an auto-encoder (AE) or under a softmax layer
   (SUP), one example at a time in the order of the file. Every bit is the library's. Half an epoch is one of the first half. It yields the share of the
   epochs that is done, and returns the weights, those of the decoder with a row a node. */

function* gnodeLayerwise(kernels, { algorithm, X, n_samples: n, n_features: d1, y, n_components: d2, learning_rate, max_epochs, random_state }) {
  const { put, run, transposed } = kernels;
  const LOOPS = { AE: "train_epoch_autoencoder", SUP: "train_epoch_supervised" };
  const { uniform } = gnodeRandom(random_state);
  const [supervised, width] = [algorithm === "SUP", 1 / (d1 + 1 + d2)], n_outputs = supervised ? 1 + Math.max(...y) : d1;
  const wide = supervised ? 1 / n_outputs : width;
  const [W, b, V, c] = [uniform(d2 * d1, width), uniform(d2, width), uniform(d2 * n_outputs, wide), uniform(n_outputs, wide)];
  const weights = [put(W, [d2, d1]), put(b), supervised ? put(transposed(V, d2), [n_outputs, d2]) : put(V, [d2, d1]), put(c)];
  const targets = supervised ? [kernels.long(y)] : [], m = Math.round(n * Math.min(1, max_epochs));
  const rows = put(X.subarray(0, m * d1), [m, d1]), order = kernels.inOrder(m);
  for (let epoch = 0; epoch < max_epochs; epoch++) {
    run(LOOPS[algorithm], rows, ...targets, ...weights, learning_rate, order, 1 / m);
    yield { done: Math.min(1, (epoch + 1) / max_epochs) };
  }
  const [components, intercept, decoder, decoder_intercept] = weights.map((handle) => handle.get());
  return { components, intercept, decoder: supervised ? transposed(decoder, n_outputs) : decoder, decoder_intercept };
}
