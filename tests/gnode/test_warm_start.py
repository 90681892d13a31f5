"""Nodes added to a trained layer."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits, start, weights

from gnode import DivergenceError, GreedyByClassByNode, GreedyByNode, Reading
from gnode.reference import train_node
from gnode.schedule import node_rates, row_orders

GREEDY = ["GN", "GCN"]


def trained(algorithm, n_components=10, **options):
    X, y = small_digits()
    options = {"max_epochs": 20, "learning_rate": 1e-3, "random_state": 0, "warm_start": True} | options
    return ESTIMATORS[algorithm](n_components, **options).fit(X, y)


@pytest.mark.parametrize("amnesia", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("reading", ["mended", "program", "textbook", replace(Reading(), decoder_bias=True)])
@pytest.mark.parametrize("algorithm", GREEDY)
def test_the_first_nodes_keep_their_bits(algorithm, reading, amnesia):
    X, y = small_digits()
    layer = trained(algorithm, reading=reading, amnesia=amnesia)
    before, subsets = [part.copy() for part in weights(layer)[:3]], layer.subsets_
    layer.set_params(n_components=17).fit(X, y)
    for part, earlier in zip(weights(layer)[:3], before, strict=True):
        assert len(part) == 17
        np.testing.assert_array_equal(part[:10], earlier)
    assert layer.transform(X).shape == (300, 17)
    assert len(layer.subsets_) == 17 and len(layer.n_updates_) == 17
    for rows, earlier in zip(layer.subsets_, subsets):
        np.testing.assert_array_equal(rows, earlier)


@pytest.mark.parametrize("algorithm", GREEDY)
def test_nodes_in_double_precision_are_not_rounded_to_new_rows(algorithm):
    X, y = small_digits()
    layer = trained(algorithm)
    before = layer.components_
    layer.set_params(n_components=12).fit(X.astype(np.float32), y)
    np.testing.assert_array_equal(layer.components_[:10], before)


@pytest.mark.parametrize("algorithm", GREEDY)
def test_new_nodes_share_out_all_rows(algorithm):
    X, y = small_digits()
    layer = trained(algorithm).set_params(n_components=33).fit(X, y)
    assert sorted(np.concatenate(layer.subsets_[10:])) == list(range(300))
    if algorithm == "GCN":
        assert [set(y[rows]) for rows in layer.subsets_] == [{i % 10} for i in range(33)]
    else:
        first = GreedyByNode(1, init=tuple(part[:1] for part in start("GN", 10, X, y)[:3]), max_epochs=20).fit(X)
        errors = np.sum((first.inverse_transform(first.transform(X)) - X) ** 2, axis=1)
        for earlier, later in zip(layer.subsets_[10:], layer.subsets_[11:]):
            assert errors[earlier].max() <= errors[later].min() + 1e-9


def test_classes_go_on_in_turn():
    X, y = small_digits()
    layer = GreedyByClassByNode(4, max_epochs=1, warm_start=True, random_state=0)
    with pytest.warns(UserWarning, match="4 nodes, but 10 classes"):
        layer.fit(X, y)
    layer.set_params(n_components=13).fit(X, y)
    assert [set(y[rows]) for rows in layer.subsets_] == [{i % 10} for i in range(13)]


@pytest.mark.parametrize("algorithm", GREEDY)
def test_a_new_node_is_that_of_the_reference(algorithm):
    """It sees what amnesia leaves of all earlier nodes."""
    X, y = small_digits()
    layer = trained(algorithm).set_params(n_components=11).fit(X, y)
    W, b, V, _ = start(algorithm, 11, X, y)
    rows = layer.subsets_[10]
    inputs, mean = X[rows], X[rows].mean(axis=0)
    H = np.tanh(inputs @ layer.components_[:10].T + layer.intercept_[:10])
    R = (H * 0.4 ** np.arange(10, 0, -1)) @ layer.decoder_[:10]
    rates = node_rates(Reading(), 1e-3, 20, len(rows))
    orders = row_orders(Reading(), len(rows), len(rates), None)
    w, bias, v, _ = train_node(inputs - mean, inputs, R, W[10], b[10], V[10], None, rates, orders)
    np.testing.assert_allclose(layer.components_[10], w, atol=1e-9)
    np.testing.assert_allclose(layer.intercept_[10], bias - w @ mean, atol=1e-9)
    np.testing.assert_allclose(layer.decoder_[10], v, atol=1e-9)


@pytest.mark.parametrize("algorithm", GREEDY)
def test_a_warm_start_that_cannot_go_on(algorithm):
    X, y = small_digits()
    layer = trained(algorithm)
    before = pickle.dumps({name: value for name, value in vars(layer).items() if name.endswith("_")})
    with pytest.raises(ValueError, match="n_components=9, but 10 nodes are trained already"):
        layer.set_params(n_components=9).fit(X, y)
    with pytest.raises(ValueError, match="63 features"):
        layer.set_params(n_components=12).fit(X[:, 1:], y)
    with pytest.raises(ValueError, match=r"n_components=14 nodes, 4 new ones, but only n_samples=3 rows"):
        layer.set_params(n_components=14).fit(X[:3], y[:3])
    with pytest.raises(DivergenceError, match=f"{algorithm}: node 10"):
        layer.set_params(learning_rate=1e30).fit(X, y)
    assert pickle.dumps({name: value for name, value in vars(layer).items() if name.endswith("_")}) == before
    layer.set_params(n_components=10, learning_rate=1e-3)
    with pytest.warns(UserWarning, match="all 10 nodes are trained, and none is added") as caught:
        layer.fit(X, y)
    assert caught[0].filename == __file__  # who called `fit`


def test_other_classes():
    X, y = small_digits()
    with pytest.raises(ValueError, match="y must have the classes of the earlier fit"):
        trained("GCN").set_params(n_components=12).fit(X, y % 5)


@pytest.mark.parametrize("algorithm", GREEDY)
def test_without_warm_start_all_is_trained_anew(algorithm):
    X, y = small_digits()
    layer = trained(algorithm, warm_start=False)
    again = layer.set_params(n_components=12).fit(X, y).components_
    np.testing.assert_array_equal(again, trained(algorithm, 12, warm_start=False).components_)
