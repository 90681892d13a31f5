"""Divergence, and perturbations of 1e-12, against the amnesia factor and the learning rate."""

import re

import numpy as np
import pandas as pd

from gnode import DivergenceError

from ..measures import mean_absolute_cosine
from ..methods import METHODS, NODE_BY_NODE
from ..stats import where
from .experiment import Experiment, Kind
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, layers_of, make_layer

RATES = (0.001, 0.003, 0.01, 0.03)


def _sensitivity(run, data):
    """Train a layer on the rows and again on the same rows with small noise added."""
    X, y = data.X_train, data.y_train
    noise = run.settings["perturbation"] * np.random.default_rng(run.seed).standard_normal(X.shape)
    try:
        layers = [make_layer(run).fit(rows, y) for rows in (X, X + noise)]
    except DivergenceError as error:
        # The running output carries it on: no node after the one that the error names would have been finite.
        named = re.search(r"node (\d+)", str(error))
        share = 1 - int(named[1]) / run.settings["n_components"] if named else 1.0
        return {"diverged": str(error), "measures": {"diverged_share": share}}, None
    first, second = (layer.components_ for layer in layers)
    changes = np.linalg.norm(first - second, axis=1) / np.linalg.norm(first, axis=1)
    measures = {
        "diverged_share": 0.0,
        "change_median": float(np.median(changes)),
        "change_max": float(changes.max()),
        "redundancy": mean_absolute_cosine(first),
    }
    return {"diverged": None, "measures": measures}, None


OF_NOISE = Kind(
    "sensitivity",
    _sensitivity,
    {"measures": ("diverged_share", "change_median", "change_max", "redundancy")},
    if_diverged={"measures": ("diverged_share",)},
)


def _cells(smoke):
    return [  # float32 could not hold the perturbation
        (method, {"dtype": "float64", "perturbation": 1e-12, "learning_rate": rate, "amnesia": amnesia})
        for method in NODE_BY_NODE
        for rate in (RATES[::2] if smoke else RATES)
        for amnesia in (SMOKE_AMNESIA_FACTORS if smoke else AMNESIA_FACTORS)
    ]


def _table(frame, _):
    rows = []
    for (rate, factor), of_cell in frame.groupby(["learning_rate", "amnesia"], sort=True) if len(frame) else ():
        row = {"learning rate": f"{rate:g}", "amnesia factor": f"{factor:.1f}"}
        for method in NODE_BY_NODE:
            runs = where(of_cell, method=method)
            row[f"{METHODS[method].label}, diverged nodes"] = f"{runs['diverged_share'].mean():.0%} ({len(runs)})"
            change = runs["change_median"].dropna() if "change_median" in runs else pd.Series(dtype=float)
            row[f"{METHODS[method].label}, median change"] = f"{change.median():.0e}" if len(change) else "–"
        rows.append(row)
    return pd.DataFrame(rows)


SENSITIVITY = Experiment(
    "sensitivity",
    "Divergence and perturbations of 1e-12 against amnesia and rate",
    place=8,
    n_seeds=3,
    runs=layers_of("sensitivity", _cells),
    table=("First layer: share of diverged nodes, and relative change by noise of 1e-12", _table),
)
