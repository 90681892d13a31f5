"""Accuracy against the time of pre-training: all four methods on USPS, from no epoch to the paper's 300."""

import time

import numpy as np

from ..methods import LAYER_BY_LAYER, NODE_BY_NODE, UNTRAINED
from ..run import Run
from .experiment import Experiment, Kind
from .settings import SETTINGS, USPS_NETWORK, first_data, make_layer, network_run

FULL_EPOCHS = SETTINGS["max_epochs"].value
EPOCHS = (1, 3, 10, 30, 100, FULL_EPOCHS)
SMOKE_EPOCHS = (1, 10)


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


TIMED = {"warm": (), "timings": ("pretraining",), "cpu_seconds": (), "n_updates": ()}
PRETRAINING = Kind("pretraining", _pretraining, TIMED)


def _by_epochs(profile):
    """List methods and epochs of a profile."""
    epochs = SMOKE_EPOCHS if profile == "smoke" else EPOCHS
    return [(method, n_epochs) for n_epochs in epochs for method in (*LAYER_BY_LAYER, *NODE_BY_NODE)]


def _runs(profile, seed, _):
    """List the networks; those of all epochs are Table 1's, and no epoch is the same for all methods."""
    data, network = first_data(profile), USPS_NETWORK.value
    return [network_run(profile, data, UNTRAINED.name, seed, network)] + [
        network_run(profile, data, method, seed, network, max_epochs=n_epochs)
        for method, n_epochs in _by_epochs(profile)
    ]


def _timed(profile, seed, _):
    """List the pre-trainings, every node on its weights as in the paper."""
    names = ("learning_rate", "amnesia", "reading", "dtype", "hidden_layer_sizes")
    runs = []
    for method, n_epochs in _by_epochs(profile):
        network = network_run(profile, first_data(profile), method, seed, USPS_NETWORK.value)
        settings = {name: network.settings[name] for name in names if name in network.settings}
        settings |= {"solver": "primal"} if method in NODE_BY_NODE else {}
        settings |= {"max_epochs": n_epochs, "alone": True}
        runs.append(Run("pretraining", network.dataset, method, settings, seed))
    return runs


BY_EPOCHS = Experiment("epochs", "Accuracy on USPS by epochs of pre-training", place=3.4, n_seeds=5, runs=_runs)
SECONDS = Experiment(
    "seconds", "Seconds of pre-training on weights, one run at a time", place=3.2, n_seeds=5, runs=_timed, alone=True
)
