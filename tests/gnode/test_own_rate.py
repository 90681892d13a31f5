"""learning_rate="auto": rows scaled to one norm, weights scaled back; whatever the units, the rule or the storage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layers import small_digits
from scipy.sparse import csr_array

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.node_by_node import AUTO_NORM, AUTO_RATE

LAYER = {"n_components": 12, "max_epochs": 8}


@pytest.fixture(scope="module")
def digits():
    X, y = small_digits()
    return X.astype(np.float32), y


def fitted(estimator, X, y, **parameters):
    return estimator(**LAYER | {"learning_rate": "auto", "random_state": 0} | parameters).fit(X, y)


@pytest.mark.parametrize("solver", ["primal", "dual"])
def test_one_node_is_that_of_rows_scaled_by_hand(digits, solver):
    X, _ = digits
    scale = np.float32(np.sqrt(np.mean(np.sum(X.astype(float) ** 2, axis=1))) / AUTO_NORM)
    one = GreedyByNode(1, learning_rate=AUTO_RATE, max_epochs=8, random_state=0, solver=solver).fit(X / scale)
    own = GreedyByNode(1, learning_rate="auto", max_epochs=8, random_state=0, solver=solver).fit(X)
    np.testing.assert_allclose(own.components_ * scale, one.components_, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(own.transform(X), one.transform(X / scale), atol=1e-5)
    np.testing.assert_allclose(own.loss_curve_[0], one.loss_curve_[0] * float(scale) ** 2, rtol=1e-4)


@settings(max_examples=15, deadline=None)
@given(exponent=st.integers(-60, 60), by_class=st.booleans(), with_nothing=st.booleans())
def test_units_do_not_matter(exponent, by_class, with_nothing):
    """A power of two changes no bit of float64, so it may change none of the outputs; rows may all be zero."""
    X, y = small_digits(150)
    X[(y == 3) & with_nothing] = 0
    of = GreedyByClassByNode if by_class else GreedyByNode
    factor = 2.0**exponent
    one, other = fitted(of, X, y), fitted(of, X * factor, y)
    np.testing.assert_array_equal(one.transform(X), other.transform(X * factor))
    np.testing.assert_array_equal(one.decoder_ * factor, other.decoder_)


def test_however_the_rows_are_stored_the_bits_are_the_same(digits, tmp_path, monkeypatch):
    """From memory, from a file and sparse; in several blocks of rows, whose sums are rounded, nearly as in one."""
    X, _ = digits
    whole = fitted(GreedyByNode, X, None, solver="primal")
    monkeypatch.setattr("gnode.layer.BLOCK_BYTES", 50 * X.shape[1] * X.itemsize)
    np.save(tmp_path / "X.npy", X)
    of_file, sparse = np.load(tmp_path / "X.npy", mmap_mode="r"), csr_array(X)
    in_memory, *others = (fitted(GreedyByNode, rows, None, solver="primal") for rows in (X, of_file, sparse))
    for layer in others:
        np.testing.assert_array_equal(layer.components_, in_memory.components_)
        np.testing.assert_array_equal(layer.loss_curve_, in_memory.loss_curve_)
    np.testing.assert_allclose(in_memory.components_, whole.components_, atol=1e-6)


@pytest.mark.parametrize("factor", [1e-28, 1e-8, 1e8, 1e18, 1e28])
def test_no_scale_diverges_or_saturates_or_deals_out_other_rows(digits, factor):
    X = digits[0]
    one, other = (fitted(GreedyByNode, of, None, max_epochs=50) for of in (X, X * np.float32(factor)))
    assert np.abs(other.transform(X * np.float32(factor))).max() < 0.999
    shared = [len(np.intersect1d(a, b)) / len(a) for a, b in zip(one.subsets_, other.subsets_, strict=True)]
    assert min(shared) > 0.9  # rounding may change places at the edges


@pytest.mark.parametrize(
    ("dtype", "factor", "said"),
    [
        (np.float32, 3e38, "large"),
        (np.float64, 1e200, "large"),
        (np.float32, 1e-36, "small"),
        (np.float32, 1e-42, "small"),
        (np.float64, 1e-160, "small"),
        (np.float64, 1e-200, "small"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*encountered in reduce:RuntimeWarning")
def test_rows_too_large_or_too_small_are_refused(digits, dtype, factor, said):
    with pytest.raises(ValueError, match=rf"rows are too {said} for float\d\d.*scale X"):
        fitted(GreedyByNode, digits[0].astype(dtype) * dtype(factor), None)


def test_sigmoid_nodes_refuse_it(digits):
    with pytest.raises(ValueError, match=r"learning_rate='auto' scales the rows.*output='linear'"):
        fitted(GreedyByNode, (digits[0] + 1) / 2, None, output="sigmoid")
