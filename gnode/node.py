"""One node, by whichever of the compiled loops serves it."""

import numpy as np

from gnode.arithmetic import gram, matmul
from gnode.kernels import train_node_dual, train_node_plain, train_node_primal
from gnode.memmap import forget, row_blocks

__all__ = ["dual_is_cheaper", "train_node"]


def dual_is_cheaper(n_rows, n_features, n_epochs):
    """Whether 2K operations an update and two K x K Gram matrices are fewer than 4 d1 operations an update."""
    gram_per_update = 2 * n_rows * n_features / n_epochs
    return 2 * n_rows + gram_per_update < 4 * n_features


def train_node(X, R, mean, start, rates, orders, decay, output, dual):
    """Train one node from `start` on rows X less `mean`, to reproduce X less what the earlier nodes give, R.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_features)
    R : ndarray of shape (n_rows, n_features) or None
        The earlier nodes' share of the output; None for the first node.
    mean : ndarray of shape (n_features,)
    start : tuple of w (n_features,), b (float), v (n_features,), c (n_features,) or None
        Encoder, its bias, decoder and its bias, if there is one; left as they are.
    rates : ndarray of shape (n_epochs,), float64
    orders : ndarray of shape (1 or n_epochs, n_rows), intp
    decay : float
    output : {"linear", "sigmoid"}
    dual : bool
        Whether to use the dual form; it needs linear output and no decoder bias.

    Returns
    -------
    trained : tuple of w, b, v, c
    losses : ndarray of shape (n_epochs,), float64
        Mean over each epoch's updates of half the squared error before the update.
    diverged : int
        Epoch after which a weight was no longer finite, -1 if none.
    """
    w, b, v, c = start
    losses = np.zeros(len(rates))
    with np.errstate(over="ignore", invalid="ignore"):
        if output == "sigmoid" or c is not None:
            w, v, bias = w.copy(), v.copy(), np.zeros_like(v) if c is None else c.copy()
            R = np.zeros_like(X) if R is None else R
            b, diverged = train_node_plain(
                X, R, mean, w, float(b), v, bias, c is not None, output == "sigmoid", rates, orders, decay, losses
            )
            return (w, b, v, None if c is None else bias), losses, diverged
        T = X if R is None else X - R
        if not dual:
            w, v = w.copy(), v.copy()
            b, diverged = _train_in_blocks(X, T, mean, w, float(b), v, rates, orders, decay, losses)
            return (w, b, v, None), losses, diverged
        Z = X - mean
        p, q = matmul(Z, w), matmul(T, v)
        from_rows, from_targets = np.zeros_like(p), np.zeros_like(q)
        b, w_share, v_share, diverged = train_node_dual(
            gram(Z),
            gram(T),
            p,
            q,
            float(matmul(v, v)),
            float(b),
            rates,
            orders,
            decay,
            from_rows,
            from_targets,
            losses,
        )
        w = X.dtype.type(w_share) * w + matmul(from_rows, Z)
        v = X.dtype.type(v_share) * v + matmul(from_targets, T)
        return (w, b, v, None), losses, diverged


def _train_in_blocks(X, T, mean, w, b, v, rates, orders, decay, losses):
    """Train by the primal form; in file order, rows of many bytes go block by block and are let go of."""
    blocks = list(row_blocks(X))
    if len(blocks) == 1 or len(orders) > 1:
        return train_node_primal(X, T, mean, w, b, v, rates, orders, decay, losses)
    of_block = np.zeros(1)
    for epoch in range(len(rates)):
        for block in blocks:
            order = np.arange(block.stop - block.start)[np.newaxis]
            b, diverged = train_node_primal(
                X[block], T[block], mean, w, b, v, rates[epoch : epoch + 1], order, decay, of_block
            )
            losses[epoch] += of_block[0] * order.shape[1] / len(X)
            forget(X)
            if diverged >= 0:
                return b, epoch
    return b, -1
