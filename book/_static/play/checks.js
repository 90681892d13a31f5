/* What is not allowed is said as the library says it, and so is divergence, but for the advice. */

function gnodeChecks({ encoded }) {
  /** Refuse settings that are left over. */
  function known(others) {
    for (const name in others) throw new RangeError(`${name} is no setting${name === "amnesia_rule" ? ": it is called memory now" : ""}.`);
  }

  function whole(name, value, least, most = 2 ** 31) {
    if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(`${name}=${value}: a whole number from ${least} on is needed.`);
  }

  function above0(name, value) {
    if (!(value > 0 && value < Infinity)) throw new RangeError(`${name}=${value}: give a number above 0.`);
  }

  /** Of rows; the test's have other names. */
  function rows(X, n, d1, [ofX, ofN] = ["X", "n_samples"]) {
    whole(ofN, n, 1);
    whole("n_features", d1, 1);
    if (!(X instanceof Float32Array)) throw new TypeError(`${ofX} must be a Float32Array, row after row.`);
    if (X.length !== n * d1) throw new RangeError(`${ofX} has ${X.length} numbers, but ${ofN} * n_features is ${n * d1}.`);
    for (let at = 0; at < X.length; at++) if (!Number.isFinite(X[at])) throw new RangeError(`${ofX} contains NaN or infinity.`);
  }

  /** The classes of n rows, and each row's as its number. */
  function classes(of, y, n) {
    const labels = encoded(y ?? []);
    if (labels.codes.length !== n) throw new RangeError(`${of} needs y, a class for each of the ${n} rows; it has ${labels.codes.length}.`);
    if (labels.classes.length < 2) throw new RangeError(`${of} needs at least two classes, but y has one class only: ${labels.classes[0]}.`);
    return labels;
  }

  function pretraining({ amnesia, memory, learning_rate, max_epochs, random_state }) {
    whole("max_epochs", max_epochs, 1, 1e8);
    whole("random_state", random_state, 0, 2 ** 32 - 1);
    if (!(amnesia >= 0 && amnesia <= 1)) throw new RangeError(`amnesia=${amnesia}: give a number from 0 to 1.`);
    if (!["fading", "flat"].includes(memory)) throw new RangeError(`memory=${memory}: give "fading" or "flat".`);
    above0("learning_rate", learning_rate);
  }

  /** The error of weights that are no longer finite; `parameter` sets the rates. */
  function diverged(where, epoch, rates, parameter = "learning_rate") {
    const said = `${where} diverged in epoch ${epoch} at learning rate ${Number(rates[epoch].toPrecision(3))}: its weights are no longer finite; give a lower ${parameter}, or scale X first.`;
    return Object.assign(new Error(said), { name: "DivergenceError" });
  }

  return { known, whole, above0, rows, classes, pretraining, diverged };
}
