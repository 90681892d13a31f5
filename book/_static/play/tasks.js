"use strict";
/* The tasks of the workers, by name: each is a generator that yields what is done before the end. */

function gnodeTasks(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const kernels = gnodeKernels(new WebAssembly.Module(bytes));
  const checks = gnodeChecks(gnodePartition());
  const layer = gnodeLayer(kernels, gnodePartition(), gnodeStart, checks);
  const backprop = gnodeBackprop(kernels, layer, checks);
  const repeated = globalThis.gnodeRepeat?.(kernels, layer, backprop) ?? {}; // on a page that has it
  const empty = kernels.mark();
  const anew = (train) => (given) => (kernels.release(empty), train(given)); // a training that was stopped has left its rows
  return {
    train: anew(layer.train),
    network: anew(backprop.train),
    jointly: anew(gnodeLayerwise(kernels)),
    repeat: anew(repeated.repeat),
    rows: repeated.rows,
    *readout(given) {
      return gnodeReadout(kernels, layer, given);
    },
    async *unpack(given) {
      return gnodeUnpack(given);
    },
    home: gnodeHome(kernels, layer),
    async *table({ files, ...given }) {
      return gnodeTable().read(files, given);
    },
  };
}
