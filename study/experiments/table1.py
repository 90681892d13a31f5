"""Table 1: accuracy and running times on USPS, with controls; and GN and GCN without any weight decay."""

from dataclasses import replace

import pandas as pd

from gnode.reading import READINGS

from .. import paper
from ..methods import METHODS, NODE_BY_NODE, networks
from ..paper import printed
from ..stats import cell
from .experiment import Experiment
from .settings import USPS_NETWORK, first_data, network_run


def _networks(methods=networks, **changes):
    """Make the plan of the network of Table 1 by each method (callable)."""

    def runs(profile, seed, _):
        data, network = first_data(profile), USPS_NETWORK.value
        return [network_run(profile, data, method, seed, network, **changes) for method in methods()]

    return runs


def _table(frame, _):
    rows = []
    for method in networks():
        row = {"method": METHODS[method].label}
        for part in ("train", "test"):
            row[f"paper, {part}"] = printed(paper.TABLE_1.get(method, {}).get(part))
            row[f"ours, {part}"] = cell(frame, part, method=method)
        rows.append(row | {"ours, test before fine-tuning": cell(frame, "test_before", method=method)})
    return pd.DataFrame(rows)


def _timing_table(frame, _):
    rows = []
    for method in networks():
        row = {"method": METHODS[method].label}
        for name, column in (("PT", "pretraining_seconds"), ("RT", "total_seconds")):
            in_paper = paper.TABLE_1.get(method, {}).get(column)
            row[f"paper, {name} (s)"] = "–" if in_paper is None else str(in_paper)
            row[f"ours, {name} (s)"] = cell(frame, column, method=method)
        rows.append(row)
    return pd.DataFrame(rows)


TABLE1 = Experiment(
    "table1",
    "Accuracy on USPS (Table 1), with controls",
    place=2,
    n_seeds=10,
    runs=_networks(),
    table=("Accuracy, mean ± standard deviation (number of seeds)", _table),
)
TIMING = Experiment(
    "timing",
    "Running time on USPS (Table 1), one run at a time",
    place=3,
    n_seeds=3,
    runs=_networks(alone=True),
    alone=True,
    table=("Seconds of pre-training (PT) and in all (RT)", _timing_table),
)
WITHOUT_DECAY = vars(replace(READINGS["paper"], weight_decay="nowhere"))
NO_DECAY = Experiment(
    "no_decay",
    "No weight decay at all, on USPS",
    place=2.5,
    n_seeds=20,
    runs=_networks(lambda: NODE_BY_NODE, reading=WITHOUT_DECAY),
)
