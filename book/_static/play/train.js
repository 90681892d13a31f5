/* window.gnode: a layer of the library, or a network, trained in a worker. The workers are made of the text of the functions
   that they run, because a page that is opened as a file may load no worker from another. */

/** The place of what trains, a region with a name; where the browser lacks what it needs, none, and what is told without scripts. */
function gnodePlace(id, ariaLabel) {
  const place = document.getElementById(id), note = document.querySelector(`#${id} + .elsewhere`) ?? document.querySelector(".elsewhere");
  const lacking = ["WebAssembly", "DecompressionStream", "Worker"].find((name) => !globalThis[name]);
  if (!lacking) return Object.assign(place, { role: "region", ariaLabel });
  place.replaceWith(`This browser has no ${lacking}, so nothing can be trained in it.`);
  note.classList.remove("elsewhere");
}

(() => {
  const PARTS = [
    gnodeKernels, gnodeRandom, gnodeStart, gnodePartition, gnodeChecks, gnodeLayer, gnodeLayerwise, gnodeBackprop, gnodeReadout, gnodeTable,
    globalThis.gnodeRepeat ?? "", gnodeWorker,
  ];
  const idle = []; // workers that wait for the next task
  let source;

  function worker() {
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
      const stop = () => {
        one.terminate();
        reject(signal.reason);
      };
      signal?.addEventListener("abort", stop);
      one.onmessage = ({ data: { part, done, seconds, failure } }) => {
        if (part !== undefined) return onPart?.(part);
        signal?.removeEventListener("abort", stop);
        idle.push(one);
        if (failure) reject(Object.assign(new Error(failure.message), { name: failure.name }));
        else resolve({ ...done, seconds });
      };
      one.onerror = ({ message }) => reject(new Error(message || "The worker could not be started."));
      one.postMessage({ kind, given, parts });
      control?.((more) => one.postMessage({ parts: more }));
    });
  }

  window.gnodeTask = task;
  window.gnode = { // book/api.md, "In a web page", says what they take and give
    train: ({ onNode, signal, ...given }) => task("train", given, { signal, onPart: onNode }),
    trainNetwork: ({ onStage, signal, ...given }) => task("network", given, { signal, onPart: onStage }),
  };
})();
