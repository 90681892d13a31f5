"""Mean ranks of methods over data sets, and how sure they are."""

import numpy as np
import pandas as pd
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from ..stats import drawn

N_RESAMPLES = 2000


def ranks(scores):
    """Rank the methods (last axis) on each set, 1 for the highest score; without a score they share the last ranks."""
    return rankdata(-np.nan_to_num(scores, nan=-np.inf), axis=-1)


def mean_ranks(scores, level=0.95):
    """Average ranks of scores (n_sets, n_seeds, n_methods; NaN: none); bootstrap over sets and, within each, seeds."""
    scores = np.asarray(scores, dtype=float)
    n_sets, n_seeds, _ = scores.shape
    sets, seeds = drawn(n_sets, n_seeds, N_RESAMPLES, 0)
    # Over seeds: a set where a method has a seed without a score counts as without one.
    resampled = ranks(scores[sets[..., np.newaxis], seeds].mean(axis=-2)).mean(axis=1)
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return pd.DataFrame({"mean": ranks(scores.mean(axis=-2)).mean(axis=0), "low": low, "high": high})


def friedman_p(scores):
    """Compute Friedman's p value: small if the methods are not all alike."""
    of_sets = ranks(np.mean(scores, axis=-2))
    if of_sets.shape[0] < 2 or of_sets.shape[1] < 3:
        return np.nan
    return float(friedmanchisquare(*of_sets.T).pvalue)


def critical_difference(n_methods, n_sets, level=0.95):
    """Compute by how much two mean ranks have to differ in Nemenyi's test (Demšar 2006), float."""
    q = studentized_range.ppf(level, n_methods, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(n_methods * (n_methods + 1) / (6 * n_sets)))
