"""What the nodes of GN learn from random subsets, on USPS."""

import numpy as np

from ..measures import first_component_correlations, mean_absolute_cosine
from ..methods import GN
from .experiment import Experiment, Kind
from .settings import SETTINGS, layers_of, make_layer


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


CELLS = [
    (GN.name, {"partition": rows, "amnesia": amnesia})
    for rows in ("random", "error")
    for amnesia in (0.0, SETTINGS["amnesia"].value)
]
SUBSETS = Experiment(
    "subsets",
    "What the nodes of GN learn from random subsets, on USPS",
    place=10,
    n_seeds=5,
    runs=layers_of("subsets", lambda _: CELLS),
)
