"""What amnesia does to a first layer: what it keeps of the rows."""

from ..methods import NODE_BY_NODE
from ..run import Run
from .experiment import Experiment
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, first_data, layer_settings
from .table2 import LOWER

FACTORS = tuple(sorted((*AMNESIA_FACTORS, *LOWER), reverse=True))


def _runs(profile, seed, _):
    smoke = profile == "smoke"
    return [
        Run("peers", first_data(profile), method, layer_settings(profile, amnesia=factor), seed)
        for factor in (SMOKE_AMNESIA_FACTORS if smoke else FACTORS)
        for method in NODE_BY_NODE
    ]


RECONSTRUCTION = Experiment(
    "reconstruction",
    "What a first layer keeps of USPS, by amnesia factor",
    place=4.7,
    n_seeds=5,
    runs=_runs,
)
