"""Two ways to know what the earlier nodes say of a row while a node trains: ask them all again, or remember the sum.

`gnode` does neither: it computes their share once for the node's own rows, from those that amnesia still lets count.
"""

import numpy as np
from numba import njit

from gnode.kernels import dot, tanh


@njit
def add_output(o, x, w, b, v):
    """Add to o what one node says of a row."""
    h = o.dtype.type(tanh(dot(w, x) + b))
    for j in range(o.shape[0]):
        o[j] += h * v[j]


@njit
def update(x, o, w, b, v, alpha):
    """Take one step of a node on a row of which the earlier nodes say o, which becomes the error; return the bias."""
    h = o.dtype.type(tanh(dot(w, x) + b))
    for j in range(o.shape[0]):
        o[j] += h * v[j] - x[j]
    g = o.dtype.type(alpha * dot(o, v) * (1 - h * h))
    step = o.dtype.type(alpha * h)
    for j in range(o.shape[0]):
        v[j] -= step * o[j]
        w[j] -= g * x[j]
    return b - g


@njit
def train_layer(X, W, b, V, n_epochs, alpha, naive):
    """Train each node on its own K of the N = K d2 rows, in place, without amnesia (A = 1)."""
    n_samples, d1 = X.shape
    d2 = len(b)
    K = n_samples // d2
    R = np.zeros_like(X)  # the running sum, left alone by the naive scheme
    o = np.empty(d1, X.dtype)
    for i in range(d2):
        for _ in range(n_epochs):
            for k in range(i * K, (i + 1) * K):
                o[:] = R[k]
                if naive:
                    for earlier in range(i):
                        add_output(o, X[k], W[earlier], b[earlier], V[earlier])
                b[i] = update(X[k], o, W[i], b[i], V[i], alpha)
        if not naive:
            for k in range(n_samples):
                add_output(R[k], X[k], W[i], b[i], V[i])
