"""Scalar and vector pieces that the loops share."""

import numpy as np

from gnode.kernels.compiled import kernel

__all__ = ["dot", "softmax", "step_and_dot", "tanh"]


@kernel(inline="always")
def tanh(x):
    """Hyperbolic tangent to a few units of float64 rounding, inlined, since a call to the C library's would dominate.

    Lambert's continued fraction at x / 8, cut after seven terms, then three times the double-angle formula
    tanh(2y) = 2 tanh(y) / (1 + tanh(y)^2) on numerator and denominator, so that one division is enough.
    """
    y = min(max(x, -19.1), 19.1) * 0.125
    s = y * y
    p = y * (1 + s * (17325 / 135135 + s * (378 / 135135 + s * (1 / 135135))))
    q = 1 + s * (62370 / 135135 + s * (3150 / 135135 + s * (28 / 135135)))
    p, q = 2 * p * q, p * p + q * q
    p, q = 2 * p * q, p * p + q * q
    return 2 * p * q / (p * p + q * q)


@kernel(fastmath={"reassoc"})
def dot(a, b):
    """Inner product; the terms may be summed in any order, as in BLAS, so that the loop becomes vector code."""
    total = a.dtype.type(0)
    for j in range(a.shape[0]):
        total += a[j] * b[j]
    return total


@kernel(fastmath={"reassoc"})
def step_and_dot(w, x, x_next, keep, step):
    """Update w to keep w - step x, in place, and return its inner product with x_next, in one pass."""
    p = w.dtype.type(0)
    for j in range(w.shape[0]):
        wj = keep * w[j] - step * x[j]
        w[j] = wj
        p += wj * x_next[j]
    return p


@kernel()
def softmax(z):
    """Turn z into exp(z) / sum(exp(z)), in place."""
    top = np.max(z)
    total = z.dtype.type(0)
    for j in range(z.shape[0]):
        z[j] = np.exp(z[j] - top)
        total += z[j]
    for j in range(z.shape[0]):
        z[j] /= total
