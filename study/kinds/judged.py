"""Features of images, trained or not: what is measured on each node, and what a blind judge takes it for."""

from __future__ import annotations

import time

import numpy as np

from ..measures import class_means, of_each_node
from ..methods import METHODS
from . import fields
from .features import MEASURES, UNBOUNDED
from .judge import judge_of
from .kind import Kind
from .layer import make_layer, must_not_diverge

DECIMALS = 4
"""To which measures are kept."""

CONFIDENCE = "confidence"
DIGIT = "digit"
N_NOISE = 500
"""Pictures of pure noise that the judge is tried on: what it calls sure of nothing."""

_JUDGE = ("accuracy", "confidence_images", "confidence_means", "confidence_noise")
"""How the judge does on test images, on centred class means (the clearest features there are) and on noise."""


def make_features(run, **changes):
    """Make the unfitted estimator of the features of a run: a layer of the paper, or another method's own."""
    method = METHODS[run.method]
    if method.features is None:
        return make_layer(run, **changes)
    return method.features(run.settings | changes, run.seed)


def _judged(run, data):
    """Make features, measure them and have them judged; the judge is tried on test images and on noise."""
    X, y = data.X_train, data.y_train
    clock = time.process_time()
    layer = make_features(run).fit(X, y)
    seconds = time.process_time() - clock
    nodes = of_each_node(layer.components_, layer.transform(X), X, y)
    judge = judge_of(X, y)
    digit, confidence = judge.of_features(layer.components_)
    named, sure = judge.of_images(data.X_test)
    _, sure_of_means = judge.of_features(class_means(X, y) - X.mean(axis=0))
    _, sure_of_noise = judge.of_features(np.random.default_rng(0).standard_normal((N_NOISE, X.shape[1])))
    kept = {name: [round(float(value), DECIMALS) for value in nodes[name]] for name in MEASURES}
    kept[CONFIDENCE] = [round(float(value), DECIMALS) for value in confidence]
    kept[DIGIT] = [int(value) for value in digit]
    of_judge = (named == data.y_test, sure, sure_of_means, sure_of_noise)
    return {
        "diverged": None,
        "nodes": kept,
        "judge": {name: float(np.mean(values)) for name, values in zip(_JUDGE, of_judge)},
        "measures": {f"{name}_median": float(np.median(kept[name])) for name in (*MEASURES, CONFIDENCE)},
        "cpu_seconds": float(seconds),
    }, None


def _fields(record):
    must_not_diverge(record)
    n_components = record["settings"].get("n_components")

    def all_of(holds):
        return lambda values: type(values) is list and len(values) == n_components and all(map(holds, values))

    nodes = {name: all_of(holds) for name, holds in fields.bounded(MEASURES, UNBOUNDED).items()}
    medians = [f"{name}_median" for name in (*MEASURES, CONFIDENCE)]
    return {
        "nodes": nodes | {CONFIDENCE: all_of(fields.share), DIGIT: all_of(fields.count())},
        "judge": dict.fromkeys(_JUDGE, fields.share),
        "measures": fields.bounded(medians, UNBOUNDED),
        "cpu_seconds": fields.real(),
    }


JUDGED = Kind("judged", _judged, _fields, not_ours=(CONFIDENCE,))
