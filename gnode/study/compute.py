"""What a run computes."""

from __future__ import annotations

import base64
import time
from datetime import UTC, datetime

import numpy as np

from gnode import datasets

from .layer_runs import LAYER_COMPUTATIONS, as_reading
from .measures import IMAGES, accuracies, mean_absolute_cosine, of_each_node
from .provenance import describe_program, load_average, peak_memory
from .runs import ARITHMETIC

__all__ = ["compute", "load_rows"]

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
        "arithmetic": ARITHMETIC,
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
    from gnode.datasets.forms import first_at_hand

    record = datasets.get_record(run.dataset)
    forms = [form for form in record.forms if form.rows == run.rows]
    form = first_at_hand(record, forms) or forms[0]
    data = datasets.load(run.dataset, random_state=run.seed, form=form.name)
    dtype = run.settings.get("dtype", "float64")
    data.X_train, data.X_test = data.X_train.astype(dtype), data.X_test.astype(dtype)
    return data


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
    before = accuracies(network.before_finetuning(), data)
    result = {
        "warm": warm,
        "diverged": None,
        "scores": accuracies(network, data) | {f"{part}_before": before[part] for part in ("train", "test")},
        "timings": {stage: float(seconds) for stage, seconds in network.timings_.items()},
        "test_right": _packed(network.predict(data.X_test) == data.y_test),
        "n_updates": sum(network.n_updates_.values()),
        "stage_updates": {stage: int(n) for stage, n in network.n_updates_.items()},
    }
    if network.encoders_:
        result["measures"] = _first_layer_measures(network.encoders_[0], data)
    return result, None


def _first_layer_measures(layer, data):
    """Measure the first layer as it was before fine-tuning; for images, medians over its nodes."""
    measures = {"redundancy": mean_absolute_cosine(layer.components_)}
    if data.name in IMAGES:
        of_nodes = of_each_node(layer.components_, layer.transform(data.X_train), data.X_train, data.y_train)
        measures |= {f"{name}_median": float(np.median(values)) for name, values in of_nodes.items()}
    return measures


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
    right = model.predict(data.X_test) == data.y_test
    return {"diverged": None, "scores": accuracies(model, data), "test_right": _packed(right)}, None


def _packed(right):
    """Write which test rows are classified rightly: one bit a row, first row first, in base64 (str)."""
    return base64.b64encode(np.packbits(right).tobytes()).decode()


_COMPUTATIONS = LAYER_COMPUTATIONS | {
    "network": _network,
    "baseline": _baseline,
}
