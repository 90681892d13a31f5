"""Table 2: the effect of the amnesia factor on USPS, for GN and for GCN, since the paper does not say which."""

import pandas as pd

from .. import paper
from ..methods import METHODS, NODE_BY_NODE
from ..paper import printed
from ..stats import cell
from .experiment import Experiment
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, USPS_NETWORK, first_data, network_run


def _runs(profile, seed, _):
    factors = SMOKE_AMNESIA_FACTORS if profile == "smoke" else AMNESIA_FACTORS
    data = first_data(profile)
    return [
        network_run(profile, data, method, seed, USPS_NETWORK.value, amnesia=amnesia)
        for amnesia in factors
        for method in NODE_BY_NODE
    ]


def _table(frame, planned):
    rows = []
    for factor in dict.fromkeys(run.settings["amnesia"] for run in planned):
        row = {
            "amnesia factor": f"{factor:.1f}",
            "paper, train": printed(paper.TABLE_2[factor]["train"]),
            "paper, test": printed(paper.TABLE_2[factor]["test"]),
        }
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
    runs=_runs,
    table=("Accuracy against the amnesia factor", _table),
)
