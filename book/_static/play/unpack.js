/* The digits of MNIST as the page has them: a byte a pixel, up to 15, deflated; the rows from the n-th on are for the test. */

/** What is deflated, in letters of base64. */
function gnodeInflate(letters) {
  return new Response(new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate")));
}

async function gnodeUnpack() {
  const { pixels, classes, n } = gnodeMnist16;
  const bytes = new Uint8Array(await gnodeInflate(pixels).arrayBuffer());
  const all = new Float32Array(bytes).map((byte) => byte / 7.5 - 1);
  const y = Int32Array.from(classes, Number), end = (n * all.length) / y.length;
  return { X: all.slice(0, end), y: y.slice(0, n), unseen: all.slice(end), yUnseen: y.slice(n) };
}
