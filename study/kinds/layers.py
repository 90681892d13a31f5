"""Another amnesia factor in each hidden layer: a network that is trained on four fifths of the training rows."""

from __future__ import annotations

import numpy as np

from ..measures import mean_absolute_cosine
from . import fields
from .kind import Kind
from .layer import make_layer
from .peers import LATER_STAGES, Given

HELD_OUT = 0.2
_SCORES = ("held_out", "test", "test_before")


def _layers(run, data):
    """Train the layers one by one, each with its factor, then a network of them; score it on held-out and test rows."""
    from gnode import DeepClassifier, DivergenceError, Reading

    order = np.random.RandomState(run.seed).permutation(len(data.y_train))
    rows, held = np.split(order, [round((1 - HELD_OUT) * len(order))])
    rows = np.sort(rows)  # GCN takes the rows of a class in file order
    X, y = data.X_train[rows], data.y_train[rows]
    sizes, factors = run.settings["hidden_layer_sizes"], run.settings["amnesia"]
    made, H = [], X
    try:
        for size, factor in zip(sizes, factors, strict=True):
            layer = make_layer(run, n_components=size, amnesia=factor).fit(H, y)
            made.append((layer.components_, layer.intercept_))
            H = layer.transform(H)
        reading = Reading(**run.settings["reading"])
        given, seed = Given(_in_turn(made)), run.seed
        network = DeepClassifier(tuple(sizes), pretraining=given, reading=reading, random_state=seed, **LATER_STAGES)
        network.fit(X, y)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    scores = (
        network.score(data.X_train[held], data.y_train[held]),
        network.score(data.X_test, data.y_test),
        network.before_finetuning().score(data.X_test, data.y_test),
    )
    alike = {f"redundancy_{k}": mean_absolute_cosine(W) for k, (W, _) in enumerate(made)}
    return {"diverged": None, "measures": dict(zip(_SCORES, map(float, scores), strict=True)) | alike}, None


def _in_turn(layers):
    """Make a function that gives the layers one after the other; a clone of an estimator keeps it as it is."""
    left = iter(layers)

    def following():
        return next(left)

    return following


def _fields(record):
    if record["diverged"] is not None:
        return {}
    n_layers = len(record["settings"].get("hidden_layer_sizes", ()))
    return {"measures": fields.bounded([*_SCORES, *(f"redundancy_{k}" for k in range(n_layers))])}


LAYERS = Kind("layers", _layers, _fields)
