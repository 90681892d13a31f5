/* What runs in a worker: it takes tasks one after the other, tells each part that is done, and stops when it is told to.
   Between two parts it looks at its messages. It is told how many parts it may do before it waits. */

function gnodeWorker(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const kernels = gnodeKernels(new WebAssembly.Module(bytes));
  const checks = gnodeChecks(gnodePartition());
  const layer = gnodeLayer(kernels, gnodePartition(), gnodeStart, checks);
  const backprop = gnodeBackprop(kernels, layer, checks);
  const repeated = globalThis.gnodeRepeat?.(kernels, layer, backprop) ?? {}; // on a page that has it
  const empty = kernels.mark();
  const anew = (train) => (given) => (kernels.release(empty), train(given)); // a training that was stopped has left its rows
  const tasks = { // by name: each is a generator that yields what is done before the end
    train: anew(layer.train),
    network: anew(backprop.train),
    jointly: anew((given) => gnodeLayerwise(kernels, given)),
    repeat: anew(repeated.repeat),
    rows: repeated.rows,
    *readout(given) {
      return gnodeReadout(kernels, layer, given);
    },
    async *unpack(given) {
      return gnodeUnpack(given);
    },
    home: (given) => gnodeHome(kernels, layer, given),
    async *table({ files, ...given }) {
      return gnodeTable().read(files, given);
    },
  };

  let [current, left, stopped] = [0, 0, false]; // the task, and how many parts it may still do
  let heard = () => {};
  const { port1, port2 } = new MessageChannel();
  const messages = () => new Promise((resolve) => ((port1.onmessage = resolve), port2.postMessage(null)));

  self.onmessage = async ({ data: { id, kind, given, parts } }) => {
    if (kind === "stop" || kind === "pace") {
      if (id !== current) return; // of a task that has ended
      if (kind === "stop") stopped = true;
      else left = parts;
      heard();
      return;
    }
    [current, left, stopped] = [id, parts, false];
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
      for (; !step.done && !stopped; step = await next()) {
        if (step.value) {
          self.postMessage({ id, part: step.value });
          left -= 1;
        }
        await messages();
        while (step.value && left <= 0 && !stopped) await new Promise((resolve) => (heard = resolve));
      }
      const arrays = Object.values(step.value ?? {}).filter(ArrayBuffer.isView); // handed over, not copied
      self.postMessage({ id, done: step.value, seconds }, arrays.map(({ buffer }) => buffer));
    } catch ({ name, message }) {
      self.postMessage({ id, failure: { name, message } });
    }
  };
}
