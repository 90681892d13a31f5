"""Table 3: what is open on each of its sets beside the reading, and the runs that ask about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from study import datasets

from ..experiments.table3 import CNAE9_RATES
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..paper import TABLE_3
from .grid import changes
from .plan import SEEDS, counted

__all__ = [
    "LATER",
    "OF_ONE_SET",
    "PRETRAINING",
    "Form",
    "cell_runs",
    "forms_of",
    "seeds_of",
    "set_runs",
    "shared_forms",
]

LONG = ("isolet", "cnae9", "madelon")
"""Sets on which SV and USV take minutes a run: there they have fewer forms and seeds."""

N_LONG_FORMS = 2
N_LAYERED_SEEDS, N_LONG_SEEDS = 3, 2


@dataclass(frozen=True)
class Form:
    """One way in which a set may have been trained.

    Parameters
    ----------
    name : str
    change : dict
        What it changes in the settings of a run.
    prior : float
    source : str
    """

    name: str
    change: dict = field(hash=False)
    prior: float
    source: str


def _later(rate, **others):
    return {"output_learning_rate": rate, "finetune_learning_rate": rate, **others}


LATER = (
    Form("text", {}, 0.25, "text, of USPS: 0.002 for the output layer, 0.001 and 20 epochs for fine-tuning"),
    Form("0.01", _later(0.01), 0.25, "table of data sets: eta = 0.01 “of SGD”"),
    Form("0.01, batches of 2", _later(0.01, batch_size=2), 0.15, "eta in all stages; the program's example of 2"),
    Form("text, batches of 2", {"batch_size": 2}, 0.15, "text; the program's example of 2"),
    Form("0.1, batches of 20", _later(0.1, batch_size=20), 0.1, "the program's defaults"),
    Form("text, 100 epochs", {"finetune_epochs": 100}, 0.1, "text; the program's default of epoch_limit_ft"),
)
"""Rates and batches of the output layer and of fine-tuning, and its epochs: of all four methods alike."""

PRETRAINING = (
    Form("row by row", {}, 0.6, "program"),
    Form("batches of 20", {"pretraining_batch_size": 20}, 0.4, "the program's default in other stages"),
)
"""How SV and USV may have been pre-trained, each on its own."""

OF_ONE_SET = {
    "chess": (
        Form("70 %", {}, 0.7, "text: about 30 % are kept for the test"),
        Form("40 %", {"train_share": 4 / 7}, 0.3, "first look: training on 40 % of the rows came near"),
    ),
    "isolet": (
        Form("minimum of updates", {}, 0.5, "program, step 4: 4 / 0.0001 updates a node"),
        Form("none", {"reading": {"minimum_updates": False}}, 0.5, "text: no minimum"),
    ),
}
"""What is open on one set alone, for all methods."""


def shared_forms(dataset):
    """List what may hold for all methods on a set.

    Parameters
    ----------
    dataset : str

    Returns
    -------
    list of (name, probability, settings)
    """
    of_set = OF_ONE_SET.get(dataset, (Form("", {}, 1.0, ""),))
    return [
        (", ".join(filter(None, (later.name, own.name))), later.prior * own.prior, later.change | own.change)
        for later, own in product(LATER, of_set)
    ]


def forms_of(dataset, method, point):
    """List the cells of a set and a method under a reading.

    Parameters
    ----------
    dataset, method : str
    point : tuple
        Of the grid; its later rates and batches are those of USPS and have no part in it.

    Returns
    -------
    dict of str to list of (probability, dict)
        Name of a shared form -> what the method may have had besides, and the settings of the run. A form that is not
        run of this method is left out.
    """
    row = datasets.get_record(dataset).in_table_3
    rate = (
        float(row.learning_rate) if dataset != "cnae9" else CNAE9_RATES.value.get(method, CNAE9_RATES.value["default"])
    )
    shared = shared_forms(dataset)
    layered = method in LAYER_BY_LAYER
    if layered and dataset in LONG:
        shared = shared[: N_LONG_FORMS * len(shared) // len(LATER)]
    found: dict[str, Any] = {}
    for name, _, settings in shared:
        reading = changes(point)["reading"] | settings.get("reading", {})
        usual = settings | {"reading": reading, "learning_rate": rate, "amnesia": row.amnesia}
        found[name] = [(form.prior, usual | form.change) for form in (PRETRAINING if layered else PRETRAINING[:1])]
    return found


def seeds_of(dataset, method):
    """Return the seeds that a set and a method get."""
    seeds = SEEDS["table3"]
    if method in LAYER_BY_LAYER:
        return seeds[: N_LONG_SEEDS if dataset in LONG else N_LAYERED_SEEDS]
    return seeds


def cell_runs(dataset, rows, method, settings):
    """List the runs of one cell (list of Run, one a seed)."""
    network = datasets.get_record(dataset).in_table_3.network
    return [counted("paper", dataset, method, s, network, rows, **settings) for s in seeds_of(dataset, method)]


def set_runs(readings, choose_rows):
    """List the runs of Table 3 under some readings, each once.

    Parameters
    ----------
    readings : list of tuple
        Points of the grid.
    choose_rows : callable
        From a set's name to the rows to take of it.

    Returns
    -------
    list of Run
        Seed after seed, the short sets first.
    """
    found: dict[str, Any] = {}
    for dataset in sorted(TABLE_3, key=LONG.__contains__):
        for method in (*NODE_BY_NODE, *LAYER_BY_LAYER):
            for point in readings:
                for forms in forms_of(dataset, method, point).values():
                    for _, settings in forms:
                        found |= {run.key: run for run in cell_runs(dataset, choose_rows(dataset), method, settings)}
    return sorted(found.values(), key=lambda run: run.seed)
