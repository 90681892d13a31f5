"""Table 1's networks without any weight decay, for GN and GCN under the paper's text."""

from __future__ import annotations

from dataclasses import replace

from gnode.reading import READINGS

from ..methods import NODE_BY_NODE
from .experiment import Experiment
from .settings import USPS_NETWORK, first_data, network_run

READING = replace(READINGS["paper"], weight_decay="nowhere")


def _runs(profile, seed, _):
    return [
        network_run(profile, first_data(profile), method, seed, USPS_NETWORK.value, reading=vars(READING))
        for method in NODE_BY_NODE
    ]


NO_DECAY = Experiment("no_decay", "No weight decay at all, on USPS", place=2.5, n_seeds=20, runs=_runs)
