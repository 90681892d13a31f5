"""Table 1: accuracy on USPS, with controls."""

import pandas as pd

from .. import paper
from ..methods import METHODS, networks
from ..paper import printed
from ..stats import cell
from .experiment import Experiment
from .settings import USPS_NETWORK, first_data, network_run


def _runs(profile, seed, _):
    return [network_run(profile, first_data(profile), method, seed, USPS_NETWORK.value) for method in networks()]


def _table(frame, _):
    rows = []
    for method in networks():
        in_paper = paper.TABLE_1.get(method, {})
        rows.append(
            {
                "method": METHODS[method].label,
                "paper, train": printed(in_paper.get("train")),
                "ours, train": cell(frame, "train", method=method),
                "paper, test": printed(in_paper.get("test")),
                "ours, test": cell(frame, "test", method=method),
                "ours, test before fine-tuning": cell(frame, "test_before", method=method),
            }
        )
    return pd.DataFrame(rows)


TABLE1 = Experiment(
    "table1",
    "Accuracy on USPS (Table 1), with controls",
    place=2,
    n_seeds=10,
    runs=_runs,
    table=("Accuracy, mean ± standard deviation (number of seeds)", _table),
)
