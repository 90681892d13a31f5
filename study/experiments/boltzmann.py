"""The Boltzmann machine among the peers of "peers": as many features, scored in the same way."""

from study import datasets

from ..methods.boltzmann import BOLTZMANN
from ..run import Run
from .experiment import Experiment
from .peers import SETS, SMOKE_FEATURES, SMOKE_SETS, n_features_of
from .settings import SETTINGS


def _runs(profile, seed, choose_rows):
    smoke = profile == "smoke"
    runs = []
    for dataset in SMOKE_SETS if smoke else SETS:
        n_features = SMOKE_FEATURES if smoke else n_features_of(datasets.get_record(dataset))
        settings = {"n_components": n_features, "dtype": SETTINGS["dtype"].value}
        runs.append(Run("peers", dataset, BOLTZMANN.name, settings, seed, "whole" if smoke else choose_rows(dataset)))
    return runs


MACHINE = Experiment("boltzmann", "A restricted Boltzmann machine among the peers", place=13.5, n_seeds=5, runs=_runs)
