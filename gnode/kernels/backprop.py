"""Backpropagation through tanh layers and a softmax layer, by mini-batch gradient descent."""

import numpy as np

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import softmax, tanh
from gnode.kernels.lanes import dot

__all__ = ["train_epoch_backprop"]


@kernel()
def _layer(theta, sizes, layer):
    """Weights (n_out, n_in) and biases (n_out,) of one layer, as views of the vector of all weights."""
    first = 0
    for i in range(layer):
        first += (sizes[i] + 1) * sizes[i + 1]
    n_in, n_out = sizes[layer], sizes[layer + 1]
    split = first + n_in * n_out
    return theta[first:split].reshape(n_out, n_in), theta[split : split + n_out]


@kernel()
def train_epoch_backprop(X, y, theta, sizes, rate, bounds, order, decay):
    """Train all weights `theta`, changed in place, for one epoch of mini-batches with their mean gradient.

    Parameters
    ----------
    X : ndarray of shape (n_samples, sizes[0])
    y : ndarray of shape (n_samples,), int
    theta : ndarray of shape (n_weights,)
        Of each layer, first to last, the weights (n_out, n_in) and then the biases (n_out,).
    sizes : ndarray of shape (n_layers + 1,), intp
        Units from input to output.
    rate : float
    bounds : ndarray of shape (n_batches + 1,), intp
        Batch i is rows bounds[i] to bounds[i + 1].
    order : ndarray of shape (n_batches,), intp
        Order of the batches.
    decay : float
        Weight decay of the weights, not of the biases.

    Returns
    -------
    finite : bool
        Whether all weights are still finite numbers.
    """
    scalar = theta.dtype.type
    n_layers = sizes.shape[0] - 1
    largest = 0
    for i in range(order.shape[0]):
        largest = max(largest, bounds[i + 1] - bounds[i])
    first_unit = np.zeros(n_layers + 1, np.intp)
    for layer in range(n_layers):
        first_unit[layer + 1] = first_unit[layer] + sizes[layer + 1]
    outputs = np.empty((largest, first_unit[n_layers]), theta.dtype)
    deltas = np.empty((largest, first_unit[n_layers]), theta.dtype)
    for i in order:
        first, size = bounds[i], bounds[i + 1] - bounds[i]
        for r in range(size):
            below = X[first + r]
            for layer in range(n_layers):
                W, b = _layer(theta, sizes, layer)
                out = outputs[r, first_unit[layer] : first_unit[layer + 1]]
                for j in range(out.shape[0]):
                    out[j] = dot(W[j], below) + b[j]
                if layer < n_layers - 1:
                    for j in range(out.shape[0]):
                        out[j] = tanh(out[j])
                below = out
            softmax(below)
            delta = deltas[r, first_unit[n_layers - 1] :]
            delta[:] = below
            delta[y[first + r]] -= 1  # the gradient of cross-entropy
            for layer in range(n_layers - 1, 0, -1):
                W, b = _layer(theta, sizes, layer)
                out = outputs[r, first_unit[layer - 1] : first_unit[layer]]
                lower = deltas[r, first_unit[layer - 1] : first_unit[layer]]
                lower[:] = 0
                for j in range(W.shape[0]):
                    w, dj = W[j], delta[j]
                    for k in range(lower.shape[0]):
                        lower[k] += dj * w[k]
                for k in range(lower.shape[0]):
                    lower[k] *= 1 - out[k] * out[k]
                delta = lower
        keep = scalar(1 - rate * decay)
        for r in range(size):
            below = X[first + r]
            for layer in range(n_layers):
                W, b = _layer(theta, sizes, layer)
                delta = deltas[r, first_unit[layer] : first_unit[layer + 1]]
                for j in range(W.shape[0]):
                    step = scalar(rate * delta[j] / size)
                    w = W[j]
                    for k in range(w.shape[0]):
                        w[k] = keep * w[k] - step * below[k]
                    b[j] -= step
                below = outputs[r, first_unit[layer] : first_unit[layer + 1]]
            keep = scalar(1)
    return np.isfinite(np.sum(theta))
