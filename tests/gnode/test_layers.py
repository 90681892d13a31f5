"""The compiled layers against plain NumPy, for every reading, and what a user may rely on."""

from dataclasses import fields, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layers import ESTIMATORS, assert_layers_close, small_digits, start, weights

import gnode
from gnode import DivergenceError, Reading
from gnode.reading import READINGS
from gnode.reference import train_layer, train_node

FLIPPED = {
    "memory": "flat",
    "centring": False,
    "minimum_updates": False,
    "rate_decay": False,
    "rate_carried_over": True,
    "ranking_on_centred_rows": False,
    "row_order": "shuffled",
    "decoder_bias": True,
    "initialisation": "glorot",
    "initialisation_scale": 10.0,
    "weight_decay": "everywhere",
    "output_layer_epochs": "pretraining",
    "output_layer_for_supervised": False,
}
EVERY_READING = {**READINGS, **{name: replace(READINGS["mended"], **{name: value}) for name, value in FLIPPED.items()}}


def fit(algorithm, X, y, n_components=12, *, solvers=(None,), **options):
    """Fit an estimator with each solver, and the reference, from the same start.

    Rates as high as is stable and few rows keep the reference short: a node gets 4 / rate updates or more.
    """
    init = start(algorithm, n_components, X, y)
    greedy = algorithm in ("GN", "GCN")
    settings = dict(learning_rate=5e-3, max_epochs=105, random_state=0) | options
    layers = [
        ESTIMATORS[algorithm](
            n_components, init=init[:3] if greedy else init, **settings, **({"solver": solver} if solver else {})
        ).fit(X, y)
        for solver in solvers
    ]
    if greedy:
        settings.setdefault("amnesia", 0.4)
    return *layers, train_layer(algorithm, X, y, init=init, **settings)


def test_every_switch_of_a_reading_is_tried():
    assert FLIPPED.keys() == {field.name for field in fields(Reading)}


@pytest.mark.parametrize("reading", EVERY_READING.values(), ids=EVERY_READING)
@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_equals_the_reference(algorithm, reading):
    """Over more than 100 epochs, for rates to fall; the later nodes have few rows, which asks for more epochs yet."""
    X, y = small_digits(40)
    solvers = ("primal", "auto") if algorithm in ("GN", "GCN") else (None,)
    *layers, expected = fit(algorithm, X, y, solvers=solvers, reading=reading)
    for layer in layers:
        assert_layers_close(weights(layer), expected, 1e-9)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_rows_of_many_bytes_go_block_by_block(monkeypatch, algorithm):
    """Blocks of seven rows, the last one shorter; `tests/book` holds blocks of the real size against the page's."""
    X, y = small_digits(40)
    whole, _ = fit(algorithm, X, y, solvers=("primal",))
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 7 * X[0].nbytes)
    layer, expected = fit(algorithm, X, y, solvers=("primal",))
    assert_layers_close(weights(layer), expected, 1e-9)
    for one, other in zip(layer.loss_curve_, whole.loss_curve_, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)
    with pytest.raises(DivergenceError, match=f"{algorithm}: node 0 diverged in epoch "):
        fit(algorithm, X, y, solvers=("primal",), learning_rate=50.0)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("amnesia", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("reading", [name for name in EVERY_READING if name != "decoder_bias"])
def test_dual_equals_primal(algorithm, amnesia, reading):
    reading = EVERY_READING[reading]
    X, y = small_digits()
    layers = [
        ESTIMATORS[algorithm](
            15, amnesia=amnesia, max_epochs=150, learning_rate=1e-3, solver=solver, reading=reading, random_state=3
        ).fit(X, y)
        for solver in ("primal", "dual")
    ]
    assert_layers_close(weights(layers[0]), weights(layers[1]), 1e-8)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("decoder_bias", [False, True])
def test_sigmoid_output_equals_the_reference(algorithm, decoder_bias):
    X, y = small_digits(120)
    X = (X + 1) / 2
    reading = replace(READINGS["mended"], decoder_bias=decoder_bias)
    layer, expected = fit(algorithm, X, y, output="sigmoid", learning_rate=0.01, max_epochs=30, reading=reading)
    assert_layers_close(weights(layer), expected, 1e-9)
    reconstruction = layer.inverse_transform(layer.transform(X))
    assert 0 < reconstruction.min() and reconstruction.max() < 1


@pytest.mark.filterwarnings("ignore:n_components=[12] nodes, but 3 classes")
@settings(max_examples=25)
@given(
    st.sampled_from(["GN", "GCN"]),
    st.integers(1, 9),
    st.integers(1, 12),
    st.integers(0, 40),
    st.floats(0, 1),
    st.sampled_from(["primal", "dual"]),
)
def test_equals_the_reference_for_any_shape(algorithm, n_components, n_features, more_rows, amnesia, solver):
    """Any sizes: classes that no node takes, unequal chunks, constant and repeated rows."""
    rng = np.random.RandomState(n_components + 10 * n_features)
    n_rows = n_components + 2 + more_rows
    X = rng.uniform(-1, 1, (n_rows, n_features))
    X[rng.randint(n_rows)] = X[0]
    X[:, 0] = 0.5
    y = np.arange(n_rows) % 3 if n_rows > 2 else np.arange(n_rows)
    settings = {"amnesia": amnesia, "learning_rate": 0.02, "max_epochs": 3}
    layer, expected = fit(algorithm, X, y, n_components, solvers=[solver], **settings)
    assert_layers_close(weights(layer), expected, 1e-9)


def test_gradient_of_a_node_is_that_of_its_loss():
    """One small step from the reference changes the weights by minus the rate times a finite difference."""
    rng = np.random.RandomState(1)
    x, w, v, R = rng.randn(4, 7)
    b, alpha = 0.3, 1e-6

    def loss(w, b, v):
        return np.sum((np.tanh(w @ x + b) * v + R - x) ** 2) / 2

    def difference(f, p, eps=1e-6):
        p = np.atleast_1d(p)
        return np.array([(f(p + d) - f(p - d)) / (2 * eps) for d in eps * np.eye(len(p))])

    stepped = train_node(x[None], x[None], R[None], w, b, v, None, np.array([alpha]), np.zeros((1, 1), dtype=int))
    np.testing.assert_allclose((w - stepped[0]) / alpha, difference(lambda p: loss(p, b, v), w), rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose((b - stepped[1]) / alpha, difference(lambda p: loss(w, p[0], v), b)[0], rtol=1e-5)
    np.testing.assert_allclose((v - stepped[2]) / alpha, difference(lambda p: loss(w, b, p), v), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("reading", ["mended", "textbook"])
def test_same_seed_same_bits(algorithm, reading):
    X, y = small_digits()
    one, two, other = (
        ESTIMATORS[algorithm](10, max_epochs=5, reading=reading, random_state=seed).fit(X, y) for seed in (7, 7, 8)
    )
    for a, b in zip(weights(one), weights(two), strict=True):
        assert np.array_equal(a, b)
    assert not np.array_equal(one.components_, other.components_)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_progress_bar_changes_no_bit(algorithm, capsys):
    X, y = small_digits(100)
    silent, loud = (
        ESTIMATORS[algorithm](10, max_epochs=5, verbose=verbose, random_state=0).fit(X, y) for verbose in (False, True)
    )
    assert algorithm in capsys.readouterr().err
    assert np.array_equal(silent.components_, loud.components_)


@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_float32_is_kept_and_close_to_float64(algorithm):
    X, y = small_digits()
    double = ESTIMATORS[algorithm](10, max_epochs=20, random_state=0).fit(X, y)
    single = ESTIMATORS[algorithm](10, max_epochs=20, random_state=0).fit(X.astype(np.float32), y)
    assert {array.dtype for array in weights(single)} == {np.dtype(np.float32)}
    assert single.transform(X.astype(np.float32)).dtype == np.float32
    np.testing.assert_allclose(single.components_, double.components_, atol=1e-3)


def test_mini_batches_take_the_mean_gradient():
    """Three steps on batches of 20 rows, against the mean of the steps on each row alone."""
    X, y = small_digits(60)
    for algorithm, targets in (("USV", X), ("SV", np.eye(10)[y])):
        expected = start(algorithm, 7, X, y)
        settings = dict(batch_size=20, learning_rate=0.1, max_epochs=1, reading="mended")
        layer = ESTIMATORS[algorithm](7, init=expected, **settings).fit(X, y)
        for rows in np.arange(60).reshape(3, 20):
            steps = [one_step(X[k], targets[k], algorithm, *expected) for k in rows]
            expected = tuple(np.mean(parts, axis=0) for parts in zip(*steps, strict=True))
        assert_layers_close(weights(layer), expected, 1e-12)
        assert layer.n_updates_ == 3


def one_step(x, t, algorithm, W, b, V, c):
    """Weights of a jointly trained layer after one row, at a rate of 0.1."""
    h = np.tanh(W @ x + b)
    o = h @ V + c
    e = (np.exp(o) / np.exp(o).sum() if algorithm == "SV" else o) - t
    g = (V @ e) * (1 - h * h)
    return W - 0.1 * np.outer(g, x), b - 0.1 * g, V - 0.1 * np.outer(h, e), c - 0.1 * e


@pytest.mark.parametrize("rule", ["fading", "flat"])
def test_inverse_transform_is_the_running_output(rule):
    """What the last node was trained to add to: replayed from the reference's own running output."""
    X, _ = small_digits(80)
    reading = replace(READINGS["mended"], memory=rule)
    layer = gnode.GreedyByNode(6, amnesia=0.7, max_epochs=10, reading=reading, random_state=0).fit(X)
    H, R = layer.transform(X), np.zeros_like(X)
    for i in range(6):
        before, R = R, H[:, [i]] * layer.decoder_[i] + (0.7 if rule == "fading" else 1.0) * R
    np.testing.assert_allclose(layer.inverse_transform(H), H[:, [5]] * layer.decoder_[5] + 0.7 * before, atol=1e-12)


def test_updates_are_counted():
    X, y = small_digits()
    layer = gnode.GreedyByClassByNode(10, learning_rate=0.01, max_epochs=20).fit(X, y)
    sizes = np.array([len(rows) for rows in layer.subsets_])
    np.testing.assert_array_equal(layer.n_updates_, sizes * np.maximum(20, np.ceil(400 / sizes)))
    assert gnode.LayerwiseAutoencoder(2, max_epochs=3).fit(X).n_updates_ == 900


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_more_nodes_than_rows(algorithm):
    X, y = small_digits(20)
    with pytest.raises(ValueError, match=r"n_components=21 nodes, but only n_samples=20 rows"):
        ESTIMATORS[algorithm](21).fit(X, y)
    ESTIMATORS[algorithm](20, max_epochs=1).fit(X, y)


@pytest.mark.parametrize("amnesia", [-0.1, 1.1, float("nan"), "much"])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_amnesia_outside_its_range(algorithm, amnesia):
    X, y = small_digits(30)
    with pytest.raises(ValueError, match=r"'amnesia' parameter .* range \[0.0, 1.0\]"):
        ESTIMATORS[algorithm](5, amnesia=amnesia).fit(X, y)


@pytest.mark.filterwarnings("ignore:n_components=. nodes, but 10 classes")
@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_wrong_shapes(algorithm):
    X, y = small_digits(60)
    layer = ESTIMATORS[algorithm](5, max_epochs=1).fit(X, y)
    with pytest.raises(ValueError, match="63 features"):
        layer.transform(X[:, 1:])
    if algorithm != "SV":
        with pytest.raises(ValueError, match=r"H has 4 columns, but .* has n_components=5"):
            layer.inverse_transform(layer.transform(X)[:, 1:])


@pytest.mark.filterwarnings("ignore:n_components=. nodes, but 10 classes")
@pytest.mark.parametrize("algorithm", ESTIMATORS)
def test_bad_init(algorithm):
    X, y = small_digits(60)
    init = start(algorithm, 5, X, y)
    for arrays, message in [
        (init[:2], "got 2 arrays"),
        ((init[0][:, 1:], *init[1:]), r"components must have shape \(5, 64\), got \(5, 63\)"),
        ((init[0] * np.nan, *init[1:]), "components contains NaN"),
    ]:
        with pytest.raises(ValueError, match=message):
            ESTIMATORS[algorithm](5, init=arrays).fit(X, y)


@pytest.mark.parametrize("solver", ["primal", "dual"])
def test_no_rate_returns_nan_silently(solver):
    X, y = small_digits(100)
    for rate in (0.3, 1.0, 2.5, 1e3, 1e30):
        try:
            layer = gnode.GreedyByClassByNode(20, learning_rate=rate, max_epochs=50, solver=solver).fit(X, y)
        except DivergenceError:
            continue
        assert all(np.isfinite(array).all() for array in weights(layer)), rate


def test_sigmoid_needs_rows_between_zero_and_one():
    X, _ = small_digits(40)
    with pytest.raises(ValueError, match=r"X goes from -1 to 1: scale it"):
        gnode.GreedyByNode(5, output="sigmoid").fit(X)


@pytest.mark.parametrize(
    "options", [{"output": "sigmoid"}, {"reading": replace(READINGS["mended"], decoder_bias=True)}]
)
def test_dual_says_what_it_cannot_do(options):
    X, _ = small_digits(40)
    with pytest.raises(ValueError, match="solver='dual' needs linear output nodes without a bias"):
        gnode.GreedyByNode(5, solver="dual", **options).fit((X + 1) / 2)


@pytest.mark.parametrize("old, new", [("amnesia_rule", "memory"), ("start", "initialisation")])
def test_old_names_of_switches_are_errors_that_name_the_new_ones(old, new):
    for make in (Reading, partial(replace, READINGS["paper"])):
        with pytest.raises(TypeError, match=f"no {old}: it is called {new} now"):
            make(**{old: "flat"})


@pytest.mark.parametrize("old, new", [("original", "mended"), ("text", "textbook")])
def test_old_names_of_readings_are_errors_that_name_the_new_ones(old, new):
    X, y = small_digits(40)
    for estimator in (
        *(make(10, reading=old) for make in ESTIMATORS.values()),
        gnode.DeepClassifier((10,), reading=old),
    ):
        with pytest.raises(ValueError, match=f"'{old}' is called '{new}' now"):
            estimator.fit(X, y)
    with pytest.raises(ValueError, match="'compounding' is called 'fading' now"):
        Reading(memory="compounding")


@pytest.mark.parametrize("algorithm", ESTIMATORS)
@pytest.mark.parametrize("order", ["F", "C"])
def test_starting_weights_may_lie_in_any_order_and_are_left_as_they_are(algorithm, order):
    X, y = small_digits(60)
    init = start(algorithm, 10, X, y)
    given = tuple(np.asarray(part, order=order) for part in init)
    one, other = (ESTIMATORS[algorithm](10, max_epochs=2, init=arrays).fit(X, y) for arrays in (init, given))
    assert_layers_close(weights(one), weights(other), 0)
    assert_layers_close(given, start(algorithm, 10, X, y), 0)
