"""One node, linear output: the update on its weights, fused into two passes over a row."""

import numpy as np
from numba import njit

from gnode.kernels.elementary import dot, tanh

__all__ = ["train_node_primal"]


@njit(cache=True, fastmath={"reassoc"})
def _two_dots(x, mean, w, t, v):
    p = x.dtype.type(0)
    q = x.dtype.type(0)
    for j in range(x.shape[0]):
        p += w[j] * (x[j] - mean[j])
        q += v[j] * t[j]
    return p, q


@njit(cache=True)
def train_node_primal(X, T, mean, w, b, v, rates, orders, decay):
    """Train one node on rows X less `mean`, to reproduce T by h v; w and v are changed in place.

    With e = h v - t, the gradient needs only q = v.t and v.v, because e.v = h v.v - q, and the update of v is
    (1 - alpha h^2) v + alpha h t, which gives v.v by recurrence.

    Returns
    -------
    b : float
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    scalar = w.dtype.type
    n_rows, d1 = X.shape
    tt = np.empty(n_rows)
    for k in range(n_rows):
        tt[k] = dot(T[k], T[k])
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        shrink = 1 - alpha * decay
        keep_w = scalar(shrink)
        vv = float(dot(v, v))
        for r in range(n_rows):
            k = order[r]
            x = X[k]
            t = T[k]
            p, q = _two_dots(x, mean, w, t, v)
            h = tanh(p + b)
            ah = alpha * h
            g = alpha * (h * vv - q) * (1 - h * h)
            f = shrink - ah * h
            vv = f * f * vv + ah * (2 * f * q + ah * tt[k])
            b -= g
            keep_v = scalar(f)
            step_v = scalar(ah)
            step_w = scalar(g)
            for j in range(d1):
                w[j] = keep_w * w[j] - step_w * (x[j] - mean[j])
                v[j] = keep_v * v[j] + step_v * t[j]
        if not np.isfinite(vv + b + dot(w, w)):
            return b, epoch
    return b, -1
