/* A digit, and what the first 1, 5, 10, ... nodes make of it: the picture that can be read out of them, and the class. */

const gnodeNetwork = {
  outputs({ components, intercept }, x) {
    return Float64Array.from(intercept, (b, i) => Math.tanh(x.reduce((sum, value, j) => sum + components[i * x.length + j] * value, b)));
  },

  /** The least squares from the first 1, 2, ... nodes: pixels, and behind them a score for each class. */
  best({ mean, target, L, Y }, h) {
    const [d2, width] = [h.length, target.length];
    const u = new Float64Array(d2);
    let sum = target;
    return Array.from(h, (value, i) => {
      u[i] = value - mean[i];
      for (let k = 0; k < i; k++) u[i] -= L[i * d2 + k] * u[k];
      u[i] /= L[i * d2 + i];
      sum = sum.map((total, c) => total + u[i] * Y[i * width + c]);
      return sum;
    });
  },
};

const gnodeStrip = (() => {
  /** Numbers of nodes to show. */
  const steps = (d2) => [...[1, 5, 10, 20, 50, 200, 500].filter((n) => n < d2), d2];

  /** Places for pictures of layers of d2 nodes, which are empty yet; those that are there are emptied. */
  function empty(list, d2) {
    const blank = (n) => `<li><canvas role="img" width="1" height="1" aria-label="after ${gnodeRun.count(n, "node")}: nothing yet"></canvas><span>${n}<i> node${n === 1 ? "" : "s"}</i></span><b></b></li>`;
    list.innerHTML = steps(d2).map(blank).join("");
  }

  /** A class in words: of digits, "a 7"; of other examples, their name. */
  const called = (name) => (/^\d$/.test(name) ? `${Number(name) === 8 ? "an" : "a"} ${name}` : `“${name}”`);

  /** Show what the nodes read so far make of x, whose class is `truth` if it is known; gives it in words. */
  function show(list, { rows, settings, read, ofTrained }, x, truth) {
    const bestOf = ({ layer, readout }) => gnodeNetwork.best(readout, gnodeNetwork.outputs(layer, x));
    const namedBy = (best) => best.map((of) => {
      const scores = of.subarray(rows.d1);
      return rows.classes[scores.indexOf(Math.max(...scores))];
    });
    const best = bestOf(read), named = namedBy(best), last = named.at(-1);
    if (list.children.length !== steps(settings.nodes).length) empty(list, settings.nodes);
    steps(settings.nodes).forEach((m, i) => {
      if (m > best.length) return;
      const [canvas, , mark] = list.children[i].children;
      const name = named[m - 1], right = name === truth;
      gnodeDraw.row(canvas, best[m - 1].subarray(0, rows.d1), rows);
      canvas.setAttribute("aria-label", `after ${gnodeRun.count(m, "node")}${name === undefined ? "" : `: ${name}`}`);
      mark.textContent = name === undefined ? "" : truth === undefined ? name : `${name} ${right ? "✔" : "✘"}`;
      mark.className = name === undefined || truth === undefined ? "" : right ? "right" : "wrong";
    });
    if (last === undefined) return "";
    const it = truth === undefined ? "your digit" : "it";
    if (named.length < settings.nodes) return `After ${gnodeRun.count(named.length, "node")} ${it} is read as ${called(last)}.`;
    const right = truth === undefined ? "" : last === truth ? ", which is right" : `, but it is ${called(truth)}`;
    const said = (of, kind) => {
      const from = of.findLastIndex((name) => name !== of.at(-1)) + 2;
      return `${from === 1 ? "With any number of" : from === settings.nodes ? `With all ${from}` : `From ${from}`} ${kind}nodes${from === 1 || from === settings.nodes ? "" : " on"}, ${it} is read as ${called(of.at(-1))}`;
    };
    if (!read.random) return `${said(named, "")}${right}.`;
    return `${said(named, "random ")}${right}. ${said(namedBy(bestOf(ofTrained)), "trained ")}.`;
  }

  return { called, empty, show, steps };
})();
