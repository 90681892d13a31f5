"""Which numbers of rows a printed score allows: against a search through all fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.forensics.grim import chance_of_fitting, fits, n_fitting, sizes_that_fit


@given(st.integers(0, 1000), st.integers(1, 1200))
def test_a_score_fits_just_where_some_fraction_rounds_to_it(units, n):
    within = any(abs(Fraction(k, n) - Fraction(units, 1000)) <= Fraction(1, 2000) for k in range(n + 1))
    assert fits(units / 1000, n) == within


def test_a_fraction_between_two_scores_fits_both():
    assert fits(0.062, 16)  # 1 / 16 = 0.0625
    assert fits(0.063, 16)
    assert not fits(0.064, 16)


def test_scores_are_counted_one_by_one():
    assert n_fitting([0.5, 0.333, 0.9], 2) == 1
    assert n_fitting([0.5, 0.333, 0.9], 30) == 3


def test_training_scores_have_to_fit_the_rows_that_are_left():
    assert sizes_that_fit([0.5], range(2, 8)) == [2, 4, 6]
    assert sizes_that_fit([0.5], range(2, 8), [0.333], n_rows=10) == [4]


def test_chance_counts_different_scores_and_never_a_full_one():
    assert chance_of_fitting([0.9, 0.9, 0.8, 1.0], 100) == pytest.approx(0.01)
    assert chance_of_fitting([1.0], 100) == 1
    assert chance_of_fitting([0.9], 5000) == 1


@pytest.mark.parametrize(("score", "n"), [(0.9231, 10), (1.2, 10), (-0.1, 10), (0.9, 0)])
def test_what_is_no_printed_score_is_refused(score, n):
    with pytest.raises(ValueError, match="give a"):
        fits(score, n)
