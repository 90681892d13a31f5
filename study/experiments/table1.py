"""Table 1: accuracy and running times on USPS, with controls; and GN and GCN without any weight decay."""

from dataclasses import replace

import pandas as pd

from gnode.reading import READINGS

from .. import paper
from ..methods import METHODS, NODE_BY_NODE, networks
from ..stats import cell
from .experiment import Experiment
from .settings import networks_of


def _beside_paper(columns, written):
    """Make a table (callable) of the paper's numbers beside ours, a row a network; `columns` have their names there."""

    def table(frame, _):
        rows = []
        for method in networks():
            row = {"method": METHODS[method].label}
            for column, name in columns.items():
                in_paper = paper.TABLE_1.get(method, {}).get(column)
                if column in paper.TABLE_1["gn"]:
                    row[f"paper, {name}"] = "–" if in_paper is None else written(in_paper)
                row[f"ours, {name}"] = cell(frame, column, method=method)
            rows.append(row)
        return pd.DataFrame(rows)

    return table


SCORES = {"train": "train", "test": "test", "test_before": "test before fine-tuning"}
TABLE1 = Experiment(
    "table1",
    "Accuracy on USPS (Table 1), with controls",
    place=2,
    n_seeds=10,
    runs=networks_of(lambda _: [(method, {}) for method in networks()]),
    table=("Accuracy, mean ± standard deviation (number of seeds)", _beside_paper(SCORES, paper.printed)),
)
TIMES = {"pretraining_seconds": "PT (s)", "total_seconds": "RT (s)"}
TIMING = Experiment(
    "timing",
    "Running time on USPS (Table 1), one run at a time",
    place=3,
    n_seeds=3,
    runs=networks_of(lambda _: [(method, {"alone": True}) for method in networks()]),
    alone=True,
    table=("Seconds of pre-training (PT) and in all (RT)", _beside_paper(TIMES, str)),
)
WITHOUT_DECAY = {"reading": vars(replace(READINGS["paper"], weight_decay="nowhere"))}
NO_DECAY = Experiment(
    "no_decay",
    "No weight decay at all, on USPS",
    place=2.5,
    n_seeds=20,
    runs=networks_of(lambda _: [(method, WITHOUT_DECAY) for method in NODE_BY_NODE]),
)
LONG, PATIENT = {"finetune_epochs": 100}, ("none", "gn", "gcn", "untrained")
PATIENCE = Experiment(
    "patience",
    "USPS with a hundred epochs of fine-tuning",
    place=2.6,
    n_seeds=20,
    runs=networks_of(lambda _: [*((of, LONG) for of in PATIENT), ("gcn", LONG | {"amnesia": 0.1})]),
)
