"""Operation counts: what is counted while the reference runs equals the closed forms, exactly."""

import inspect
import re
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


def assert_close(arrays, known):
    for a, b in zip(arrays, known, strict=True):
        np.testing.assert_allclose(np.asarray(a), b, rtol=0, atol=1e-9)


def class_sizes_of(y):
    return np.bincount(y).tolist()


@st.composite
def problems(draw):
    """Rows, classes and starting weights of a layer, d2 up to the number of rows; biases of zero included."""
    d1, n_rows = draw(sizes), draw(st.integers(2, 14))
    d2 = draw(st.integers(1, n_rows))
    X, W, V, b = start(draw(seeds), (n_rows, d1), (d2, d1), (d2, d1), d2)
    n_classes = draw(st.integers(2, 4))
    y = np.array(draw(st.lists(st.integers(0, n_classes - 1), min_size=n_rows, max_size=n_rows)))
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


# Equation 1 and layer by layer


def test_equation_1_term_by_term():
    """As a whole, claim E1 counts it over a grid."""
    d1, d2 = 7, 3
    tally = Tally()
    X, *init = (tally.array(a) for a in start(0, (1, d1), (d2, d1), d2, (d2, d1), d1))
    reference.train_autoencoder(X, init, RATE, 1, "mended")
    assert [entry for entry in tally.log if entry[1]] == [
        ("matmul", d1 * d2),
        ("add", d2),
        ("tanh", d2),
        ("matmul", d1 * d2),
        ("add", d1),
        ("subtract", d1),
        ("matmul", d1 * d2),
        ("multiply", d2),  # 1 - h^2
        ("multiply", d2),
        ("multiply", d1 * d2),
        ("multiply", d1),
        ("multiply", d1 * d2),
        ("multiply", d2),
    ]
    forward, backward = opcount.count_autoencoder_step(d1, d2)
    assert (forward, backward) == (2 * d1 * d2 + d1 + 2 * d2, 3 * d1 * d2 + 2 * d1 + 3 * d2)  # as printed
    assert forward + backward == tally.total == opcount.layerwise(1, d1, d2, 1)


@exactly
@given(problems(), st.integers(1, 3), readings)
def test_layer_by_layer(problem, n_epochs, reading):
    X, y, W, b, V = problem
    (n_rows, d1), d2 = X.shape, len(W)
    decay = reading.weight_decay == "everywhere"

    tally = Tally()
    init = [tally.array(part) for part in (W, b, V, np.zeros(d1))]
    reference.train_autoencoder(tally.array(X), init, RATE, n_epochs, reading)
    assert tally.total == opcount.layerwise(n_rows, d1, d2, n_epochs, weight_decay=decay)

    n_classes = y.max() + 1
    tally = Tally()
    init = [tally.array(part) for part in (W, b, *start(0, (d2, n_classes), n_classes))]
    reference.train_supervised_encoder(tally.array(X), y, init, RATE, n_epochs, reading)
    assert tally.total == opcount.layerwise(n_rows, d1, d2, n_epochs, int(n_classes), decay)


# Node by node


def count_greedy(X, y, init, n_epochs, amnesia, reading):
    tally = Tally()
    init = [tally.array(part) for part in init]
    reference.train_gn_gcn(tally.array(X), y, init, RATE, n_epochs, amnesia, reading)
    return tally.total


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from([0.0, 0.4, 1.0]), readings)
def test_greedy(problem, n_epochs, amnesia, reading):
    X, y, W, b, V = problem
    (n_rows, d1), d2 = X.shape, len(W)
    reading = replace(reading, minimum_updates=False)
    closed = opcount.gn(n_rows, d1, d2, n_epochs, amnesia, reading)
    assert count_greedy(X, None, (W, b, V), n_epochs, amnesia, reading) == closed.total
    if all(len(rows) for rows in class_chunks(y, d2)):  # the reference has no nodes without rows
        closed = opcount.gcn(class_sizes_of(y), d1, d2, n_epochs, amnesia, reading)
        assert count_greedy(X, y, (W, b, V), n_epochs, amnesia, reading) == closed.total


@exactly
@given(sizes, st.integers(1, 8), st.integers(1, 3), st.booleans(), seeds)
def test_node_update(d1, n_rows, n_epochs, decay, seed):
    tally = Tally()
    X, R, w, b, v = (tally.array(a) for a in start(seed, (n_rows, d1), (n_rows, d1), d1, (), d1))
    orders = np.arange(n_rows)[np.newaxis]
    reference.train_node(X, X, R, w, b, v, None, np.full(n_epochs, RATE), orders, decay=0.1 * decay)
    assert tally.total == n_rows * n_epochs * opcount.node_update(d1, decay)


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from(["fading", "flat"]))
def test_naive_scheme(problem, n_epochs, rule):
    """Through all earlier nodes at each update: the same weights, and exactly that many more operations."""
    X, y, W0, b0, V0 = problem
    d1, d2 = X.shape[1], len(W0)
    if not all(len(rows) for rows in class_chunks(y, d2)):
        y = np.zeros_like(y)
    reading = replace(MENDED, memory=rule, centring=False, minimum_updates=False)
    W, b, V, _ = reference.train_gn_gcn(X, y, (W0, b0, V0), RATE, n_epochs, 0.4, reading)
    subsets, updates, tally = class_chunks(y, d2), 0, Tally()
    for i, rows in enumerate(subsets):
        own, *earlier, w, bias, v = (tally.array(a) for a in (X[rows], W[:i], b[:i], V[:i], W0[i], b0[i], V0[i]))
        R = EarlierNodes(own, *earlier, memory(rule, 0.4, i))
        rates = node_rates(reading, RATE, n_epochs, len(rows))
        orders = row_orders(reading, len(rows), n_epochs, None)
        w, bias, v, _ = reference.train_node(own, own, R, w, bias, v, None, rates, orders)
        updates += len(rows) * n_epochs * opcount.node_update(d1)
        assert_close((w, bias, v), (W[i], b[i], V[i]))
    assert tally.total == updates + opcount.naive_forward(d1, [len(rows) for rows in subsets], n_epochs)


# The dual form


def dual_gcn(X, y, init, n_epochs, amnesia, reading, tally, ranked=False):
    """A layer in the dual form, as `GreedyByClassByNode(solver="dual")` goes about it, in counted NumPy."""
    X = tally.array(X)
    W, b, V = (tally.array(part) for part in init)
    subsets = [np.arange(len(X))] if ranked else class_chunks(y, len(W))
    for i in range(len(W)):
        rows = X[subsets[i]]
        mean = rows.mean(axis=0) if reading.centring else np.zeros(X.shape[1])
        rates = node_rates(reading, RATE, n_epochs, len(rows))
        orders = row_orders(reading, len(rows), len(rates), None)
        if ranked and i == 0:
            R = amnesia * tally.array(np.zeros(X.shape))
            w, bias, v, _ = reference.train_node(rows - mean, rows, R, W[0], b[0], V[0], None, rates, orders)
        else:
            shares = memory(reading.memory, amnesia, i)
            kept = slice(i - np.count_nonzero(shares > np.finfo(float).eps / 4), i)
            R = EarlierNodes(rows, W[kept], b[kept], V[kept], shares[kept])[:]
            w, bias, v = train_node_dual(rows - mean, rows - R, W[i], b[i], V[i], rates, orders)
        W[i], V[i] = w, v
        b[i] = bias - W[i] @ mean
        if ranked and i == 0 and len(W) > 1:
            h = np.tanh(X @ W[0] + b[0])[:, np.newaxis]
            subsets += ranked_chunks(np.sum((h * V[0] - X) ** 2, axis=1), len(W) - 1)
    return W, b, V


@exactly
@given(problems(), st.integers(1, 3), st.sampled_from([0.0, 0.01, 0.4, 1.0]), st.booleans(), st.booleans())
def test_dual_form(problem, n_epochs, amnesia, centring, flat):
    """The reference's weights, and the closed form's count; GCN, and GN from its second node."""
    X, y, W, b, V = problem
    (n_rows, d1), d2 = X.shape, len(W)
    reading = replace(
        MENDED, centring=centring, memory="flat" if flat else "fading", minimum_updates=False, rate_decay=False
    )
    if not all(len(rows) for rows in class_chunks(y, d2)):
        y = np.zeros_like(y)
    for ranked in (False, True):
        tally = Tally()
        layer = dual_gcn(X, y, (W, b, V), n_epochs, amnesia, reading, tally, ranked)
        expected = reference.train_gn_gcn(X, None if ranked else y, (W, b, V), RATE, n_epochs, amnesia, reading)
        assert_close(layer, expected[:3])
        options = dict(amnesia=amnesia, reading=reading, solver="dual")
        if ranked:
            closed = opcount.gn(n_rows, d1, d2, n_epochs, **options)
        else:
            closed = opcount.gcn(class_sizes_of(y), d1, d2, n_epochs, **options)
        assert tally.total == closed.total


# The count notices what runs


LINES = {
    "train_node": ("h = ", "z = h", "e = ", "g = ", "v = ", "w = ", "b = "),
    "_train_jointly": ("h = ", "e = ", "g = ", "V = ", "c = ", "W = W", "b = "),
    "train_gn_gcn": ("mean = ", "h = np.tanh((X", "R = h", "h = np.tanh(X", "reconstruction, _ = ", "b[i] = "),
}


def with_line_twice(function, beginning):
    """A function of the reference with one of its lines evaluated twice."""
    source = inspect.getsource(getattr(reference, function))
    line = re.search(rf"^( +){re.escape(beginning)}.*$", source, flags=re.MULTILINE)
    value = re.sub(r" *#.*", "", line[0].split(" = ", 1)[1])
    names = dict(vars(reference))
    exec(source.replace(line[0], f"{line[1]}{value}\n{line[0]}"), names)
    return names[function]


@pytest.mark.parametrize(("function", "beginning"), [(name, line) for name, lines in LINES.items() for line in lines])
def test_a_doubled_operation_is_noticed(function, beginning, monkeypatch):
    d1, d2, n_rows, n_epochs = 5, 3, 7, 2
    reading = replace(MENDED, ranking_on_centred_rows=False, minimum_updates=False)

    def excess():
        tally = Tally()
        X, R, W, b, V, c = (tally.array(a) for a in start(1, *2 * [(n_rows, d1)], (d2, d1), d2, (d2, d1), d1))
        if function == "_train_jointly":
            reference.train_autoencoder(X, (W, b, V, c), RATE, n_epochs, MENDED)
            return tally.total - opcount.layerwise(n_rows, d1, d2, n_epochs)
        if function == "train_gn_gcn":
            reference.train_gn_gcn(X, None, (W, b, V), RATE, n_epochs, 0.4, reading)
            return tally.total - opcount.gn(n_rows, d1, d2, n_epochs, 0.4, reading).total
        reference.train_node(X, X, R, W[0], b[0], V[0], None, np.full(n_epochs, RATE), np.arange(n_rows)[np.newaxis])
        return tally.total - n_rows * n_epochs * opcount.node_update(d1)

    assert excess() == 0
    monkeypatch.setattr(reference, function, with_line_twice(function, beginning))
    assert excess() > 0


# The rules of counting


def counted(*shapes):
    tally = Tally()
    return tally, *(tally.array(a) for a in start(3, *shapes))


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
    tally, x, y, z = counted(4, 4, 4)
    value = operation(x, y, z)
    assert tally.total == cost
    np.testing.assert_array_equal(np.asarray(value), operation(*(np.array(a) for a in (x, y, z))))


def test_a_product_used_twice_joins_one_sum_only():
    tally, x, y, z = counted(4, 4, 4)
    p = x * y
    p + z
    p + z
    assert tally.total == 8


def test_counting_changes_no_bit():
    X, W, b, V = start(5, (9, 4), (3, 4), 3, (3, 4))
    tally = Tally()
    counted_layer = reference.train_gn_gcn(tally.array(X), None, [tally.array(a) for a in (W, b, V)], RATE, 3, 0.4)
    layer = reference.train_gn_gcn(X, None, (W, b, V), RATE, 3, 0.4)
    for part, known in zip(counted_layer, layer, strict=True):
        np.testing.assert_array_equal(np.asarray(part), known)


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
    _, x = counted(4)
    with pytest.raises(TypeError, match="not counted"):
        function(x)


# The paper's comparisons


def usps_like(n_samples=7291, n_classes=10):
    return [n_samples // n_classes + (k < n_samples % n_classes) for k in range(n_classes)]


def test_pretraining_is_what_runs():
    X, W, b, V = start(7, (12, 5), (4, 5), 4, (4, 5))
    y = np.arange(12) % 2
    W2, b2, V2 = start(8, (3, 4), 3, (3, 4))
    reading = replace(MENDED, minimum_updates=False)
    for name, classes in (("GN", None), ("GCN", y)):
        tally = Tally()
        X1 = tally.array(X)
        W1, b1, _, _ = reference.train_gn_gcn(X1, classes, [tally.array(a) for a in (W, b, V)], RATE, 2, 0.4, reading)
        X2 = np.tanh(X1 @ W1.T + b1)
        reference.train_gn_gcn(X2, classes, [tally.array(a) for a in (W2, b2, V2)], RATE, 2, 0.4, reading)
        assert tally.total == opcount.pretraining(name, [6, 6], (5, 4, 3), 2)


@settings(max_examples=300)
@given(st.integers(1, 10**4), st.integers(1, 1000), st.integers(1, 300), st.integers(1, 500), st.integers(1, 20))
def test_theorem_1(n_samples, d1, d2, n_epochs, n_classes):
    d2 = min(d2, n_samples)
    n_classes = min(n_classes, n_samples)
    bound = opcount.theorem_bound(n_samples, d1, d2, n_epochs)
    gn = opcount.gn(n_samples, d1, d2, n_epochs).total
    assert 6 * n_samples * n_epochs * d1 + 4 * n_samples * d1 * d2 <= gn <= bound
    skewed = [n_samples - n_classes + 1] + [1] * (n_classes - 1)
    for sizes_of_classes in (usps_like(n_samples, n_classes), skewed):
        assert opcount.gcn(sizes_of_classes, d1, d2, n_epochs).total <= bound


def test_bad_input():
    with pytest.raises(ValueError, match="closed form"):
        opcount.gn(10, 3, 2, 1, reading=replace(MENDED, decoder_bias=True))
    with pytest.raises(ValueError, match="closed form"):
        opcount.gcn([5, 5], 3, 2, 1, reading="textbook", solver="dual")
    with pytest.raises(ValueError, match="'AE'"):
        opcount.pretraining("AE", [5, 5], (3, 2), 1)


def test_counts_are_exact_integers():
    huge = opcount.gn(10**9, 10**6, 10**4, 10**6).total
    assert type(huge) is int and huge > 2**64
    assert all(type(part) is int for part in opcount.gcn(np.array([6, 6]), 5, 4, 2, solver="dual"))
