"""What the first layer of GN and GCN keeps of the rows, for every amnesia factor."""

from ..methods import NODE_BY_NODE
from ..run import Run
from .experiment import Experiment
from .low_factors import FACTORS as LOW
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, first_data, layer_settings

FACTORS = tuple(sorted((*AMNESIA_FACTORS, *LOW), reverse=True))


def _runs(profile, seed, _):
    settings = layer_settings(profile)
    return [
        Run("peers", first_data(profile), method, settings | {"amnesia": factor}, seed)
        for factor in (SMOKE_AMNESIA_FACTORS if profile == "smoke" else FACTORS)
        for method in NODE_BY_NODE
    ]


RECONSTRUCTION = Experiment(
    "reconstruction", "What a first layer keeps of USPS, by amnesia factor", place=4.7, n_seeds=5, runs=_runs
)
