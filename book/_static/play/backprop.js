/* A whole network as `gnode.DeepClassifier` trains it: hidden layers one after the other, the output layer, and all of them
   by back-propagation. Every draw and every sum is in the library's order, so that every bit is the library's. W is a matrix
   of a row a node, as in the loops; what is handed out has a column a node, as `coefs_` has. */

function gnodeBackprop(kernels, layers, { known, whole, above0, rows, classes, pretraining: checkPretraining, diverged }) {
  const { put, long, inOrder, run, mark, release } = kernels;
  const ALGORITHMS = { gn: "GN", gcn: "GCN", random: null, none: null };
  const SIZES = [100, 50]; // "auto", where there are as many rows
  const [UPDATES, FEWEST, MOST] = [50_000, 20, 400]; // "auto": epochs for so many updates, within two bounds

  /** Complain as the library does where something given is not allowed; gives the settings with their defaults. */
  function checked({
    X, n_samples: n, n_features: d1, y, hidden_layer_sizes = "auto", pretraining = "gn", amnesia = 0.4, reading = "default",
    memory = (layers.READINGS[reading] ?? reading).memory,
    learning_rate = 1e-3, max_epochs = 300, output_learning_rate = 2e-3, output_epochs = 500,
    finetune_learning_rate = 3e-3, finetune_epochs = "auto", random_state = 0, X_test, n_test, ...others
  }) {
    known(others);
    if (!Object.hasOwn(ALGORITHMS, pretraining)) throw new RangeError(`pretraining=${pretraining}: give "gn", "gcn", "random" or "none".`);
    rows(X, n, d1);
    checkPretraining({ amnesia, memory, learning_rate, max_epochs, random_state });
    above0("output_learning_rate", output_learning_rate);
    above0("finetune_learning_rate", finetune_learning_rate);
    whole("output_epochs", output_epochs, 1, 1e8);
    if (finetune_epochs !== "auto") whole("finetune_epochs", finetune_epochs, 0, 1e8);
    if (X_test) rows(X_test, n_test, d1, ["X_test", "n_test"]);
    const labels = classes("A network", y, n);
    const sizes = hidden_layer_sizes === "auto" ? SIZES.map((size) => Math.min(size, n)) : hidden_layer_sizes;
    const given = `hidden_layer_sizes=${JSON.stringify(hidden_layer_sizes)}`;
    if (!Array.isArray(sizes) || !sizes.length || !sizes.every((size) => Number.isInteger(size) && size > 0)) {
      throw new RangeError(`${given}: it must name one layer or more, each by its number of nodes, an integer of 1 or more, such as [200, 150].`);
    }
    if (ALGORITHMS[pretraining] && Math.max(...sizes) > n) {
      throw new RangeError(`${given}: X has only ${n} rows, and with this pretraining every node needs a row of its own: ask for at most ${n} nodes in each layer.`);
    }
    return {
      X, n, d1, labels, sizes, algorithm: ALGORITHMS[pretraining], choices: layers.READINGS[reading] ?? reading, alone: pretraining !== "none",
      forLayers: { amnesia, memory, learning_rate, max_epochs, reading },
      output: [output_learning_rate, output_epochs], seed: random_state,
      finetuning: [finetune_learning_rate, finetune_epochs === "auto" ? Math.min(MOST, Math.max(FEWEST, Math.ceil(UPDATES / n))) : finetune_epochs],
    };
  }

  /** Run the epochs of a stage, each at its rate and over all rows in an order of its own. */
  function* epochs(stage, loop, given, { n, decays }, rates, permutation, parameter) {
    const [bounds, decay, count] = [inOrder(n + 1), decays ? 1 / n : 0, rates.length];
    for (let e = 0; e < count; e++) {
      const before = mark();
      const finite = run(loop, ...given, rates[e], bounds, long(permutation(n)), decay).getUint8(0);
      release(before);
      if (!finite) throw diverged(stage, e, rates, parameter);
      yield { stage, done: e + 1, of: count };
    }
  }

  /** The class of each row that has the largest probability, by its number. */
  function predicted(X, n, network) {
    const [{ W, b }, hidden] = [network.at(-1), network.slice(0, -1)];
    const H = hidden.reduce((H, { W, b }) => layers.outputs(H, n, W, b), X), c = b.length;
    const P = kernels.changed("softmax_rows", layers.inputs(H, n, W, b), [n, c]);
    return Int32Array.from({ length: n }, (_, k) => layers.largest(P.subarray(k * c, (k + 1) * c)));
  }

  /** Go through the stages, and yield what is done of each; returns the network, what it was `before` fine-tuning, and updates. */
  function* stages(given) {
    const { X, n, d1, labels, sizes, algorithm, choices, alone, forLayers, output, finetuning, seed } = checked(given);
    const { uniform, upTo, permutation } = gnodeRandom(seed);
    const drawn = (nOut, nIn, wide) => ({ W: uniform(nOut * nIn, wide), b: uniform(nOut, wide) });
    const c = labels.classes.length;
    const network = [];
    const n_updates = { pretraining: 0, output: 0, finetuning: n * finetuning[1] };
    let [H, width] = [X, d1];
    for (const [layer, size] of sizes.entries()) {
      if (algorithm) {
        const rowsOf = { algorithm, X: H, n_samples: n, n_features: width, y: labels.codes, n_components: size };
        const steps = layers.train({ ...forLayers, ...rowsOf, random_state: upTo(2 ** 31 - 2) });
        let step = steps.next();
        for (; !step.done; step = steps.next()) yield step.value && { stage: "pre-training", layer, done: step.value.node + 1, of: size };
        network.push({ W: step.value.components, b: step.value.intercept });
        n_updates.pretraining += step.value.n_updates.reduce((sum, of) => sum + of, 0);
      } else {
        network.push(drawn(size, width, Math.sqrt(24 / (size + width))));
      }
      H = layers.outputs(H, n, network[layer].W, network[layer].b);
      width = size;
    }
    const codes = long(labels.codes);
    const last = drawn(c, width, 1 / c);
    network.push(last);
    if (alone) {
      const handles = [put(last.W, [c, width]), put(last.b)];
      const ofOutput = [put(H, [n, width]), codes, ...handles];
      yield* epochs("output layer", "train_epoch_output", ofOutput, { n, decays: choices.outputDecay },
        layers.decayed(choices.rateDecay, ...output), permutation, "output_learning_rate");
      n_updates.output = n * output[1];
      [last.W, last.b] = handles.map((handle) => handle.get());
    }
    const before = network.map(({ W, b }) => ({ W: W.slice(), b: b.slice() }));
    const parts = network.flatMap(({ W, b }) => [W, b]);
    const all = put(Float32Array.from(parts.flatMap((part) => Array.from(part))));
    const ofAll = [put(X, [n, d1]), codes, all, long([d1, ...sizes, c])];
    yield* epochs("fine-tuning", "train_epoch_backprop", ofAll, { n, decays: choices.weightDecay },
      layers.decayed(false, ...finetuning), permutation, "finetune_learning_rate");
    const trained = all.get();
    let at = 0;
    for (const part of parts) part.set(trained.subarray(at, (at += part.length)));
    return { network, before, n_updates, classes: labels.classes };
  }

  function* train(given) {
    const { network, classes } = yield* stages(given);
    const ofTest = given.X_test ? [given.X_test, given.n_test] : [given.X, given.n_samples];
    return {
      coefs: network.map(({ W, b }) => kernels.transposed(W, b.length)), intercepts: network.map(({ b }) => b),
      predictions: predicted(...ofTest, network), classes,
    };
  }

  return { train, stages, predicted };
}
