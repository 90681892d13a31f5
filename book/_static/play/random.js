/* Random numbers, the same as numpy.random.RandomState(seed) gives (Mersenne Twister). */

function gnodeRandom(seed) {
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

  /** In [0, 1), as random_sample. */
  const random = () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;

  const uniform = (length, width) => Float32Array.from({ length }, () => width * (random() - 0.5));

  /** A whole number from 0 to `most`, which is below 2 ** 32, as randint(most + 1). */
  function upTo(most) {
    const mask = 2 ** (32 - Math.clz32(most)) - 1;
    let value;
    do value = (word() & mask) >>> 0; while (value > most);
    return value;
  }

  function permutation(n) {
    const order = Int32Array.from({ length: n }, (_, k) => k);
    for (let i = n - 1; i > 0; i--) {
      const j = upTo(i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

  return { uniform, normal, upTo, permutation };
}

/** Starting weights, drawn as `gnode.schedule.starting_weights` draws them: GreedyByNode(random_state=seed) starts from the same. */
function gnodeStart(d1, d2, seed, capped) {
  const { uniform } = gnodeRandom(seed);
  let [width, ofDecoder] = [1 / (d1 + 1 + d2), 1 / (d1 + 1)];
  if (capped) [width, ofDecoder] = [width, ofDecoder].map((small) => Math.min(50 * small, Math.sqrt(24 / (d1 + d2))));
  return { components: uniform(d2 * d1, width), intercept: uniform(d2, width), decoder: uniform(d2 * d1, ofDecoder) };
}
