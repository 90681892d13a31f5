"""What the nodes of GN learn from random subsets, on USPS."""

import numpy as np

from ..measures import first_component_correlations, mean_absolute_cosine
from ..methods import GN
from ..run import Run
from .experiment import Experiment, Kind
from .settings import SETTINGS, first_data, layer_settings, make_layer


def _subsets(run, data):
    """Train a layer of GN; how like the first principal component, and each other, its nodes are."""
    X = data.X_train
    layer = make_layer(run).fit(X)
    outputs = layer.transform(X)
    correlations = first_component_correlations(outputs, X)
    measures = {
        "first_component_mean": float(correlations.mean()),
        "first_component_median": float(np.median(correlations)),
        "alike": mean_absolute_cosine((outputs - outputs.mean(axis=0)).T),
        "redundancy": mean_absolute_cosine(layer.components_),
        "decoder_redundancy": mean_absolute_cosine(layer.decoder_),
    }
    return {"diverged": None, "measures": measures}, None


MEASURED = ("first_component_mean", "first_component_median", "alike", "redundancy", "decoder_redundancy")
OF_SUBSETS = Kind("subsets", _subsets, {"measures": MEASURED}, not_ours=("first_component_",))


def _runs(profile, seed, _):
    return [
        Run("subsets", first_data(profile), GN.name, layer_settings(profile, partition=rows, amnesia=amnesia), seed)
        for rows in ("random", "error")
        for amnesia in (0.0, SETTINGS["amnesia"].value)
    ]


SUBSETS = Experiment(
    "subsets", "What the nodes of GN learn from random subsets, on USPS", place=10, n_seeds=5, runs=_runs
)
