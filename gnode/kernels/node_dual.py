"""One node, linear output, in its dual form: the weights as combinations of the node's own rows."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import tanh

__all__ = ["train_node_dual"]

FOLD = 1e-3
"""A scale below this is folded into what it scales, long before it underflows."""


@kernel()
def train_node_dual(ZZ, TT, p, q, vv, b, rates, orders, decay, c, d, losses):
    """Train one node knowing its rows only by their inner products.

    Parameters
    ----------
    ZZ, TT : ndarrays of shape (K, K)
        Inner products of the inputs z_k = x_k - m and of the targets t_k.
    p, q : ndarrays of shape (K,)
        w.z_k and v.t_k of the starting weights; changed in place.
    vv, b : float
        v.v and the encoder's bias of the starting weights.
    rates : ndarray of shape (n_epochs,)
    orders : ndarray of shape (1 or n_epochs, K)
    decay : float
    c, d : ndarrays of shape (K,)
        Zeros; filled with the coefficients of the trained weights w = w_share w0 + c Z, v = v_share v0 + d T.
    losses : ndarray of shape (n_epochs,), float64
        Filled with the mean over each epoch's updates of half the squared error before the update.

    Returns
    -------
    b, w_share, v_share : float
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    scalar = p.dtype.type
    n_rows = p.shape[0]
    # w = w_scale (w_share w0 + c Z) and v = v_scale (v_share v0 + d T), v.t_k = v_scale q_k
    w_scale = v_scale = w_share = v_share = 1.0
    diverged = -1
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        shrink = 1 - alpha * decay
        keep_p = scalar(shrink)
        loss = 0.0
        for r in range(n_rows):
            k = order[r]
            h = tanh(p[k] + b)
            vt = v_scale * q[k]
            loss += h * (h * vv - 2 * vt) + TT[k, k]
            ah = alpha * h
            g = alpha * (h * vv - vt) * (1 - h * h)
            f = shrink - ah * h
            vv = f * f * vv + ah * (2 * f * vt + ah * TT[k, k])
            b -= g
            w_scale *= shrink
            v_scale *= f
            if abs(v_scale) < FOLD or w_scale < FOLD:
                for j in range(n_rows):
                    c[j] *= scalar(w_scale)
                    d[j] *= scalar(v_scale)
                    q[j] *= scalar(v_scale)
                w_share *= w_scale
                v_share *= v_scale
                w_scale = v_scale = 1.0
            step_p = scalar(g)
            step_q = scalar(ah / v_scale)
            c[k] -= scalar(g / w_scale)
            d[k] += step_q
            z = ZZ[k]
            for j in range(n_rows):
                p[j] = keep_p * p[j] - step_p * z[j]
            t = TT[k]
            for j in range(n_rows):
                q[j] += step_q * t[j]
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(vv + b + np.sum(p)):
            diverged = epoch
            break
    c *= scalar(w_scale)
    d *= scalar(v_scale)
    return b, w_share * w_scale, v_share * v_scale, diverged
