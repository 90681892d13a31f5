"""The running times of Table 1, one run at a time."""

import pandas as pd

from .. import paper
from ..methods import METHODS, networks
from ..stats import cell
from .experiment import Experiment
from .settings import USPS_NETWORK, first_data, network_run


def _runs(profile, seed, _):
    data = first_data(profile)
    return [network_run(profile, data, method, seed, USPS_NETWORK.value, alone=True) for method in networks()]


def _table(frame, _):
    rows = []
    for method in networks():
        row = {"method": METHODS[method].label}
        for name, column in (("PT", "pretraining_seconds"), ("RT", "total_seconds")):
            in_paper = paper.TABLE_1.get(method, {}).get(column)
            row[f"paper, {name} (s)"] = "–" if in_paper is None else str(in_paper)
            row[f"ours, {name} (s)"] = cell(frame, column, method=method)
        rows.append(row)
    return pd.DataFrame(rows)


TIMING = Experiment(
    "timing",
    "Running time on USPS (Table 1), one run at a time",
    place=3,
    n_seeds=3,
    runs=_runs,
    alone=True,
    table=("Seconds of pre-training (PT) and in all (RT)", _table),
)
