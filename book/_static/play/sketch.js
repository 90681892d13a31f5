/* A pad to draw a digit on, with mouse, finger or keys. What is drawn becomes a row: black and white points, counted in blocks. Digits
   of MNIST have a margin around them, and their centre of mass in the middle; on the reader's own images what is drawn fills the frame. */

function gnodeSketch(canvas, changed) {
  const BLOCK = 4; // points a side of a pixel
  const SIZE = 256;
  const PEN = 26;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let [pen, last, example] = [{ x: SIZE / 2, y: SIZE / 2, down: false }, null, false];

  function clear() {
    canvas.width = canvas.height = SIZE;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, SIZE, SIZE);
    Object.assign(context, { lineWidth: PEN, lineCap: "round", lineJoin: "round", strokeStyle: "#000000" });
    example = false;
  }

  /** Show an example, which the first stroke wipes away. */
  const show = (values, rows) => (gnodeDraw.row(canvas, values, rows), (example = true));

  function stroke(from, to) {
    if (example) clear();
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x + 0.01, to.y); // a line of no length is not drawn
    context.stroke();
  }

  function place({ clientX, clientY }) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return { x: ((clientX - left) / width) * SIZE, y: ((clientY - top) / height) * SIZE };
  }

  canvas.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    last = place(event);
    stroke(last, last);
    changed();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    for (const one of event.getCoalescedEvents?.() ?? [event]) {
      const to = place(one);
      stroke(last, to);
      last = to;
    }
    changed();
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (last = null));

  // The arrow keys move a pen; the space bar sets it down and lifts it.
  canvas.addEventListener("keydown", (event) => {
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!way && event.key !== " ") return;
    event.preventDefault();
    const before = { ...pen };
    if (!way) pen.down = !pen.down;
    else for (const [axis, step] of [["x", way[0]], ["y", way[1]]]) pen[axis] = Math.min(SIZE - 8, Math.max(8, pen[axis] + 16 * step));
    if (pen.down) {
      stroke(before, pen);
      changed();
    }
  });

  /** The drawing as a row of side x side numbers from -1 (paper) to 1 (ink), in a frame so many times as large; null if nothing is drawn, or hardly more than a dot. */
  function row(side, frame = 1) {
    if (example) return null;
    const { data } = context.getImageData(0, 0, SIZE, SIZE);
    const ink = (x, y) => data[4 * (y * SIZE + x)] < 128;
    let [left, right, top, bottom] = [SIZE, -1, SIZE, -1];
    let [mass, massX, massY] = [0, 0, 0];
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        if (!ink(x, y)) continue;
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
        [mass, massX, massY] = [mass + 1, massX + x + 0.5, massY + y + 0.5];
      }
    }
    if (Math.max(right - left, bottom - top) < 2.5 * PEN) return null;
    const extent = frame * (Math.max(right - left, bottom - top) + 1);
    const middle = frame > 1 ? [massX / mass, massY / mass] : [(left + right + 1) / 2, (top + bottom + 1) / 2];
    const [x0, y0] = middle.map((centre) => centre - extent / 2);
    const points = BLOCK * side;
    const at = (point, start) => Math.floor(start + ((point + 0.5) / points) * extent);
    const counts = new Float32Array(side * side);
    for (let v = 0; v < points; v++) {
      for (let u = 0; u < points; u++) {
        const [x, y] = [at(u, x0), at(v, y0)];
        if (x >= 0 && y >= 0 && x < SIZE && y < SIZE && ink(x, y)) counts[Math.floor(v / BLOCK) * side + Math.floor(u / BLOCK)] += 1;
      }
    }
    return counts.map((count) => (2 * count) / BLOCK ** 2 - 1);
  }

  clear();
  return { begun: () => !example, clear, row, show };
}
