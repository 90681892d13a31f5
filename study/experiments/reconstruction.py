"""What amnesia does to a first layer: what it keeps of the rows."""

from .experiment import Experiment
from .settings import AMNESIA_FACTORS, by_factor, layers_of
from .table2 import LOWER

FACTORS = tuple(sorted((*AMNESIA_FACTORS, *LOWER), reverse=True))

RECONSTRUCTION = Experiment(
    "reconstruction",
    "What a first layer keeps of USPS, by amnesia factor",
    place=4.7,
    n_seeds=5,
    runs=layers_of("peers", by_factor(FACTORS)),
)
