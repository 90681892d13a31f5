"""Accuracy against the time of pre-training: all four methods on USPS, from no epoch to the paper's 300."""

import time

import numpy as np

from ..methods import GCN, GN, LAYER_BY_LAYER, NODE_BY_NODE, SV, UNTRAINED, USV
from ..run import Run
from .experiment import Experiment, Kind
from .settings import SETTINGS, make_layer, networks_of

FULL_EPOCHS = SETTINGS["max_epochs"].value
EPOCHS = (1, 3, 10, 30, 100, FULL_EPOCHS)
LOW, HIGH = 3e-4, 3e-3  # a third and three times the paper's learning rate


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


def _cells(smoke):
    """List the networks; those of all epochs are Table 1's, and no epoch is the same for all methods."""
    epochs, methods = ((1, 10) if smoke else EPOCHS), (*LAYER_BY_LAYER, *NODE_BY_NODE)
    return [(UNTRAINED.name, {})] + [(method, {"max_epochs": n}) for n in epochs for method in methods]


def _other_rates(smoke):
    """List the networks at other rates, and auto-encoders that see half of the rows once."""
    if smoke:
        return [(USV.name, {"learning_rate": 0.03, "max_epochs": 1} | of) for of in ({}, {"half": True})]
    half = [(USV.name, {"max_epochs": 1, "half": True, "learning_rate": of}) for of in (LOW, 1e-3, HIGH)]
    methods, settings = (*LAYER_BY_LAYER, *NODE_BY_NODE), [(rate, n) for rate in (LOW, HIGH) for n in (1, 10, 100)]
    return half + [(method, {"learning_rate": rate, "max_epochs": n}) for rate, n in settings for method in methods]


def _race(smoke):
    """List the networks of the race: early auto-encoders, also in batches, and the others about their best."""
    if smoke:
        return [(USV.name, {"max_epochs": 1, "half": 2}), (USV.name, {"max_epochs": 1, "pretraining_batch_size": 32})]
    parts = [{"max_epochs": 1, "half": n} for n in (3, 2, True)] + [{"max_epochs": 1}]
    cells = [(USV.name, of | {"learning_rate": rate}) for of in parts for rate in (LOW, 1e-3, HIGH)]
    cells += [(SV.name, {"learning_rate": HIGH, "max_epochs": 100}), (GCN.name, {"max_epochs": 100})]
    cells += [(SV.name, {"learning_rate": rate, "max_epochs": n}) for rate in (1e-3, HIGH) for n in (20, 30, 50)]
    forgetful = [(1e-3, n) for n in (10, 30, 100, FULL_EPOCHS)] + [(HIGH, n) for n in (3, 10, 30)]
    cells += [(GCN.name, {"amnesia": 0.1, "learning_rate": rate, "max_epochs": n}) for rate, n in forgetful]
    cells += [(GN.name, {"learning_rate": 1e-3, "max_epochs": n}) for n in (10, 30, 100)]
    cells += [(GN.name, {"learning_rate": HIGH, "max_epochs": n}) for n in (3, 10, 30)]
    batches = {"pretraining_batch_size": 32}
    return cells + [
        (USV.name, {"learning_rate": rate, "max_epochs": n} | batches) for n in (1, 3) for rate in (0.01, 0.03, 0.1)
    ]


def _timed(profile, seed, _):
    """List the pre-trainings, every node on its weights as in the paper."""
    names = ("learning_rate", "amnesia", "reading", "dtype", "hidden_layer_sizes", "max_epochs")
    runs = []
    for network in networks_of(_cells)(profile, seed, _)[1:]:
        settings = {name: network.settings[name] for name in names if name in network.settings} | {"alone": True}
        settings |= {"solver": "primal"} if network.method in NODE_BY_NODE else {}
        runs.append(Run("pretraining", network.dataset, network.method, settings, seed))
    return runs


BY_EPOCHS = Experiment(
    "epochs", "Accuracy on USPS by epochs of pre-training", place=3.4, n_seeds=5, runs=networks_of(_cells)
)
OTHER_RATES = Experiment(
    "other_rates", "Accuracy on USPS at other learning rates", place=3.6, n_seeds=5, runs=networks_of(_other_rates)
)
RACE = Experiment(
    "race", "Accuracy on USPS at equal seconds, with more seeds", place=3.7, n_seeds=20, runs=networks_of(_race)
)
SECONDS = Experiment(
    "seconds", "Seconds of pre-training on weights, one run at a time", place=3.2, n_seeds=5, runs=_timed, alone=True
)
