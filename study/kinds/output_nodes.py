"""Linear and sigmoid output nodes: one layer, and logistic regression on its outputs, as they are and standardised."""

from __future__ import annotations

import numpy as np

from ..measures import accuracies, mean_absolute_cosine
from . import fields
from .kind import Kind
from .layer import make_layer


def _output_nodes(run, data):
    """Train a layer on rows scaled to [0, 1], then logistic regression on its outputs, as they are and standardised."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.utils import Bunch

    from gnode import DivergenceError

    low, high = data.X_train.min(), data.X_train.max()
    X_train, X_test = (np.clip((X - low) / (high - low), 0, 1) for X in (data.X_train, data.X_test))
    try:
        layer = make_layer(run).fit(X_train, data.y_train)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    hidden = Bunch(X_train=layer.transform(X_train), X_test=layer.transform(X_test))
    hidden |= {"y_train": data.y_train, "y_test": data.y_test}
    model = LogisticRegression(max_iter=10_000).fit(hidden.X_train, hidden.y_train)
    scores = accuracies(model, hidden)
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=10_000)).fit(hidden.X_train, hidden.y_train)
    standardised = accuracies(model, hidden)
    scores |= {f"{part}_standardised": standardised[part] for part in ("train", "test")}
    measures = {
        "redundancy": mean_absolute_cosine(layer.components_),
        "output_sd_median": float(np.median(hidden.X_train.std(axis=0, dtype=np.float64))),
    }
    return {"diverged": None, "scores": scores, "measures": measures}, None


def _fields(record):
    if record["diverged"] is not None:
        return {}
    standardised = {"train_standardised": fields.share, "test_standardised": fields.share}
    return {"measures": fields.bounded(["redundancy", "output_sd_median"]), "scores": fields.SCORES | standardised}


OUTPUT_NODES = Kind("output nodes", _output_nodes, _fields, not_ours=("train", "test"))
