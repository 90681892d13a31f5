"""Operation counts: what is counted while the reference runs equals the closed forms, exactly."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnode import reference
from gnode.amnesia import memory
from gnode.partition import class_chunks, ranked_chunks
from gnode.reading import READINGS
from gnode.schedule import node_rates, row_orders
from study import opcount
from study.opcount import EarlierNodes, Tally, train_node_dual

sizes = st.integers(1, 6)
seeds = st.integers(0, 2**32 - 1)
exactly = settings(max_examples=60)
RATE = 0.01


def start(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def counted(*arrays):
    """Make a tally, and counted copies of arrays in it."""
    tally = Tally()
    return tally, *map(tally.array, arrays)


@st.composite
def problems(draw):
    """Rows, classes and starting weights of a layer, d2 up to the number of rows; biases of zero included."""
    d1, n_rows = draw(sizes), draw(st.integers(2, 14))
    d2 = draw(st.integers(1, n_rows))
    X, W, V, b = start(draw(seeds), (n_rows, d1), (d2, d1), (d2, d1), d2)
    n_classes = draw(st.integers(2, 4))
    y = np.array(draw(st.lists(st.integers(0, n_classes - 1), min_size=n_rows, max_size=n_rows)))
    if not all(len(rows) for rows in class_chunks(y, d2)):  # the reference has no nodes without rows
        y = np.zeros_like(y)
    return X, y, W, b * draw(st.integers(0, 1)), V


MENDED = READINGS["mended"]
readings = st.sampled_from(
    [
        *READINGS.values(),
        replace(MENDED, memory="flat"),
        replace(MENDED, centring=False, weight_decay="everywhere"),
        replace(MENDED, row_order="shuffled", ranking_on_centred_rows=False, minimum_updates=False),
    ]
)


# Layer by layer (one step, forward and backward apart, is claim E1), and node by node


@exactly
@given(problems(), st.integers(1, 3), readings)
def test_layer_by_layer(problem, n_epochs, reading):
    X, y, W, b, V = problem
    (n_rows, d1), d2, n_classes = X.shape, len(W), int(y.max()) + 1
    tally, rows, *init = counted(X, W, b, V, np.zeros(d1))
    reference.train_autoencoder(rows, init, RATE, n_epochs, reading)
    decay = reading.weight_decay == "everywhere"
    assert tally.total == opcount.layerwise(n_rows, d1, d2, n_epochs, weight_decay=decay)
    tally, rows, *init = counted(X, W, b, *start(0, (d2, n_classes), n_classes))
    reference.train_supervised_encoder(rows, y, init, RATE, n_epochs, reading)
    assert tally.total == opcount.layerwise(n_rows, d1, d2, n_epochs, n_classes, decay)


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from([0.0, 0.4, 1.0]), readings)
def test_greedy(problem, n_epochs, amnesia, reading):
    """Counting also changes no bit."""
    X, y, *init = problem
    sizes = (X.shape[1], len(init[0]), n_epochs, amnesia, replace(reading, minimum_updates=False))
    for classes, closed in ((None, opcount.gn(len(X), *sizes)), (y, opcount.gcn(np.bincount(y).tolist(), *sizes))):
        tally, rows, *parts = counted(X, *init)
        layer = reference.train_gn_gcn(rows, classes, parts, RATE, *sizes[2:])
        assert tally.total == closed
        for part, known in zip(layer, reference.train_gn_gcn(X, classes, init, RATE, *sizes[2:]), strict=True):
            np.testing.assert_array_equal(np.asarray(part), known)


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from(["fading", "flat"]))
def test_naive_scheme(problem, n_epochs, rule):
    """Through all earlier nodes at each update: the same weights, and exactly that many more operations."""
    X, y, W0, b0, V0 = problem
    d1, d2 = X.shape[1], len(W0)
    reading = replace(MENDED, memory=rule, centring=False, minimum_updates=False)
    W, b, V, _ = reference.train_gn_gcn(X, y, (W0, b0, V0), RATE, n_epochs, 0.4, reading)
    subsets, total, expected = class_chunks(y, d2), 0, 0
    for i, rows in enumerate(subsets):
        tally, own, *earlier, w, bias, v = counted(X[rows], W[:i], b[:i], V[:i], W0[i], b0[i], V0[i])
        R = EarlierNodes(own, *earlier, memory(rule, 0.4, i))
        rates, orders = node_rates(reading, RATE, n_epochs, len(rows)), row_orders(reading, len(rows), n_epochs, None)
        w, bias, v, _ = reference.train_node(own, own, R, w, bias, v, None, rates, orders)
        total, expected = total + tally.total, expected + len(rows) * n_epochs * opcount.node_update(d1)
        for found, known in ((w, W[i]), (bias, b[i]), (v, V[i])):
            np.testing.assert_allclose(np.asarray(found), known, rtol=0, atol=1e-9)
    assert total == expected + opcount.naive_forward(d1, [len(rows) for rows in subsets], n_epochs)


# The dual form


def dual_layer(X, y, init, n_epochs, amnesia, reading, tally):
    """A layer in the dual form, as `solver="dual"` goes about it, in counted NumPy; without classes GN's."""
    X, W, b, V = map(tally.array, (X, *init))
    subsets = [np.arange(len(X))] if y is None else class_chunks(y, len(W))
    for i in range(len(W)):
        rows = X[subsets[i]]
        mean = rows.mean(axis=0) if reading.centring else np.zeros(X.shape[1])
        rates = node_rates(reading, RATE, n_epochs, len(rows))
        orders = row_orders(reading, len(rows), len(rates), None)
        if y is None and i == 0:
            R = amnesia * tally.array(np.zeros(X.shape))
            w, bias, v, _ = reference.train_node(rows - mean, rows, R, W[0], b[0], V[0], None, rates, orders)
        else:
            shares = memory(reading.memory, amnesia, i)
            kept = slice(i - np.count_nonzero(shares > np.finfo(float).eps / 4), i)
            R = EarlierNodes(rows, W[kept], b[kept], V[kept], shares[kept])[:]
            w, bias, v = train_node_dual(rows - mean, rows - R, W[i], b[i], V[i], rates, orders)
        W[i], V[i] = w, v
        b[i] = bias - W[i] @ mean
        if y is None and i == 0 and len(W) > 1:
            h = np.tanh(X @ W[0] + b[0])[:, np.newaxis]
            subsets += ranked_chunks(np.sum((h * V[0] - X) ** 2, axis=1), len(W) - 1)
    return W, b, V


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from([0.0, 0.01, 0.4, 1.0]), st.booleans(), st.booleans())
def test_dual_form(problem, n_epochs, amnesia, centring, flat):
    """The reference's weights, and the closed form's count; GCN, and GN from its second node."""
    X, y, *init = problem
    changed = {"centring": centring, "memory": "flat" if flat else "fading", "rate_decay": False}
    sizes = (X.shape[1], len(init[0]), n_epochs, amnesia, replace(MENDED, minimum_updates=False, **changed), "dual")
    for classes, closed in ((None, opcount.gn(len(X), *sizes)), (y, opcount.gcn(np.bincount(y).tolist(), *sizes))):
        tally = Tally()
        layer = dual_layer(X, classes, init, *sizes[2:5], tally)
        assert tally.total == closed
        for found, known in zip(layer, reference.train_gn_gcn(X, classes, init, RATE, *sizes[2:5])):
            np.testing.assert_allclose(np.asarray(found), known, rtol=0, atol=1e-9)


# The rules of counting


@pytest.mark.parametrize(
    ("operation", "cost"),
    [
        (lambda x, y, z: x * y + z, 4),
        (lambda x, y, z: z - x * y, 4),
        (lambda x, y, z: x * y + z * z, 8),
        (lambda x, y, z: x * y + z + z, 8),
        (lambda x, y, z: x * y + z * z + z, 8),  # two products, two sums
        (lambda x, y, z: x + y + z, 8),
        (lambda x, y, z: np.sum(x**2), 4),
        (lambda x, y, z: np.sum(x), 4),
        (lambda x, y, z: (x[0] * y[0]) + z, 5),  # a product of one entry does not join a sum of four
        (lambda x, y, z: x @ y + z[0], 5),
        (lambda x, y, z: 0.1 * x, 4),
        (lambda x, y, z: z - 0.1 * (x * y), 4),
        (lambda x, y, z: z - 0.1 * (x * y + 0.2 * z), 8),
        (lambda x, y, z: z - 0.1 * (x * y + 0.0 * z), 4),
        (lambda x, y, z: (x - np.zeros(4)) * 1.0, 0),
        (lambda x, y, z: x - np.ones(4), 4),
        (lambda x, y, z: np.tanh(x) / 2, 8),
        (lambda x, y, z: x.mean(), 5),
    ],
)
def test_rules(operation, cost):
    tally, x, y, z = counted(*start(3, 4, 4, 4))
    value = operation(x, y, z)
    assert tally.total == cost
    np.testing.assert_array_equal(np.asarray(value), operation(*(np.array(a) for a in (x, y, z))))


def test_a_product_used_twice_joins_one_sum_only():
    tally, x, y, z = counted(*start(3, 4, 4, 4))
    p = x * y
    p + z
    p + z
    assert tally.total == 8


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.dot(x, x),
        lambda x: x.dot(x),
        lambda x: np.einsum("i,i", x, x),
        lambda x: np.linalg.norm(x),
        lambda x: np.multiply.outer(x, x),
    ],
)
def test_what_cannot_be_counted_is_refused(function):
    _, x = counted(*start(3, 4))
    with pytest.raises(TypeError, match="not counted"):
        function(x)


# The paper's comparisons


def test_pretraining_is_what_runs():
    X, *first = start(7, (12, 5), (4, 5), 4, (4, 5))
    reading = replace(MENDED, minimum_updates=False)
    for name, classes in (("GN", None), ("GCN", np.arange(12) % 2)):
        tally, X1, *layers = counted(X, *first, *start(8, (3, 4), 3, (3, 4)))
        W, b, _, _ = reference.train_gn_gcn(X1, classes, layers[:3], RATE, 2, 0.4, reading)
        reference.train_gn_gcn(np.tanh(X1 @ W.T + b), classes, layers[3:], RATE, 2, 0.4, reading)
        assert tally.total == opcount.pretraining(name, [6, 6], (5, 4, 3), 2)


@settings(max_examples=300)
@given(st.integers(1, 10**4), st.integers(1, 1000), st.integers(1, 300), st.integers(1, 500), st.integers(1, 20))
def test_theorem_1(n_samples, d1, d2, n_epochs, n_classes):
    """With classes as large as each other, and with one that has nearly all rows."""
    d2, n_classes = min(d2, n_samples), min(n_classes, n_samples)
    bound = opcount.theorem_bound(n_samples, d1, d2, n_epochs)
    gn = opcount.gn(n_samples, d1, d2, n_epochs)
    assert 6 * n_samples * n_epochs * d1 + 4 * n_samples * d1 * d2 <= gn <= bound
    alike = np.bincount(np.arange(n_samples) % n_classes)
    for class_sizes in (alike, [n_samples - n_classes + 1] + [1] * (n_classes - 1)):
        assert opcount.gcn(class_sizes, d1, d2, n_epochs) <= bound
