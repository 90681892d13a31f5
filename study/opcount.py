"""Operation counts: closed forms, and arithmetic that counts itself while the reference runs on it.

What counts as one operation is chosen so that the printed coefficients of the paper's eq. 1 come out:

1. A multiplication and the addition or subtraction that its product goes into are one operation. So a matrix product
   of shapes (m, n) and (n, k) counts m n k, a sum of squares one for each square, and 1 - h^2 one.
2. Any other operation on one entry counts one: a sum without a product (the bias is one more input, and costs as
   much), a division, a tanh, an exponential, a comparison in a maximum. A sum of n numbers counts n.
3. Settings (the learning rate, the amnesia factor, the weight decay; all numbers that are no data) are folded into a
   product they scale: w - alpha (g x) is one operation a weight. Scaling anything else counts. A setting of one
   scales nothing, and one of zero switches its term off.
4. Indexing, copying, sorting and drawing random orders are no arithmetic.

Rule 1 takes a product only where it is used first: what is used twice has been stored, and its next sum counts. The
page counts has one step of an auto-encoder line by line. The closed forms are for linear output nodes without a bias in
GN and GCN, as in the paper, and count `gnode.reference` as it is written. All are exact, in Python's integers.
"""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from gnode import reference
from gnode.amnesia import memory
from gnode.partition import class_chunks
from gnode.reading import READINGS, as_reading

# The constants of Theorem 1 as counted: of N E d1, and of N d1 d2.
BOUND = (30, 9)


def layerwise(n_samples, d1, d2, n_epochs, n_classes=None, weight_decay=False):
    """Count a whole layer trained at once: of the auto-encoder (USV) or, with classes, the supervised encoder (SV)."""
    d_out = d1 if n_classes is None else n_classes
    softmax = 0 if n_classes is None else 5 * n_classes  # maximum, difference, exponential, sum, quotient
    step = 2 * d1 * d2 + 3 * d_out * d2 + 3 * d_out + 5 * d2 + softmax + (d1 + d_out) * d2 * weight_decay
    return n_samples * n_epochs * step


def node_update(d1, weight_decay=False):
    """Count one gradient step of one node: 6 d1 + 5, and 2 d1 more where weights decay at each update."""
    return (6 + 2 * weight_decay) * d1 + 5


def naive_forward(d1, subset_sizes, n_epochs):
    """Count what the naive scheme adds to the updates: node i forwards each row through i others of 2 d1 + 3 each."""
    return sum(int(K) * n_epochs * i * (2 * d1 + 3) for i, K in enumerate(subset_sizes))


def dual_node(d1, n_rows, n_epochs):
    """Count a node in its dual form: K E (2 K + 19) for the steps, 2 K^2 d1 for two Gram matrices, O(K d1) around."""
    return n_rows * n_epochs * (2 * n_rows + 19) + 2 * n_rows**2 * d1 + 4 * n_rows * d1 + 4 * d1


def gn(n_samples, d1, d2, n_epochs, amnesia=0.4, reading="mended", solver="primal"):
    """Count a layer trained greedily by node (GN); A matters where it is 0 or 1, and in the dual form."""
    K, more = divmod(n_samples, d2 - 1) if d2 > 1 else (0, 0)
    sizes = [n_samples] + [K + 1] * more + [K] * (d2 - 1 - more)
    return _greedy(n_samples, d1, sizes, n_epochs, amnesia, as_reading(reading), solver, ranked=True)


def gcn(class_sizes, d1, d2, n_epochs, amnesia=0.4, reading="mended", solver="primal"):
    """Count a layer trained greedily by class by node (GCN), likewise; the dual form serves its first node, too."""
    y = np.repeat(np.arange(len(class_sizes)), class_sizes)
    sizes = [len(rows) for rows in class_chunks(y, d2)]
    return _greedy(len(y), d1, sizes, n_epochs, amnesia, as_reading(reading), solver, ranked=False)


def _greedy(n_samples, d1, sizes, n_epochs, amnesia, reading, solver, ranked):
    decay, scaled = reading.weight_decay == "everywhere", amnesia not in (0, 1)
    if reading.decoder_bias or (decay and solver == "dual"):
        raise ValueError("there is no closed form for decoder biases, nor for weight decay in the dual form.")
    total = 0
    for i, K in enumerate(sizes):
        if reading.centring:
            total += 2 * K * d1 + 2 * d1 + 1  # a sum and a quotient; centring; b - w.mean
        if solver == "dual" and (i > 0 or not ranked):
            remembered = int(np.count_nonzero(memory(reading.memory, amnesia, i) > np.finfo(float).eps / 4))
            total += dual_node(d1, K, n_epochs) + K * remembered * (2 * d1 + 3) + K * d1  # R on the node's rows; x - R
            continue
        total += K * n_epochs * node_update(d1, weight_decay=decay) + K * d1 * scaled  # and A R
        if solver == "primal":  # all rows through the node, and the running sum
            total += n_samples * ((2 + reading.centring + (reading.memory == "fading" and scaled)) * d1 + 2)
    if ranked and len(sizes) > 1:
        forward_again = solver == "dual" or not reading.ranking_on_centred_rows
        total += n_samples * (2 * d1 + (d1 + 2) * forward_again)
    return total


def pretraining(algorithm, class_sizes, layer_sizes, n_epochs, **options: Any):
    """Count the pre-training of a network: each layer, and forwarding all rows to the next one."""
    n_samples = sum(int(size) for size in class_sizes)
    layers = {
        "GN": partial(gn, n_samples, **options),
        "GCN": partial(gcn, class_sizes, **options),
        "USV": partial(layerwise, n_samples),
        "SV": partial(layerwise, n_samples, n_classes=len(class_sizes)),
    }
    pairs = list(pairwise(layer_sizes))
    trained = sum(layers[algorithm](d1=d1, d2=d2, n_epochs=n_epochs) for d1, d2 in pairs)
    return trained + sum(n_samples * d2 * (d1 + 2) for d1, d2 in pairs[:-1])


def theorem_bound(n_samples, d1, d2, n_epochs):
    """Give the bound of Theorem 1 with the constants `BOUND`, which no count of GN or GCN exceeds."""
    # It holds for the reading "mended" and d2 <= N, with E the epochs that are run, raised or not. Each update costs
    # at most 11 d1, each subset's row 3 d1 besides, and no row is in more than two subsets on average: 28 N E d1, and
    # 2 N d1 for the ranking. Each node costs at most 6 N d1 for the running output and 3 d1 for its mean.
    return BOUND[0] * n_samples * n_epochs * d1 + BOUND[1] * n_samples * d1 * d2


class Tally:
    """The operations done on the arrays that it counts, in order: NumPy's name of each and what it counted."""

    def __init__(self):
        self.log: list[tuple[str, int]] = []

    @property
    def total(self):
        """Number of operations so far."""
        return sum(cost for _, cost in self.log)

    def array(self, values):
        """Return a copy of `values` in float64 whose arithmetic, and that of all that is made from it, is counted."""
        counted = np.array(values, dtype=float).view(Counted)
        counted.tally = self
        return counted


_NO_ARITHMETIC = (np.argsort, np.array_split, np.copyto, np.empty_like, np.ones_like, np.swapaxes, np.zeros_like)
_BY_UFUNCS = (np.max, np.mean, np.sum)


class Counted(np.ndarray):
    """An array that enters what is done with it in a `Tally`; made by `Tally.array`."""

    tally: Tally
    products = 0  # how many products in each entry still wait for the sum that they are counted with
    off = False  # whether a setting of zero has switched this term off

    def __array_finalize__(self, obj):
        if isinstance(obj, Counted):
            self.tally = obj.tally

    def __array_function__(self, func, types, args, kwargs):
        if func not in _NO_ARITHMETIC + _BY_UFUNCS:
            raise TypeError(f"np.{func.__name__} does arithmetic that is not counted: use ufuncs or @ instead.")
        return super().__array_function__(func, types, args, kwargs)

    def dot(self, *args, **kwargs):
        """Refuse what would not be counted."""
        raise TypeError("dot is not counted: use @ instead.")

    def __getitem__(self, key):
        self.products = 0
        entry = np.asarray(super().__getitem__(key)).view(Counted)
        entry.tally = self.tally
        return entry

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **kwargs):
        if method not in ("__call__", "reduce"):
            raise TypeError(f"np.{ufunc.__name__}.{method} is not counted.")
        counted = [a for a in inputs if type(a) is Counted]
        settings = [a for a in inputs if type(a) is not Counted] if len(counted) < len(inputs) else ()
        if out:
            kwargs["out"] = tuple(np.asarray(a) for a in out)
        plain = [a.view(np.ndarray) if type(a) is Counted else a for a in inputs]
        value = (ufunc if method == "__call__" else ufunc.reduce)(*plain, **kwargs)
        result: Any = out[0] if out else np.asarray(value).view(Counted)
        result.tally = self.tally
        cost, result.products, result.off = _price(ufunc, method, inputs, counted, settings, result)
        for a in counted:
            if a is not result:
                a.products = 0
        self.tally.log.append((ufunc.__name__, cost))
        return result


def _price(ufunc, method, inputs, counted, settings, result):
    """Give what an operation counts, how many products its result has to hand on, and whether it is switched off."""
    size = result.size
    if method == "reduce":
        return 0 if ufunc is np.add and counted[0].products else counted[0].size, 0, False
    if ufunc is np.matmul:
        return (size * inputs[0].shape[-1], 0, False) if all(map(np.any, settings)) else (0, 0, True)
    if ufunc in (np.add, np.subtract):
        terms = [a for a in counted if not a.off]
        if len(terms) < 2 and len(terms) + sum(map(np.any, settings)) < 2:  # the other one is switched off
            return 0, sum(a.products for a in terms), not terms
        products = sum([a.products for a in terms if a.size == size])
        return (0, products - 1, False) if products else (size, 0, False)
    if ufunc is np.multiply and settings and np.ndim(settings[0]) == 0:
        products = counted[0].products
        if settings[0] == 0:
            return 0, 0, True
        if settings[0] == 1 or products:
            return 0, products, counted[0].off
    return size, int(ufunc in (np.multiply, np.square)), False


class EarlierNodes:
    """The earlier nodes' share of the output (`shares`: what amnesia leaves of each), computed anew for each row."""

    def __init__(self, X, W, b, V, shares):
        self.X, self.W, self.b, self.V, self.shares = X, W, b, V, shares

    def __getitem__(self, k):
        return (self.shares * np.tanh(self.X[k] @ self.W.T + self.b)) @ self.V


def train_node_dual(X, T, w, b, v, rates, orders):
    """Train one node as `gnode.reference.train_node` does, on inner products of its rows X and of what it learns, T."""
    # The weights stay w + c X and s (v + d T); a step needs p = X w, q = T v / s and v.v only, and changes each by one
    # row of a Gram matrix.
    XX, TT = X @ X.T, T @ T.T
    p, q, vv = X @ w, T @ v, v @ v
    c, d, s = np.zeros_like(p), np.zeros_like(q), np.ones_like(vv)
    for epoch, alpha in enumerate(rates):
        for k in orders[epoch % len(orders)]:
            h = np.tanh(p[k] + b)
            vt = s * q[k]
            g = (h * vv - vt) * (1 - h * h)
            a = alpha * h
            f = 1 - a * h
            vv = f * f * vv + a * (2 * f * vt + a * TT[k, k])
            p = p - alpha * (g * XX[k])
            b = b - alpha * g
            c[k] = c[k] - alpha * g
            s = f * s
            r = a / s
            q = q + r * TT[k]
            d[k] = d[k] + r
    return w + c @ X, b, s * (v + d @ T)


RATE = 0.01


def _random(*shapes):
    """Make a tally, and counted arrays of these shapes in it."""
    tally, rng = Tally(), np.random.default_rng(0)
    return tally, *(tally.array(rng.normal(size=shape)) for shape in shapes)


def count_autoencoder_step(d1, d2):
    """Run one step of an auto-encoder on counted arrays: forward, and from where the target is taken off (two int)."""
    tally, X, *init = _random((1, d1), (d2, d1), d2, (d2, d1), d1)
    reference.train_autoencoder(X, init, RATE, 1, "mended")  # without weight decay
    forward = [name for name, _ in tally.log].index("subtract")
    return sum(cost for _, cost in tally.log[:forward]), sum(cost for _, cost in tally.log[forward:])


def count_layer(algorithm, n_samples, d1, d2, n_epochs, n_classes=2, amnesia=0.4, reading=None):
    """Train a layer node by node on counted arrays (int); by default as "mended", but without a minimum of updates."""
    tally, X, *init = _random((n_samples, d1), (d2, d1), d2, (d2, d1))
    y = np.arange(n_samples) % n_classes if algorithm == "GCN" else None
    reading = reading or replace(READINGS["mended"], minimum_updates=False)
    reference.train_gn_gcn(X, y, init, RATE, n_epochs, amnesia, reading)
    return tally.total


def count_naive_scheme(n_rows, d1, d2, n_epochs):
    """Train d2 nodes on K rows each, forwarding through all earlier ones at each update, A = 1, no centring (int)."""
    tally, X, W, b, V = _random((d2 * n_rows, d1), (d2, d1), d2, (d2, d1))
    rates, orders = np.full(n_epochs, RATE), np.arange(n_rows)[np.newaxis]
    for i in range(d2):
        own = X[i * n_rows : (i + 1) * n_rows]
        R = EarlierNodes(own, W[:i], b[:i], V[:i], np.ones(i))
        W[i], b[i], V[i], _ = reference.train_node(own, own, R, W[i], b[i], V[i], None, rates, orders)
    return tally.total
