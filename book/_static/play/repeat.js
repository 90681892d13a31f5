/* A stored run of the study once more, in a worker, as `study.experiments` and `study.measures` compute it, every sum in NumPy's order. */

function gnodeRepeat(kernels, layers, backprop) {
  const { mean } = layers;
  const sum = (values) => layers.pairwise(Float64Array.from(values), 0, values.length, (value) => value);

  /** Rows of one file or two, and the checksum of them all, which runs name. */
  async function* rows({ files }) {
    const tables = (await Promise.all(files.map(gnodeTable().parsed))).sort((a, b) => b.n - a.n); // more rows train than test
    const [{ n: n_train, d1 }] = tables;
    const bytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const hash = async (of) => String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", of)));
    const row = ({ values, y }, test, k) => Float64Array.of(test, ...values.subarray(k * d1, (k + 1) * d1), y[k]).map((of) => of + 0); // no -0
    const hashes = await Promise.all(tables.flatMap((table, test) => table.y.map((_, k) => hash(row(table, test, k)))));
    const checksum = Array.from(await hash(bytes(hashes.sort().join(""))), (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    const X = new Float32Array(tables.reduce((length, { values }) => length + values.length, 0));
    tables.forEach(({ values }, test) => X.set(values, test * n_train * d1));
    return { X, y: Int32Array.from(tables.flatMap(({ y }) => y.map(Number))), d1, n_train, checksum };
  }

  function unit(rows, d) {
    const all = Float64Array.from(rows);
    for (let from = 0; from < all.length; from += d) {
      const one = all.subarray(from, from + d), length = Math.sqrt(sum(one.map((of) => of * of)));
      if (length > 0) one.set(one.map((of) => of / length));
    }
    return all;
  }

  const cosines = (P, Q, d) => kernels.product(unit(P, d), P.length / d, unit(Q, d), Q.length / d, { transposed: true }).map(Math.abs);

  function bestMatch(W, images, d) {
    const n = images.length / d, centre = mean(images, d, undefined, Math.fround);
    const found = cosines(W, Float32Array.from(images, (of, at) => of - centre[at % d]), d);
    return Array.from({ length: W.length / d }, (_, i) => found.subarray(i * n, (i + 1) * n).reduce((most, of) => Math.max(most, of)));
  }

  /** `of_each_node`. */
  function ofNodes({ W, b }, { X, y, n }) {
    const d2 = b.length, d = W.length / d2, side = Math.sqrt(d), all = [...y.keys()];
    const ofClasses = [...new Set(y)].sort((p, q) => p - q).map((code) => all.filter((k) => y[k] === code));
    const H = layers.outputs(X, n, W, b), centre = mean(H, d2), C = Float64Array.from(H, (of, at) => of - centre[at % d2]);
    const [whole, between] = [new Float64Array(d2), new Float64Array(d2)];
    C.forEach((of, at) => (whole[at % d2] += of * of));
    for (const some of ofClasses) mean(C, d2, some).forEach((of, i) => (between[i] += some.length * (of * of)));
    const roughness = (_, i) => {
      const w = Array.from(W.subarray(i * d, (i + 1) * d)), step = (by) => (of, j) => Math.abs(of - w[j - by]);
      return (sum(w.map(step(side)).slice(side)) + sum(w.map(step(1)).filter((_, j) => j % side))) / sum(w.map(Math.abs));
    };
    return {
      roughness: Array.from(b, roughness), best_image: bestMatch(W, X, d),
      best_class_mean: bestMatch(W, Float32Array.from(ofClasses.flatMap((some) => [...mean(X, d, some, Math.fround)])), d),
      selectivity: Array.from(whole, (of, i) => (of > 0 ? between[i] / of : 0)),
    };
  }

  function medians(nodes) {
    const median = (sorted) => (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
    return Object.fromEntries(Object.entries(nodes).map(([name, of]) => [`${name}_median`, median(Float64Array.from(of).sort())]));
  }

  /** `mean_absolute_cosine`. */
  function redundancy({ W, b: { length: n } }) {
    const found = cosines(W, W, W.length / n);
    return (sum(found) - sum(found.filter((_, at) => at % (n + 1) === 0))) / (n * (n - 1));
  }

  /** Which rows are right, a bit each, in base64. */
  function packed(right) {
    const bytes = Array.from({ length: Math.ceil(right.length / 8) }, (_, at) => [...Array(8).keys()].reduce((byte, i) => 2 * byte + (right[8 * at + i] ?? false), 0));
    return btoa(String.fromCharCode(...bytes));
  }

  /** Compute a run: yields what is done, and returns what its record has. */
  function* repeat({ run: { kind, method, seed, settings }, data: { X, y, d1, n_train, of_train = n_train, orders } }) {
    const order = orders?.[seed] ?? [...y.keys()];
    const rowsOf = (some) => ({ X: layers.takeRows(X, d1, some), y: some.map((k) => y[k]), n: some.length });
    const [train, test] = [rowsOf(order.slice(0, of_train)), rowsOf(order.slice(of_train))];
    const { reading: { memory, centring, minimum_updates, rate_decay, weight_decay, initialisation }, dtype, alone, batch_size, ...others } = settings;
    const decays = { weightDecay: weight_decay === "everywhere", outputDecay: weight_decay !== "nowhere", rateDecay: rate_decay };
    const reading = { ...decays, memory, centring, minimumUpdates: minimum_updates, capped: initialisation === "capped" };
    const given = { ...others, X: train.X, n_samples: train.n, n_features: d1, y: train.y, reading, random_state: seed };
    if (kind === "judged") {
      const { components: W, intercept: b } = yield* layers.train({ ...given, algorithm: method.toUpperCase() });
      const nodes = ofNodes({ W, b }, train);
      for (const name in nodes) nodes[name] = nodes[name].map((of) => Number(of.toFixed(4)));
      return { diverged: null, nodes, measures: medians(nodes) };
    }
    const { network, before, n_updates, classes } = yield* backprop.stages({ ...given, pretraining: method });
    const right = (of, rows) => Array.from(backprop.predicted(rows.X, rows.n, of), (at, k) => classes[at] === rows.y[k]);
    const share = (of, rows) => right(of, rows).filter(Boolean).length / rows.n;
    const scores = { train: share(network, train), test: share(network, test), n_train: train.n, n_test: test.n };
    const found = { diverged: null, scores, n_updates: n_updates.pretraining + n_updates.output + n_updates.finetuning };
    if (["gn", "gcn"].includes(method)) found.measures = { redundancy: redundancy(before[0]), ...medians(ofNodes(before[0], train)) };
    Object.assign(scores, { train_before: share(before, train), test_before: share(before, test) });
    return { ...found, stage_updates: n_updates, test_right: packed(right(network, test)) };
  }

  return { rows, repeat };
}
