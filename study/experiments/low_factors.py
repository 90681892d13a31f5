"""Amnesia factors below those of Table 2, whose best one is the last before none at all."""

from __future__ import annotations

from ..methods import NODE_BY_NODE
from .experiment import Experiment
from .settings import USPS_NETWORK, first_data, network_run

FACTORS = (0.3, 0.2, 0.1)


def _runs(profile, seed, _):
    return [
        network_run(profile, first_data(profile), method, seed, USPS_NETWORK.value, amnesia=amnesia)
        for amnesia in FACTORS
        for method in NODE_BY_NODE
    ]


LOW_FACTORS = Experiment(
    "low_factors", "Amnesia factors below those of Table 2, on USPS", place=4.5, n_seeds=20, runs=_runs
)
