"""Nine UCI sets with the rates of Table 3 in all stages: the other reading of the paper's rate.

It was planned when all results of Table 3 were known, and no verdict uses it.
"""

from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from .experiment import Experiment
from .table3 import network_runs, sets_of

STAGES = ("learning_rate", "output_learning_rate", "finetune_learning_rate")


def _runs(profile, seed, choose_rows):
    methods = (*LAYER_BY_LAYER, *NODE_BY_NODE)
    return [
        run
        for name, rows in sets_of(profile, choose_rows)
        for run in network_runs(profile, seed, name, rows, methods, STAGES)
    ]


RATES = Experiment("rates", "Nine UCI sets with the rates of Table 3 in all stages", place=6, n_seeds=5, runs=_runs)
