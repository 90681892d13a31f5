"""Linear and sigmoid output nodes, one layer on USPS: logistic regression on outputs as they are and standardised."""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import Bunch

from gnode import DivergenceError

from ..measures import accuracies, mean_absolute_cosine
from ..methods import NODE_BY_NODE
from .experiment import Experiment, Kind
from .networks import SCORES
from .settings import SETTINGS, layers_of, make_layer


def _output_nodes(run, data):
    """Train a layer on rows scaled to [0, 1]; logistic regression on its outputs, as they are and standardised."""
    low, high = data.X_train.min(), data.X_train.max()
    X_train, X_test = (np.clip((X - low) / (high - low), 0, 1) for X in (data.X_train, data.X_test))
    try:
        layer = make_layer(run).fit(X_train, data.y_train)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    hidden = Bunch(X_train=layer.transform(X_train), X_test=layer.transform(X_test))
    hidden |= {"y_train": data.y_train, "y_test": data.y_test}
    model = LogisticRegression(max_iter=10_000)
    scores, standardised = (
        accuracies(of.fit(hidden.X_train, hidden.y_train), hidden)
        for of in (model, make_pipeline(StandardScaler(), model))
    )
    scores |= {f"{part}_standardised": standardised[part] for part in ("train", "test")}
    measures = {
        "redundancy": mean_absolute_cosine(layer.components_),
        "output_sd_median": float(np.median(hidden.X_train.std(axis=0, dtype=np.float64))),
    }
    return {"diverged": None, "scores": scores, "measures": measures}, None


OUTPUT_NODES = Kind(
    "output nodes",
    _output_nodes,
    {"measures": ("redundancy", "output_sd_median"), "scores": (*SCORES, "train_standardised", "test_standardised")},
    if_diverged={},
    not_ours=("train", "test"),
)


CELLS = [
    (method, {"output": output, "amnesia": SETTINGS["amnesia"].value})
    for method in NODE_BY_NODE
    for output in ("linear", "sigmoid")
]
OUTPUTS = Experiment(
    "outputs",
    "Linear and sigmoid output nodes, one layer on USPS",
    place=11,
    n_seeds=5,
    runs=layers_of("output nodes", lambda _: CELLS),
)
