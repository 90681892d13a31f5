"""What amnesia does to a first layer: what it keeps of the rows, and what can be read out of it by least squares."""

import warnings

import numpy as np
from sklearn.linear_model import Ridge

from gnode import SaturationWarning

from ..measures import best_match, roughness
from ..methods import GCN, NODE_BY_NODE
from ..run import Run
from .experiment import Experiment, Kind
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, first_data, layer_settings, make_layer
from .table2 import LOWER

FACTORS = tuple(sorted((*AMNESIA_FACTORS, *LOWER), reverse=True))
RIDGE = 1e-8
"""Times the number of rows: as in the page that trains (`readout.js`), for nodes that are all alike."""


def _readout(run, data):
    """Train a first layer of images and read classes and images of unseen rows out of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SaturationWarning)  # without memory all nodes are stuck
        layer = make_layer(run).fit(data.X_train, data.y_train)
    nodes = {"roughness": roughness(layer.components_), "best_image": best_match(layer.components_, data.X_train)}
    medians = {f"{name}_median": float(np.median(values)) for name, values in nodes.items()}
    return {"diverged": None, "measures": _read_out(layer, data) | medians}, None


def _read_out(layer, data):
    """Score least squares from a layer's outputs: test, the accuracy; r2, the share of variance given back."""
    (H, X), (H_test, X_test) = (
        (layer.transform(of).astype(np.float64), of.astype(np.float64)) for of in (data.X_train, data.X_test)
    )
    classes, codes = np.unique(data.y_train, return_inverse=True)
    given = Ridge(RIDGE * len(H)).fit(H, np.hstack([X, np.eye(len(classes))[codes]])).predict(H_test)
    rows, scores = np.hsplit(given, [X.shape[1]])
    return {
        "test": float(np.mean(classes[scores.argmax(axis=1)] == data.y_test)),
        "r2": float(1 - np.sum((X_test - rows) ** 2) / np.sum((X_test - X.mean(axis=0)) ** 2)),
    }


READOUT = Kind(
    "readout", _readout, {"measures": ("roughness_median", "best_image_median", "test", "r2")}, not_ours=("test", "r2")
)


def _turns(kind, data, methods, factors):
    """Make the plan of a first layer by each method with each factor (callable); "smoke" has its own few."""

    def runs(profile, seed, _):
        smoke = profile == "smoke"
        return [
            Run(kind, first_data(profile) if smoke else data, method, layer_settings(profile, amnesia=factor), seed)
            for factor in (SMOKE_AMNESIA_FACTORS if smoke else factors)
            for method in methods
        ]

    return runs


RECONSTRUCTION = Experiment(
    "reconstruction",
    "What a first layer keeps of USPS, by amnesia factor",
    place=4.7,
    n_seeds=5,
    runs=_turns("peers", "usps", NODE_BY_NODE, FACTORS),
)
DIAL = Experiment(
    "dial",
    "Features, accuracy and reconstruction on MNIST, by amnesia factor",
    place=4.8,
    n_seeds=10,
    runs=_turns("readout", "mnist16", (GCN.name,), FACTORS),
)
