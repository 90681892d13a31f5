"""What a claim's number would be under each of many readings: the rows of a specification curve."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

from .. import store
from ..experiments.settings import AMNESIA_FACTORS, SETTINGS
from ..measures import MEASURES
from ..methods import METHODS, NODE_BY_NODE
from .design import screening
from .grid import FACTORS
from .plan import SEEDS, runs_of

__all__ = ["COLUMNS", "specifications"]

COLUMNS = ("test", "best_amnesia", "rho", "least_alike", *(f"{name}_median" for name in MEASURES))
"""Numbers of a reading: test accuracy at the usual amnesia factor (A1); the factor with the best test accuracy (M1);
Spearman's correlation of the factor with redundancy, and the factor where that is least (M2); medians of the four
measures at the usual factor (I1)."""


def specifications(folder, readings=None, stage="screening"):
    """Tabulate readings.

    Parameters
    ----------
    folder : pathlib.Path
        Of the stored results.
    readings : list of tuple, default=None
        Points of the grid; the screened ones if None.
    stage : str, default="screening"
        Whose seeds are read, see `study.forensics.plan.SEEDS`.

    Returns
    -------
    pandas.DataFrame
        One row for each reading of which GN or GCN is stored at all factors: method (its label), the level of each of
        `study.forensics.grid.FACTORS`, and `COLUMNS`, means over its seeds.
    """
    rows = []
    for point in screening() if readings is None else readings:
        for method in NODE_BY_NODE:
            cells = {factor: _means(runs_of(point, method, factor, SEEDS[stage]), folder) for factor in AMNESIA_FACTORS}
            if None in cells.values():
                continue
            frame = pd.DataFrame(cells).T
            usual = frame.loc[SETTINGS["amnesia"].value]
            row = {"method": METHODS[method].label} | {of.name: level for of, level in zip(FACTORS, point)}
            row |= {"test": usual["test"], "best_amnesia": frame["test"].idxmax()}
            row |= {"rho": stats.spearmanr(frame.index, frame["redundancy"]).statistic}
            row |= {"least_alike": frame["redundancy"].idxmin()}
            rows.append(row | {name: usual[name] for name in COLUMNS if name.endswith("_median")})
    return pd.DataFrame(rows)


def _means(runs, folder):
    """Average what the runs of a cell gave that did not diverge (dict), or None without one."""
    records = [record for record in store.find_all(runs, folder) if record["diverged"] is None]
    if not records:
        return None
    numbers = [record["measures"] | {"test": record["scores"]["test"]} for record in records]
    return {name: float(np.mean([of[name] for of in numbers])) for name in numbers[0]}
