"""All nodes of an auto-encoder at once, row by row: the baseline USV."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import tanh
from gnode.kernels.lanes import dot, step_and_dot, step_decoder, step_four_decoders

__all__ = ["train_epoch_autoencoder"]


GROUP = 4
"""Nodes whose decoders take their step in one pass; no bit depends on this."""


@kernel()
def train_epoch_autoencoder(X, W, b, V, c, rate, order, decay):
    """Train tanh nodes and their linear output layer for one epoch; W, b, V and c change in place.

    One pass over the weights serves a row: while node i is updated, its output on the *next* row is computed too.

    Parameters
    ----------
    X : ndarray of shape (n_samples, d1)
    W, b, V, c : ndarrays of shape (d2, d1), (d2,), (d2, d1), (d1,)
    rate : float
    order : ndarray of shape (n_samples,), intp
    decay : float
        Weight decay per update.

    Returns
    -------
    finite : bool
        Whether all weights are still finite numbers.
    loss : float
        Mean over the rows of half the squared error, each before its step.
    """
    scalar = W.dtype.type
    n_rows = X.shape[0]
    d2 = W.shape[0]
    alpha = scalar(rate)
    keep = scalar(1 - rate * decay)
    h, step = np.empty_like(b), np.empty_like(b)
    e = c.copy()
    x = X[order[0]]
    for i in range(d2):
        h[i] = tanh(dot(W[i], x) + b[i])
        for j in range(e.shape[0]):
            e[j] += h[i] * V[i, j]
    o_next = np.empty_like(c)
    loss = 0.0
    for r in range(n_rows):
        x = X[order[r]]
        x_next = X[order[min(r + 1, n_rows - 1)]]
        for j in range(c.shape[0]):
            e[j] -= x[j]
            c[j] -= alpha * e[j]
            o_next[j] = c[j]
        loss += dot(e, e)
        first = 0
        while first < d2:
            last = first + GROUP if first + GROUP <= d2 else first + 1
            for i in range(first, last):
                step[i] = alpha * h[i]
                g = scalar(alpha * dot(e, V[i]) * (1 - h[i] * h[i]))
                b[i] -= g
                h[i] = step_and_dot(W[i], x, x_next, keep, g) + b[i]
            for i in range(first, last):
                h[i] = tanh(h[i])
            i = first
            if last == first + 1:
                step_decoder(e, o_next, V[i], keep, step[i], h[i])
            else:
                step_four_decoders(
                    e,
                    o_next,
                    V[i],
                    V[i + 1],
                    V[i + 2],
                    V[i + 3],
                    keep,
                    step[i],
                    h[i],
                    step[i + 1],
                    h[i + 1],
                    step[i + 2],
                    h[i + 2],
                    step[i + 3],
                    h[i + 3],
                )
            first = last
        e, o_next = o_next, e
    return np.isfinite(np.sum(e) + np.sum(b) + np.sum(W) + np.sum(V)), 0.5 * loss / n_rows
