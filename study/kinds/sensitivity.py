"""How a layer bears noise: trained on the rows, and again on the same rows with a little noise."""

from __future__ import annotations

import re
import warnings

import numpy as np

from ..measures import mean_absolute_cosine
from . import fields
from .kind import Kind
from .layer import make_layer


def _sensitivity(run, data):
    """Train a layer on the rows and again on the same rows with small noise added."""
    from gnode import DivergenceError, SaturationWarning

    X, y = data.X_train, data.y_train
    noise = run.settings["perturbation"] * np.random.default_rng(run.seed).standard_normal(X.shape)
    n_components = run.settings["n_components"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SaturationWarning)  # large rates are what this is about
            layers = [make_layer(run).fit(rows, y) for rows in (X, X + noise)]
    except DivergenceError as error:
        # The running output carries it on: no node after the one that the error names would have been finite.
        named = re.search(r"node (\d+)", str(error))
        share = 1 - int(named[1]) / n_components if named else 1.0
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


def _fields(record):
    measures = ["diverged_share"]
    if record["diverged"] is None:
        measures += ["change_median", "change_max", "redundancy"]
    return {"measures": fields.bounded(measures, ("change_median", "change_max"))}


SENSITIVITY = Kind("sensitivity", _sensitivity, _fields)
