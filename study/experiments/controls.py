"""Rows, not training? First layers that are trained, and nodes that are made of their rows without training."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..kinds.features import MEASURES
from ..kinds.judged import CONFIDENCE, DIGIT
from ..methods import GCN, GN, LAYER_BY_LAYER, METHODS
from ..methods.own_rows import MIXES, OWN_ROWS
from ..run import Run
from ..stats import cliffs_delta, mean_and_spread
from .experiment import Experiment, data_label
from .settings import SETTINGS, layer_settings

BY_ERROR, BY_CLASS, BY_CHANCE, OF_ALL = "error", "class", "random", "all"
ROWS = {BY_ERROR: "GN's rows", BY_CLASS: "GCN's rows", BY_CHANCE: "random rows", OF_ALL: "all rows"}

CELLS = (
    *((name, None) for name in LAYER_BY_LAYER),
    (GN.name, BY_ERROR),
    (GCN.name, BY_CLASS),
    (GN.name, BY_CHANCE),
    *((MIXES.name, rows) for rows in ROWS),
    *((OWN_ROWS.name, rows) for rows in (BY_ERROR, BY_CLASS, BY_CHANCE)),
)
"""Method and the rows that a node has: its own by GN's ranking, its own by class, as many drawn by chance, all."""

SETS = ("usps", "digits")

DIRECTIONS = {"roughness": -1} | dict.fromkeys((*MEASURES[1:], CONFIDENCE), 1)
"""Measure of a node -> whether a recognisable feature has more of it (1) or less (-1)."""


def _runs(profile, seed, _):
    runs = []
    for dataset in SETS if profile == "paper" else SETS[1:]:
        # the digits are small, so they get the small layer and its rate in both profiles
        settings = layer_settings("smoke" if dataset == SETS[1] else profile)
        for method, rows in CELLS:
            if METHODS[method].features is not None:
                chosen = {name: settings[name] for name in ("n_components", "dtype")} | {"partition": rows}
            elif method in LAYER_BY_LAYER:
                chosen = settings
            else:
                chosen = settings | {"amnesia": SETTINGS["amnesia"].value}
                chosen |= {"partition": rows} if rows == BY_CHANCE else {}
            runs.append(Run("judged", dataset, method, chosen, seed))
    return runs


def cell_of(method, partition):
    """Tell the cell of a run (a tuple as in `CELLS`) from its method and its setting "partition", if it has one."""
    given = isinstance(partition, str)
    usual = {GN.name: BY_ERROR, GCN.name: BY_CLASS}.get(method)
    return method, partition if given else usual


def cell_label(cell):
    """Write the name of a cell of `CELLS` (str)."""
    method, rows = cell
    if rows is None or cell in ((GN.name, BY_ERROR), (GCN.name, BY_CLASS)):
        return METHODS[method].label
    what = {MIXES.name: "mixes", OWN_ROWS.name: "PCA"}.get(method, METHODS[method].label)
    return f"{what} of {ROWS[rows]}"


def controls_nodes(frame):
    """Take the nodes out of the runs of the experiment "controls"."""
    columns = ["dataset", "cell", "seed", "node", *DIRECTIONS, DIGIT, "own"]
    found = []
    for run in frame.itertuples() if len(frame) else ():
        cell = cell_of(run.method, getattr(run, "partition", None))
        nodes = pd.DataFrame(run.nodes)
        n_classes = 10  # both sets are digits
        place = np.arange(len(nodes))
        nodes = nodes.assign(dataset=run.dataset, seed=run.seed, node=place, cell=cell_label(cell))
        found.append(nodes.assign(own=place % n_classes if cell[1] == BY_CLASS else -1))
    return pd.concat(found, ignore_index=True)[columns] if found else pd.DataFrame(columns=columns)


def effect(nodes, dataset, cell, against, measure):
    """Compute the effect of one cell against another on a measure of their nodes, seed by seed."""
    of_set = nodes[nodes["dataset"] == dataset]
    one, other = (
        {seed: of[measure] for seed, of in of_set[of_set["cell"] == cell_label(name)].groupby("seed")}
        for name in (cell, against)
    )
    seeds = sorted(one.keys() & other.keys())
    return np.array([DIRECTIONS[measure] * cliffs_delta(one[seed], other[seed]) for seed in seeds])


def _table(frame, planned):
    nodes = controls_nodes(frame)
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in planned):
        of_set = nodes[nodes["dataset"] == dataset]
        for cell in CELLS:
            of_cell = of_set[of_set["cell"] == cell_label(cell)]
            row = {"data set": data_label(dataset), "features": cell_label(cell)}
            for measure in DIRECTIONS:
                row[measure.replace("_", " ")] = mean_and_spread(of_cell.groupby("seed")[measure].median())
            named = of_cell[of_cell["own"] >= 0]
            right = (named[DIGIT] == named["own"]).groupby(named["seed"]).mean()
            row["own digit named"] = mean_and_spread(right) if len(of_cell) == 0 or len(named) else "–"
            rows.append(row)
    return pd.DataFrame(rows)


CONTROLS = Experiment(
    "controls",
    "Rows, not training? Trained nodes, and untrained ones made of their rows",
    place=12,
    n_seeds=10,
    runs=_runs,
    table=("Medians over the nodes, mean ± standard deviation (number of seeds)", _table),
)
