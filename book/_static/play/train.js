"use strict";
/* GN and GCN for one layer, step by step as gnode/reference.py trains it under the reading "original". The symbols are
   the paper's: X is N x d1, row after row in one array; node i has an encoder w, its bias b and a decoder v; alpha is
   the learning rate, A the amnesia factor, R the running output of the nodes trained so far. */

const gnodeTrain = (() => {
  /** Numbers in [0, 1), the same as numpy.random.RandomState(seed).random_sample() gives (Mersenne Twister). */
  function randomState(seed) {
    const state = new Uint32Array(624);
    let place = 624;
    state[0] = seed;
    for (let i = 1; i < 624; i++) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;

    function word() {
      if (place === 624) {
        for (let i = 0; i < 624; i++) {
          const y = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7fffffff);
          state[i] = state[(i + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
        }
        place = 0;
      }
      let y = state[place++];
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      return (y ^ (y >>> 18)) >>> 0;
    }
    return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
  }

  /** Starting weights, drawn as gnode.start draws them: GreedyByNode(random_state=seed) starts from the same. */
  function start(d1, d2, seed) {
    const random = randomState(seed);
    const uniform = (length, width) => Float64Array.from({ length }, () => width * (random() - 0.5));
    const width = 1 / (d1 + 1 + d2);
    return { W: uniform(d2 * d1, width), b: uniform(d2, width), V: uniform(d2 * d1, 1 / (d1 + 1)) };
  }

  function dot(a, b) {
    let sum = 0;
    for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
    return sum;
  }

  function meanRow(X, rows, d1) {
    const mean = new Float64Array(d1);
    for (const k of rows) for (let j = 0; j < d1; j++) mean[j] += X[k * d1 + j];
    return mean.map((sum) => sum / rows.length);
  }

  /** Cut a list into nearly equal parts, the longer ones first, as numpy.array_split does. */
  function arraySplit(list, n) {
    const size = Math.floor(list.length / n);
    const longer = list.length % n;
    return Array.from({ length: n }, (_, i) => {
      const from = i * size + Math.min(i, longer);
      return list.slice(from, from + size + (i < longer ? 1 : 0));
    });
  }

  /** GCN: node i takes class i mod c and, of that class, part i div c in the order of the rows. */
  function classChunks(classes, d2) {
    const c = Math.max(...classes) + 1;
    const subsets = new Array(d2);
    for (let k = 0; k < Math.min(c, d2); k++) {
      const rows = [...classes.keys()].filter((row) => classes[row] === k);
      const parts = arraySplit(rows, Math.ceil((d2 - k) / c));
      parts.forEach((part, place) => (subsets[k + place * c] = part));
    }
    return subsets;
  }

  /** Learning rate of each epoch of a node with K rows; at least 4 / alpha updates, and a fall after epoch 100. */
  function nodeRates(alpha, epochs, K) {
    const length = K * epochs < 4 / alpha ? Math.ceil(4 / alpha / K) : epochs;
    return Float64Array.from({ length }, (_, e) => (e > 100 ? alpha / (1 + e / 1000) : alpha));
  }

  /** Train a node {w, b, v}, changed in place, on centred rows Z; F is what the earlier nodes give, less the target.
      Yields after each epoch; returns the epoch after which a weight was no longer finite, or -1. */
  function* descend(node, Z, F, rates) {
    const { w, b, v } = node;
    const d1 = w.length;
    const e = new Float64Array(d1);
    for (let epoch = 0; epoch < rates.length; epoch++) {
      const alpha = rates[epoch];
      for (let row = 0; row < Z.length; row += d1) {
        let z = b[0];
        for (let j = 0; j < d1; j++) z += w[j] * Z[row + j];
        const h = Math.tanh(z);
        let ev = 0;
        for (let j = 0; j < d1; j++) {
          e[j] = h * v[j] + F[row + j];
          ev += e[j] * v[j];
        }
        const g = ev * (1 - h * h);
        for (let j = 0; j < d1; j++) {
          v[j] -= alpha * h * e[j];
          w[j] -= alpha * g * Z[row + j];
        }
        b[0] -= alpha * g;
      }
      if (!Number.isFinite(b[0] + dot(w, w) + dot(v, v))) return epoch;
      yield epoch;
    }
    return -1;
  }

  /** A layer that is being trained. `node` is the node whose turn it is, `epoch` and `nEpochs` how far it has come. */
  class Layer {
    constructor(X, classes, { algorithm, amnesia, nodes, rate, epochs, seed }) {
      Object.assign(this, { X, classes, algorithm, amnesia, rate, epochs, d2: nodes, N: classes.length });
      this.d1 = X.length / this.N;
      Object.assign(this, start(this.d1, nodes, seed));
      this.R = new Float64Array(X.length);
      this.mean = new Float64Array(this.d1);
      this.subsets = algorithm === "GCN" ? classChunks(classes, nodes) : [[...classes.keys()]];
      this.node = this.epoch = this.nEpochs = 0;
      this.diverged = -1; // the node whose weights are no longer finite
      this.failure = null; // what there is to say of it, once a rate that holds is found
    }

    /** Encoder, bias and decoder of node i, as views: changing them changes the layer. */
    weights(i) {
      const [from, to] = [i * this.d1, (i + 1) * this.d1];
      return { w: this.W.subarray(from, to), b: this.b.subarray(i, i + 1), v: this.V.subarray(from, to) };
    }

    /** Output of node i for every row. While a node is trained, the mean of its rows is not in its bias yet. */
    outputs(i) {
      const { w, b } = this.weights(i);
      const bias = i === this.node ? b[0] - dot(w, this.mean) : b[0];
      const h = new Float64Array(this.N);
      for (let k = 0; k < this.N; k++) h[k] = Math.tanh(dot(w, this.row(k)) + bias);
      return h;
    }

    row(k) {
      return this.X.subarray(k * this.d1, (k + 1) * this.d1);
    }

    /** Running output for row k with the node that is being trained: h v + A R. */
    output(k) {
      const from = k * this.d1;
      const remembered = this.R.subarray(from, from + this.d1);
      if (this.node === this.d2 || (this.epoch === 0 && this.diverged < 0)) return Float64Array.from(remembered);
      const { w, b, v } = this.weights(this.node);
      const h = Math.tanh(dot(w, this.row(k)) + b[0] - dot(w, this.mean));
      return remembered.map((r, j) => h * v[j] + this.amnesia * r);
    }

    /** Train all nodes. Yields "epoch" after each epoch of a node and "node" when a node is done; stops at a failure. */
    *train() {
      while (this.node < this.d2) {
        yield* this.trainNode(this.weights(this.node), this.subsets[this.node]);
        if (this.failure) return;
        yield "node";
      }
    }

    *trainNode(node, rows) {
      const { X, R, d1, amnesia } = this;
      this.mean = meanRow(X, rows, d1);
      const Z = new Float64Array(rows.length * d1);
      const F = new Float64Array(rows.length * d1);
      rows.forEach((k, place) => {
        for (let j = 0; j < d1; j++) {
          Z[place * d1 + j] = X[k * d1 + j] - this.mean[j];
          F[place * d1 + j] = amnesia * R[k * d1 + j] - X[k * d1 + j];
        }
      });
      const rates = nodeRates(this.rate, this.epochs, rows.length);
      const begun = { w: node.w.slice(), b: node.b.slice(), v: node.v.slice() };
      const copy = () => ({ w: begun.w.slice(), b: begun.b.slice(), v: begun.v.slice() });
      this.nEpochs = rates.length;
      const steps = descend(node, Z, F, rates);
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        this.epoch = step.value + 1;
        yield "epoch";
      }
      if (step.value >= 0) {
        this.diverged = this.node;
        let holds = rates[0] / 2;
        const lower = () => descend(copy(), Z, F, rates.map((rate) => (rate / rates[0]) * holds));
        while ((yield* lower()) >= 0) holds /= 2;
        this.failure = { node: this.node, epoch: step.value, rate: rates[step.value], holds };
        return;
      }
      node.b[0] -= dot(node.w, this.mean);
      this.node += 1;
      this.epoch = 0;
      const i = this.node - 1;
      const h = this.outputs(i);
      for (let k = 0; k < this.N; k++) {
        for (let j = 0; j < d1; j++) R[k * d1 + j] = h[k] * node.v[j] + amnesia * R[k * d1 + j];
      }
      if (i === 0 && this.algorithm === "GN" && this.d2 > 1) this.rankRows();
    }

    /** GN: the rows by how well node 0 reconstructs them, the best first, in parts for the nodes 1, 2, ... */
    rankRows() {
      const { X, R, d1, N, d2 } = this;
      const errors = new Float64Array(N);
      for (let k = 0; k < N * d1; k++) errors[Math.floor(k / d1)] += (R[k] - X[k]) ** 2;
      const ranked = [...errors.keys()].sort((p, q) => errors[p] - errors[q]);
      this.subsets.push(...arraySplit(ranked, d2 - 1));
    }
  }

  return { Layer, dot, meanRow, start };
})();
