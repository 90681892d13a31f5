"""How many rows a network classifies rightly, and what its first layer is like: for many readings, with many seeds."""

from __future__ import annotations

from ..measures import accuracies
from ..methods import METHODS
from . import fields
from .kind import Kind
from .network import first_layer_measures, measure_fields

DECIMALS = 6
"""To which measures are kept."""

_OURS = ("dtype", "train_share", "pretraining_batch_size")
"""Settings that are no parameters of the classifier."""


def _counts(run, data):
    """Train a network and count; a share of the training rows, the first ones, if the settings say so."""
    from gnode import DivergenceError

    if "train_share" in run.settings:
        n = round(run.settings["train_share"] * len(data.y_train))
        data.X_train, data.y_train = data.X_train[:n], data.y_train[:n]
    try:
        network = classifier(run).fit(data.X_train, data.y_train)
    except DivergenceError as error:
        scores = {"n_train": len(data.y_train), "n_test": len(data.y_test)}
        return {"diverged": str(error), "scores": scores, "n_updates": None}, None
    measures = first_layer_measures(network.before_finetuning(), data)
    return {
        "diverged": None,
        "scores": accuracies(network, data),
        "measures": {name: round(value, DECIMALS) for name, value in measures.items()},
        "n_updates": sum(network.n_updates_.values()),
    }, None


def classifier(run):
    """Make the unfitted network of a run (`gnode.DeepClassifier`)."""
    from gnode import DeepClassifier, Reading

    settings = run.settings
    parameters = {name: value for name, value in settings.items() if name not in _OURS}
    parameters |= {"reading": Reading(**settings["reading"]), "random_state": run.seed}
    method = METHODS[run.method]
    made = method.pretraining
    if "pretraining_batch_size" in settings:
        names = ("learning_rate", "max_epochs", "reading")
        assert method.layer is not None
        made = method.layer(batch_size=settings["pretraining_batch_size"], **{name: parameters[name] for name in names})
    return DeepClassifier(**parameters, pretraining=made)


def _fields(record):
    scores = {"n_train": fields.count(1), "n_test": fields.count(1)}
    if record["diverged"] is not None:
        return {"scores": scores, "n_updates": fields.or_none(fields.count())}
    return {
        "scores": fields.SCORES,
        "measures": measure_fields(record["dataset"]),
        "n_updates": fields.count(),
    }


COUNTS = Kind("counts", _counts, _fields)
