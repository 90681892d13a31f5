"""Runs of networks, pre-trained, trained and fine-tuned, and of what needs no network; many experiments have them.

The kind "counts" is the same network for many readings, with many seeds: only how many rows it classifies rightly, and
what its first layer is like.
"""

import base64
from dataclasses import dataclass

import numpy as np

from gnode import DeepClassifier, DivergenceError, LayerwiseAutoencoder, Reading

from ..measures import IMAGES, MEASURES, accuracies, mean_absolute_cosine, of_each_node
from ..methods import METHODS
from .experiment import Kind

STAGES = ("pretraining", "output", "finetuning")
SCORES = ("train", "test", "n_train", "n_test")
DECIMALS = 6  # to which the kind "counts" keeps measures


@dataclass(kw_only=True, eq=False, repr=False)
class PartAutoencoder(LayerwiseAutoencoder):
    """An auto-encoder that is trained on its first rows alone: half of them, or half of that half, and so on."""

    halvings: int = 1

    def fit(self, X, y=None):
        """Train the layer."""
        return super().fit(X[: len(X) // 2**self.halvings])


def classifier(run, **changes):
    """Make the unfitted network of a run."""
    ours = ("dtype", "alone", "train_share", "pretraining_batch_size", "half")
    parameters = {name: value for name, value in run.settings.items() if name not in ours}
    parameters |= {"reading": Reading(**run.settings["reading"]), "random_state": run.seed}
    method = METHODS[run.method]
    made = method.pretraining(run.settings | changes) if callable(method.pretraining) else method.pretraining
    if "pretraining_batch_size" in run.settings or "half" in run.settings:
        shared = {name: parameters[name] for name in ("learning_rate", "max_epochs", "reading")}
        shared["batch_size"] = run.settings.get("pretraining_batch_size", 1)
        half = int(run.settings.get("half", 0))  # how many times
        made = PartAutoencoder(halvings=half, **shared) if half else method.layer(**shared)
    return DeepClassifier(**(parameters | {"pretraining": made} | changes))


def _network(run, data):
    """Pre-train, train and fine-tune a network; scores before and after fine-tuning."""
    X, y = data.X_train, data.y_train
    warm = bool(run.settings.get("alone"))
    try:
        if warm:
            epochs = {name: 1 for name in ("max_epochs", "output_epochs", "finetune_epochs") if name in run.settings}
            classifier(run, **epochs).fit(X, y)
        network = classifier(run).fit(X, y)
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
        result["measures"] = _first_layer(network.before_finetuning(), data)
    return result, None


def _network_gives(record):
    fast = record["settings"].get("preset") == "fast"  # whose fine-tuning counts no updates
    gives = {"warm": (), "scores": (*SCORES, "train_before", "test_before"), "timings": STAGES, "n_updates": ()}
    gives["stage_updates"] = STAGES[:2] if fast else STAGES
    pretrained = record["method"] not in METHODS or METHODS[record["method"]].pretrained
    return gives | ({"measures": measure_names(record["dataset"])} if pretrained else {})


def _first_layer(network, data):
    """Measure the first layer of a network that is not fine-tuned yet."""
    return measured(np.ascontiguousarray(network.coefs_[0].T), network.transform(data.X_train, 0), data)


def measured(components, outputs, data):
    """Measure how alike the features of a layer are and, of images, the medians of the four measures."""
    measures = {"redundancy": mean_absolute_cosine(components)}
    if data.name in IMAGES:
        of_nodes = of_each_node(components, outputs, data.X_train, data.y_train)
        measures |= {f"{name}_median": float(np.median(values)) for name, values in of_nodes.items()}
    return measures


def measure_names(dataset):
    """List what is `measured`."""
    return ("redundancy", *(f"{name}_median" for name in MEASURES if dataset in IMAGES))


def _counts(run, data):
    """Train a network and count; a share of the training rows, the first ones, if the settings say so."""
    if "train_share" in run.settings:
        n = round(run.settings["train_share"] * len(data.y_train))
        data.X_train, data.y_train = data.X_train[:n], data.y_train[:n]
    try:
        network = classifier(run).fit(data.X_train, data.y_train)
    except DivergenceError as error:
        scores = {"n_train": len(data.y_train), "n_test": len(data.y_test)}
        return {"diverged": str(error), "scores": scores, "n_updates": None}, None
    measures = _first_layer(network.before_finetuning(), data)
    return {
        "diverged": None,
        "scores": accuracies(network, data),
        "measures": {name: round(value, DECIMALS) for name, value in measures.items()},
        "n_updates": sum(network.n_updates_.values()),
    }, None


def _baseline(run, data):
    """Score the majority class or plain logistic regression."""
    model = METHODS[run.method].classifier().fit(data.X_train, data.y_train)
    right = model.predict(data.X_test) == data.y_test
    return {"diverged": None, "scores": accuracies(model, data), "test_right": _packed(right)}, None


def _packed(right):
    """Write which test rows are classified rightly: one bit a row, first row first, in base64 (str)."""
    return base64.b64encode(np.packbits(right).tobytes()).decode()


NETWORK = Kind("network", _network, _network_gives, if_diverged={"warm": ()})
COUNTS = Kind(
    "counts",
    _counts,
    lambda record: {"scores": SCORES, "measures": measure_names(record["dataset"]), "n_updates": ()},
    if_diverged={"scores": SCORES[2:], "n_updates": ()},
)
BASELINE = Kind("baseline", _baseline, {"scores": SCORES})
