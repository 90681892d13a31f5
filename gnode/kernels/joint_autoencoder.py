"""All nodes of an auto-encoder at once, row by row: the baseline USV."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import dot, step_and_dot, tanh

__all__ = ["train_epoch_autoencoder"]


@kernel()
def _step_decoder(v, e, keep, step, h_next, o_next):
    """Update one node's decoder on error e and add its share of the next row's output to o_next."""
    for j in range(v.shape[0]):
        vj = keep * v[j] - step * e[j]
        v[j] = vj
        o_next[j] += h_next * vj


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
    """
    scalar = W.dtype.type
    n_rows = X.shape[0]
    d2 = W.shape[0]
    alpha = scalar(rate)
    keep = scalar(1 - rate * decay)
    h = np.empty_like(b)
    e = c.copy()
    x = X[order[0]]
    for i in range(d2):
        h[i] = tanh(dot(W[i], x) + b[i])
        for j in range(e.shape[0]):
            e[j] += h[i] * V[i, j]
    o_next = np.empty_like(c)
    for r in range(n_rows):
        x = X[order[r]]
        x_next = X[order[min(r + 1, n_rows - 1)]]
        for j in range(c.shape[0]):
            e[j] -= x[j]
            c[j] -= alpha * e[j]
            o_next[j] = c[j]
        for i in range(d2):
            hi = h[i]
            g = scalar(alpha * dot(e, V[i]) * (1 - hi * hi))
            b[i] -= g
            h[i] = tanh(step_and_dot(W[i], x, x_next, keep, g) + b[i])
            _step_decoder(V[i], e, keep, alpha * hi, h[i], o_next)
        e, o_next = o_next, e
    return np.isfinite(np.sum(e) + np.sum(b) + np.sum(W) + np.sum(V))
