/* The library's compiled loops, called from JavaScript. What Numba makes of `gnode/kernels.py` takes an array as its parts: two references, which are null
   here, the numbers of items and of bytes in one, the place of the data, and then shape and strides. Where an array is returned, its parts take eight
   bytes each, as on the machine that Numba compiles for. It runs in the page's workers, which are made of the text of these functions. */

function gnodeKernels(module) {
  const ALIGN = 64; // as Numba aligns
  const PAGE = 65536;
  const { exports } = new WebAssembly.Instance(module, { env: { NRT_MemInfo_alloc_aligned: allocate } });
  const { memory } = exports;
  let top = Math.ceil(exports.__heap_base.value / ALIGN) * ALIGN;

  /** A free place; everything behind a mark is free again once `release(mark)` is called. */
  function reserve(bytes) {
    const place = top;
    top += Math.ceil(bytes / ALIGN) * ALIGN;
    const missing = Math.ceil((top - memory.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        memory.grow(missing);
      } catch {
        throw new RangeError(`The page cannot have ${Math.ceil(top / 2 ** 20).toLocaleString("en")} MiB of memory: give it fewer rows or nodes.`);
      }
    }
    return place;
  }

  /** What an array that a kernel makes lies in: a head of one alignment that says where its data are. */
  function allocate(bytes) {
    const head = reserve(Number(bytes) + ALIGN);
    new DataView(memory.buffer).setUint32(head + 24, head + ALIGN, true);
    return head;
  }

  /** Copy a typed array into the kernels' memory: gives a handle to hand to `run`. */
  function put(values, shape = [values.length]) {
    const place = reserve(values.byteLength);
    new Uint8Array(memory.buffer, place, values.byteLength).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    const item = values.BYTES_PER_ELEMENT;
    const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, n) => product * n, item));
    const parts = [0, 0, BigInt(values.length), BigInt(item), place, ...[...shape, ...strides].map(BigInt)];
    return { parts, get: () => new values.constructor(memory.buffer, place, values.length).slice() };
  }

  /** Run a kernel on handles and numbers; gives a view of what it returns, good until the next call. */
  function run(name, ...given) {
    const before = top;
    const [result, failure] = [reserve(2 * ALIGN), reserve(ALIGN)];
    const status = exports[name](result, failure, ...given.flatMap((one) => one.parts ?? [one]));
    top = before;
    if (status !== 0) throw new Error(`${name} failed with status ${status}.`);
    return new DataView(memory.buffer, result, 2 * ALIGN);
  }

  /** A times B, or A times B^T, both in float32 or both in float64; A is n x k, and the result n x m. */
  function product(A, n, B, m, { transposed = false, symmetric = false } = {}) {
    const before = top;
    const k = A.length / n;
    const left = put(A, [n, k]);
    const right = symmetric ? left : put(B, transposed ? [m, k] : [k, m]);
    const place = run(A instanceof Float64Array ? "product_float64" : "product", left, right, Number(transposed), Number(symmetric)).getUint32(32, true);
    top = before;
    return new A.constructor(memory.buffer, place, n * m).slice();
  }

  /** What a kernel that changes an array makes of it. */
  function changed(name, values, shape) {
    const before = top;
    const handle = put(values, shape);
    run(name, handle);
    top = before;
    return handle.get();
  }

  /** Whole numbers as the loops take them, of 64 bits. */
  function long(values, shape) {
    const words = new Int32Array(2 * values.length);
    values.forEach((value, k) => (words[2 * k] = value));
    return put(new BigInt64Array(words.buffer), shape);
  }

  /** The numbers from 0 on, which the loops take for an order. */
  const inOrder = (n, shape) => long(Int32Array.from({ length: n }, (_, k) => k), shape);

  const transposed = (M, n_rows) => M.map((_, at) => M[(at % n_rows) * (M.length / n_rows) + Math.floor(at / n_rows)]);

  return { put, long, inOrder, run, product, changed, transposed, mark: () => top, release: (mark) => (top = mark) };
}
