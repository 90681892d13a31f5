"""All nodes under a softmax layer at once, row by row: the baseline SV."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import log, softmax, tanh
from gnode.kernels.lanes import dot, step_and_dot

__all__ = ["train_epoch_supervised"]

SMALLEST = 1e-300
"""A probability below this counts as this much in the loss."""


@kernel()
def train_epoch_supervised(X, y, W, b, U, c, rate, order, decay):
    """Train tanh nodes and their softmax output layer for one epoch; W, b, U and c change in place.

    One pass over W serves a row: while node i is updated, its inner product with the *next* row is computed too.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1)
    y : ndarray of shape (n_samples,), int
        Classes 0 .. n_classes - 1.
    W, b : ndarrays of shape (d2, d1), (d2,)
    U, c : ndarrays of shape (n_classes, d2), (n_classes,)
        The softmax layer, one row a class: the decoder transposed.
    rate : float
    order : ndarray of shape (n_samples,), intp
    decay : float
        Weight decay per update.

    Returns
    -------
    finite : bool
        Whether all weights are still finite numbers.
    loss : float
        Mean over the rows of the cross-entropy, each before its step.
    """
    scalar = W.dtype.type
    n_rows = X.shape[0]
    d2 = W.shape[0]
    alpha = scalar(rate)
    keep = scalar(1 - rate * decay)
    h = np.empty_like(b)
    g = np.empty_like(b)
    e = np.empty_like(c)
    loss = 0.0
    for i in range(d2):
        h[i] = tanh(dot(W[i], X[order[0]]) + b[i])
    for r in range(n_rows):
        x = X[order[r]]
        x_next = X[order[min(r + 1, n_rows - 1)]]
        for j in range(c.shape[0]):
            e[j] = dot(U[j], h) + c[j]
        softmax(e)
        loss -= log(max(float(e[y[order[r]]]), SMALLEST))
        e[y[order[r]]] -= 1  # the gradient of cross-entropy
        g[:] = 0
        for j in range(c.shape[0]):
            u = U[j]
            ej = e[j]
            step = alpha * ej
            c[j] -= step
            for i in range(d2):
                g[i] += ej * u[i]
                u[i] = keep * u[i] - step * h[i]
        for i in range(d2):
            g[i] *= alpha * (1 - h[i] * h[i])
            b[i] -= g[i]
        for i in range(d2):
            h[i] = step_and_dot(W[i], x, x_next, keep, g[i]) + b[i]
        for i in range(d2):
            h[i] = tanh(h[i])
    return np.isfinite(np.sum(h) + np.sum(c) + np.sum(b) + np.sum(W) + np.sum(U)), loss / n_rows
