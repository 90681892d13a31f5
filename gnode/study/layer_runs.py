"""What the runs of one layer compute: its features, how it bears noise, and what its nodes' outputs tell apart."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from itertools import combinations

import numpy as np

from .measures import accuracies, first_component_correlations, mean_absolute_cosine, of_each_node
from .store import WEIGHTS

__all__ = ["LAYER_COMPUTATIONS", "as_reading"]

LAYERS = {
    "usv": "LayerwiseAutoencoder",
    "sv": "LayerwiseSupervisedEncoder",
    "gn": "GreedyByNode",
    "gcn": "GreedyByClassByNode",
}
N_NEIGHBORS = 5
N_FOLDS = 5


def as_reading(value):
    """Make a reading of its name, or of what it changes in the reading "original"."""
    from gnode.reading import READINGS

    return value if isinstance(value, str) else replace(READINGS["original"], **value)


def _layer(run, **changes):
    """Make the unfitted layer of a run."""
    import gnode

    names = ("n_components", "learning_rate", "max_epochs", "amnesia", "partition", "output")
    parameters = {name: run.settings[name] for name in names if name in run.settings}
    parameters |= {"reading": as_reading(run.settings["reading"]), "random_state": run.seed}
    return getattr(gnode, LAYERS[run.method])(**(parameters | changes))


def _features(run, data):
    """Train a first layer; its weights, and what can be measured on them, are the result."""
    X, y = data.X_train, data.y_train
    if run.method == "pca":
        weights, outputs, result = _principal_components(run.settings["n_components"], X)
    else:
        _layer(run, max_epochs=1).fit(X, y)  # compiles the kernels: what is timed is training alone
        clock = time.perf_counter()
        layer = _layer(run).fit(X, y)
        seconds = time.perf_counter() - clock
        weights, outputs = {name: getattr(layer, name + "_") for name in WEIGHTS}, layer.transform(X)
        result = {"warm": True, "timings": {"pretraining": seconds}, "n_updates": int(np.sum(layer.n_updates_))}
    arrays = weights | of_each_node(weights["components"], outputs, X, y)
    return result | {"diverged": None}, {name: np.asarray(array, dtype=X.dtype) for name, array in arrays.items()}


def _principal_components(n_components, X):
    """Take principal components for a layer; return its weights, its outputs, and how it was made."""
    from sklearn.decomposition import PCA

    clock = time.perf_counter()
    pca = PCA(n_components, svd_solver="full").fit(X)
    seconds = time.perf_counter() - clock
    weights = {
        "components": pca.components_,
        "intercept": -pca.components_ @ pca.mean_,
        "decoder": pca.components_,
        "decoder_intercept": pca.mean_,
    }
    return weights, pca.transform(X), {"timings": {"pretraining": seconds}}


def _sensitivity(run, data):
    """Train a layer on the rows and again on the same rows with small noise added."""
    from gnode import DivergenceError

    X, y = data.X_train, data.y_train
    noise = run.settings["perturbation"] * np.random.default_rng(run.seed).standard_normal(X.shape)
    n_components = run.settings["n_components"]
    try:
        layers = [_layer(run).fit(rows, y) for rows in (X, X + noise)]
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


def _planes(run, data):
    """Train a few nodes on the rows of the first classes; how well classes part in each plane of two outputs.

    Labels take no part in the training, and so all rows are trained on; the neighbours are cross-validated.
    """
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.neighbors import KNeighborsClassifier

    X, y = np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])
    X, y = X[y < run.settings["n_classes"]], y[y < run.settings["n_classes"]]
    if run.method == "pca":
        _, outputs, _ = _principal_components(run.settings["n_components"], X)
    else:
        outputs = _layer(run).fit(X, y).transform(X)
    folds = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0)
    neighbours = KNeighborsClassifier(N_NEIGHBORS)
    planes = {
        f"neighbours_{i}_{j}": float(cross_val_score(neighbours, outputs[:, [i, j]], y, cv=folds).mean())
        for i, j in combinations(range(run.settings["n_components"]), 2)
    }
    correlations = first_component_correlations(outputs, X)
    measures = planes | {
        "neighbours_mean": float(np.mean(list(planes.values()))),
        "first_node_correlation": float(correlations[0]),
        "best_correlation": float(correlations.max()),
    }
    return {"diverged": None, "measures": measures}, None


def _subsets(run, data):
    """Train a layer of GN; how like the first principal component, and each other, its nodes are."""
    X = data.X_train
    layer = _layer(run).fit(X)
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


def _output_nodes(run, data):
    """Train a layer on rows scaled to [0, 1], then logistic regression on its outputs."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.utils import Bunch

    from gnode import DivergenceError

    low, high = data.X_train.min(), data.X_train.max()
    X_train, X_test = (np.clip((X - low) / (high - low), 0, 1) for X in (data.X_train, data.X_test))
    try:
        layer = _layer(run).fit(X_train, data.y_train)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    hidden = Bunch(X_train=layer.transform(X_train), X_test=layer.transform(X_test))
    hidden |= {"y_train": data.y_train, "y_test": data.y_test}
    model = LogisticRegression(max_iter=10_000).fit(hidden.X_train, hidden.y_train)
    measures = {"redundancy": mean_absolute_cosine(layer.components_)}
    return {"diverged": None, "scores": accuracies(model, hidden), "measures": measures}, None


LAYER_COMPUTATIONS = {
    "features": _features,
    "sensitivity": _sensitivity,
    "planes": _planes,
    "subsets": _subsets,
    "output nodes": _output_nodes,
}
