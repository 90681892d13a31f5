"""The fifth open question: whether greedy pre-training rescues depth where a plain start fails."""

from __future__ import annotations

import pandas as pd

from ..methods import CONTROLS, METHODS, NODE_BY_NODE
from ..stats import cell
from .experiment import Experiment, data_label
from .settings import network_run

__all__ = ["DEPTHS", "LAYERS_DEEP", "SETS", "WIDTH"]

LAYERS_DEEP = (2, 3, 4, 5, 6, 7, 8)
SMOKE_LAYERS = (2, 4)
WIDTH, SMOKE_WIDTH = 60, 15
SETS = ("usps", "musk", "chess")


def _runs(profile, seed, choose_rows):
    smoke = profile == "smoke"
    runs = []
    for dataset in ("digits",) if smoke else SETS:
        for depth in SMOKE_LAYERS if smoke else LAYERS_DEEP:
            sizes = [SMOKE_WIDTH if smoke else WIDTH] * depth
            rate = {} if smoke or dataset == "usps" else {"learning_rate": 0.01}  # as in Table 3
            runs += [
                network_run(profile, dataset, method, seed, sizes, hidden_layer_sizes=sizes, **rate)
                for method in (*NODE_BY_NODE, *CONTROLS)
            ]
    return runs


def _depth(settings):
    return {"depth": len(settings["hidden_layer_sizes"])}


def _table(frame, planned):
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in planned):
        depths = dict.fromkeys(len(run.settings["hidden_layer_sizes"]) for run in planned if run.dataset == dataset)
        for depth in depths:
            row = {"data set": data_label(dataset), "hidden layers": depth}
            for method in (*NODE_BY_NODE, *CONTROLS):
                row[METHODS[method].label] = cell(frame, "test", dataset=dataset, depth=depth, method=method)
            rows.append(row)
    return pd.DataFrame(rows)


DEPTHS = Experiment(
    "depths",
    "Two to eight hidden layers of equal width",
    place=19,
    n_seeds=5,
    runs=_runs,
    table=("Test accuracy, mean ± standard deviation (number of seeds)", _table),
    columns=_depth,
)
