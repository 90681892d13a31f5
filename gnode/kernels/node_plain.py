"""One node with any output nodes, with or without a bias there: the update written out."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import tanh
from gnode.kernels.lanes import dot

__all__ = ["train_node_plain"]


@kernel()
def train_node_plain(X, R, mean, w, b, v, c, with_bias, sigmoid, rates, orders, decay, losses):
    """Train one node on rows X less `mean`, to reproduce X by h v + R (+ c), through a sigmoid or not.

    w, v and c are changed in place; c stays as it is unless `with_bias`. `losses`, of shape (n_epochs,) and float64, is
    filled with the mean over each epoch's updates of half the squared error before the update.

    Returns
    -------
    b : float
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    scalar = w.dtype.type
    n_rows, d1 = X.shape
    e = np.empty_like(v)
    z = np.empty_like(w)
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        keep = scalar(1 - alpha * decay)
        loss = 0.0
        for r in range(n_rows):
            k = order[r]
            for j in range(d1):
                z[j] = X[k, j] - mean[j]
            h = scalar(tanh(dot(w, z) + b))
            for j in range(d1):
                e[j] = h * v[j] + R[k, j] + c[j]
            if sigmoid:
                for j in range(d1):
                    o = scalar((1 + tanh(e[j] / 2)) / 2)
                    loss += (o - X[k, j]) ** 2
                    e[j] = (o - X[k, j]) * o * (1 - o)
            else:
                for j in range(d1):
                    e[j] -= X[k, j]
                loss += dot(e, e)
            g = alpha * float(dot(e, v)) * (1 - h * h)
            b -= g
            step_w = scalar(g)
            step_v = scalar(alpha * h)
            for j in range(d1):
                w[j] = keep * w[j] - step_w * z[j]
                v[j] = keep * v[j] - step_v * e[j]
            if with_bias:
                step_c = scalar(alpha)
                for j in range(d1):
                    c[j] -= step_c * e[j]
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(b + dot(w, w) + dot(v, v) + dot(c, c)):
            return b, epoch
    return b, -1
