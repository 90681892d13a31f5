"use strict";
/* What runs in a worker: it takes tasks one after the other, tells each part that is done, and stops when it is told to.
   Between two parts it looks at its messages. It is told how many parts it may do before it waits. */

function gnodeWorker(tasks) {
  const stopped = new Set();
  const left = new Map(); // parts that a task may still do
  let heard = () => {};
  const { port1, port2 } = new MessageChannel();
  const messages = () => new Promise((resolve) => ((port1.onmessage = resolve), port2.postMessage(null)));

  self.onmessage = async ({ data: { id, kind, given, parts } }) => {
    if (kind === "stop" || kind === "pace") {
      if (kind === "stop") stopped.add(id);
      else if (left.has(id)) left.set(id, parts);
      heard();
      return;
    }
    left.set(id, parts);
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
      for (; !step.done && !stopped.has(id); step = await next()) {
        if (step.value) {
          self.postMessage({ id, part: step.value });
          left.set(id, left.get(id) - 1);
        }
        await messages();
        while (step.value && left.get(id) <= 0 && !stopped.has(id)) await new Promise((resolve) => (heard = resolve));
      }
      const arrays = Object.values(step.value ?? {}).filter(ArrayBuffer.isView); // handed over, not copied
      self.postMessage({ id, done: step.value, seconds }, arrays.map(({ buffer }) => buffer));
    } catch ({ name, message }) {
      self.postMessage({ id, failure: { name, message } });
    }
    stopped.delete(id);
    left.delete(id);
  };
}
