"""One node, linear output: the update on its weights, and the next row's inner products in the same pass."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import tanh
from gnode.kernels.lanes import centred_dot, dot, step_and_dot, step_centred_and_dot

__all__ = ["train_node_primal"]


@kernel()
def train_node_primal(X, T, mean, w, b, v, rates, orders, decay, losses):
    """Train one node on rows X less `mean`, to reproduce T by h v; w and v are changed in place.

    With e = h v - t, the gradient needs only q = v.t and v.v, because e.v = h v.v - q, and the update of v is
    (1 - alpha h^2) v + alpha h t, which gives v.v by recurrence.

    `losses`, of shape (n_epochs,) and float64, is filled with the mean over each epoch's updates of half the squared
    error before the update.

    Returns
    -------
    b : float
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    scalar = w.dtype.type
    n_rows = X.shape[0]
    tt = np.empty(n_rows)
    for k in range(n_rows):
        tt[k] = dot(T[k], T[k])
    for epoch in range(rates.shape[0]):
        alpha = rates[epoch]
        order = orders[epoch % orders.shape[0]]
        shrink = 1 - alpha * decay
        vv = float(dot(v, v))
        loss = 0.0
        p = centred_dot(w, X[order[0]], mean)
        q = dot(v, T[order[0]])
        for r in range(n_rows):
            k = order[r]
            k_next = order[min(r + 1, n_rows - 1)]
            h = tanh(p + b)
            loss += h * (h * vv - 2 * q) + tt[k]
            ah = alpha * h
            g = alpha * (h * vv - q) * (1 - h * h)
            f = shrink - ah * h
            vv = f * f * vv + ah * (2 * f * q + ah * tt[k])
            b -= g
            p = step_centred_and_dot(w, X[k], X[k_next], mean, scalar(shrink), scalar(g))
            q = step_and_dot(v, T[k], T[k_next], scalar(f), scalar(-ah))
        losses[epoch] = 0.5 * loss / n_rows
        if not np.isfinite(vv + b + dot(w, w)):
            return b, epoch
    return b, -1
