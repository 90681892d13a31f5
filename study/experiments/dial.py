"""What a turn of the amnesia factor does to features, accuracy and reconstruction: the curves behind a dial."""

from ..methods import GCN
from ..run import Run
from .experiment import Experiment
from .reconstruction import FACTORS
from .settings import SMOKE_AMNESIA_FACTORS, layer_settings


def _runs(profile, seed, _):
    settings = layer_settings(profile)
    smoke = profile == "smoke"
    return [
        Run("readout", "digits" if smoke else "mnist16", GCN.name, settings | {"amnesia": factor}, seed)
        for factor in (SMOKE_AMNESIA_FACTORS if smoke else FACTORS)
    ]


DIAL = Experiment(
    "dial", "Features, accuracy and reconstruction on MNIST, by amnesia factor", place=4.8, n_seeds=10, runs=_runs
)
