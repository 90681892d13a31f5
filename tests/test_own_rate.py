"""learning_rate="auto": rows scaled to one norm, weights scaled back; whatever the units, the rule or the storage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from gnode import DeepClassifier, GreedyByClassByNode, GreedyByNode, memmap
from gnode.datasets import load
from gnode.memmap import mean_squared_norm
from gnode.node_by_node import AUTO_NORM, AUTO_RATE
from gnode.study.methods.variants import VariedGCN, VariedGN, varied

LAYER = {"n_components": 12, "max_epochs": 8}
BOTH = pytest.mark.parametrize("estimator", [GreedyByNode, GreedyByClassByNode])


@pytest.fixture(scope="module")
def digits():
    data = load("digits")
    return data.X_train[:300].astype(np.float32), data.y_train[:300]


def fitted(estimator, X, y, **parameters):
    return estimator(**LAYER | {"learning_rate": "auto", "random_state": 0} | parameters).fit(X, y)


@BOTH
def test_it_is_the_variant_of_the_third_round(digits, estimator):
    X, y = digits
    of = {GreedyByNode: VariedGN, GreedyByClassByNode: VariedGCN}[estimator]
    rule = {"rate": "scale", "row_norm": AUTO_NORM, "learning_rate": AUTO_RATE}
    tried, public = varied(of, LAYER | rule, 0).fit(X, y), fitted(estimator, X, y)
    for name in ("components_", "intercept_", "decoder_"):
        np.testing.assert_array_equal(getattr(tried, name), getattr(public, name))


@pytest.mark.parametrize("solver", ["primal", "dual"])
def test_one_node_is_that_of_rows_scaled_by_hand(digits, solver):
    X, _ = digits
    scale = np.float32(np.sqrt(np.mean(np.sum(X.astype(float) ** 2, axis=1))) / AUTO_NORM)
    one = GreedyByNode(1, learning_rate=AUTO_RATE, max_epochs=8, random_state=0, solver=solver).fit(X / scale)
    own = GreedyByNode(1, learning_rate="auto", max_epochs=8, random_state=0, solver=solver).fit(X)
    np.testing.assert_allclose(own.components_ * scale, one.components_, rtol=1e-4)
    np.testing.assert_allclose(own.transform(X), one.transform(X / scale), atol=1e-5)
    np.testing.assert_allclose(own.loss_curve_[0], one.loss_curve_[0] * float(scale) ** 2, rtol=1e-4)


@settings(max_examples=15, deadline=None)
@given(exponent=st.integers(-60, 60), by_class=st.booleans())
def test_units_do_not_matter(exponent, by_class):
    """A power of two changes no bit of float64, so it may change none of the outputs."""
    data = load("digits")
    X, y = data.X_train[:150], data.y_train[:150]
    of = GreedyByClassByNode if by_class else GreedyByNode
    factor = 2.0**exponent
    one, other = fitted(of, X, y), fitted(of, X * factor, y)
    np.testing.assert_array_equal(one.transform(X), other.transform(X * factor))
    np.testing.assert_array_equal(one.decoder_ * factor, other.decoder_)


@pytest.mark.parametrize("reading", ["original", "program", "text"])
def test_every_reading_has_it(digits, reading):
    X, y = digits
    layer = fitted(GreedyByNode, X, y, reading=reading)
    assert np.abs(layer.transform(X)).max() < 0.999 and np.abs(layer.transform(X)).std() > 0.01


def test_blocks_of_rows_give_the_same_bits(digits, tmp_path, monkeypatch):
    """From memory, from a file and sparse: a node that takes all rows gets them block by block."""
    X, _ = digits
    whole = fitted(GreedyByNode, X, None, solver="primal")
    monkeypatch.setattr(memmap, "BLOCK_BYTES", 50 * X.shape[1] * X.itemsize)
    np.save(tmp_path / "X.npy", X)
    of_file, sparse = np.load(tmp_path / "X.npy", mmap_mode="r"), csr_array(X)
    in_memory, *others = (fitted(GreedyByNode, rows, None, solver="primal") for rows in (X, of_file, sparse))
    for layer in others:
        np.testing.assert_array_equal(layer.components_, in_memory.components_)
        np.testing.assert_array_equal(layer.loss_curve_, in_memory.loss_curve_)
    np.testing.assert_allclose(in_memory.components_, whole.components_, atol=1e-6)  # sums over blocks are rounded


def test_a_network_takes_it_by_an_estimator(digits):
    X, y = digits
    network = DeepClassifier((20,), pretraining=GreedyByNode(learning_rate="auto", max_epochs=30), random_state=0)
    assert network.fit(X, y).score(X, y) > 0.8


def test_it_goes_on_after_a_warm_start(digits):
    X, y = digits
    layer = fitted(GreedyByNode, X, y, warm_start=True)
    first = layer.components_.copy()
    layer.set_params(n_components=15).fit(X)
    np.testing.assert_array_equal(layer.components_[:12], first)
    assert np.isfinite(layer.components_).all()


@pytest.mark.parametrize("factor", [1e-30, 1e-8, 1e8, 1e18])
def test_no_scale_diverges_or_saturates(digits, factor):
    X = digits[0] * np.float32(factor)
    H = fitted(GreedyByNode, X, None, max_epochs=50).transform(X)
    assert np.abs(H).max() < 0.999


def test_rows_of_nothing_do_not_divide_by_zero():
    layer = GreedyByNode(2, learning_rate="auto", max_epochs=2, random_state=0).fit(np.zeros((6, 3)))
    assert np.isfinite(layer.components_).all()


@pytest.mark.parametrize(("dtype", "factor"), [(np.float32, 3e38), (np.float64, 1e200)])
@pytest.mark.filterwarnings("ignore:.*encountered in reduce:RuntimeWarning")
def test_rows_too_large_are_refused(digits, dtype, factor):
    with pytest.raises(ValueError, match=r"rows are too large for float\d\d.*Scale X"):
        fitted(GreedyByNode, digits[0].astype(dtype) * dtype(factor), None)


def test_sigmoid_nodes_refuse_it(digits):
    with pytest.raises(ValueError, match=r"learning_rate='auto' scales the rows.*output='linear'"):
        fitted(GreedyByNode, (digits[0] + 1) / 2, None, output="sigmoid")


@pytest.mark.parametrize("wrong", ["own", "", 0, -1.0, None])
def test_other_rates_are_refused(digits, wrong):
    with pytest.raises(ValueError, match="learning_rate"):
        fitted(GreedyByNode, *digits, learning_rate=wrong)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 40), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_the_mean_squared_norm_is_that_of_numpy(n_rows, n_columns, seed):
    X = np.random.RandomState(seed).standard_normal((n_rows, n_columns))
    assert mean_squared_norm(X) == pytest.approx(np.mean(np.sum(X**2, axis=1)), rel=1e-12)
    assert mean_squared_norm(csr_array(X)) == mean_squared_norm(X)
