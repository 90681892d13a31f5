"""From printed digits to counts of rows and back, against a search through all fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.forensics.printed import counts, fits, of_scores

HALF = Fraction(1, 2)


@given(units=st.integers(0, 1000), n=st.integers(1, 3000))
def test_the_counts_are_those_found_by_hand(units, n):
    k, weight = counts(units / 1000, n)
    assert list(k) == [one for one in range(n + 1) if abs(Fraction(1000 * one, n) - units) <= HALF]
    between = [abs(Fraction(1000 * int(one), n) - units) == HALF for one in k]
    assert list(weight) == [0.5 if tie else 1.0 for tie in between]
    assert fits(units / 1000, n) == bool(len(k))


@given(n=st.integers(1, 3000), seed=st.integers(0, 100))
def test_printing_loses_no_probability(n, seed):
    p = np.random.default_rng(seed).random(n + 1)
    printed = of_scores(p)
    assert printed.shape == (1001,) and printed.sum() == pytest.approx(p.sum())
    k, weight = counts(0.5, n)
    assert printed[500] == pytest.approx(np.sum(weight * p[k]))


@pytest.mark.parametrize("of", [counts, fits])
@pytest.mark.parametrize(("score", "n"), [(0.9231, 10), (1.2, 10), (-0.1, 10)])
def test_what_is_no_printed_score_is_refused(of, score, n):
    with pytest.raises(ValueError, match="give a"):
        of(score, n)
