"""Two ways to train a node that `gnode.reference` does not take, in plain NumPy, to be counted and compared."""

import numpy as np

__all__ = ["EarlierNodes", "train_node_dual"]


class EarlierNodes:
    """The earlier nodes' share of the output, computed anew for each row asked for: the paper's naive scheme.

    Given to `gnode.reference.train_node` in place of the running output R.

    Parameters
    ----------
    X : ndarray of shape (n_rows, d1)
        The rows that may be asked for.
    W, b, V : ndarrays of shape (i, d1), (i,), (i, d1)
        The earlier nodes.
    shares : ndarray of shape (i,)
        What amnesia leaves of each.
    """

    def __init__(self, X, W, b, V, shares):
        self.X, self.W, self.b, self.V, self.shares = X, W, b, V, shares

    def __getitem__(self, k):
        return (self.shares * np.tanh(self.X[k] @ self.W.T + self.b)) @ self.V


def train_node_dual(X, T, w, b, v, rates, orders):
    """Train one node as `gnode.reference.train_node` does, on inner products of its rows.

    The weights stay w + c X and s (v + d T); a step needs p = X w, q = T v / s and v.v only, and changes each by
    one row of a Gram matrix.

    Parameters
    ----------
    X, T : ndarrays of shape (n_rows, d1)
        Inputs, centred, and what the node is to reproduce: the rows less the earlier nodes' share of the output.
    w, b, v : arrays of shape (d1,), (), (d1,)
        Encoder, its bias, decoder.
    rates : ndarray of shape (n_epochs,)
        Learning rate alpha of each epoch.
    orders : ndarray of shape (1 or n_epochs, n_rows), int
        Order of the rows in each epoch; one for all epochs where there is one only.

    Returns
    -------
    w, b, v : arrays of shape (d1,), (), (d1,)
        As they were given, trained.
    """
    XX, TT = X @ X.T, T @ T.T
    p, q, vv = X @ w, T @ v, v @ v
    c, d, s = np.zeros_like(p), np.zeros_like(q), np.ones_like(vv)
    for epoch, alpha in enumerate(rates):
        for k in orders[epoch % len(orders)]:
            h = np.tanh(p[k] + b)
            vt = s * q[k]
            g = (h * vv - vt) * (1 - h * h)
            a = alpha * h
            f = 1 - a * h
            vv = f * f * vv + a * (2 * f * vt + a * TT[k, k])
            p = p - alpha * (g * XX[k])
            b = b - alpha * g
            c[k] = c[k] - alpha * g
            s = f * s
            r = a / s
            q = q + r * TT[k]
            d[k] = d[k] + r
    return w + c @ X, b, s * (v + d @ T)
