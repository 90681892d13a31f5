"use strict";
/* The tasks of the workers, by name: each is a generator that yields what is done before the end. */

function gnodeTasks(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const kernels = gnodeKernels(new WebAssembly.Module(bytes));
  const layer = gnodeLayer(kernels, gnodePartition(), gnodeStart);
  return {
    train: layer.train,
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
