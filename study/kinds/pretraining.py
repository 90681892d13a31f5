"""How long the layers of a network take to pre-train, one on the outputs of the other: nothing else is timed."""

from __future__ import annotations

import time

import numpy as np

from ..methods import METHODS
from . import fields
from .kind import Kind
from .layer import make_layer, must_not_diverge


def _pretraining(run, data):
    """Train the layers, after a first epoch of each that compiles; CPU seconds of this process, and the wall's."""
    X, y = data.X_train, data.y_train
    _layers(run, X, y, max_epochs=1)
    wall, cpu = time.perf_counter(), time.process_time()
    layers = _layers(run, X, y)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    n_updates = sum(int(np.sum(layer.n_updates_)) for layer in layers)
    result = {"warm": True, "diverged": None, "timings": {"pretraining": wall}}
    return result | {"cpu_seconds": cpu, "n_updates": n_updates}, None


def _layers(run, X, y, **changes):
    """Train layer after layer."""
    solver = {"solver": run.settings["solver"]} if "solver" in run.settings else {}
    layers: list = []
    for size in run.settings["hidden_layer_sizes"]:
        X = layers[-1].transform(X) if layers else X
        layers.append(make_layer(run, n_components=size, **solver, **changes).fit(X, y))
    return layers


def _fields(record):
    must_not_diverge(record)
    if METHODS[record["method"]].layer is None:
        raise ValueError(f"the method {record['method']!r} trains no layer")
    return {
        "warm": fields.truth,
        "timings": {"pretraining": fields.real()},
        "cpu_seconds": fields.real(),
        "n_updates": fields.count(),
    }


PRETRAINING = Kind("pretraining", _pretraining, _fields)
