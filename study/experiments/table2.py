"""Table 2: the effect of the amnesia factor on USPS, for GN and for GCN, since the paper does not say which."""

import pandas as pd

from .. import paper
from ..methods import METHODS, NODE_BY_NODE
from ..paper import printed
from ..stats import cell
from .experiment import Experiment
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, USPS_NETWORK, first_data, network_run

LOWER = (0.3, 0.2, 0.1)
"""Factors below those of the table, whose best one is the last before none at all."""


def _factors(factors, of_smoke):
    """Make the plan of the network of Table 1 with each amnesia factor (callable)."""

    def runs(profile, seed, _):
        data, network = first_data(profile), USPS_NETWORK.value
        return [
            network_run(profile, data, method, seed, network, amnesia=amnesia)
            for amnesia in (of_smoke if profile == "smoke" else factors)
            for method in NODE_BY_NODE
        ]

    return runs


def _table(frame, planned):
    rows = []
    for factor in dict.fromkeys(run.settings["amnesia"] for run in planned):
        row = {"amnesia factor": f"{factor:.1f}"}
        row |= {f"paper, {part}": printed(paper.TABLE_2[factor][part]) for part in ("train", "test")}
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
    runs=_factors(AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS),
    table=("Accuracy against the amnesia factor", _table),
)
LOW_FACTORS = Experiment(
    "low_factors", "Amnesia factors below those of Table 2, on USPS", place=4.5, n_seeds=20, runs=_factors(LOWER, LOWER)
)
