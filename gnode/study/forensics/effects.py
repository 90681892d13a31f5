"""The paper's differences, not only its scores: how far two runs of a reading may differ beside two printed ones."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..methods import COUNTERPARTS, METHODS
from .check import one_reading, runs_from
from .grid import AMNESIA_OF_TABLE_1
from .tables import AXES, PRINTED

__all__ = ["N_DRAWS", "effects"]

N_DRAWS = 4000

OF_FACTORS = ((0.4, 0.7), (0.4, 1.0), (0.4, 0.0), (0.5, 1.0), (0.5, 0.0))
"""Rows of Table 2 whose difference the paper speaks of: its best factors against the ends, and against the middle."""


def effects(cells, posterior, rng, n_draws=N_DRAWS):
    """Predict differences of printed test scores.

    Each is the difference of two single runs, of the best of as many as the posterior has it, under one reading: the
    paper's own noise is in the interval. The test rows are the paper's, and so their sampling is not.

    Parameters
    ----------
    cells : Cells
    posterior : Posterior
        Of the same readings.
    rng : numpy.random.Generator
    n_draws : int, default=N_DRAWS

    Returns
    -------
    pandas.DataFrame
        what, printed, mean, low and high (the 90 % interval), inside, and same_sign, the share of draws with the sign
        of the printed one.
    """
    n_readings, _, n_repeats, n_offsets = posterior.joint.shape
    weights = posterior.joint.sum(axis=1)
    drawn = rng.choice(weights.size, size=n_draws, p=weights.ravel() / weights.sum())
    reading, repeats, offset = np.unravel_index(drawn, (n_readings, n_repeats, n_offsets))
    of_reading = {i: runs_from(one_reading(cells, i), rng) for i in np.unique(reading)}
    factors, p = list(AMNESIA_OF_TABLE_1), list(AMNESIA_OF_TABLE_1.values())
    of_table_1 = rng.choice(factors, size=n_draws, p=p)

    def score(i, cell):
        run = of_reading[reading[i]]
        _, right, _, n_test = run(cell, AXES[1][repeats[i]], AXES[2][offset[i]])
        return right.max() / n_test

    rows = []
    for greedy, layerwise in COUNTERPARTS:
        if layerwise.name not in cells.layer_by_layer:
            continue
        printed = PRINTED.table_1[greedy.name][1] - PRINTED.table_1[layerwise.name][1]
        differences = [
            score(i, (greedy.name, of_table_1[i])) - score(i, (layerwise.name, None)) for i in range(n_draws)
        ]
        rows.append(_row(f"{greedy.label} - {layerwise.label}", printed, differences))
    for one, other in OF_FACTORS:
        printed = PRINTED.table_2[one][1] - PRINTED.table_2[other][1]
        for method, _ in COUNTERPARTS:
            differences = [score(i, (method.name, one)) - score(i, (method.name, other)) for i in range(n_draws)]
            rows.append(_row(f"{METHODS[method.name].label}, A = {one:g} - A = {other:g}", printed, differences))
    return pd.DataFrame(rows)


def _row(what, printed, differences):
    low, high = np.quantile(differences, [0.05, 0.95])
    same = np.mean(np.sign(differences) == np.sign(round(printed, 3)))
    row = {"what": what, "printed": round(printed, 3), "mean": float(np.mean(differences)), "low": low, "high": high}
    return row | {"inside": bool(low <= printed <= high), "same_sign": float(same)}
