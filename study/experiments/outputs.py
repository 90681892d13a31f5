"""Linear and sigmoid output nodes, one layer on USPS."""

from ..methods import NODE_BY_NODE
from ..run import Run
from .experiment import Experiment
from .settings import SETTINGS, first_data, layer_settings


def _runs(profile, seed, _):
    settings = {"amnesia": SETTINGS["amnesia"].value}
    return [
        Run("output nodes", first_data(profile), method, layer_settings(profile, output=output, **settings), seed)
        for method in NODE_BY_NODE
        for output in ("linear", "sigmoid")
    ]


OUTPUTS = Experiment("outputs", "Linear and sigmoid output nodes, one layer on USPS", place=11, n_seeds=5, runs=_runs)
