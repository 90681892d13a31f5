"""Functions of numbers and of rows that the loops share, written out so that every processor gives the same bits."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gnode.kernels.compiled import kernel

__all__ = ["exp", "log", "softmax", "tanh"]


@intrinsic
def _bits(typing, x):
    """Take the bits of a float64 for an integer."""
    return types.int64(types.float64), lambda _, builder, __, values: builder.bitcast(values[0], ir.IntType(64))


@intrinsic
def _of_bits(typing, n):
    """Take an integer for the bits of a float64."""
    return types.float64(types.int64), lambda _, builder, __, values: builder.bitcast(values[0], ir.DoubleType())


@kernel(inline="always")
def tanh(x):
    """Hyperbolic tangent to a few units of float64 rounding, inlined, since a call to the C library's would dominate.

    Lambert's continued fraction at x / 8, cut after seven terms, then three times the double-angle formula
    tanh(2y) = 2 tanh(y) / (1 + tanh(y)^2) on numerator and denominator, so that one division is enough.
    """
    y = (19.1 if x > 19.1 else -19.1 if x < -19.1 else x) * 0.125
    s = y * y
    p = y * (1 + s * (17325 / 135135 + s * (378 / 135135 + s * (1 / 135135))))
    q = 1 + s * (62370 / 135135 + s * (3150 / 135135 + s * (28 / 135135)))
    p, q = 2 * p * q, p * p + q * q
    p, q = 2 * p * q, p * p + q * q
    return 2 * p * q / (p * p + q * q)


_LOG2_E = 1.4426950408889634
_LN_2_HIGH, _LN_2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # the first has 32 bits
_ROUND = 1.5 * 2.0**52  # added and taken off again, it leaves the nearest whole number


@kernel(inline="always")
def exp(x):
    """Exponential of x <= 0 to a few units of float64 rounding; 0 below -700.

    x = k ln 2 + r with a whole number k and abs(r) <= ln 2 / 2; the Taylor series of e^r; 2^k by its bits.
    """
    shifted = x * _LOG2_E + _ROUND
    k = shifted - _ROUND
    r = (x - k * _LN_2_HIGH) - k * _LN_2_LOW
    p = 1 / 6227020800 * r + 1 / 479001600
    p = p * r + 1 / 39916800
    p = p * r + 1 / 3628800
    p = p * r + 1 / 362880
    p = p * r + 1 / 40320
    p = p * r + 1 / 5040
    p = p * r + 1 / 720
    p = p * r + 1 / 120
    p = p * r + 1 / 24
    p = p * r + 1 / 6
    p = p * r + 1 / 2
    p = p * r + 1
    p = p * r + 1
    power = _of_bits((_bits(shifted) + 1023) << 52)
    return 0.0 if x < -700.0 else p * power


@kernel(inline="always")
def log(x):
    """Natural logarithm of a positive normal number to a few units of float64 rounding.

    x = 2^k m with m between 0.7 and 1.42; ln m = 2 artanh(s) with s = (m - 1) / (m + 1), by its series.
    """
    k = (_bits(x) - 0x3FE6666666666666) >> 52
    m = _of_bits(_bits(x) - (k << 52))
    s = (m - 1) / (m + 1)
    z = s * s
    p = 1 / 21 * z + 1 / 19
    p = p * z + 1 / 17
    p = p * z + 1 / 15
    p = p * z + 1 / 13
    p = p * z + 1 / 11
    p = p * z + 1 / 9
    p = p * z + 1 / 7
    p = p * z + 1 / 5
    p = p * z + 1 / 3
    return k * _LN_2_HIGH + (k * _LN_2_LOW + 2 * (s * z * p + s))


@kernel()
def softmax(z):
    """Turn z into exp(z) / sum(exp(z)), in place."""
    top = np.max(z)
    total = z.dtype.type(0)
    for j in range(z.shape[0]):
        z[j] = exp(z[j] - top)
        total += z[j]
    for j in range(z.shape[0]):
        z[j] /= total
