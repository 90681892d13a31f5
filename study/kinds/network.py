"""A network that is pre-trained, trained and fine-tuned, and what needs no network: both are scored."""

from __future__ import annotations

import base64

import numpy as np

from ..measures import IMAGES, accuracies, mean_absolute_cosine, of_each_node
from ..methods import METHODS
from . import fields
from .features import MEASURES, UNBOUNDED
from .kind import Kind
from .layer import must_not_diverge

STAGES = ("pretraining", "output", "finetuning")


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
        result["measures"] = first_layer_measures(network.before_finetuning(), data)
    return result, None


def first_layer_measures(network, data):
    """Measure the first layer of a network that is not fine-tuned yet; for images, medians over its nodes."""
    components = np.ascontiguousarray(network.coefs_[0].T)
    measures = {"redundancy": mean_absolute_cosine(components)}
    if data.name in IMAGES:
        of_nodes = of_each_node(components, network.transform(data.X_train, 0), data.X_train, data.y_train)
        measures |= {f"{name}_median": float(np.median(values)) for name, values in of_nodes.items()}
    return measures


def measure_fields(dataset):
    """Give the checks of what `first_layer_measures` gives for a data set (dict)."""
    medians = [f"{name}_median" for name in MEASURES if dataset in IMAGES]
    return fields.bounded(["redundancy", *medians], UNBOUNDED)


def _classifier(run, **changes):
    """Make the unfitted network of a run."""
    from gnode import DeepClassifier, Reading

    parameters = {name: value for name, value in run.settings.items() if name not in ("dtype", "alone")}
    parameters |= {"reading": Reading(**run.settings["reading"]), "random_state": run.seed}
    pretraining = METHODS[run.method].pretraining
    made = pretraining(run.settings | changes) if callable(pretraining) else pretraining
    return DeepClassifier(**(parameters | {"pretraining": made} | changes))


def _network_fields(record):
    if record["diverged"] is not None:
        return {"warm": fields.truth}
    checks = {
        "warm": fields.truth,
        "scores": fields.SCORES | {"train_before": fields.share, "test_before": fields.share},
        "timings": dict.fromkeys(STAGES, fields.real()),
        "n_updates": fields.count(),
        "stage_updates": dict.fromkeys(STAGES[:2] if _is_fast(record) else STAGES, fields.count()),
    }
    method = METHODS.get(record["method"])
    if method is None or method.pretrained:
        checks = {"measures": measure_fields(record["dataset"])} | checks
    return checks


def _is_fast(record):
    """Tell whether a network is of the preset "fast", whose fine-tuning counts no updates (bool)."""
    return record["settings"].get("preset") == "fast"


def _baseline(run, data):
    """Score the majority class or plain logistic regression."""
    make = METHODS[run.method].classifier
    if make is None:
        raise ValueError(f"the method {run.method!r} is no baseline.")
    model = make().fit(data.X_train, data.y_train)
    right = model.predict(data.X_test) == data.y_test
    return {"diverged": None, "scores": accuracies(model, data), "test_right": _packed(right)}, None


def _baseline_fields(record):
    must_not_diverge(record)
    return {"scores": fields.SCORES}


def _packed(right):
    """Write which test rows are classified rightly: one bit a row, first row first, in base64 (str)."""
    return base64.b64encode(np.packbits(right).tobytes()).decode()


NETWORK = Kind("network", _network, _network_fields)
BASELINE = Kind("baseline", _baseline, _baseline_fields)
