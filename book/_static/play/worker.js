"use strict";
/* What runs in a worker: it takes tasks one after the other, tells each part that is done, and stops when it is told to.
   Between two parts it looks at its messages. */

function gnodeWorker(tasks) {
  const stopped = new Set();
  const { port1, port2 } = new MessageChannel();
  const messages = () => new Promise((resolve) => ((port1.onmessage = resolve), port2.postMessage(null)));

  self.onmessage = async ({ data: { id, kind, given } }) => {
    if (kind === "stop") {
      stopped.add(id);
      return;
    }
    try {
      const begun = performance.now();
      const steps = tasks[kind](given);
      let step = await steps.next();
      for (; !step.done && !stopped.has(id); step = await steps.next()) {
        if (step.value) self.postMessage({ id, part: step.value });
        await messages();
      }
      const arrays = Object.values(step.value ?? {}).filter(ArrayBuffer.isView); // handed over, not copied
      self.postMessage({ id, done: step.value, seconds: (performance.now() - begun) / 1000 }, arrays.map(({ buffer }) => buffer));
    } catch ({ name, message }) {
      self.postMessage({ id, failure: { name, message } });
    }
    stopped.delete(id);
  };
}
