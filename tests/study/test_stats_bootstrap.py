"""The interval over seeds and test rows covers what it says, and is the same everywhere."""

import base64

import numpy as np
import pytest

from study.stats import difference_interval, shares_of_best, unpacked


def drawn(random_state, n_seeds=5, n_test=150, gain=0.0, spread=0.1):
    """Draw who is right: rows are easy or hard for all, for a method, and seeds differ; `gain` goes to the first."""
    rng = np.random.RandomState(random_state)
    rows = rng.standard_normal(n_test)
    return [
        1.5
        + of_method
        + rows
        + 0.7 * rng.standard_normal(n_test)
        + spread * rng.standard_normal((n_seeds, 1))
        + 0.5 * rng.standard_normal((n_seeds, n_test))
        > 0
        for of_method in (gain, 0.0)
    ]


@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_the_interval_holds_the_true_difference_as_often_as_it_says(spread):
    """Two methods that are alike: 95 % of the intervals hold zero. (120 draws: a standard error of .02.)"""
    holding = []
    for i in range(120):
        _, low, high = difference_interval(*drawn(i, spread=spread), n_resamples=200)
        holding.append(low <= 0 <= high)
    assert np.mean(holding) >= 0.90


def test_an_interval_over_seeds_alone_would_hold_it_far_less_often():
    """Why the rows are drawn too: without them, two methods that are alike seem different most of the time."""
    holding = []
    for i in range(100):
        one, other = (right.mean(axis=1) for right in drawn(i, spread=0.0))
        half = 2.3 * np.sqrt(one.var(ddof=1) / len(one) + other.var(ddof=1) / len(other))
        holding.append(abs(one.mean() - other.mean()) <= half)
    assert np.mean(holding) < 0.75


def test_a_gain_is_found():
    mean, low, high = difference_interval(*drawn(0, gain=1.0))
    assert 0 < low < mean < high


def test_wider_for_fewer_rows_fewer_seeds_and_a_higher_level():
    one, other = drawn(0, n_seeds=8, n_test=400, spread=0.3)

    def width(a, b, **options):
        _, low, high = difference_interval(a, b, **options)
        return high - low

    usual = width(one, other)
    assert usual < width(one[:, :100], other[:, :100])
    assert usual < width(one[:2], other[:2])
    assert usual < width(one, other, level=0.99)


def test_the_same_bits_everywhere():
    found = difference_interval(*drawn(0), n_resamples=200)
    assert found == difference_interval(*drawn(0), n_resamples=200)
    known = ["-0x1.3cc1e098ead60p-5", "-0x1.89374bc6a7ef8p-4", "0x1.47ae147ae1480p-6"]
    assert [value.hex() for value in found] == known
    assert found != difference_interval(*drawn(0), n_resamples=200, random_state=1)


def test_what_does_not_vary_has_no_width():
    right = np.ones((3, 10), dtype=bool)
    assert difference_interval(right, right[:2]) == (0, 0, 0)
    assert difference_interval(right, ~right) == (1, 1, 1)


def test_one_seed_leaves_the_rows():
    one, other = drawn(0, n_seeds=1)
    _, low, high = difference_interval(one, other)
    assert low < high


def test_the_methods_may_have_different_numbers_of_seeds():
    one, other = drawn(0)
    mean, low, high = difference_interval(one, other[:2])
    assert mean == pytest.approx(one.mean() - other[:2].mean())
    assert low < mean < high


@pytest.mark.parametrize(
    ("shape_a", "shape_b"), [((2, 5), (2, 6)), ((0, 5), (2, 5)), ((2, 0), (2, 0)), ((5,), (5,)), ((2, 5), (2, 5, 1))]
)
def test_shapes_that_cannot_be_compared_are_refused(shape_a, shape_b):
    with pytest.raises(ValueError, match="of shape"):
        difference_interval(np.ones(shape_a, dtype=bool), np.ones(shape_b, dtype=bool))


@pytest.mark.parametrize("n_test", [1, 7, 8, 9, 2007])
def test_rows_are_read_as_they_were_packed(n_test):
    right = np.random.RandomState(n_test).random_sample(n_test) < 0.9
    text = base64.b64encode(np.packbits(right)).decode()
    np.testing.assert_array_equal(unpacked(text, n_test), right)
    with pytest.raises(ValueError, match="cannot be one bit"):
        unpacked(text, n_test + 8)


def test_the_best_of_equals_is_anybodys_and_a_clear_lead_is_seen():
    level = [np.roll(drawn(7)[0], shift, axis=1) for shift in (0, 50, 100)]
    shares = shares_of_best(level, n_resamples=500)
    assert shares.sum() == pytest.approx(1) and shares.max() < 0.6
    ahead, behind = drawn(3, gain=1.0)
    assert shares_of_best([behind, ahead], n_resamples=200).tolist() == [0, 1]
