"""What a run computes."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from gnode import datasets

from .measures import absolute_cosines, best_match, class_selectivity, roughness
from .provenance import describe_program, load_average, peak_memory
from .store import WEIGHTS

__all__ = ["compute", "load_rows"]

LAYERS = {
    "usv": "LayerwiseAutoencoder",
    "sv": "LayerwiseSupervisedEncoder",
    "gn": "GreedyByNode",
    "gcn": "GreedyByClassByNode",
}
PRETRAINING = {"usv": "autoencoder", "sv": "supervised", "gn": "gn", "gcn": "gcn", "none": "none", "random": "random"}


def compute(run):
    """Compute a run, in one thread.

    Parameters
    ----------
    run : Run

    Returns
    -------
    record : dict
        In terms of JSON: what determines the run, where it comes from, and what it gave.
    arrays : dict of str to ndarray, or None
        The weights of a run of kind "features".

    Raises
    ------
    DatasetNotAvailable, DatasetCorrupt
        If the rows cannot be had.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        data = load_rows(run)
        load = load_average()
        start = datetime.now(UTC)
        clock = time.perf_counter()
        result, arrays = _COMPUTATIONS[run.kind](run, data)
        seconds = time.perf_counter() - clock
    record = {
        "key": run.key,
        **run.determinants,
        **result,
        **describe_program(),
        "data": {name: data[name] for name in ("name", "form", "source", "checksum", "part", "simulated")},
        "threads": 1,
        "load_average": load,
        "start": start.isoformat(timespec="seconds"),
        "seconds": seconds,
        "peak_memory_bytes": peak_memory(),
    }
    return record, arrays


def load_rows(run):
    """Load the rows of a run, in its precision.

    Returns
    -------
    sklearn.utils.Bunch
        What `gnode.datasets.load` gives.
    """
    from gnode.datasets.reading import is_at_hand

    record = datasets.get_record(run.dataset)
    forms = [form for form in record.forms if rows_of(form) == run.rows]
    form = next((form for form in forms if is_at_hand(record, form)), forms[0])
    data = datasets.load(run.dataset, random_state=run.seed, form=form.name)
    dtype = run.settings.get("dtype", "float64")
    data.X_train, data.X_test = data.X_train.astype(dtype), data.X_test.astype(dtype)
    return data


def rows_of(form):
    """Return which rows of the paper's set a form holds, see `Run` (str)."""
    return form.name if form.part or form.simulated else "whole"


def as_reading(value):
    """Make a reading of its name, or of what it changes in the reading "original"."""
    from gnode.reading import READINGS

    return value if isinstance(value, str) else replace(READINGS["original"], **value)


def _timed(computation):
    """Return what a computation gives, and the seconds that it took."""
    clock = time.perf_counter()
    result = computation()
    return result, time.perf_counter() - clock


def _layer(run, **changes):
    """Make the unfitted layer of a run."""
    import gnode

    names = ("n_components", "learning_rate", "max_epochs", "amnesia")
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
        layer, seconds = _timed(lambda: _layer(run).fit(X, y))
        weights, outputs = {name: getattr(layer, name + "_") for name in WEIGHTS}, layer.transform(X)
        result = {"warm": True, "timings": {"pretraining": seconds}, "n_updates": int(np.sum(layer.n_updates_))}
    components = weights["components"]
    class_means = np.stack([X[y == label].mean(axis=0) for label in np.unique(y)])
    arrays = weights | {
        "roughness": roughness(components),
        "best_image": best_match(components, X),
        "best_class_mean": best_match(components, class_means),
        "selectivity": class_selectivity(outputs, y),
    }
    return result | {"diverged": None}, {name: np.asarray(array, dtype=X.dtype) for name, array in arrays.items()}


def _principal_components(n_components, X):
    """Take principal components for a layer; return its weights, its outputs, and how it was made."""
    from sklearn.decomposition import PCA

    pca, seconds = _timed(lambda: PCA(n_components, svd_solver="full").fit(X))
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


def _network(run, data):
    """Pre-train, train and fine-tune a network; scores before and after fine-tuning."""
    from gnode import DivergenceError

    settings = run.settings
    X, y = data.X_train, data.y_train
    warm = bool(settings.get("alone"))
    try:
        if warm:
            epochs = {name: 1 for name in ("max_epochs", "output_epochs", "finetune_epochs") if name in settings}
            _classifier(run, **epochs).fit(X, y)
        network = _classifier(run).fit(X, y)
    except DivergenceError as error:
        return {"warm": warm, "diverged": str(error)}, None
    before = _scores(network.before_finetuning(), data)
    result = {
        "warm": warm,
        "diverged": None,
        "scores": _scores(network, data) | {f"{part}_before": before[part] for part in ("train", "test")},
        "timings": {stage: float(seconds) for stage, seconds in network.timings_.items()},
        "n_updates": sum(network.n_updates_.values()),
        "stage_updates": {stage: int(n) for stage, n in network.n_updates_.items()},
    }
    if network.encoders_:
        result["measures"] = {"redundancy": mean_absolute_cosine(network.encoders_[0].components_)}
    return result, None


def _classifier(run, **changes):
    """Make the unfitted network of a run."""
    from gnode import DeepClassifier

    parameters = {name: value for name, value in run.settings.items() if name not in ("dtype", "alone")}
    parameters |= {"reading": as_reading(run.settings["reading"]), "random_state": run.seed}
    return DeepClassifier(**(parameters | {"pretraining": PRETRAINING[run.method]} | changes))


def _baseline(run, data):
    """Score the majority class or plain logistic regression."""
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    model = {"majority": DummyClassifier(), "logistic": LogisticRegression(max_iter=10_000)}[run.method]
    model.fit(data.X_train, data.y_train)
    return {"diverged": None, "scores": _scores(model, data)}, None


def _scores(model, data):
    """Return the accuracies on training and test rows, and of how many rows."""
    return {
        "train": float(model.score(data.X_train, data.y_train)),
        "test": float(model.score(data.X_test, data.y_test)),
        "n_train": len(data.y_train),
        "n_test": len(data.y_test),
    }


def mean_absolute_cosine(components):
    """Return the mean absolute cosine between different rows (float): 1 if all are alike, 0 if orthogonal."""
    cosines = absolute_cosines(components, components)
    n = len(cosines)
    return float((cosines.sum() - np.trace(cosines)) / (n * (n - 1)))


_COMPUTATIONS = {
    "features": _features,
    "sensitivity": _sensitivity,
    "network": _network,
    "baseline": _baseline,
}
