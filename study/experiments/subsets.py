"""What the nodes of GN learn from random subsets, on USPS."""

from ..methods import GN
from ..run import Run
from .experiment import Experiment
from .settings import SETTINGS, first_data, layer_settings


def _runs(profile, seed, _):
    return [
        Run(
            "subsets", first_data(profile), GN.name, layer_settings(profile, partition=partition, amnesia=amnesia), seed
        )
        for partition in ("random", "error")
        for amnesia in (0.0, SETTINGS["amnesia"].value)
    ]


SUBSETS = Experiment(
    "subsets", "What the nodes of GN learn from random subsets, on USPS", place=10, n_seeds=5, runs=_runs
)
