"""How time grows with rows, epochs, features and nodes, one at a time, on synthetic rows."""

from dataclasses import replace

import numpy as np
import pytest
from measuring import AMNESIA, Stopwatch, stamp
from numba import njit

from gnode import GreedyByClassByNode, GreedyByNode, reference
from gnode.kernels import dot, tanh
from gnode.reading import READINGS

RANGES = {
    "N": (2000, 4000, 8000, 16000, 32000),
    "E": (100, 200, 400, 800, 1600),
    "d1": (64, 128, 256, 512, 1024),
    "d2": (10, 20, 40, 80, 160),
}
# Rows, epochs, features and nodes when they are not varied: enough updates for no node to have its epochs raised.
FIXED = {"N": 4000, "E": 200, "d1": 256, "d2": 20}
FIXED_DUAL = {"N": 2000, "E": 500, "d1": 256, "d2": 40}  # for the dual form, 50 rows a node
MANY = 5  # times as many epochs: the difference of the two fits is the time of the epochs alone
# Without amnesia and with few epochs the earlier nodes' output is what costs: the term N d1 d2 of the theorem.
ALL_REMEMBERED = {"amnesia": 1.0, "reading": replace(READINGS["mended"], minimum_updates=False)}
FIXED_REMEMBERED = {"N": 16000, "E": 2, "d1": 256}
# Rows a node instead of rows in all, as in claim E2: N = K d2. About the sizes of the paper's first layer, from where
# forwarding through the earlier nodes costs more than the update.
FIXED_NAIVE = {"K": 32, "E": 300, "d1": 256}
SIZES_NAIVE = (16, 32, 64, 128, 256)
ROUNDS = 3


def timed_fit(algorithm, N, E, d1, d2, solver="primal", amnesia=AMNESIA, reading="mended"):
    X = np.random.default_rng(0).standard_normal((N, d1), dtype=np.float32) / 2
    layer = algorithm(d2, max_epochs=E, solver=solver, amnesia=amnesia, reading=reading, random_state=0)
    return Stopwatch(lambda: layer.fit(X, np.arange(N) % 10))


@pytest.fixture
def sweep(benchmark, results):
    """Time fits of growing size, all sizes in each round; store the CPU seconds by size and round."""

    def sweep(part, varied, fits, fixed, less=None):
        started = stamp()
        runs = [*fits.values(), *(less or {}).values()]
        for warm_up in runs[:: len(fits)]:
            warm_up.run()
        benchmark.pedantic(lambda: [run() for run in runs], rounds=ROUNDS)
        seconds = [watch.cpu_seconds for watch in fits.values()]
        if less:
            seconds = np.subtract(seconds, [less[size].cpu_seconds for size in fits]).round(6).tolist()
        kept = {name: value for name, value in fixed.items() if name != varied}
        results.store(f"growth {part} {varied}", started, {"sizes": list(fits), "fixed": kept, "cpu_seconds": seconds})

    return sweep


@pytest.mark.parametrize("varied", RANGES)
@pytest.mark.parametrize(("name", "algorithm"), [("GN", GreedyByNode), ("GCN", GreedyByClassByNode)])
def test_primal(sweep, name, algorithm, varied):
    sweep(name, varied, {size: timed_fit(algorithm, **FIXED | {varied: size}) for size in RANGES[varied]}, FIXED)


def test_nodes_all_remembered(sweep):
    sizes = (40, 80, 160, 320, 640)
    fits = {d2: timed_fit(GreedyByClassByNode, **FIXED_REMEMBERED, d2=d2, **ALL_REMEMBERED) for d2 in sizes}
    sweep("GCN A=1", "d2", fits, FIXED_REMEMBERED | {"amnesia": 1.0})


def test_epochs_of_the_dual_form(sweep):
    sizes = (800, 1600, 3200, 6400, 12800)  # from where the inner products no longer show
    fits = {E: timed_fit(GreedyByClassByNode, **FIXED_DUAL | {"E": E}, solver="dual") for E in sizes}
    sweep("GCN dual", "E", fits, FIXED_DUAL)


def test_features_of_the_dual_form(sweep):
    few, many = (
        {d1: timed_fit(GreedyByClassByNode, **FIXED_DUAL | {"d1": d1, "E": E}, solver="dual") for d1 in RANGES["d1"]}
        for E in (FIXED_DUAL["E"], MANY * FIXED_DUAL["E"])
    )
    epochs = f"{MANY * FIXED_DUAL['E']} less {FIXED_DUAL['E']}"
    sweep("GCN dual, epochs alone", "d1", many, FIXED_DUAL | {"E": epochs}, less=few)


@njit
def add_output(o, x, w, b, v):
    """Add to o what one node says of a row."""
    h = o.dtype.type(tanh(dot(w, x) + b))
    for j in range(o.shape[0]):
        o[j] += h * v[j]


@njit
def update(x, o, w, b, v, alpha):
    """Take one step of a node on a row of which the earlier nodes say o, which becomes the error; return the bias."""
    h = o.dtype.type(tanh(dot(w, x) + b))
    for j in range(o.shape[0]):
        o[j] += h * v[j] - x[j]
    g = o.dtype.type(alpha * dot(o, v) * (1 - h * h))
    step = o.dtype.type(alpha * h)
    for j in range(o.shape[0]):
        v[j] -= step * o[j]
        w[j] -= g * x[j]
    return b - g


@njit
def train_layer(X, W, b, V, n_epochs, alpha, naive):
    """Train each node on its own K of the N = K d2 rows, in place, without amnesia (A = 1).

    The earlier nodes are asked again for each row, or their sum is remembered; `gnode` computes it once for a node.
    """
    n_samples, d1 = X.shape
    d2 = len(b)
    K = n_samples // d2
    R = np.zeros_like(X)  # the running sum, left alone by the naive scheme
    o = np.empty(d1, X.dtype)
    for i in range(d2):
        for _ in range(n_epochs):
            for k in range(i * K, (i + 1) * K):
                o[:] = R[k]
                if naive:
                    for earlier in range(i):
                        add_output(o, X[k], W[earlier], b[earlier], V[earlier])
                b[i] = update(X[k], o, W[i], b[i], V[i], alpha)
        if not naive:
            for k in range(n_samples):
                add_output(R[k], X[k], W[i], b[i], V[i])


def start_layer(K, d1, d2):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((K * d2, d1), dtype=np.float32) / 2
    W, b, V = (rng.uniform(-0.01, 0.01, shape).astype(np.float32) for shape in ((d2, d1), d2, (d2, d1)))
    return X, W, b, V


@pytest.mark.parametrize("scheme", ["naive scheme", "running sum"])
def test_naive_scheme(sweep, scheme):
    """First hold it to the reference, in float64."""
    naive = scheme == "naive scheme"
    X, W, b, V = (a.astype(float) for a in start_layer(K=5, d1=4, d2=6))
    one_class = np.zeros(len(X), dtype=int)
    reading = replace(READINGS["mended"], centring=False, minimum_updates=False, rate_decay=False)
    expected = reference.train_gn_gcn(X, one_class, (W, b, V), 0.1, 7, 1.0, reading)
    train_layer(X, W, b, V, 7, 0.1, naive)
    for ours, known in zip((W, b, V), expected):
        np.testing.assert_allclose(ours, known, rtol=0, atol=1e-12)

    def timed(d2):
        X, *start = start_layer(FIXED_NAIVE["K"], FIXED_NAIVE["d1"], d2)
        return Stopwatch(lambda: train_layer(X, *(a.copy() for a in start), FIXED_NAIVE["E"], 1e-3, naive))

    sweep(scheme, "d2", {d2: timed(d2) for d2 in SIZES_NAIVE}, FIXED_NAIVE)
