"""From a printed score to the counts of rows that it allows, and back; in whole numbers."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

__all__ = ["UNITS", "as_units", "counts", "of_scores", "units_of_counts"]

UNITS = 1000
"""Scores are printed to three decimals."""


def as_units(score):
    """Return a printed score in thousandths (int); a ValueError says that it is none."""
    units = round(score * UNITS)
    if abs(units / UNITS - score) > 1e-9 or not 0 <= units <= UNITS:
        raise ValueError(f"score={score}: give a score in [0, 1] as it is printed, to three decimals.")
    return units


@lru_cache
def units_of_counts(n):
    """Round every accuracy on n rows to thousandths, a half both ways.

    Parameters
    ----------
    n : int
        Number of rows, at least 1.

    Returns
    -------
    down, up : ndarray of shape (n + 1,), int64
        Of k = 0..n right rows; ``up`` is ``down + 1`` where k / n lies just between two scores, and the same elsewhere.

    Raises
    ------
    ValueError
        If `n` is below 1.
    """
    if n < 1:
        raise ValueError(f"n={n}: give at least one row.")
    k = np.arange(n + 1, dtype=np.int64)
    down, up = -((n - 2 * UNITS * k) // (2 * n)), (2 * UNITS * k + n) // (2 * n)
    down.setflags(write=False)
    up.setflags(write=False)
    return down, up


@cache
def counts(score, n):
    """Find the numbers of right rows that may be printed as a score.

    Parameters
    ----------
    score : float
        As it is printed, to three decimals.
    n : int
        Number of rows, at least 1.

    Returns
    -------
    k : ndarray of int64
        Each count in 0..n that rounds to `score`; empty if no accuracy on n rows does.
    weight : ndarray of float64, of the same shape
        1, or 1/2 of a count that lies just between this score and another.

    Raises
    ------
    ValueError
        If `score` has more than three decimals or lies outside [0, 1], or `n` is below 1.
    """
    units = as_units(score)
    down, up = units_of_counts(n)
    k = np.flatnonzero((down == units) | (up == units))
    weight = np.where(down[k] == up[k], 1.0, 0.5)
    k.setflags(write=False)
    weight.setflags(write=False)
    return k, weight


def of_scores(probabilities):
    """Sum the probabilities of counts to those of printed scores.

    Parameters
    ----------
    probabilities : ndarray of shape (..., n + 1)
        Of k = 0..n right rows.

    Returns
    -------
    ndarray of shape (..., 1001)
        Of the scores 0.000, 0.001, ..., 1.000.
    """
    down, up = units_of_counts(probabilities.shape[-1] - 1)
    found = np.zeros((UNITS + 1, *probabilities.shape[:-1]))
    halves = np.moveaxis(probabilities, -1, 0) / 2
    np.add.at(found, down, halves)
    np.add.at(found, up, halves)
    return np.moveaxis(found, 0, -1)
