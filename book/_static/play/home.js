/* What the first page shows, made in its worker in the order in which it is wanted: layers that train on the page's digits,
   the same layers without training, and what a linear classifier makes of each. `study.home` makes the same.
   It yields each layer when it is made, and each score; what is `known` was made before. */

async function* gnodeHome(kernels, layer, { packed, known: before }) {
  const { X, y, unseen, yUnseen } = await gnodeUnpack(packed);
  const layers = { ...before };
  const [n, d1, d2] = [y.length, 256, 200];
  const given = { X, n, d1, d2, codes: y, n_classes: 10, test: { X: unseen, n: yUnseen.length, codes: yUnseen } };

  function* trained(name) {
    const begun = performance.now();
    const steps = layer.train({ algorithm: name, reading: "paper", X, n_samples: n, n_features: d1, n_components: d2, y });
    let step = steps.next();
    while (!step.done) step = steps.next();
    yield* known(name, { ...step.value, seconds: (performance.now() - begun) / 1000 });
  }

  function* known(name, made) {
    layers[name] = made;
    yield { name, layer: made };
  }

  function* score(name) {
    const { components, intercept } = layers[name];
    yield { name, right: gnodeReadout(kernels, layer, { ...given, components, intercept }).right };
  }

  /** Each node a sum of its own rows with random weights ("sums"), or random weights alone ("noise"). */
  function untrained({ subsets }, made) {
    const { normal } = gnodeRandom(0);
    const components = new Float32Array(d2 * d1);
    const intercept = new Float32Array(d2);
    subsets.forEach((subset, i) => {
      const mean = new Float64Array(d1);
      for (const k of subset) for (let j = 0; j < d1; j++) mean[j] += X[k * d1 + j] / subset.length;
      const w = new Float64Array(d1);
      if (made === "noise") w.set(w.map(normal));
      else for (const k of subset) {
        const share = normal();
        for (let j = 0; j < d1; j++) w[j] += share * X[k * d1 + j];
      }
      let power = 0; // of the node's input over its own rows, whose spread is set to 1 and whose mean to 0
      for (const k of subset) power += w.reduce((sum, weight, j) => sum + weight * (X[k * d1 + j] - mean[j]), 0) ** 2 / subset.length;
      const scale = 1 / (Math.sqrt(power) || 1);
      w.forEach((weight, j) => (components[i * d1 + j] = scale * weight));
      intercept[i] = -scale * w.reduce((sum, weight, j) => sum + weight * mean[j], 0);
    });
    return { components, intercept };
  }

  yield* trained("GCN");
  yield* known("GCN sums", untrained(layers.GCN, "sums"));
  for (const name of ["GCN", "GCN sums"]) yield* score(name);
  yield* trained("GN");
  for (const made of ["sums", "noise"]) yield* known(`GN ${made}`, untrained(layers.GN, made));
  for (const name of ["GN", ...Object.keys(before), "GN noise", "GN sums"]) yield* score(name);
}
