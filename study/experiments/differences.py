"""Variants against a base over many data sets: paired by seed, with intervals over sets and seeds."""

import numpy as np
import pandas as pd

from ..stats import drawn, where

N_RESAMPLES = 2000
LEAST_GAIN = 0.005
"""A variant wins over its base from this mean difference of the score on, if the interval lies above zero as well."""


def difference_over_sets(one, other, level=0.95):
    """Compute mean difference, low, high and number of sets of scores (n_sets, n_seeds), NaN where a run has none."""
    pairs = [of[~np.isnan(of)] for of in np.asarray(one, dtype=float) - np.asarray(other, dtype=float)]
    pairs = [of for of in pairs if len(of)]
    if not pairs:
        return np.nan, np.nan, np.nan, 0
    if len({len(of) for of in pairs}) == 1:  # the rule; both ways draw the same numbers
        sets, seeds = drawn(len(pairs), len(pairs[0]), N_RESAMPLES, 0)
        means = np.array(pairs)[sets[..., np.newaxis], seeds].reshape(N_RESAMPLES, -1).mean(axis=1)
    else:
        rng, means = np.random.RandomState(0), []
        for _ in range(N_RESAMPLES):
            chosen = [pairs[k] for k in rng.randint(len(pairs), size=len(pairs))]
            means.append(np.mean([rng.choice(of, len(of)).mean() for of in chosen]))
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(np.mean([of.mean() for of in pairs])), float(low), float(high), len(pairs)


def against_base(frame, column, base, values, level=0.95):
    """Compare each variant of a column with a base by each score (pandas.DataFrame, a row a variant and score)."""
    rows = []
    for value in values:
        table = frame.pivot_table(index=["dataset", "seed"], columns=column, values=value) if value in frame else {}
        for variant in dict.fromkeys(frame[column]):
            score, compared = np.nan, (np.nan, np.nan, np.nan, 0)
            if variant in table and base in table:
                score = table[variant].groupby("dataset").mean().mean()
                one, other = (table[of].unstack("seed") for of in (variant, base))
                compared = difference_over_sets(one, other, level)
            rows.append((variant, value, score, *compared))
    return pd.DataFrame(rows, columns=["variant", "value", "score", "mean", "low", "high", "n_sets"])


def winners(found):
    """Name the variants that win over their base by the protocol's criterion."""
    return list(found.loc[(found["mean"] >= LEAST_GAIN) & (found["low"] > 0), "variant"])


def of_each(methods, frame, *comparison):
    """Write such a comparison for each of some methods, see `table_against`, whose name stands last."""
    of_methods = [
        table_against(where(frame, method=of.name), *comparison).assign(method=of.label.split(",")[0]) for of in methods
    ]
    return pd.concat(of_methods, ignore_index=True)


def table_against(frame, column, variants, base, values):
    """Write such a comparison: a row a variant, the base's own scores, and differences with their intervals."""
    shown = pd.DataFrame({column: list(variants)})
    if not len(frame):
        return shown.assign(**dict.fromkeys(values.values(), "not run"))
    written = {}
    for of in against_base(frame, column, base, values).itertuples():
        difference = f"{of.score:.3f}" if of.variant == base else f"{of.mean:+.3f} [{of.low:+.3f}, {of.high:+.3f}]"
        written[of.variant, of.value] = "–" if np.isnan(of.score) else difference
    for value, name in values.items():
        shown[name] = [written.get((variant, value), "not run") for variant in variants]
    diverged = frame.groupby(column)["diverged"].sum()
    return shown.assign(diverged=[str(int(diverged.get(variant, 0))) for variant in variants])
