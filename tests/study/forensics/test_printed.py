"""From printed digits to counts and back."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.forensics.grim import fits
from study.forensics.printed import counts, of_scores

HALF = Fraction(1, 2)


def by_hand(score, n):
    """All counts whose accuracy rounds to a score, a half both ways, in fractions."""
    units = round(score * 1000)
    return [k for k in range(n + 1) if abs(Fraction(1000 * k, n) - units) <= HALF]


@given(units=st.integers(0, 1000), n=st.integers(1, 3000))
def test_the_counts_are_those_found_by_hand(units, n):
    k, weight = counts(units / 1000, n)
    assert list(k) == by_hand(units / 1000, n)
    between = [abs(Fraction(1000 * int(one), n) - units) == HALF for one in k]
    assert list(weight) == [0.5 if tie else 1.0 for tie in between]
    assert fits(units / 1000, n) == bool(len(k))


def test_the_tables_of_usps():
    assert list(counts(0.931, 2007)[0]) == [1868, 1869]
    assert len(counts(0.999, 7291)[0]) == 7
    assert list(counts(1.0, 7291)[0]) == [7288, 7289, 7290, 7291]
    assert list(counts(0.973, 188)[0]) == [183]
    assert not len(counts(0.972, 188)[0])


@given(n=st.integers(1, 3000), seed=st.integers(0, 100))
def test_printing_loses_no_probability(n, seed):
    p = np.random.default_rng(seed).random(n + 1)
    printed = of_scores(p)
    assert printed.shape == (1001,)
    assert printed.sum() == pytest.approx(p.sum())
    score = 0.5
    k, weight = counts(score, n)
    assert printed[500] == pytest.approx(np.sum(weight * p[k]))


@pytest.mark.parametrize(
    ("score", "n", "said"), [(0.1234, 5, "three decimals"), (1.1, 5, "three"), (0.5, 0, "one row")]
)
def test_what_cannot_be_printed_is_refused(score, n, said):
    with pytest.raises(ValueError, match=said):
        counts(score, n)
