/* The settings of a run: in the form, in the link, and as the lines of Python that train the same layer. */

const gnodeSettings = (() => {
  const DEFAULTS = { algorithm: "GCN", amnesia: 0.4, rule: "flat", nodes: 200, rate: 0.001, epochs: 300, seed: 0, scaling: "none", column: "last" };
  const NUMBERS = { amnesia: [0, 1], nodes: [1, 1000], rate: [1e-5, 9], epochs: [1, 2000], seed: [0, 4294967295] };
  const OPTIONS = {
    algorithm: { GCN: "GCN (by class)", GN: "GN (no labels)" },
    rule: { flat: "flat, as the paper writes it", fading: "fading, as in the program" },
    scaling: { none: "as they are", range: "each column to −1 … 1" },
    column: { last: "last column", first: "first column", none: "no column" },
  };
  const WHOLE = ["nodes", "epochs", "seed"];
  const READINGS = { flat: "paper", fading: "mended" }; // the version that each memory belongs to

  /** A setting's value from text; undefined if it is not allowed. */
  function parsed(name, text) {
    if (OPTIONS[name]) return Object.hasOwn(OPTIONS[name], text) ? text : undefined;
    const [least, most] = NUMBERS[name];
    const value = text.trim() === "" ? NaN : Number(text);
    return value >= least && value <= most && (!WHOLE.includes(name) || Number.isInteger(value)) ? value : undefined;
  }

  /** Settings from the part of the link behind #; what is missing or not allowed is as at first. */
  function fromHash(hash) {
    const settings = { ...DEFAULTS };
    for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
      const value = name in DEFAULTS ? parsed(name, text) : undefined;
      if (value !== undefined) settings[name] = value;
    }
    return settings;
  }

  /** The link's part behind #. It names no file: own rows are not in it. */
  const toHash = (settings) => `#${new URLSearchParams(settings)}`;

  const forTraining = ({ algorithm, amnesia, rule, nodes, rate, epochs, seed }, { X, n, d1, y }) => ({
    algorithm, X, n_samples: n, n_features: d1, y: y ?? undefined, n_components: nodes, amnesia, reading: READINGS[rule],
    learning_rate: rate, max_epochs: epochs, random_state: seed,
  });

  const inWords = ({ algorithm, amnesia, rule, nodes, rate, epochs, seed }) => [
    `${algorithm}, A = ${amnesia}${rule === DEFAULTS.rule ? "" : ` (${rule})`}, ${nodes} node${nodes === 1 ? "" : "s"}`,
    rate !== DEFAULTS.rate && `rate ${rate}`, epochs !== DEFAULTS.epochs && `${epochs} epoch${epochs > 1 ? "s" : ""}`, seed !== DEFAULTS.seed && `seed ${seed}`,
  ].filter(Boolean).join(", ");

  function ownRows({ name, delimiter, headed, column }, scaling) {
    const options = [JSON.stringify(name), ...(delimiter === " " ? [] : [`delimiter=${JSON.stringify(delimiter)}`]), ...(headed ? ["skiprows=1"] : [])];
    const [inputs, classes] = { last: ["[:, :-1]", "[:, -1]"], first: ["[:, 1:]", "[:, 0]"], none: ["", ""] }[column];
    return [
      `rows = np.char.strip(np.loadtxt(${options.join(", ")}, dtype=str, comments=None, quotechar='"', ndmin=2))`,
      `X${classes && ", y"} = rows${inputs}.astype(float)${classes && `, rows${classes}`}`,
      ...(scaling === "range" ? ["X = MinMaxScaler((-1, 1)).fit_transform(X)"] : []),
      'X = X.astype("float32")',
    ].join("\n");
  }

  function python({ algorithm, amnesia, rule, nodes, rate, epochs, seed, scaling }, { csv }) {
    const [name, given] = algorithm === "GN" ? ["GreedyByNode", "X"] : ["GreedyByClassByNode", "X, y"];
    return [
      ...(csv ? ["import numpy as np"] : []),
      ...(csv && scaling === "range" ? ["from sklearn.preprocessing import MinMaxScaler"] : []),
      `from gnode import ${name}`,
      ...(csv ? [] : ["from study.datasets import load"]),
      "",
      ...(csv ? [ownRows(csv, scaling)] : ['digits = load("mnist16")', 'X, y = digits.X_train.astype("float32"), digits.y_train']),
      `layer = ${name}(`,
      `    ${nodes}, amnesia=${amnesia}, learning_rate=${rate}, max_epochs=${epochs}, random_state=${seed},`,
      `    reading="${READINGS[rule]}",`,
      `).fit(${given})`,
    ].join("\n");
  }

  return { DEFAULTS, NUMBERS, OPTIONS, forTraining, fromHash, inWords, parsed, python, toHash };
})();
