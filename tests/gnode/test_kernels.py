"""Sums in their stated order, products, and own elementary functions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import TypingError, njit
from scipy.special import softmax

from gnode import arithmetic, kernels
from gnode.kernels import exp, log, tanh

LENGTHS = st.integers(0, 90)
DTYPES = st.sampled_from([np.float32, np.float64])
EPS = np.finfo(np.float64).eps


# Inlined functions, as loops of their own.
_dot = njit(lambda a, b: kernels.dot(a, b))
_centred_dot = njit(lambda w, x, mean: kernels.centred_dot(w, x, mean))
_step_and_dot = njit(lambda w, x, x_next, keep, step: kernels.step_and_dot(w, x, x_next, keep, step))
_step_decoder = njit(lambda e, o, v, keep, step, h: kernels.step_decoder(e, o, v, keep, step, h))


@njit
def _step_centred_and_dot(w, x, x_next, mean, keep, step):
    return kernels.step_centred_and_dot(w, x, x_next, mean, keep, step)


@njit
def _step_four_decoders(e, o, V, keep, s, h):
    kernels.step_four_decoders(e, o, V[0], V[1], V[2], V[3], keep, s[0], h[0], s[1], h[1], s[2], h[2], s[3], h[3])


def summed_by_lanes(terms):
    """The sum in the order that gnode.kernels states, in NumPy's scalars."""
    total, start = terms.dtype.type(0), 0
    for width in (32, 8, 1):
        stop = len(terms) - len(terms) % width
        sums = np.zeros(width, terms.dtype)
        for first in range(start, stop, width):
            sums = sums + terms[first : first + width]
        while len(sums) > 1:
            sums = sums[: len(sums) // 2] + sums[len(sums) // 2 :]
        total, start = total + sums[0], stop
    return total


def drawn(n, dtype, seed, *more):
    return np.random.RandomState(seed).standard_normal((*more, n)).astype(dtype)


@given(LENGTHS, DTYPES, st.integers(0, 9))
def test_sums_follow_their_order_to_the_bit(n, dtype, seed):
    w, x, x_next, mean = drawn(n, dtype, seed, 4)
    keep, step = dtype(0.999), dtype(0.01)
    assert _dot(w, x) == summed_by_lanes(w * x)
    assert _centred_dot(w, x, mean) == summed_by_lanes(w * (x - mean))
    stepped = keep * w - step * x
    after = w.copy()
    assert _step_and_dot(after, x, x_next, keep, step) == summed_by_lanes(stepped * x_next)
    np.testing.assert_array_equal(after, stepped)
    stepped = keep * w - step * (x - mean)
    after = w.copy()
    assert _step_centred_and_dot(after, x, x_next, mean, keep, step) == summed_by_lanes(stepped * (x_next - mean))
    np.testing.assert_array_equal(after, stepped)


@given(LENGTHS, DTYPES, st.integers(0, 9))
def test_four_decoders_are_one_after_the_other(n, dtype, seed):
    e, o, *V = drawn(n, dtype, seed, 6)
    s, h = drawn(4, dtype, seed, 2)
    keep = dtype(0.99)
    o_together, V_together = o.copy(), np.stack(V)
    _step_four_decoders(e, o_together, V_together, keep, s, h)
    for i, v in enumerate(V):
        expected = keep * v - s[i] * e
        _step_decoder(e, o, v, keep, s[i], h[i])
        np.testing.assert_array_equal(v, expected)
        np.testing.assert_array_equal(V_together[i], expected)
    np.testing.assert_array_equal(o_together, o)


@given(st.integers(0, 9), st.integers(0, 40), st.integers(0, 40), DTYPES, st.sampled_from("CF"), st.sampled_from("CF"))
def test_a_product_is_summed_in_the_order_of_its_terms(n, k, m, dtype, order_a, order_b):
    A = np.asarray(drawn(k, dtype, 0, n), order=order_a)
    B = np.asarray(drawn(m, dtype, 1, k), order=order_b)
    expected = np.zeros((n, m), dtype)
    for i in range(k):
        expected += A[:, i : i + 1] * B[i]
    np.testing.assert_array_equal(arithmetic.matmul(A, B), expected)
    np.testing.assert_array_equal(arithmetic.gram(A), arithmetic.matmul(A, A.T), strict=True)
    if n and m:
        np.testing.assert_array_equal(arithmetic.matmul(A[0], B), expected[0])
        np.testing.assert_array_equal(arithmetic.matmul(A, B[:, 0]), expected[:, 0])
        assert arithmetic.matmul(A[0], B[:, 0]) == expected[0, 0]


def test_types_and_shapes_that_do_not_fit_are_refused():
    """A product has the wider type."""
    assert arithmetic.matmul(np.ones((2, 3), np.float32), np.ones((3, 2))).dtype == np.float64
    assert arithmetic.matmul(np.ones((2, 3), np.float32), np.ones((3, 2), np.float32)).dtype == np.float32
    with pytest.raises(ValueError, match=r"\(2, 3\) and \(2, 3\)"):
        arithmetic.matmul(np.ones((2, 3)), np.ones((2, 3)))
    for a, told in ((np.ones(3, np.float32), "one type"), (np.ones(6)[::2], "contiguous")):
        with pytest.raises(TypingError, match=told):
            _dot(a, np.ones(3))


@njit(error_model="numpy")
def _of_each(function, values):
    out = np.empty_like(values)
    for i in range(len(values)):
        out[i] = function(values[i])
    return out


@pytest.mark.parametrize(
    ("function", "numpy_function", "low", "high", "units"),
    [(exp, np.exp, -699.0, 0.0, 2), (tanh, np.tanh, -30.0, 30.0, 6), (log, np.log, 1e-300, 3.0, 3)],
    ids=["exp", "tanh", "log"],
)
def test_elementary_functions_are_exact_to_a_few_units(function, numpy_function, low, high, units):
    rng = np.random.RandomState(0)
    values = np.concatenate([rng.uniform(low, high, 100_000), low + (high - low) * 2.0 ** -rng.uniform(0, 60, 10_000)])
    expected = numpy_function(values)
    error = np.abs(_of_each(function, values) - expected)
    assert (error <= units * EPS * np.maximum(np.abs(expected), np.finfo(float).tiny)).mean() > 0.999
    assert (error <= 4 * units * EPS * np.maximum(np.abs(expected), 1e-3)).all()


def test_elementary_functions_at_their_ends():
    np.testing.assert_array_equal(_of_each(exp, np.array([0.0, -701.0, -np.inf, np.nan])), [1.0, 0.0, 0.0, np.nan])
    np.testing.assert_array_equal(_of_each(tanh, np.array([0.0, 40.0, -np.inf, np.nan])), [0.0, 1.0, -1.0, np.nan])
    np.testing.assert_array_equal(_of_each(log, np.array([1.0])), [0.0])


@given(st.integers(1, 5), st.integers(1, 9), DTYPES, st.sampled_from([0.1, 10.0, 1000.0]))
def test_softmax_of_rows(n, m, dtype, scale):
    Z = (scale * drawn(m, dtype, 0, n)).astype(dtype)
    before = Z.copy()
    found = arithmetic.softmax(Z)
    np.testing.assert_allclose(found, softmax(Z.astype(float), axis=1), atol=1e-5 if dtype == np.float32 else 1e-13)
    assert found.dtype == dtype
    np.testing.assert_array_equal(Z, before)
