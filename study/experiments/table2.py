"""Table 2: the effect of the amnesia factor on USPS, for GN and for GCN, since the paper does not say which."""

import pandas as pd

from ..methods import METHODS, NODE_BY_NODE
from ..paper import TABLE_2, printed
from ..stats import cell
from .experiment import Experiment
from .settings import AMNESIA_FACTORS, by_factor, networks_of

LOWER = (0.3, 0.2, 0.1)  # factors below those of the table, whose best one is the last before none at all


def _table(frame, planned):
    rows = []
    for factor in dict.fromkeys(run.settings["amnesia"] for run in planned):
        row = {"amnesia factor": f"{factor:.1f}"}
        row |= {f"paper, {part}": printed(TABLE_2[factor][part]) for part in ("train", "test")}
        for method in NODE_BY_NODE:
            for part in ("train", "test"):
                row[f"{METHODS[method].label}, {part}"] = cell(frame, part, method=method, amnesia=factor)
        rows.append(row)
    return pd.DataFrame(rows)


TABLE2 = Experiment(
    "table2",
    "Effect of the amnesia factor on USPS (Table 2)",
    place=4,
    n_seeds=10,
    runs=networks_of(by_factor(AMNESIA_FACTORS)),
    table=("Accuracy against the amnesia factor", _table),
)
LOW_FACTORS = Experiment(
    "low_factors",
    "Amnesia factors below those of Table 2, on USPS",
    place=4.5,
    n_seeds=20,
    runs=networks_of(by_factor(LOWER, LOWER)),
)
