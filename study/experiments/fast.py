"""Who earns the score of the preset "fast"? The same networks with GN, with GCN and without pre-training."""

import pandas as pd

from study import datasets

from ..methods import METHODS, NODE_BY_NODE, NONE
from ..paper import TABLE_3
from ..run import Run
from ..stats import cell, differences, where
from .experiment import Experiment, data_label
from .settings import SMOKE_NETWORK, chosen

SETS = ("usps", "digits", *TABLE_3)
DIGITS_NETWORK = (60, 40)


def _runs(profile, seed, choose_rows):
    """List the networks; all but their sizes is the library's default."""
    runs, smoke = [], profile == "smoke"
    for dataset in SETS[1:2] if smoke else SETS:
        in_paper = datasets.get_record(dataset).in_paper
        network = SMOKE_NETWORK if smoke else in_paper.network if in_paper else DIGITS_NETWORK
        settings = {"preset": "fast", "hidden_layer_sizes": list(network)} | chosen(profile, "reading", "dtype")
        rows = "whole" if smoke else choose_rows(dataset)
        runs += [Run("network", dataset, method, settings, seed, rows) for method in (NONE.name, *NODE_BY_NODE)]
    return runs


def gains(frame):
    """Compare GN and GCN with the network without pre-training, paired by seed."""
    found = {name: differences(of_set, "method", NONE.name) for name, of_set in frame.groupby("dataset", sort=False)}
    return pd.concat(found, names=["dataset"]).reset_index()[["dataset", "method", "mean", "low", "high", "n"]]


def _table(frame, planned):
    sets = dict.fromkeys((run.dataset, run.rows) for run in planned)
    rows = []
    for dataset, data_rows in sets:
        of_set = where(frame, dataset=dataset)
        row = {"data set": "8 x 8 digits" if dataset == "digits" else data_label(dataset, data_rows)}
        row |= {METHODS[method].label: cell(of_set, "test", method=method) for method in (NONE.name, *NODE_BY_NODE)}
        for gain in gains(of_set).itertuples() if len(of_set) else ():
            row[f"gain of {METHODS[gain.method].label}"] = f"{gain.mean:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"
        rows.append(row)
    return pd.DataFrame(rows)


FAST = Experiment(
    "fast",
    'The preset "fast" with pre-training and without',
    place=25,
    n_seeds=10,
    runs=_runs,
    table=("Test accuracy, and what pre-training gains, paired by seed [95 % interval]", _table),
)
