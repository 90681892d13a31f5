"""Means with their spread, intervals, and effects, from tables of runs."""

import base64
import warnings
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy import stats


def mean_and_spread(values):
    """Write a mean with its standard deviation and the number of values (str)."""
    values = pd.Series(values, dtype=float).dropna()
    spread = f" ± {values.std():.3f}" if len(values) > 1 else ""
    return f"{values.mean():.3f}{spread} ({len(values)})" if len(values) else "not run"


def summary(frame, by, value="test"):
    """Summarise a column of a frame of runs: mean, sd (ddof 1) and n, indexed by `by` (pandas.DataFrame)."""
    if frame.empty or value not in frame:
        return pd.DataFrame(columns=["mean", "sd", "n"])
    groups = frame.dropna(subset=[value]).groupby(by, sort=False)[value]
    return groups.agg(mean="mean", sd="std", n="count")


def where(frame, **conditions):
    """Choose the runs with these values; a frame without any run has no columns either."""
    for name, wanted in conditions.items():
        frame = frame[frame[name] == wanted] if name in frame else frame[:0]
    return frame


def cell(frame, value, **conditions):
    """Write mean and spread of the runs that meet the conditions, and how many of them diverged and have no score."""
    frame = where(frame, **conditions)
    written = mean_and_spread(frame[value] if value in frame else [])
    n_diverged = int(frame["diverged"].sum()) if len(frame) else 0
    if n_diverged and n_diverged == len(frame):
        return f"all {n_diverged} diverged"
    return written + (f", {n_diverged} diverged" if n_diverged else "")


def written(cell):
    """Write mean, standard deviation and number of seeds of a cell."""
    return f"{cell['mean']:.3f} ± {cell['sd']:.3f} ({cell['n']:.0f})"


def interval_of_mean(values, level=0.95):
    """Compute the t interval of a mean (low, high); NaN for a single value."""
    if len(values) < 2:
        return np.nan, np.nan
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # of values that are all the same
        low, high = stats.ttest_1samp(values, 0).confidence_interval(level)
    return float(low), float(high)


def equivalence_p(one, other, margin):
    """Compute the p value of two one-sided Welch tests: small if the means differ by less than `margin` (float)."""
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # of values that are all but the same
        not_below = stats.ttest_ind(one, other - margin, equal_var=False, alternative="greater").pvalue
        not_above = stats.ttest_ind(one, other + margin, equal_var=False, alternative="less").pvalue
    return max(not_below, not_above)


def resampled_p(by_seed, margin, ratio=0.0):
    """Compute the p values of a difference within a margin, by two one-sided t tests, and of one beyond it."""
    # Where each seed draws its own split, `ratio` is that of test to training rows: training rows of two seeds overlap,
    # and the variance of the mean is larger by it (Nadeau and Bengio, Machine Learning 52, 2003).
    mean, error = _resampled(by_seed, ratio)
    size = abs(mean)
    if not error:
        return float(size >= margin), float(size <= margin)
    away = np.array([margin - size, size - margin, size + margin])
    less, within, other_side = stats.t.sf(away / error, len(by_seed) - 1)
    return float(less), float(within + other_side)


def resampled_interval(by_seed, ratio=0.0, level=0.95):
    """Compute the t interval (low, high) of the mean difference of two methods that belongs to `resampled_p`."""
    mean, error = _resampled(by_seed, ratio)
    half = stats.t.ppf((1 + level) / 2, len(by_seed) - 1) * error
    return float(mean - half), float(mean + half)


def _resampled(by_seed, ratio):
    """Return the mean of differences that are paired by seed, and its standard error by Nadeau and Bengio."""
    by_seed = np.asarray(by_seed, dtype=float)
    return by_seed.mean(), by_seed.std(ddof=1) * np.sqrt(1 / len(by_seed) + ratio)


def holm(p):
    """Adjust p values for their number, by Holm's step-down rule (ndarray of float, in the order given)."""
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(order))
    adjusted[order] = np.minimum(np.maximum.accumulate(np.asarray(p)[order] * np.arange(len(order), 0, -1)), 1)
    return adjusted


def welch_interval(one, other, level=0.95):
    """Compute the difference of two means with Welch's interval (mean, low, high); NaN where values are too few."""
    if not len(one) or not len(other):
        return np.nan, np.nan, np.nan
    mean = float(np.mean(one) - np.mean(other))
    if min(len(one), len(other)) < 2:
        return mean, np.nan, np.nan
    if np.ptp(one) == np.ptp(other) == 0:
        return mean, mean, mean
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # of values that are all but the same
        return mean, *map(float, stats.ttest_ind(one, other, equal_var=False).confidence_interval(level))


def differences(frame, by, base, value="test", confidence=0.95):
    """Compare groups of runs with a base, paired by seed: mean, low, high, p, n, and if all are the same."""
    rows = []
    if len(frame) and value in frame:
        table = frame.dropna(subset=[value]).pivot(index="seed", columns=by, values=value)
        for group in (name for name in dict.fromkeys(frame[by]) if name != base and {name, base} <= set(table)):
            pairs = (table[group] - table[base]).dropna()
            n = len(pairs)
            if not n:
                continue
            low, high = interval_of_mean(pairs, confidence)
            error, same = pairs.std() / np.sqrt(n), bool((pairs == 0).all())
            p = 1.0 if same else 2 * stats.t.sf(abs(pairs.mean()) / error, n - 1) if error else 0.0
            rows.append((group, pairs.mean(), low, high, p, n, same))
    return pd.DataFrame(rows, columns=[by, "mean", "low", "high", "p", "n", "same"]).set_index(by)


def deltas(one, other, value):
    """Compute Cliff's delta for each seed that two frames have: how much more often the first's value is the larger."""
    one, other = (dict(list(of.groupby("seed")[value])) for of in (one, other))
    pairs = [(one[seed], other[seed]) for seed in sorted(one.keys() & other.keys())]
    ranks = [stats.rankdata(np.concatenate(pair))[: len(pair[0])].sum() for pair in pairs]  # ties half
    return np.array([(2 * of - len(a) * (len(a) + 1)) / (len(a) * len(b)) - 1 for of, (a, b) in zip(ranks, pairs)])


def unpacked(test_right, n_test):
    """Read which test rows a run is right on, from base64 of one bit a row (ndarray of bool of shape (n_test,))."""
    bits = np.frombuffer(base64.b64decode(test_right, validate=True), dtype=np.uint8)
    if len(bits) != -(-n_test // 8):
        raise ValueError(f"test_right has {len(bits)} bytes, which cannot be one bit for each of {n_test} test rows.")
    return np.unpackbits(bits, count=n_test).astype(bool)


def difference_interval(right_a, right_b, level=0.95, n_resamples=2000, random_state=0):
    """Compute the difference of two mean accuracies and its bootstrap interval (mean, low, high)."""
    # Given is whether each seed's network is right on each row. Seeds are drawn for each method, test rows for both
    # together (Owen, Annals of Applied Statistics 1, 2007; a little too wide).
    # Whole numbers below 2^24 in float32: their sums are exact in whatever order they are taken.
    a, b = (np.asarray(right, dtype=bool).astype(np.float32) for right in (right_a, right_b))
    often, *seeds = _drawn_rows(a.shape[1], len(a), len(b), n_resamples, random_state)
    right = (np.take_along_axis(often @ of.T, which, axis=1) for of, which in zip((a, b), seeds))
    of_a, of_b = (each.sum(axis=1, dtype=float) / of.size for each, of in zip(right, (a, b)))
    differences = np.sort(of_a - of_b)
    tail = int((1 - level) / 2 * n_resamples)
    mean = a.sum(dtype=float) / a.size - b.sum(dtype=float) / b.size
    return float(mean), float(differences[tail]), float(differences[n_resamples - 1 - tail])


@lru_cache(maxsize=8)
def _drawn_rows(n_test, n_a, n_b, n_resamples, random_state):
    """Draw how often each test row counts in each resample, and the seeds of both methods (ndarrays)."""
    rng = np.random.RandomState(random_state)  # its stream is frozen, that of the newer generators is not
    often, a, b = (np.empty((n_resamples, n), of) for n, of in ((n_test, "f4"), (n_a, int), (n_b, int)))
    for i in range(n_resamples):
        often[i] = np.bincount(rng.randint(n_test, size=n_test, dtype=np.int64), minlength=n_test)
        a[i], b[i] = (rng.randint(n, size=n, dtype=np.int64) for n in (n_a, n_b))
    return often, a, b


@lru_cache(maxsize=2)
def drawn(n_sets, n_seeds, n_resamples, random_state):
    """Draw sets (n_resamples, n_sets) and seeds for each (n_resamples, n_sets, n_seeds), kept for others."""
    rng, sets, seeds = np.random.RandomState(random_state), [], []
    for _ in range(n_resamples):
        sets.append(rng.randint(n_sets, size=n_sets))
        seeds.append(rng.randint(n_seeds, size=(n_sets, n_seeds)))
    return np.array(sets), np.array(seeds)


def duration(seconds):
    """Write a duration in the unit that suits it (str)."""
    if seconds < 90:
        return f"{seconds:.2g} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"
