"""The softmax output layer on fixed inputs, by mini-batch gradient descent."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import softmax
from gnode.kernels.lanes import dot

__all__ = ["train_epoch_output"]


@kernel()
def train_epoch_output(H, y, W, b, rate, bounds, order, decay):
    """Train W and b, changed in place, for one epoch of mini-batches with their mean gradient.

    Parameters
    ----------
    H : ndarray of shape (n_samples, d)
    y : ndarray of shape (n_samples,), int
    W, b : ndarrays of shape (c, d), (c,)
    rate : float
    bounds : ndarray of shape (n_batches + 1,), intp
        Batch i is rows bounds[i] to bounds[i + 1].
    order : ndarray of shape (n_batches,), intp
        Order of the batches.
    decay : float
        Weight decay of W, not of b.

    Returns
    -------
    finite : bool
        Whether all weights are still finite numbers.
    """
    scalar = W.dtype.type
    n_classes, d = W.shape
    largest = 0
    for i in range(order.shape[0]):
        largest = max(largest, bounds[i + 1] - bounds[i])
    E = np.empty((largest, n_classes), W.dtype)
    for i in order:
        first, size = bounds[i], bounds[i + 1] - bounds[i]
        for r in range(size):
            for j in range(n_classes):
                E[r, j] = dot(W[j], H[first + r]) + b[j]
            softmax(E[r])
            E[r, y[first + r]] -= 1  # the gradient of cross-entropy
        keep = scalar(1 - rate * decay)
        for r in range(size):
            h = H[first + r]
            for j in range(n_classes):
                step = scalar(rate * E[r, j] / size)
                w = W[j]
                for k in range(d):
                    w[k] = keep * w[k] - step * h[k]
                b[j] -= step
            keep = scalar(1)
    return np.isfinite(np.sum(W) + np.sum(b))
