"""The difference of two methods' accuracies, over seeds and test rows at once.

An interval over seeds alone says nothing of other test rows: all seeds are scored on the same ones. Here both are
drawn anew: the seeds of each method on their own, the test rows for both together, since both are scored on them (the
pigeonhole bootstrap of Owen, Annals of Applied Statistics 1, 2007; its intervals are a little too wide).
"""

from __future__ import annotations

import base64

import numpy as np

__all__ = ["difference_interval", "unpacked"]


def unpacked(test_right, n_test):
    """Read which test rows a run is right on.

    Parameters
    ----------
    test_right : str
        As records have it: base64 of one bit a test row, of `numpy.packbits`.
    n_test : int

    Returns
    -------
    ndarray of bool, of shape (n_test,)

    Raises
    ------
    ValueError
        If the text holds another number of rows.
    """
    bits = np.frombuffer(base64.b64decode(test_right, validate=True), dtype=np.uint8)
    if len(bits) != -(-n_test // 8):
        raise ValueError(f"test_right has {len(bits)} bytes, which cannot be one bit for each of {n_test} test rows.")
    return np.unpackbits(bits, count=n_test).astype(bool)


def difference_interval(right_a, right_b, level=0.95, n_resamples=2000, random_state=0):
    """Resample the difference of two mean accuracies; the same bits on every machine.

    Parameters
    ----------
    right_a : array-like of bool, of shape (n_seeds_a, n_test)
        Whether each seed's network is right on each test row.
    right_b : array-like of bool, of shape (n_seeds_b, n_test)
        The same of another method, on the same rows.
    level : float, default=0.95
        Share of the resamples that the interval holds.
    n_resamples : int, default=2000
    random_state : int, default=0

    Returns
    -------
    mean, low, high : float
        Accuracy of `a` less that of `b`, and the percentile interval of the resamples.

    Raises
    ------
    ValueError
        If there are no seeds or no rows, or the two have not the same number of rows.
    """
    # Whole numbers in float64: their sums are exact in whatever order they are taken.
    a, b = (np.asarray(right, dtype=bool).astype(np.float64) for right in (right_a, right_b))
    if a.ndim != 2 or b.ndim != 2 or not a.size or not b.size or a.shape[1] != b.shape[1]:
        raise ValueError(
            "right_a and right_b have to be of shape (n_seeds, n_test), with seeds, with rows, and with the same rows: "
            f"they are of shape {a.shape} and {b.shape}."
        )
    rng = np.random.RandomState(random_state)  # its stream is frozen, that of the newer generators is not
    n_test = a.shape[1]
    differences = np.empty(n_resamples)
    for i in range(n_resamples):
        often = np.bincount(_drawn(rng, n_test), minlength=n_test).astype(np.float64)
        n_right = [(of @ often)[_drawn(rng, len(of))].sum() / (len(of) * n_test) for of in (a, b)]
        differences[i] = n_right[0] - n_right[1]
    differences.sort()
    tail = int((1 - level) / 2 * n_resamples)
    mean = a.sum() / a.size - b.sum() / b.size
    return float(mean), float(differences[tail]), float(differences[n_resamples - 1 - tail])


def _drawn(rng, n):
    return rng.randint(n, size=n, dtype=np.int64)
