"""Rows, not training? First layers that are trained, nodes made of their rows without training, and pure noise.

Runs of the kind "judged" measure each node and ask a blind judge what it takes it for.
"""

import time

import numpy as np
import pandas as pd

from ..measures import MEASURES, class_means, of_each_node
from ..methods import GCN, GN, LAYER_BY_LAYER, METHODS
from ..methods.others import MIXES, MIXES_WITH_MEAN, NOISE, OWN_ROWS
from ..run import Run
from ..stats import deltas, mean_and_spread, where
from .experiment import Experiment, Kind, data_label
from .features import listed
from .judge import judge_of
from .settings import SETTINGS, first_data, layer_settings, make_features, untrained_settings

DECIMALS = 4  # to which measures are kept
CONFIDENCE, DIGIT = "confidence", "digit"
# How the judge does on test images, on centred class means (the clearest features there are) and on pure noise.
_JUDGE = ("accuracy", "confidence_images", "confidence_means", "confidence_noise")

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


def _judged(run, data):
    """Make features, measure them and have them judged; the judge is tried on test images and on noise."""
    X, y = data.X_train, data.y_train
    clock = time.process_time()
    layer = make_features(run).fit(X, y)
    seconds = time.process_time() - clock
    nodes = of_each_node(layer.components_, layer.transform(X), X, y)
    judge = judge_of(X, y)
    digit, nodes[CONFIDENCE] = judge.of_features(layer.components_)
    named, sure = judge.of_images(data.X_test)
    _, sure_of_means = judge.of_features(class_means(X, y) - X.mean(axis=0))
    _, sure_of_noise = judge.of_features(np.random.default_rng(0).standard_normal((500, X.shape[1])))
    kept = {name: listed(nodes[name], DECIMALS) for name in (*MEASURES, CONFIDENCE)}
    of_judge = (named == data.y_test, sure, sure_of_means, sure_of_noise)
    return {
        "diverged": None,
        "nodes": kept | {DIGIT: [int(value) for value in digit]},
        "judge": {name: float(np.mean(values)) for name, values in zip(_JUDGE, of_judge)},
        "measures": {f"{name}_median": float(np.median(values)) for name, values in kept.items()},
        "cpu_seconds": float(seconds),
    }, None


JUDGED = Kind(
    "judged",
    _judged,
    {
        "nodes": (*MEASURES, CONFIDENCE, DIGIT),
        "judge": _JUDGE,
        "measures": tuple(f"{name}_median" for name in (*MEASURES, CONFIDENCE)),
        "cpu_seconds": (),
    },
    not_ours=(CONFIDENCE,),
)


def _runs(profile, seed, _):
    runs = []
    for dataset in SETS if profile == "paper" else SETS[1:]:
        small = "smoke" if dataset == SETS[1] else profile  # the digits are small, so they get the small layer
        for method, rows in CELLS:
            if METHODS[method].features is not None:
                own = untrained_settings(small, partition=rows)
            elif method in LAYER_BY_LAYER:
                own = layer_settings(small)
            else:
                own = layer_settings(small, amnesia=SETTINGS["amnesia"].value)
                own |= {"partition": rows} if rows == BY_CHANCE else {}
            runs.append(Run("judged", dataset, method, own, seed))
    return runs


def cell_of(method, partition):
    """Tell the cell of a run (a tuple as in `CELLS`) from its method and its setting "partition", if it has one."""
    usual = {GN.name: BY_ERROR, GCN.name: BY_CLASS}.get(method)
    return method, partition if isinstance(partition, str) else usual


def cell_label(cell):
    """Write the name of a cell of `CELLS` (str)."""
    method, rows = cell
    if rows is None or cell in ((GN.name, BY_ERROR), (GCN.name, BY_CLASS)):
        return METHODS[method].label
    what = {MIXES.name: "mixes", OWN_ROWS.name: "PCA"}.get(method, METHODS[method].label)
    return f"{what} of {ROWS[rows]}"


def controls_nodes(frame):
    """Take the nodes out of runs, one row each; own is the digit whose rows a node had, -1 where it had no class's."""
    columns = ["dataset", "cell", "seed", "node", *DIRECTIONS, DIGIT, "own"]
    found = [pd.DataFrame(columns=columns)]
    for run in frame.itertuples() if len(frame) else ():
        cell, node = cell_of(run.method, getattr(run, "partition", None)), np.arange(len(run.nodes[DIGIT]))
        of_run = {"dataset": run.dataset, "cell": cell_label(cell), "seed": run.seed, "node": node}
        of_run["own"] = node % 10 if cell[1] == BY_CLASS else -1  # both sets are digits
        found.append(pd.DataFrame(run.nodes | of_run))
    return pd.concat(found[1:] or found, ignore_index=True)[columns]


def effect(nodes, dataset, cell, against, measure):
    """Compute Cliff's delta of two cells' nodes for each seed; above zero the first is the more recognisable."""
    one, other = (where(nodes, dataset=dataset, cell=cell_label(of)) for of in (cell, against))
    return DIRECTIONS[measure] * deltas(one, other, measure)


def _table(frame, planned):
    nodes = controls_nodes(frame)
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in planned):
        for cell in CELLS:
            of_cell = where(nodes, dataset=dataset, cell=cell_label(cell))
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


def _untrained(method, *changes):
    """Make the plan of untrained layers on USPS by one method (callable)."""
    return lambda profile, seed, _: [
        Run("judged", first_data(profile), method.name, untrained_settings(profile, **change), seed)
        for change in changes
    ]


NOISE_FEATURES = Experiment(
    "noise", "Features of pure noise, on USPS", place=12.5, n_seeds=20, runs=_untrained(NOISE, {})
)
MEAN_KEPT = Experiment(
    "mean_kept",
    "Untrained sums of rows that keep their mean, on USPS",
    place=12.6,
    n_seeds=20,
    runs=_untrained(MIXES_WITH_MEAN, {"partition": BY_ERROR}, {"partition": BY_CLASS}),
)
