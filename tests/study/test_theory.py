"""The order of components against nodes that are fitted exactly."""

import numpy as np
import pytest

from study.theory import MEMORIES, component_order


def fitted_order(X, amnesia, n_nodes, memory):
    """Fit linear nodes on all rows, one after the other: each the best rank-one matrix to what is left."""
    right = np.linalg.svd(X, full_matrices=False)[2]
    said = np.zeros_like(X)
    order, weights = [], []
    for _ in range(n_nodes):
        u, s, vt = np.linalg.svd(X - amnesia * said, full_matrices=False)
        order.append(int(np.argmax(np.abs(right @ vt[0]))))
        weights.append(vt[0])
        said = (said if memory == "flat" else amnesia * said) + s[0] * np.outer(u[:, 0], vt[0])
    return order, np.array(weights)


@pytest.mark.parametrize("memory", MEMORIES)
def test_it_is_the_order_of_fitted_nodes(memory):
    """1,000 random spectra, with A from 0 to 1, both ends among them."""
    rng = np.random.default_rng(0)
    for draw in range(1000):
        d = int(rng.integers(1, 7))
        X = rng.standard_normal((d + int(rng.integers(5)), d)) * rng.exponential(size=d)
        amnesia = [0.0, 1.0, rng.uniform()][min(draw % 10, 2)]
        n_nodes = d if amnesia == 1 else int(rng.integers(1, 13))
        sigma = np.linalg.svd(X, compute_uv=False)
        assert fitted_order(X, amnesia, n_nodes, memory)[0] == component_order(sigma, amnesia, n_nodes, memory).tolist()


@pytest.mark.parametrize("memory", MEMORIES)
def test_the_ends_are_one_component_for_ever_and_principal_components(memory):
    sigma = [5.0, 4.0, 2.0]
    assert component_order(sigma, 0.0, 4, memory).tolist() == [0, 0, 0, 0]
    assert component_order(sigma, 1.0, 5, memory).tolist() == [0, 1, 2, -1, -1]


def test_a_rule_that_there_is_not_is_named():
    with pytest.raises(ValueError, match="memory='none': give one of flat, fading"):
        component_order([2.0, 1.0], 0.5, 3, "none")
