"""First-layer features on USPS, Figures 2 and 4: what is measured on each node, and weights of seed 0."""

import time

import numpy as np
import pandas as pd
from sklearn import decomposition

from .. import store
from ..measures import MEASURES, of_each_node
from ..methods import LAYER_BY_LAYER, PCA
from ..run import Run
from .experiment import Experiment, Kind
from .networks import DECIMALS
from .settings import SETTINGS, by_factor, first_data, layers_of, make_layer, untrained_settings

WEIGHTS = ("components", "intercept", "decoder", "decoder_intercept")
FACTORS = (0.0, 0.7, 1.0)  # beside 0.4: amnesia factors whose features are kept
ACTIVE, HALF = "active", 0.5  # the share of outputs on the training rows that lie beyond plus or minus this


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
    clock = time.perf_counter()
    pca = decomposition.PCA(n_components, svd_solver="full").fit(X)
    seconds = time.perf_counter() - clock
    weights = (pca.components_, -pca.components_ @ pca.mean_, pca.components_, pca.mean_)
    return dict(zip(WEIGHTS, weights)), pca.transform(X), {"timings": {"pretraining": seconds}}


def _nodes(run, data):
    """Train a first layer and measure its nodes, without its weights: for readings that are compared by that alone."""
    X, y = data.X_train, data.y_train
    layer = make_layer(run).fit(X, y)
    measured = of_each_node(layer.components_, layer.transform(X), X, y)
    return {"diverged": None, "nodes": {name: listed(measured[name], DECIMALS) for name in MEASURES}}, None


def listed(values, decimals):
    """Round an array for a record (list of float)."""
    return [round(float(value), decimals) for value in values]


_TRAINED = {"warm": (), "n_updates": (), "measures": (ACTIVE,)}
FEATURE_WEIGHTS = Kind(
    "features",
    _features,
    lambda record: {"timings": ("pretraining",)} | ({} if record["method"] == PCA.name else _TRAINED),
)
NODES = Kind("nodes", _nodes, {"nodes": MEASURES})


def _runs(profile, seed, _):
    factors = (SETTINGS["amnesia"].value, *(FACTORS if seed == 0 else ()))
    cells = [(method, {}) for method in LAYER_BY_LAYER] + by_factor(factors)(smoke=False)
    runs = layers_of("features", lambda _: cells)(profile, seed, _)
    pca = Run("features", first_data(profile), PCA.name, untrained_settings(profile), seed)  # which needs no start
    return [*runs[:4], pca, *runs[4:]] if seed == 0 else runs


FEATURES = Experiment("features", "First-layer features on USPS (Figures 2 and 4)", place=1, n_seeds=5, runs=_runs)


def nodes_frame(profile="paper", column="program"):
    """Gather `study.measures.MEASURES` of the stored first layers with the usual amnesia factor, one row a node."""
    folder = store.results_folder(profile)
    frames = [
        pd.DataFrame({name: arrays[name] for name in MEASURES}).assign(
            method=run.method, seed=run.seed, node=lambda nodes: np.arange(len(nodes))
        )
        for run in FEATURES.plan(profile, column=column)
        if run.settings.get("amnesia") in (None, store.USUAL_AMNESIA)
        and (arrays := store.read_arrays(run, folder)) is not None
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=["method", "seed", "node"])
