"""From a printed score to the counts of rows that it allows, and back; in whole numbers."""

from functools import cache, lru_cache

import numpy as np

UNITS = 1000  # scores are printed to three decimals


def as_units(score):
    """Return a printed score in thousandths (int); a ValueError says that it is none."""
    units = round(score * UNITS)
    if abs(units / UNITS - score) > 1e-9 or not 0 <= units <= UNITS:
        raise ValueError(f"score={score}: give a score in [0, 1] as it is printed, to three decimals.")
    return units


@lru_cache
def units_of_counts(n):
    """Round every accuracy on n rows to thousandths, a half both down and up (two int64 arrays of shape (n + 1,))."""
    k = np.arange(n + 1, dtype=np.int64)
    return -((n - 2 * UNITS * k) // (2 * n)), (2 * UNITS * k + n) // (2 * n)


@cache
def counts(score, n):
    """Find the numbers of n rows that may be printed as a score, and their weights: 1, or 1/2 between two scores."""
    units = as_units(score)
    down, up = units_of_counts(n)
    k = np.flatnonzero((down == units) | (up == units))
    return k, np.where(down[k] == up[k], 1.0, 0.5)


def of_scores(probabilities):
    """Sum probabilities of counts (..., n + 1) to those of the scores 0.000, 0.001, ..., 1.000 (..., 1001)."""
    down, up = units_of_counts(probabilities.shape[-1] - 1)
    found = np.zeros((UNITS + 1, *probabilities.shape[:-1]))
    for units in (down, up):
        np.add.at(found, units, np.moveaxis(probabilities, -1, 0) / 2)
    return np.moveaxis(found, 0, -1)


def fits(score, n):
    """Tell whether some k / n rounds to a score of three decimals, a half both ways (bool); without listing them."""
    rest = as_units(score) * n % UNITS  # to the next k below, in units of 1 / (1000 n)
    return 2 * min(rest, UNITS - rest) <= n


def n_fitting(scores, n):
    """Count the scores that fit n rows."""
    return sum(fits(score, n) for score in scores)


def sizes_that_fit(test_scores, sizes, train_scores=(), n_rows=0):
    """List the sizes of a test set that all test scores fit, and the rest of `n_rows` all training scores."""
    return [
        n
        for n in sizes
        if all(fits(score, n) for score in test_scores) and all(fits(score, n_rows - n) for score in train_scores)
    ]
