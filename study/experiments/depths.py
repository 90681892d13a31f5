"""The fifth open question: whether greedy pre-training rescues depth where a plain start fails."""

from __future__ import annotations

import pandas as pd

from ..methods import CONTROLS, METHODS, NODE_BY_NODE
from ..run import FLAT
from ..stats import cell
from .experiment import Experiment, data_label
from .settings import network_run

LAYERS_DEEP = (2, 3, 4, 5, 6, 7, 8)
SMOKE_LAYERS = (2, 4)
WIDTH, SMOKE_WIDTH = 60, 15
SETS = ("usps", "musk", "chess")


def _runs(profile, seed, _):
    return _runs_of(profile, seed, (*NODE_BY_NODE, *CONTROLS))


def _flat_runs(profile, seed, _):
    return _runs_of(profile, seed, NODE_BY_NODE, reading=FLAT)


def _runs_of(profile, seed, methods, **changes):
    smoke = profile == "smoke"
    runs = []
    for dataset in ("digits",) if smoke else SETS:
        for depth in SMOKE_LAYERS if smoke else LAYERS_DEEP:
            sizes = [SMOKE_WIDTH if smoke else WIDTH] * depth
            rate = {} if smoke or dataset == "usps" else {"learning_rate": 0.01}  # as in Table 3
            runs += [
                network_run(profile, dataset, method, seed, sizes, hidden_layer_sizes=sizes, **rate, **changes)
                for method in methods
            ]
    return runs


def _depth(settings):
    return {"depth": len(settings["hidden_layer_sizes"])}


FAILS, RESCUED = 0.05, 0.02
"""A start fails if it loses more accuracy than this against two layers; pre-training rescues if it loses no more."""


def rescued(frame):
    """Count at which depths plain starts fail and greedy pre-training does not."""
    lost = losses(frame)
    lost["fails"] = (lost[list(CONTROLS)] > FAILS).any(axis=1)
    lost["rescued"] = lost["fails"] & (lost[list(NODE_BY_NODE)] <= RESCUED).any(axis=1)
    return lost


def losses(frame):
    """Compute how much mean test accuracy each method loses at each depth against its own two layers."""
    means = frame.groupby(["dataset", "depth", "method"], sort=False)["test"].mean().unstack("method")
    two = means.xs(LAYERS_DEEP[0], level="depth").reindex(means.index.get_level_values("dataset")).to_numpy()
    return (two - means).drop(index=LAYERS_DEEP[0], level="depth")


def _table(frame, planned):
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in planned):
        depths = dict.fromkeys(len(run.settings["hidden_layer_sizes"]) for run in planned if run.dataset == dataset)
        for depth in depths:
            row = {"data set": data_label(dataset), "hidden layers": depth}
            for method in dict.fromkeys(run.method for run in planned):
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

FLAT_DEPTHS = Experiment(
    "depths_flat",
    "Two to eight hidden layers with flat amnesia",
    place=24,
    n_seeds=5,
    runs=_flat_runs,
    table=("Test accuracy, mean ± standard deviation (number of seeds)", _table),
    columns=_depth,
)
