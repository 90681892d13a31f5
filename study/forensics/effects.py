"""The paper's differences, not only its scores: how far two runs of a reading may differ beside two printed ones."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..methods import COUNTERPARTS, METHODS
from .grid import AMNESIA_OF_TABLE_1
from .predictive import draw_runs, pick
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
    n_runs, offsets = np.take(AXES[1], repeats), np.take(AXES[2], offset)

    def scores(options):
        p, cells_of = zip(*options)
        of = pick(cells_of, rng.choice(len(p), size=n_draws, p=p), reading)
        return draw_runs(of, n_runs, offsets, rng)[1] / of.n_test

    rows = []
    for greedy, layerwise in COUNTERPARTS:
        if layerwise.name not in cells.layer_by_layer:
            continue
        printed = PRINTED.table_1[greedy.name][1] - PRINTED.table_1[layerwise.name][1]
        of_table_1 = [(p, cells.node_by_node[greedy.name, factor]) for factor, p in AMNESIA_OF_TABLE_1.items()]
        differences = scores(of_table_1) - scores(cells.layer_by_layer[layerwise.name])
        rows.append(_row(f"{greedy.label} - {layerwise.label}", printed, differences))
    for one, other in OF_FACTORS:
        printed = PRINTED.table_2[one][1] - PRINTED.table_2[other][1]
        for method, _ in COUNTERPARTS:
            of_one, of_other = (scores([(1.0, cells.node_by_node[method.name, factor])]) for factor in (one, other))
            rows.append(_row(f"{METHODS[method.name].label}, A = {one:g} - A = {other:g}", printed, of_one - of_other))
    return pd.DataFrame(rows)


def _row(what, printed, differences):
    low, high = np.quantile(differences, [0.05, 0.95])
    same = np.mean(np.sign(differences) == np.sign(round(printed, 3)))
    row = {"what": what, "printed": round(printed, 3), "mean": float(np.mean(differences)), "low": low, "high": high}
    return row | {"inside": bool(low <= printed <= high), "same_sign": float(same)}
