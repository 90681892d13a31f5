"""What the nodes of GN learn from their subsets of the rows."""

from __future__ import annotations

import numpy as np

from ..measures import first_component_correlations, mean_absolute_cosine
from . import fields
from .kind import Kind
from .layer import make_layer, must_not_diverge


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


def _fields(record):
    must_not_diverge(record)
    measures = ["first_component_mean", "first_component_median", "alike", "redundancy", "decoder_redundancy"]
    return {"measures": fields.bounded(measures)}


SUBSETS = Kind("subsets", _subsets, _fields, not_ours=("first_component_",))
