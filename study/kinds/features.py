"""The features of a first layer: what is measured on each node, and of seed 0 the weights themselves."""

from __future__ import annotations

import time
from math import prod

import numpy as np

from ..measures import of_each_node
from ..methods import PCA
from . import fields
from .kind import Kind
from .layer import make_layer, must_not_diverge

WEIGHTS = ("components", "intercept", "decoder", "decoder_intercept")
MEASURES = ("roughness", "best_image", "best_class_mean", "selectivity")
UNBOUNDED = {"roughness", "roughness_median"}
ACTIVE, HALF = "active", 0.5
"""The share of outputs on the training rows that lie beyond plus or minus this."""


def _features(run, data):
    """Train a first layer; its weights, and what can be measured on them, are the result."""
    X, y = data.X_train, data.y_train
    if run.method == PCA.name:
        weights, outputs, result = principal_components(run.settings["n_components"], X)
    else:
        make_layer(run, max_epochs=1).fit(X, y)  # compiles the kernels: what is timed is training alone
        clock = time.perf_counter()
        layer = make_layer(run).fit(X, y)
        seconds = time.perf_counter() - clock
        weights, outputs = {name: getattr(layer, name + "_") for name in WEIGHTS}, layer.transform(X)
        result = {"warm": True, "timings": {"pretraining": seconds}, "n_updates": int(np.sum(layer.n_updates_))}
        result["measures"] = {ACTIVE: float(np.mean(np.abs(outputs) > HALF))}
    arrays = of_each_node(weights["components"], outputs, X, y) | (weights if run.seed == 0 else {})
    return result | {"diverged": None}, {name: np.asarray(array, dtype=X.dtype) for name, array in arrays.items()}


def principal_components(n_components, X):
    """Take principal components for a layer; return its weights, its outputs, and how it was made."""
    from sklearn import decomposition

    clock = time.perf_counter()
    pca = decomposition.PCA(n_components, svd_solver="full").fit(X)
    seconds = time.perf_counter() - clock
    weights = {
        "components": pca.components_,
        "intercept": -pca.components_ @ pca.mean_,
        "decoder": pca.components_,
        "decoder_intercept": pca.mean_,
    }
    return weights, pca.transform(X), {"timings": {"pretraining": seconds}}


def _fields(record):
    must_not_diverge(record)
    checks = {"timings": {"pretraining": fields.real()}}
    if record["method"] == PCA.name:
        return checks
    return checks | {"warm": fields.truth, "n_updates": fields.count(), "measures": {ACTIVE: fields.share}}


def check_arrays(arrays, record):
    """Check the weights of a run of kind "features", and what is measured on them."""
    if set(arrays) != {*MEASURES, *(() if record["seed"] else WEIGHTS)}:
        raise ValueError(f"it holds the arrays {fields.shown(sorted(arrays))}")
    n_components = record["settings"].get("n_components")
    shapes = {}
    if record["seed"] == 0:
        n_features, n_outputs = (arrays[name].shape[-1:] for name in ("components", "decoder"))
        shapes = {
            "components": (n_components, *n_features),
            "decoder": (n_components, *n_outputs),
            "decoder_intercept": n_outputs,
        }
    for name, array in arrays.items():
        if array.shape != shapes.get(name, (n_components,)) or prod(array.shape) == 0:
            raise ValueError(f"{name} has the shape {array.shape}")
        if array.dtype.name != record["settings"].get("dtype"):
            raise ValueError(f"{name} is of {array.dtype}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds numbers that are not finite")
        highest = fields.LARGEST if name in UNBOUNDED else 1 + fields.ROUNDING
        if name in MEASURES and not (0 <= float(array.min()) and float(array.max()) <= highest):
            raise ValueError(f"{name} is from {array.min()} to {array.max()}")


FEATURES = Kind("features", _features, _fields)
