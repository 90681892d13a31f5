"""Accuracy against the time of pre-training: all four methods on USPS, from no epoch to the paper's 300."""

from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..methods.controls import UNTRAINED
from ..run import Run
from .experiment import Experiment
from .settings import SETTINGS, USPS_NETWORK, first_data, network_run

FULL_EPOCHS = SETTINGS["max_epochs"].value
EPOCHS = (1, 3, 10, 30, 100, FULL_EPOCHS)
SMOKE_EPOCHS = (1, 10)
METHODS = (*LAYER_BY_LAYER, *NODE_BY_NODE)


def _runs(profile, seed, _):
    """List the networks; those of all epochs are Table 1's, and no epoch is the same for all methods."""
    data, network = first_data(profile), USPS_NETWORK.value
    runs = [network_run(profile, data, UNTRAINED.name, seed, network)]
    return runs + [
        network_run(profile, data, method, seed, network, max_epochs=n_epochs)
        for n_epochs in (SMOKE_EPOCHS if profile == "smoke" else EPOCHS)
        for method in METHODS
    ]


BY_EPOCHS = Experiment("epochs", "Accuracy on USPS by epochs of pre-training", place=3.4, n_seeds=5, runs=_runs)


def _timed(profile, seed, _):
    """List the pre-trainings, every node on its weights as in the paper."""
    names = ("learning_rate", "amnesia", "reading", "dtype", "hidden_layer_sizes")
    runs = []
    for n_epochs in SMOKE_EPOCHS if profile == "smoke" else EPOCHS:
        for method in METHODS:
            network = network_run(profile, first_data(profile), method, seed, USPS_NETWORK.value)
            settings = {name: network.settings[name] for name in names if name in network.settings}
            settings |= {"solver": "primal"} if method in NODE_BY_NODE else {}
            runs.append(
                Run("pretraining", network.dataset, method, settings | {"max_epochs": n_epochs, "alone": True}, seed)
            )
    return runs


SECONDS = Experiment(
    "seconds",
    "Seconds of pre-training on weights, one run at a time",
    place=3.2,
    n_seeds=5,
    runs=_timed,
    alone=True,
)
