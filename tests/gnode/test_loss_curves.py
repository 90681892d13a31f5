"""The loss of each epoch, against plain NumPy."""

from dataclasses import replace

import numpy as np
import pytest
from layers import ESTIMATORS, small_digits, start
from scipy.sparse import csr_array

from gnode import GreedyByNode
from gnode.reading import READINGS

RATE = 1e-3


def node_losses(X, R, w, b, v, rates, n_epochs):
    """Half the squared error before each update of a node, summed anew for each row; the mean of each epoch."""
    w, v, found = w.copy(), v.copy(), []
    mean = X.mean(axis=0)
    for epoch in range(n_epochs):
        of_rows = []
        for x, r in zip(X, R, strict=True):
            z = x - mean
            h = np.tanh(w @ z + b)
            e = h * v + r - x
            of_rows.append(e @ e / 2)
            g = (e @ v) * (1 - h * h)
            w, b, v = w - rates[epoch] * g * z, b - rates[epoch] * g, v - rates[epoch] * h * e
        found.append(np.mean(of_rows))
    return np.array(found)


@pytest.mark.parametrize("solver", ["primal", "dual"])
@pytest.mark.parametrize("algorithm", ["GN", "GCN"])
def test_curves_of_nodes(algorithm, solver):
    X, y = small_digits(100)
    reading = replace(READINGS["mended"], minimum_updates=False)
    layer = ESTIMATORS[algorithm](10, max_epochs=8, solver=solver, reading=reading, random_state=0).fit(X, y)
    W, b, V, _ = start(algorithm, 10, X, y)
    assert [curve.shape for curve in layer.loss_curve_] == [(8,)] * 10
    for i in (0, 1, 9):
        own = X[layer.subsets_[i]]
        H = np.tanh(own @ layer.components_[:i].T + layer.intercept_[:i])
        R = (H * 0.4 ** np.arange(i, 0, -1)) @ layer.decoder_[:i]
        expected = node_losses(own, R, W[i], b[i], V[i], [RATE] * 8, 8)
        np.testing.assert_allclose(layer.loss_curve_[i], expected, rtol=1e-9)


@pytest.mark.parametrize("output", ["linear", "sigmoid"])
def test_sparse_rows_have_the_curves_of_dense_ones(output):
    X, _ = small_digits(100)
    X = (X + 1) / 2
    layer = GreedyByNode(5, max_epochs=5, solver="primal", output=output, random_state=0)
    for one, other in zip(layer.fit(X).loss_curve_, layer.fit(csr_array(X)).loss_curve_, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("algorithm", ["USV", "SV"])
@pytest.mark.parametrize("batch_size", [1, 7, 60])
def test_curves_of_layers(algorithm, batch_size):
    X, y = small_digits(60)
    T = X if algorithm == "USV" else np.eye(10)[y]
    init = start(algorithm, 6, X, y)
    settings = dict(batch_size=batch_size, learning_rate=0.05, max_epochs=3, reading="mended")
    layer = ESTIMATORS[algorithm](6, init=init, **settings).fit(X, y)
    W, b, V, c = (part.copy() for part in init)
    expected = []
    for _ in range(3):
        loss = 0.0
        for batch in np.array_split(np.arange(60), 60 // batch_size):
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
        expected.append(loss / 60)
    assert layer.loss_curve_.shape == (3,)
    np.testing.assert_allclose(layer.loss_curve_, expected, rtol=1e-9)
