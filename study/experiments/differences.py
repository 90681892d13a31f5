"""Variants against a base over many data sets: paired by seed, with intervals over sets and seeds."""

import numpy as np
import pandas as pd

from ..stats import drawn

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
        table = frame.pivot_table(index=["dataset", "seed"], columns=column, values=value) if value in frame else None
        for variant in dict.fromkeys(frame[column]):
            if table is None or variant not in table or base not in table:
                rows.append((variant, value, np.nan, np.nan, np.nan, np.nan, 0))
                continue
            one, other = (table[name].unstack("seed").to_numpy() for name in (variant, base))
            score = table[variant].groupby("dataset").mean().mean()
            rows.append((variant, value, score, *difference_over_sets(one, other, level)))
    return pd.DataFrame(rows, columns=["variant", "value", "score", "mean", "low", "high", "n_sets"])


def winners(found):
    """Name the variants that win over their base by the protocol's criterion."""
    return list(found.loc[(found["mean"] >= LEAST_GAIN) & (found["low"] > 0), "variant"])


def table_against(frame, column, variants, base, values):
    """Write such a comparison: a row a variant, the base's own scores, and differences with their intervals."""
    shown = pd.DataFrame({column: list(variants)})
    if not len(frame):
        return shown.assign(**dict.fromkeys(values.values(), "not run"))
    found = against_base(frame, column, base, values).set_index(["variant", "value"])
    diverged = frame.groupby(column)["diverged"].sum()
    for value, name in values.items():
        cells = []
        for variant in variants:
            of = found.loc[(variant, value)] if (variant, value) in found.index else None
            if of is None or np.isnan(of["score"]):
                cells.append("not run" if of is None else "–")
            elif variant == base:
                cells.append(f"{of['score']:.3f}")
            else:
                cells.append(f"{of['mean']:+.3f} [{of['low']:+.3f}, {of['high']:+.3f}]")
        shown[name] = cells
    return shown.assign(diverged=[str(int(diverged.get(variant, 0))) for variant in variants])
