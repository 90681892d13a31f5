/* What runs in a worker: it takes tasks one after the other and tells each part that is done. It is told how many parts it
   may do before it waits, at first and by messages, at which it looks between two parts. */

function gnodeWorker(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const kernels = gnodeKernels(new WebAssembly.Module(bytes));
  const checks = gnodeChecks(gnodePartition());
  const layer = gnodeLayer(kernels, gnodePartition(), gnodeStart, checks);
  const backprop = gnodeBackprop(kernels, layer, checks);
  const repeated = globalThis.gnodeRepeat?.(kernels, layer, backprop) ?? {}; // on a page that has it
  const empty = kernels.mark();
  const anew = (train) => (given) => (kernels.release(empty), train(given)); // the training before has left its rows
  const whole = (does) => async function* (given) { return does(given); };
  const tasks = { // by name: each is a generator that yields what is done before the end
    train: anew(layer.train),
    network: anew(backprop.train),
    jointly: anew((given) => gnodeLayerwise(kernels, given)),
    repeat: anew(repeated.repeat),
    rows: repeated.rows,
    readout: whole((given) => gnodeReadout(kernels, layer, given)),
    table: whole(({ files, ...given }) => gnodeTable().read(files, given)),
  };

  let left; // parts that it may still do
  let heard = () => {};
  const { port1, port2 } = new MessageChannel();
  const messages = () => new Promise((resolve) => ((port1.onmessage = resolve), port2.postMessage(null)));

  self.onmessage = async ({ data: { kind, given, parts } }) => {
    left = parts;
    if (!kind) return heard();
    try {
      const steps = tasks[kind](given);
      let seconds = 0; // without those in which it waits
      const next = async () => {
        const begun = performance.now();
        const step = await steps.next();
        seconds += (performance.now() - begun) / 1000;
        return step;
      };
      let step = await next();
      for (; !step.done; step = await next()) {
        if (step.value) {
          self.postMessage({ part: step.value });
          left -= 1;
        }
        await messages();
        while (step.value && left <= 0) await new Promise((resolve) => (heard = resolve));
      }
      const arrays = Object.values(step.value ?? {}).filter(ArrayBuffer.isView); // handed over, not copied
      self.postMessage({ done: step.value, seconds }, arrays.map(({ buffer }) => buffer));
    } catch ({ name, message }) {
      self.postMessage({ failure: { name, message } });
    }
  };
}
