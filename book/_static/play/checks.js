"use strict";
/* What is not allowed is said as the library says it, and so is divergence. */

function gnodeChecks({ encoded }) {
  const LOOKED_AT = 256; // rows

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

  /** A number as Python's format .3g shows it: half-way cases go to the even digit. */
  function general(value, digits) {
    const [all] = value.toExponential(60).split("e");
    const halfway = /^50*$/.test(all.slice(digits + 1)) && Number(all[digits]) % 2 === 0;
    const [mantissa, power] = (halfway ? value * (1 - 1e-15) : value).toExponential(digits - 1).split("e").map(Number);
    if (power >= -4 && power < digits) return String(Number(`${mantissa}e${power}`));
    return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }

  /** Whether, on a sample of the rows, the widest column spreads by .03 or more and none reaches beyond 5. */
  function isScaled(X, d1) {
    const sample = [...gnodeRandom(0).permutation(X.length / d1).subarray(0, LOOKED_AT)];
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    let [widest, farthest] = [0, 0];
    for (let j = 0; j < d1; j++) {
      const column = sample.map((row) => X[row * d1 + j]);
      const centre = mean(column);
      const spread = Math.sqrt(mean(column.map((value) => (value - centre) ** 2)));
      [widest, farthest] = [Math.max(widest, spread), Math.max(farthest, Math.abs(centre) + spread)];
    }
    return widest >= 0.03 && farthest <= 5;
  }

  /** The error of weights that are no longer finite; `parameter` sets the rates, and has a default. */
  function diverged(where, epoch, rates, X, d1, [parameter, most] = ["learning_rate", 1e-3]) {
    const lower = rates[0] > most ? `leave out ${parameter}=${general(rates[0], 6)}` : `give a lower ${parameter}, such as ${general(rates[0] / 10, 2)}`;
    const advice = isScaled(X, d1) ? lower : "scale X first, for example with StandardScaler or MinMaxScaler((-1, 1))";
    const said = `${where} diverged in epoch ${epoch} at learning rate ${general(rates[epoch], 3)}: its weights are no longer finite; ${advice}.`;
    return Object.assign(new Error(said), { name: "DivergenceError" });
  }

  return { known, whole, above0, rows, classes, pretraining, general, diverged };
}
