/* A layer of GN or GCN as `fit` trains it: the library's loops train the nodes, and what stands around them in
   `gnode.node_by_node` stands here. All arrays are in float32, and every sum in the library's order, so that every bit is
   the library's too. A matrix is one array, row after row; d1 is the number of features, d2 that of nodes. */

function gnodeLayer(kernels, { classChunks, rankedChunks, takeRows }, start, checks) {
  const { product, put, run, inOrder } = kernels;
  const { known, whole, diverged } = checks;
  const BLOCK_BYTES = 2 ** 25; // rows of more bytes are read block by block
  const GRAM_BYTES = 2 ** 32;
  const RESOLVED = 2 ** -25; // a quarter of float32's rounding: nodes with a smaller share are forgotten
  const MINIMUM_UPDATES = 4; // times 1 / learning rate
  const MOST_UPDATES = 1e8;
  const READINGS = { // of `gnode.reading`, by its names; others are given as such an object
    mended: { memory: "fading", centring: true, minimumUpdates: true, rateDecay: true, outputDecay: true },
    paper: { memory: "flat", weightDecay: true, outputDecay: true },
    default: { memory: "flat", weightDecay: true, outputDecay: true, capped: true },
  };
  const WORK = 2e7; // weights times rows between two looks at the messages

  const blockRows = (d1) => Math.max(1, Math.floor(BLOCK_BYTES / (4 * d1)));

  function meanRow(X, d1) {
    const n = X.length / d1;
    const total = new Float64Array(d1);
    for (let from = 0; from < n; from += blockRows(d1)) {
      const of_block = new Float64Array(d1);
      for (let k = from; k < Math.min(n, from + blockRows(d1)); k++) for (let j = 0; j < d1; j++) of_block[j] += X[k * d1 + j];
      for (let j = 0; j < d1; j++) total[j] += of_block[j];
    }
    return Float32Array.from(total, (sum) => sum / n);
  }

  /** Mean of each of d columns, over some rows, summed one after the other and rounded by `f`, as NumPy does along the first axis. */
  function mean(A, d, some = Int32Array.from({ length: A.length / d }, (_, k) => k), f = (value) => value) {
    const total = new Float64Array(d);
    for (const k of some) for (let j = 0; j < d; j++) total[j] = f(total[j] + A[k * d + j]);
    return total.map((of) => f(of / some.length));
  }

  /** X W^T + b, n x d2. */
  function inputs(X, n, W, b) {
    const Z = product(X, n, W, b.length, { transposed: true });
    for (let at = 0; at < Z.length; at++) Z[at] += b[at % b.length];
    return Z;
  }

  const outputs = (...given) => kernels.changed("tanh_all", inputs(...given));

  /** The place of the largest of some numbers, the first one if it is there twice. */
  const largest = (values) => values.reduce((most, value, at) => (value > values[most] ? at : most), 0);

  /** Weight of each earlier node in what node i adds to. */
  function memory(rule, amnesia, i) {
    const shares = new Float64Array(i).fill(amnesia);
    if (rule === "fading") for (let k = i - 2; k >= 0; k--) shares[k] = shares[k + 1] * amnesia;
    return Float32Array.from(shares);
  }

  /** What the earlier nodes give on rows X, less what amnesia took; null if that is nothing. */
  function remembered(X, n, d1, i, { components, intercept, decoder }, shares) {
    const first = shares.findIndex((share) => share > RESOLVED);
    if (first < 0) return null;
    const H = outputs(X, n, components.subarray(first * d1, i * d1), intercept.subarray(first, i));
    for (let at = 0; at < H.length; at++) H[at] *= shares[first + (at % (i - first))];
    return product(H, n, decoder.subarray(first * d1, i * d1), d1);
  }

  /** Learning rate of each epoch, which falls by the program's rule if it is told to. */
  function decayed(falls, alpha, epochs) {
    return Float64Array.from({ length: epochs }, (_, e) => (falls && e > 100 ? alpha / (1 + e / 1000) : alpha));
  }

  /** Learning rate of each epoch of a node with n rows. */
  function nodeRates({ minimumUpdates, rateDecay }, alpha, epochs, n) {
    if (minimumUpdates && n * epochs < MINIMUM_UPDATES / alpha) {
      if (MINIMUM_UPDATES / alpha > MOST_UPDATES) {
        throw new RangeError(`learning_rate=${alpha} is too small: a node gets at least 4 / learning_rate updates, and more than 1e+08 are refused. Raise learning_rate to 4e-08 or more.`);
      }
      epochs = Math.ceil(MINIMUM_UPDATES / alpha / n);
    }
    return decayed(rateDecay, alpha, epochs);
  }

  /** A less B, or less B in each row. (Plain loops: `map` takes four times as long.) */
  function difference(A, B) {
    const result = new Float32Array(A.length);
    for (let from = 0; from < A.length; from += B.length) for (let j = 0; j < B.length; j++) result[from + j] = A[from + j] - B[j];
    return result;
  }

  const shared = (share, before, added) => before.map((value, j) => Math.fround(Math.fround(share) * value) + added[j]);

  /** One node from its start, by inner products of its rows: O(n) an update. */
  function trainDual(X, T, n, mean, { w, b, v }, rates, decay) {
    const Z = difference(X, mean);
    const d1 = w.length;
    const mark = kernels.mark();
    const coefficients = [put(new Float32Array(n)), put(new Float32Array(n))];
    const losses = put(new Float64Array(rates.length));
    const result = run(
      "train_node_dual",
      put(product(Z, n, null, n, { transposed: true, symmetric: true }), [n, n]),
      put(product(T, n, null, n, { transposed: true, symmetric: true }), [n, n]),
      put(product(Z, n, w, 1)), put(product(T, n, v, 1)), product(v, 1, v, 1)[0], b,
      put(rates), inOrder(n, [1, n]), decay, ...coefficients, losses,
    );
    const [bias, wShare, vShare] = [0, 8, 16].map((at) => result.getFloat64(at, true));
    const diverged = Number(result.getBigInt64(24, true));
    const [c, d, ofEpochs] = [...coefficients, losses].map((handle) => handle.get());
    kernels.release(mark);
    return { w: shared(wShare, w, product(c, 1, Z, d1)), b: bias, v: shared(vShare, v, product(d, 1, T, d1)), losses: ofEpochs, diverged };
  }

  /** One node from its start, by its weights: O(d1) an update. Epoch by epoch the same bits; yields between some. */
  function* trainPrimal(X, T, n, mean, start, rates, decay) {
    const d1 = start.w.length;
    const mark = kernels.mark();
    const [centre, w, v] = [put(mean), put(start.w), put(start.v)];
    const size = Math.min(n, blockRows(d1));
    const blocks = Array.from({ length: Math.ceil(n / size) }, (_, i) => {
      const [from, to] = [i * size, Math.min(n, (i + 1) * size)];
      const rows = put(X.subarray(from * d1, to * d1), [to - from, d1]);
      return { n_rows: to - from, rows, targets: T === X ? rows : put(T.subarray(from * d1, to * d1), [to - from, d1]), order: inOrder(to - from, [1, to - from]) };
    });
    const epochs = blocks.length > 1 ? 1 : Math.max(1, Math.round(WORK / (n * d1)));
    const losses = new Float64Array(rates.length);
    let { b } = start;
    let diverged = -1;
    for (let first = 0; first < rates.length && diverged < 0; first += epochs) {
      const some = rates.slice(first, first + epochs);
      const inner = kernels.mark();
      const [given, ofSome] = [put(some), put(new Float64Array(some.length))];
      for (const { n_rows, rows, targets, order } of blocks) {
        const result = run("train_node_primal", rows, targets, centre, w, b, v, given, order, decay, ofSome);
        b = result.getFloat64(0, true);
        ofSome.get().forEach((loss, e) => (losses[first + e] += n_rows === n ? loss : (loss * n_rows) / n));
        const within = Number(result.getBigInt64(8, true));
        if (within >= 0) {
          diverged = first + within;
          break;
        }
      }
      kernels.release(inner);
      yield null;
    }
    const trained = { w: w.get(), b, v: v.get(), losses, diverged };
    kernels.release(mark);
    return trained;
  }

  const dualIsCheaper = (n, d1, epochs) => 8 * n * n <= GRAM_BYTES && 2 * n + (2 * n * d1) / epochs < 4 * d1;

  /** Squared error of each row under node 0 alone, summed as NumPy sums a row in float32. */
  function errorsOfFirst(X, n, d1, w, b, v) {
    const h = outputs(X, n, w, [b]);
    const squares = new Float32Array(d1);
    return Float64Array.from({ length: n }, (_, k) => {
      for (let j = 0; j < d1; j++) {
        const miss = Math.fround(Math.fround(h[k] * v[j]) - X[k * d1 + j]);
        squares[j] = miss * miss;
      }
      return pairwise(squares, 0, d1);
    });
  }

  /** NumPy's sum of contiguous numbers, each sum rounded by `f`: up to 128 terms in eight lanes, more by halves. */
  function pairwise(a, from, n, f = Math.fround) {
    if (n < 8) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum = f(sum + a[from + i]);
      return sum;
    }
    if (n > 128) {
      const half = Math.floor(n / 2) - (Math.floor(n / 2) % 8);
      return f(pairwise(a, from, half, f) + pairwise(a, from + half, n - half, f));
    }
    const r = a.slice(from, from + 8);
    let i = 8;
    for (; i < n - (n % 8); i += 8) for (let lane = 0; lane < 8; lane++) r[lane] += a[from + i + lane];
    let sum = f(f(f(r[0] + r[1]) + f(r[2] + r[3])) + f(f(r[4] + r[5]) + f(r[6] + r[7])));
    for (; i < n; i++) sum = f(sum + a[from + i]);
    return sum;
  }

  /** Complain as the library does where something given is not allowed; gives the settings with their defaults. */
  function checked({
    algorithm, X, n_samples, n_features, y, n_components = 10, amnesia = 0.4, reading = "mended", memory = (READINGS[reading] ?? reading).memory,
    learning_rate = 1e-3, max_epochs = 300, init, random_state = 0, ...others
  }) {
    known(others);
    if (!["GN", "GCN"].includes(algorithm)) throw new RangeError(`algorithm=${algorithm}: give "GN" or "GCN".`);
    if (typeof reading === "string" && !Object.hasOwn(READINGS, reading)) throw new RangeError(`reading=${reading}: give "mended", "paper" or "default".`);
    checks.rows(X, n_samples, n_features);
    whole("n_components", n_components, 1);
    checks.pretraining({ amnesia, memory, learning_rate, max_epochs, random_state });
    if (n_components > n_samples) {
      throw new RangeError(`n_components=${n_components} nodes, but only n_samples=${n_samples} rows: every node needs a row of its own; lower n_components.`);
    }
    const labels = algorithm === "GCN" ? checks.classes("GCN", y, n_samples) : null;
    const lengths = { components: n_components * n_features, intercept: n_components, decoder: n_components * n_features };
    for (const [name, length] of init ? Object.entries(lengths) : []) {
      if (init[name]?.length !== length) throw new RangeError(`init: ${name} must have ${length} numbers, got ${init[name]?.length}.`);
      if (!Array.prototype.every.call(init[name], (value) => Number.isFinite(Math.fround(value)))) throw new RangeError(`init: ${name} contains NaN or infinity.`);
    }
    return {
      algorithm, X, n: n_samples, d1: n_features, d2: n_components, amnesia, reading: READINGS[reading] ?? reading, rule: memory,
      alpha: learning_rate, epochs: max_epochs, init, seed: random_state, labels,
    };
  }

  /** Train a layer. Yields a node each time one is trained, and null while one takes long; returns the layer. */
  function* train(given) {
    const { algorithm, X, n, d1, d2, amnesia, reading, rule, alpha, epochs, init, seed, labels } = checked(given);
    const layer = init
      ? { components: Float32Array.from(init.components), intercept: Float32Array.from(init.intercept), decoder: Float32Array.from(init.decoder) }
      : start(d1, d2, seed, reading.capped);
    const decay = reading.weightDecay ? 1 / n : 0;
    const everything = Int32Array.from({ length: n }, (_, k) => k);
    const subsets = labels ? classChunks(labels.codes, labels.classes.length, d2) : [everything];
    const n_updates = new Float64Array(d2);
    for (let i = 0; i < d2; i++) {
      const rows = subsets[i];
      const inputs = rows === everything ? X : takeRows(X, d1, rows);
      const mean = reading.centring ? meanRow(inputs, d1) : new Float32Array(d1);
      const rates = nodeRates(reading, alpha, epochs, rows.length);
      const R = remembered(inputs, rows.length, d1, i, layer, memory(rule, amnesia, i));
      const T = R ? difference(inputs, R) : inputs;
      const [from, to] = [i * d1, (i + 1) * d1];
      const begun = { w: layer.components.slice(from, to), b: layer.intercept[i], v: layer.decoder.slice(from, to) };
      const dual = dualIsCheaper(rows.length, d1, rates.length);
      const forNode = [inputs, T, rows.length, mean, begun, rates, decay];
      const node = dual ? trainDual(...forNode) : yield* trainPrimal(...forNode);
      if (node.diverged >= 0) throw diverged(`${algorithm}: node ${i}`, node.diverged, rates);
      layer.components.set(node.w, from);
      layer.intercept[i] = node.b - product(node.w, 1, mean, 1)[0];
      layer.decoder.set(node.v, from);
      n_updates[i] = rows.length * rates.length;
      if (i === 0 && algorithm === "GN" && d2 > 1) subsets.push(...rankedChunks(errorsOfFirst(X, n, d1, node.w, layer.intercept[0], node.v), d2 - 1));
      yield { node: i, component: node.w, intercept: layer.intercept[i], decoder: node.v, rows, n_updates: n_updates[i], losses: node.losses };
    }
    return { ...layer, n_updates, subsets, classes: labels ? labels.classes : null };
  }

  return { train, takeRows, mean, inputs, outputs, largest, pairwise, decayed, READINGS };
}
