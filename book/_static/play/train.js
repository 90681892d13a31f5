/* window.gnode: a layer of the library, or a network, trained in a worker. The workers are made of the text of the functions
   that they run, because a page that is opened as a file may load no worker from another. */

(() => {
  const PARTS = [
    gnodeKernels, gnodeRandom, gnodeStart, gnodePartition, gnodeChecks, gnodeLayer, gnodeLayerwise, gnodeBackprop, gnodeReadout, gnodeInflate, gnodeUnpack, gnodeHome, gnodeTable,
    globalThis.gnodeRepeat ?? "", gnodeWorker,
  ];
  const KEPT = 2; // workers that wait for the next task
  const PATIENCE = 60; // milliseconds for a worker to stop by itself
  const idle = [];
  let source;
  let count = 0;

  function worker() {
    if (!globalThis.WebAssembly || !globalThis.Worker) throw new Error("This browser has no WebAssembly: no layer can be trained here.");
    source ??= URL.createObjectURL(
      new Blob([`"use strict";\n${PARTS.join("\n")}\ngnodeWorker(${JSON.stringify(gnodeWasm)});`], { type: "text/javascript" }),
    );
    return idle.pop() ?? new Worker(source);
  }

  /** Have a worker do a task: a promise of what it gives and of its seconds. `onPart` gets what is done before the end;
      it waits when it has done so many `parts`, and `control` gets a function that says how many more may follow. */
  function task(kind, given, { signal, onPart, control, parts = Infinity } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const one = worker();
      const id = (count += 1);
      let late;
      const over = (settle, value, works = true) => {
        clearTimeout(late);
        signal?.removeEventListener("abort", stop);
        if (works && idle.length < KEPT) idle.push(one);
        else one.terminate();
        settle(value);
      };
      const stop = () => {
        reject(signal.reason);
        one.postMessage({ id, kind: "stop" });
        late = setTimeout(() => one.terminate(), PATIENCE);
      };
      signal?.addEventListener("abort", stop);
      one.onmessage = ({ data: { part, done, seconds, failure } }) => {
        if (part !== undefined) {
          if (!signal?.aborted) onPart?.(part);
          return;
        }
        if (failure) over(reject, Object.assign(new Error(failure.message), { name: failure.name }));
        else over(resolve, { ...done, seconds });
      };
      one.onerror = (event) => over(reject, new Error(event.message || "The worker could not be started."), false);
      one.postMessage({ id, kind, given, parts });
      control?.((more) => one.postMessage({ id, kind: "pace", parts: more }));
    });
  }

  /** Train a layer of GN or GCN in float32; book/api.md, "In a web page", says what it takes and gives. */
  async function train({ onNode, signal, ...given }) {
    return task("train", given, { signal, onPart: onNode });
  }

  /** Train a network; the same page says what it takes and gives. `onStage` is told what is done. */
  async function trainNetwork({ onStage, signal, ...given }) {
    return task("network", given, { signal, onPart: onStage });
  }

  window.gnode = { train, trainNetwork };
  window.gnodeTask = task;
})();
