"""Own-rows PCA: which rows, which direction, how long."""

import numpy as np
import pytest
from layers import small_digits

from gnode import GreedyByClassByNode, OwnRowsPCA

X, y = small_digits(400)


@pytest.mark.parametrize(
    "partition", ["error", "class", "random", lambda X, distances, n: np.array_split(range(99), n)]
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_each_node_lies_along_the_first_component_of_its_own_rows(partition, dtype):
    layer = OwnRowsPCA(12, partition=partition, random_state=0).fit(X.astype(dtype), y)
    if partition == "class":
        trained = GreedyByClassByNode(12, max_epochs=1).fit(X, y)
        assert all(map(np.array_equal, layer.subsets_, trained.subsets_))
    assert layer.components_.dtype == layer.intercept_.dtype == dtype
    for w, b, rows in zip(layer.components_, layer.intercept_, layer.subsets_, strict=True):
        own = X[rows]
        first = np.linalg.svd(own - own.mean(axis=0), full_matrices=False)[2][0]
        assert abs(w @ first) / np.linalg.norm(w) == pytest.approx(1, abs=1e-4)
        assert w[np.argmax(np.abs(w))] > 0
        activations = own @ w + b
        assert activations.mean() == pytest.approx(0, abs=1e-3) and activations.std() == pytest.approx(1, rel=1e-3)


def test_a_node_with_one_row_or_equal_ones_takes_what_sets_it_apart():
    X = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 2.0]])
    layer = OwnRowsPCA(3, partition=lambda X, distances, n: [[1], [2]]).fit(X)
    direction = X[1] - X.mean(axis=0)
    lengths = np.linalg.norm(direction) * np.linalg.norm(layer.components_[1])
    assert abs(layer.components_[1] @ direction) == pytest.approx(lengths)
    assert layer.transform(X)[1, 1] == pytest.approx(0)
    X = np.array([[0.1, 0.7, 0.3]] * 7 + [[0.2, 0.5, 0.9]])  # the mean of equal numbers is not always the number
    layer = OwnRowsPCA(3, partition=lambda X, distances, n: [range(7), [7]]).fit(X)
    assert np.abs(layer.components_).max() < 100


@pytest.mark.parametrize("partition", ["error", "class", "random"])
@pytest.mark.parametrize("offset", [pytest.param(0, marks=pytest.mark.weekly), -3000])
def test_many_rows_in_single_precision_are_summed_in_double(partition, offset):
    """Sums of so many float32 are wrong by more than the rows vary."""
    rng = np.random.default_rng(0)
    X = np.repeat(rng.standard_normal((1000, 4)) * [2, 1, 1, 1] + offset, 600, axis=0).astype(np.float32)
    y = np.arange(len(X)) % 2
    single, double = (
        OwnRowsPCA(3, partition=partition, random_state=0).fit(rows, y).transform(rows) for rows in (X, X.astype(float))
    )
    np.testing.assert_allclose(single, double, atol=2e-2 if offset == -3000 else 1e-3)
