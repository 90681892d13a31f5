"""The compiled layers against plain NumPy, for every reading, and what a user may rely on."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layers import ESTIMATORS, assert_layers_close, assert_same_bits, peak_memory, small_digits, start, weights
from scipy.sparse import coo_array, csr_array, csr_matrix, random_array
from sklearn.linear_model import LinearRegression

from gnode import DivergenceError, GreedyByClassByNode, GreedyByNode, Reading
from gnode.reading import READINGS
from gnode.reference import train_layer

BOTH = pytest.mark.parametrize("algorithm", ["GN", "GCN"])
ALL = pytest.mark.parametrize("algorithm", ESTIMATORS)
WITH_BIAS = replace(READINGS["mended"], decoder_bias=True)
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
    init = tuple(np.asfortranarray(part) for part in start(algorithm, n_components, X, y))  # any order will do
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
@ALL
def test_equals_the_reference(algorithm, reading):
    """Over more than 100 epochs, for rates to fall; the later nodes have few rows, which asks for more epochs yet."""
    X, y = small_digits(40)
    solvers = ("primal", "auto") if algorithm in ("GN", "GCN") else (None,)
    *layers, expected = fit(algorithm, X, y, solvers=solvers, reading=reading)
    for layer in layers:
        assert_layers_close(weights(layer), expected, 1e-9)


@BOTH
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


@BOTH
@pytest.mark.parametrize("amnesia", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("reading", [name for name in EVERY_READING if name != "decoder_bias"])
def test_dual_equals_primal(algorithm, amnesia, reading):
    options = {"max_epochs": 150, "amnesia": amnesia, "reading": EVERY_READING[reading], "random_state": 3}
    one, other = (ESTIMATORS[algorithm](15, solver=solver, **options) for solver in ("primal", "dual"))
    X, y = small_digits()
    assert_layers_close(weights(one.fit(X, y)), weights(other.fit(X, y)), 1e-8)


@BOTH
@pytest.mark.parametrize("reading", [READINGS["mended"], WITH_BIAS], ids=["no bias", "bias"])
def test_sigmoid_output_equals_the_reference(algorithm, reading):
    X, y = small_digits(120)
    with pytest.raises(ValueError, match=r"X goes from -1 to 1: scale it"):
        fit(algorithm, X, y, output="sigmoid")
    X = (X + 1) / 2
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
    settings = {"amnesia": amnesia, "learning_rate": 0.02, "max_epochs": 3}
    layer, expected = fit(algorithm, X, np.arange(n_rows) % 3, n_components, solvers=[solver], **settings)
    assert_layers_close(weights(layer), expected, 1e-9)


@pytest.mark.parametrize("solver", ["primal", "dual"])
@BOTH
def test_updates_and_losses_of_nodes(algorithm, solver):
    """Half the squared error before each update of a node, summed anew for each row; the mean of each epoch."""
    X, y = small_digits(100)
    layer = ESTIMATORS[algorithm](10, learning_rate=1e-3, max_epochs=8, solver=solver, random_state=0)
    layer.set_params(reading=replace(READINGS["mended"], minimum_updates=False)).fit(X, y)
    assert list(layer.n_updates_) == [8 * len(rows) for rows in layer.subsets_]
    W, B, V, _ = start(algorithm, 10, X, y)
    for i in (0, 1, 9):
        own = X[layer.subsets_[i]]
        H = np.tanh(own @ layer.components_[:i].T + layer.intercept_[:i])
        R = (H * 0.4 ** np.arange(i, 0, -1)) @ layer.decoder_[:i]
        w, b, v, losses = W[i], B[i], V[i], []
        for _ in range(8):
            of_rows = []
            for z, x, r in zip(own - own.mean(axis=0), own, R, strict=True):
                h = np.tanh(w @ z + b)
                e = h * v + r - x
                of_rows.append(e @ e / 2)
                g = (e @ v) * (1 - h * h)
                w, b, v = w - 1e-3 * g * z, b - 1e-3 * g, v - 1e-3 * h * e
            losses.append(np.mean(of_rows))
        np.testing.assert_allclose(layer.loss_curve_[i], losses, rtol=1e-9)


@pytest.mark.parametrize("algorithm", ["USV", "SV"])
@pytest.mark.parametrize("batch_size", [1, 7, 60])
def test_mini_batches_take_the_mean_gradient(algorithm, batch_size):
    """Weights, losses and the number of updates, against plain NumPy."""
    X, y = small_digits(60)
    T = X if algorithm == "USV" else np.eye(10)[y]
    init = start(algorithm, 6, X, y)
    settings = dict(batch_size=batch_size, learning_rate=0.05, max_epochs=3, reading="mended")
    layer = ESTIMATORS[algorithm](6, init=init, **settings).fit(X, y)
    W, b, V, c = init
    losses, batches = [], np.array_split(np.arange(60), 60 // batch_size)
    for _ in range(3):
        loss = 0.0
        for batch in batches:
            h = np.tanh(X[batch] @ W.T + b)
            o = h @ V + c
            if algorithm == "SV":
                o = np.exp(o) / np.exp(o).sum(axis=1, keepdims=True)
                loss -= np.log(o[T[batch] == 1]).sum()
            e = o - T[batch]
            if algorithm == "USV":
                loss += (e**2).sum() / 2
            e *= 0.05 / len(batch)
            g = (e @ V.T) * (1 - h * h)
            W, b, V, c = W - g.T @ X[batch], b - g.sum(axis=0), V - h.T @ e, c - e.sum(axis=0)
        losses.append(loss / 60)
    assert_layers_close(weights(layer), (W, b, V, c), 1e-9)
    assert layer.n_updates_ == 3 * len(batches)
    np.testing.assert_allclose(layer.loss_curve_, losses, rtol=1e-9)


@ALL
@pytest.mark.parametrize("reading", ["mended", "textbook"])
def test_a_seed_makes_the_bits_and_the_progress_bar_does_not(algorithm, reading, capsys):
    X, y = small_digits()
    layer = ESTIMATORS[algorithm](10, max_epochs=5, reading=reading, random_state=7).fit(X, y)
    again = ESTIMATORS[algorithm](10, max_epochs=5, reading=reading, random_state=7, verbose=True).fit(X, y)
    assert algorithm in capsys.readouterr().err
    assert_same_bits(layer, again)
    assert not np.array_equal(again.set_params(random_state=8).fit(X, y).components_, layer.components_)


@ALL
def test_float32_is_kept_and_close_to_float64(algorithm):
    X, y = small_digits()
    double, single = (
        ESTIMATORS[algorithm](10, max_epochs=20, random_state=0).fit(X.astype(dtype), y) for dtype in "df"
    )
    assert {array.dtype for array in weights(single)} == {np.dtype(np.float32)}
    assert single.transform(X.astype(np.float32)).dtype == np.float32
    np.testing.assert_allclose(single.components_, double.components_, atol=1e-3)


@pytest.mark.parametrize("rule", ["fading", "flat"])
def test_inverse_transform_is_the_running_output(rule):
    """What the last node was trained to add to, replayed; parameters set after the fit change nothing."""
    X, _ = small_digits(80)
    reading = replace(READINGS["mended"], memory=rule)
    layer = GreedyByNode(6, amnesia=0.7, max_epochs=10, reading=reading, random_state=0).fit(X)
    H, R = layer.transform(X), np.zeros_like(X)
    for i in range(6):
        before, R = R, H[:, [i]] * layer.decoder_[i] + (0.7 if rule == "fading" else 1.0) * R
    layer.set_params(amnesia=0.9, output="sigmoid", reading="textbook", block_size=100)
    np.testing.assert_allclose(layer.inverse_transform(H), H[:, [5]] * layer.decoder_[5] + 0.7 * before, atol=1e-12)
    with pytest.raises(ValueError, match=r"H has 4 columns, but .* has n_components=6"):
        layer.inverse_transform(H[:, :4])


@pytest.mark.parametrize("output", ["linear", "sigmoid"])
@BOTH
@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_fit_decoder_is_linear_regression(algorithm, output, form, monkeypatch):
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 5000)
    X, y = small_digits()
    X = (X + 1) / 2
    layer = ESTIMATORS[algorithm](12, output=output, max_epochs=20, random_state=0).fit(X, y)
    trained = layer.decoder_.copy()
    H = layer.transform(X)
    expected = LinearRegression().fit(H, X).predict(H)
    np.testing.assert_allclose(layer.fit_decoder(form(X)).inverse_transform(H), expected, atol=1e-6)
    np.testing.assert_array_equal(layer.decoder_, trained)
    assert layer.inverse_transform(H.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize(("dtype", "worse"), [(np.float64, 1.01), (np.float32, 1.03)])
@pytest.mark.parametrize("shift", [0.0, 100.0])
def test_nodes_that_are_nearly_alike_are_decoded_as_well_as_can_be(dtype, worse, shift, monkeypatch):
    """Far from zero most nodes of "mended" differ by little; the sums of their products would lose it."""
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 100_000)
    X = (small_digits(600)[0] + shift).astype(dtype)
    layer = GreedyByNode(60, amnesia=1.0, max_epochs=100, reading="mended", random_state=0).fit(X)
    H = np.hstack([layer.transform(X).astype(float), np.ones((len(X), 1))])
    best = np.std(H @ np.linalg.lstsq(H, X.astype(float))[0] - X)
    assert np.std(layer.fit_decoder(X).inverse_transform(layer.transform(X)).astype(float) - X) < worse * best


@pytest.mark.parametrize("block_bytes", [2**25, 5000], ids=["one block", "blocks"])
@pytest.mark.parametrize("form", [csr_array, csr_matrix, coo_array])
@BOTH
def test_sparse_rows_give_the_bits_of_dense_ones(algorithm, form, block_bytes, monkeypatch):
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", block_bytes)
    X, y = small_digits(100)
    X = X + 1  # many zeros
    dense, sparse = (
        ESTIMATORS[algorithm](12, max_epochs=10, solver="primal", random_state=0).fit(rows, y) for rows in (X, form(X))
    )
    assert_same_bits(dense, sparse)
    np.testing.assert_array_equal(np.concatenate(dense.loss_curve_), np.concatenate(sparse.loss_curve_))
    np.testing.assert_allclose(sparse.transform(form(X)), dense.transform(X), atol=1e-12)


@pytest.mark.weekly
def test_sparse_rows_are_never_all_dense_by_class():
    """Rows that would take 800 MB when dense, fitted and transformed in less than a quarter of that."""
    X = random_array((20_000, 10_000), density=1e-3, format="csr", dtype=np.float32, rng=np.random.default_rng(0))
    reading = Reading(minimum_updates=False)
    layer = GreedyByClassByNode(100, max_epochs=1, random_state=0, solver="primal", reading=reading)
    assert peak_memory(lambda: layer.fit(X, np.arange(20_000) % 10).transform(X)) < 200e6
