"""What the digits of a printed score say about the number of rows behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["chance_of_fitting", "fits", "n_fitting", "sizes_that_fit"]

UNITS = 1000  # scores are printed to three decimals


def fits(score: float, n: int) -> bool:
    """Tell whether a score of three decimals can be the accuracy on n rows.

    Parameters
    ----------
    score : float
        In [0, 1].
    n : int
        Number of rows, at least 1.

    Returns
    -------
    bool
        Whether k / n, for some whole k from 0 to n, rounds to `score`; a k / n that lies just between two scores fits
        both. Computed in whole numbers, so that no rounding of its own comes in.

    Raises
    ------
    ValueError
        If `score` has more than three decimals or lies outside [0, 1], or `n` is below 1.
    """
    units = round(score * UNITS)
    if abs(units / UNITS - score) > 1e-9 or not 0 <= units <= UNITS:
        raise ValueError(f"score={score}: give a score in [0, 1] as it is printed, to three decimals.")
    if n < 1:
        raise ValueError(f"n={n}: give at least one row.")
    rest = units * n % UNITS  # to the next k below, in units of 1 / (1000 n)
    return 2 * min(rest, UNITS - rest) <= n


def n_fitting(scores: Iterable[float], n: int) -> int:
    """Count the scores that fit n rows."""
    return sum(fits(score, n) for score in scores)


def sizes_that_fit(
    test_scores: Sequence[float], sizes: Iterable[int], train_scores: Sequence[float] = (), n_rows: int = 0
) -> list[int]:
    """List the sizes of a test set that all scores fit.

    Parameters
    ----------
    test_scores : sequence of float
    sizes : iterable of int
        Numbers of test rows to try.
    train_scores : sequence of float, default=()
        Have to fit the rows that are left for training.
    n_rows : int
        Training and test rows together; needed with `train_scores`.

    Returns
    -------
    list of int
    """
    return [
        n
        for n in sizes
        if all(fits(score, n) for score in test_scores) and all(fits(score, n_rows - n) for score in train_scores)
    ]


def chance_of_fitting(scores: Iterable[float], n: int) -> float:
    """Estimate how probable it is that scores fit n rows without coming from them.

    Parameters
    ----------
    scores : iterable of float
        Equal ones count once, and 1.000, which fits every n, not at all.
    n : int

    Returns
    -------
    float
        (n / 1000)^m for m different scores, since about n of the 1000 scores of three decimals fit n rows.
    """
    return min(1.0, n / UNITS) ** len({score for score in scores if score < 1})
