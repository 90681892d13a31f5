"""Sums in their stated order, products, and own elementary functions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import TypingError, njit

from gnode import arithmetic, kernels
from gnode.kernels import exp, log, tanh

DTYPES = st.sampled_from([np.float32, np.float64])
EPS = np.finfo(np.float64).eps


# Inlined functions, as loops of their own.
_dot = njit(lambda a, b: kernels.dot(a, b))


def drawn(n, dtype, seed, *more):
    return np.random.RandomState(seed).standard_normal((*more, n)).astype(dtype)


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
