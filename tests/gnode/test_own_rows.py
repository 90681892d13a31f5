"""Own-rows PCA: which rows, which direction, how long."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from gnode import GreedyByClassByNode, OwnRowsPCA
from study.datasets import load


@pytest.fixture(scope="module")
def digits():
    return load("digits")


@parametrize_with_checks([OwnRowsPCA(n_components=2), OwnRowsPCA(n_components=2, partition="class")])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    "partition", ["error", "class", "random", lambda X, distances, n: np.array_split(range(99), n)]
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_each_node_lies_along_the_first_component_of_its_own_rows(digits, partition, dtype):
    X = digits.X_train[:400].astype(dtype)
    layer = OwnRowsPCA(12, partition=partition, random_state=0).fit(X, digits.y_train[:400])
    assert layer.components_.dtype == layer.intercept_.dtype == dtype
    for w, b, rows in zip(layer.components_, layer.intercept_, layer.subsets_, strict=True):
        own = X[rows].astype(float)
        first = np.linalg.svd(own - own.mean(axis=0), full_matrices=False)[2][0]
        assert abs(w @ first) / np.linalg.norm(w) == pytest.approx(1, abs=1e-4)
        assert w[np.argmax(np.abs(w))] > 0
        activations = own @ w + b
        assert activations.mean() == pytest.approx(0, abs=1e-3) and activations.std() == pytest.approx(1, rel=1e-3)


def test_by_class_the_rows_are_those_of_gcn(digits):
    X, y = digits.X_train[:300], digits.y_train[:300]
    trained = GreedyByClassByNode(15, max_epochs=1, random_state=0).fit(X, y)
    for one, other in zip(OwnRowsPCA(15, partition="class").fit(X, y).subsets_, trained.subsets_, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_node_with_one_row_takes_what_sets_it_apart():
    X = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
    layer = OwnRowsPCA(3, partition=lambda X, distances, n: [[1], [2]]).fit(X)
    direction = X[1] - X.mean(axis=0)
    assert abs(layer.components_[1] @ direction) == pytest.approx(
        np.linalg.norm(direction) * np.linalg.norm(layer.components_[1])
    )
    assert layer.transform(X)[1, 1] == pytest.approx(0)


def test_what_is_missing_is_named(digits):
    with pytest.raises(ValueError, match=r"n_samples=3 rows, fewer than n_components=10"):
        OwnRowsPCA().fit(digits.X_train[:3])
    with pytest.raises(ValueError, match="requires y"):
        OwnRowsPCA(partition="class").fit(digits.X_train)
    with pytest.raises(ValueError, match="partition returned 1 subsets, but 9 nodes need one each"):
        OwnRowsPCA(partition=lambda X, distances, n: [[0]]).fit(digits.X_train)


@pytest.mark.parametrize(("dtype", "factor"), [(np.float32, 1e20), (np.float64, 1e200)])
def test_values_whose_squares_overflow_are_refused(digits, dtype, factor):
    with pytest.raises(ValueError, match=r"squares are too large for float.*scale X first"):
        OwnRowsPCA(3).fit((digits.X_train[:60] * factor).astype(dtype))


@pytest.mark.parametrize("partition", ["error", "class", "random"])
@pytest.mark.parametrize("offset", [0, 100, -3000])
def test_many_rows_in_single_precision_are_summed_in_double(partition, offset):
    """Sums of so many float32 are wrong by more than the rows vary."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.standard_normal((1000, 4)) * [2, 1, 1, 1] + offset, 600, axis=0).astype(np.float32)
    y = np.arange(len(X)) % 2
    single, double = (
        OwnRowsPCA(3, partition=partition, random_state=0).fit(rows, y).transform(rows) for rows in (X, X.astype(float))
    )
    np.testing.assert_allclose(single, double, atol=2e-2 if offset == -3000 else 1e-3)


@pytest.mark.parametrize(("dtype", "factor"), [(np.float64, 1e-200), (np.float64, 1e-300), (np.float32, 1e-35)])
@pytest.mark.parametrize("offset", [0, 1])
def test_rows_that_differ_by_too_little_are_refused(digits, dtype, factor, offset):
    X = (digits.X_train[:60] * factor).astype(dtype)
    X[:, 0] = offset
    with pytest.raises(ValueError, match=r"rows of node 0 differ by at most .* too small for float.*scale X first"):
        OwnRowsPCA(3).fit(X)


@pytest.mark.parametrize(("dtype", "factor"), [(np.float64, 1e-140), (np.float32, 1e-28), (np.float32, 1e15)])
def test_units_do_not_matter(digits, dtype, factor):
    X = digits.X_train[:60].astype(dtype)
    other = OwnRowsPCA(3).fit_transform(X * dtype(factor))
    np.testing.assert_allclose(other, OwnRowsPCA(3).fit_transform(X), atol=1e-4)


def test_rows_that_are_all_the_same_have_no_direction_of_their_own():
    """The mean of equal numbers is not always the number."""
    X = np.array([[0.1, 0.7, 0.3]] * 7 + [[0.2, 0.5, 0.9]])
    layer = OwnRowsPCA(3, partition=lambda X, distances, n: [range(7), [7]]).fit(X)
    assert np.abs(layer.components_).max() < 100
