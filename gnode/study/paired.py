"""Compare runs that differ in one thing, seed by seed."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

__all__ = ["differences"]


def differences(frame, by, base, value="test", confidence=0.95):
    """Compare each group of runs with a base, paired by seed.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row a run, with the columns `by`, seed and `value`; one run for each group and seed. Runs without a value,
        as those that diverged, have no part in it.
    by : str
        The column that tells the groups apart.
    base : str or number
        The group that the others are compared with.
    value : str, default="test"
    confidence : float, default=0.95

    Returns
    -------
    pandas.DataFrame
        Indexed by group, without the base and without groups that share no seed with it: mean of the differences to
        the base, low and high end of its confidence interval (Student's t; NaN of a single pair), number of pairs n,
        and same (bool), whether no difference at all was found.

    Raises
    ------
    ValueError
        If a group has two runs of the same seed.
    """
    rows = []
    if len(frame) and value in frame:
        table = frame.dropna(subset=[value]).pivot(index="seed", columns=by, values=value)
        for group in (name for name in dict.fromkeys(frame[by]) if name != base and {name, base} <= set(table)):
            pairs = (table[group] - table[base]).dropna()
            n = len(pairs)
            if not n:
                continue
            half = stats.t.ppf((1 + confidence) / 2, n - 1) * pairs.std() / np.sqrt(n) if n > 1 else np.nan
            mean = pairs.mean()
            rows.append((group, mean, mean - half, mean + half, n, bool((pairs == 0).all())))
    return pd.DataFrame(rows, columns=[by, "mean", "low", "high", "n", "same"]).set_index(by)
