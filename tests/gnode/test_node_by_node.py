"""The loop that trains node by node: it asks `_subsets` for the rows of a node once the nodes before it are trained."""

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits, weights

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.layer import layer_outputs


class WorstReproduced(GreedyByNode):
    """Each node has the 50 rows that the nodes trained so far, together, reproduce worst."""

    def _subsets(self, X, y, rng):
        yield np.arange(len(X))
        for i in range(1, self.n_components):
            H = layer_outputs(X, self.components_[:i], self.intercept_[:i])
            errors = np.sum((H @ self.decoder_[:i] - X) ** 2, axis=1)
            yield np.argsort(errors)[-50:]


@pytest.mark.parametrize("amnesia", [0.0, 0.4, 1.0])
def test_own_subsets_depend_on_the_nodes_trained_so_far(amnesia):
    X, _ = small_digits()
    layer = WorstReproduced(6, amnesia=amnesia, max_epochs=5, random_state=0).fit(X)
    assert [len(rows) for rows in layer.subsets_] == [300, 50, 50, 50, 50, 50]
    assert len({tuple(rows) for rows in layer.subsets_}) > 2
    H = layer.transform(X)
    for i in range(1, 6):
        errors = np.sum((H[:, :i] @ layer.decoder_[:i] - X) ** 2, axis=1)
        np.testing.assert_array_equal(np.sort(layer.subsets_[i]), np.sort(np.argsort(errors)[-50:]))
    again = WorstReproduced(6, amnesia=amnesia, max_epochs=5, random_state=0).fit(X)
    for one, other in zip(weights(layer), weights(again), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_a_generator_of_subsets_is_resumed_only_when_the_node_before_is_trained(algorithm, n_jobs):
    happened = []

    class Watched(ESTIMATORS[algorithm]):
        def _subsets(self, X, y, rng):
            for i, rows in enumerate(super()._subsets(X, y, rng)):
                happened.append(("rows", i))
                yield rows

        def _trained_node(self, X, i, *plan):
            node = super()._trained_node(X, i, *plan)
            happened.append(("trained", i))
            return node

    X, y = small_digits(100)
    layer = Watched(12, max_epochs=1, n_jobs=n_jobs, random_state=0).fit(X, y)
    assert happened == [(what, i) for i in range(12) for what in ("rows", "trained")]
    expected = ESTIMATORS[algorithm](12, max_epochs=1, random_state=0).fit(X, y)
    np.testing.assert_array_equal(layer.components_, expected.components_)


def test_auto_takes_the_dual_form_only_while_its_matrices_are_small(monkeypatch):
    X, y = small_digits()

    def fitted(solver):
        return GreedyByClassByNode(20, max_epochs=20, solver=solver, random_state=0).fit(X, y).components_

    primal, dual = fitted("primal"), fitted("dual")
    assert (primal != dual).any(axis=1).all()  # in their last bits
    np.testing.assert_array_equal(fitted("auto"), dual)
    monkeypatch.setattr("gnode.node_by_node.GRAM_BYTES", 1000)
    np.testing.assert_array_equal(fitted("auto"), primal)
