"use strict";
/* MNIST at 16 x 16 as the page has it: 4 bits a pixel, deflated; the last rows are for the test. */

/** What is deflated, in letters of base64. */
function gnodeInflate(letters) {
  return new Response(new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate")));
}

async function gnodeUnpack({ pixels, classes, n }) {
  const bytes = new Uint8Array(await gnodeInflate(pixels).arrayBuffer());
  const all = new Float32Array(2 * bytes.length);
  bytes.forEach((byte, k) => {
    all[2 * k] = (byte >> 4) / 7.5 - 1;
    all[2 * k + 1] = (byte & 15) / 7.5 - 1;
  });
  const y = Int32Array.from(classes, Number);
  return { X: all.slice(0, 256 * n), y: y.slice(0, n), unseen: all.slice(256 * n), yUnseen: y.slice(n) };
}
