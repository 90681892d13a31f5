"""The first layers behind Figures 2 and 4: trained on USPS, weights stored."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

import numpy as np

from . import store
from .provenance import describe_program, peak_memory
from .runs import Run

__all__ = ["features_run", "missing_features", "train_features"]

# Section "Efficiency and Classification Performance" of the paper: 256-200-..., 300 iterations at 0.001; its program
# has A = 0.4 as default, and Table 2 finds it best.
SETTINGS = {"n_components": 200, "learning_rate": 1e-3, "max_epochs": 300, "reading": "original"}
AMNESIA = 0.4


def features_run(name, seed=0):
    """Return the `Run` that gives the features of one method."""
    settings = dict(SETTINGS, dtype="float32")
    if name in ("gn", "gcn"):
        settings["amnesia"] = AMNESIA
    return Run("features", "usps", name, settings, seed)


def missing_features(n_seeds=1):
    """List the runs of this experiment whose weights are not stored (a list of `Run`)."""
    wanted = [features_run(name, seed) for seed in range(n_seeds) for name in store.FEATURE_NAMES]
    return [run for run in wanted if not _is_stored(run)]


def _is_stored(run):
    """Tell whether the weights of exactly this run are stored."""
    try:
        return store.load_features(run.method, run.seed).provenance["key"] == run.key
    except store.NoResult:
        return False


def train_features(run, data):
    """Train one first layer and store its weights.

    Parameters
    ----------
    run : Run
    data : sklearn.utils.Bunch
        What `gnode.datasets.load` gives.

    Returns
    -------
    pathlib.Path
        The file with the weights.
    """
    from threadpoolctl import threadpool_limits

    X, y = data.X_train.astype(run.settings["dtype"]), data.y_train
    with threadpool_limits(1):
        make_encoder(run, max_epochs=1).fit(X, y)  # compiles the kernels: what is timed is training alone
        start = datetime.now(UTC)
        clock = time.perf_counter()
        encoder = make_encoder(run).fit(X, y)
        seconds = time.perf_counter() - clock

    names = ("components", "intercept", "decoder", "decoder_intercept")
    arrays = {name: np.asarray(getattr(encoder, name + "_"), dtype=X.dtype) for name in names}
    provenance = {
        "key": run.key,
        **run.determinants,
        **describe_program(),
        "data": {name: data[name] for name in ("name", "form", "source", "checksum", "part", "simulated")},
        "threads": 1,
        "warm": True,
        "start": start.isoformat(timespec="seconds"),
        "seconds": round(seconds, 3),
        "n_updates": int(np.sum(encoder.n_updates_)),
        "peak_memory_bytes": peak_memory(),
    }
    path = store.features_path(run.method, run.seed)
    store.save_features(path, arrays, json.loads(json.dumps(provenance)))
    return path


def make_encoder(run, **changes):
    """Build the unfitted estimator of a run."""
    import gnode

    estimators = {
        "usv": "LayerwiseAutoencoder",
        "sv": "LayerwiseSupervisedEncoder",
        "gn": "GreedyByNode",
        "gcn": "GreedyByClassByNode",
    }
    parameters = {name: value for name, value in run.settings.items() if name != "dtype"}
    return getattr(gnode, estimators[run.method])(**{**parameters, **changes}, random_state=run.seed)
