"""The two columns in which every claim is judged: the paper as written, and the program published four months later.

Their protocol is `book/protocol_columns.md`.
"""

from dataclasses import replace

from ..run import FLAT, in_full

COLUMNS = {"paper": "paper", "program": "mended"}
"""Column -> the reading of its runs. "mended" is the program without its plain slips."""

N_SEEDS = dict.fromkeys(("timing", "sensitivity"), 3) | {"fast": 10, "epochs": 7}
N_SEEDS |= dict.fromkeys(
    ("rates", "longer", "features", "reconstruction", "partitions", "memories", "memory_by_layer"), 5
)
N_SEEDS |= dict.fromkeys(("blocks", "depths", "peers", "boltzmann", "seconds", "other_rates"), 5)
N_SEEDS |= dict.fromkeys(("table1", "table2", "low_factors", "table3", "no_decay", "noise", "mean_kept"), 20)
N_SEEDS |= dict.fromkeys(("subsets", "planes", "outputs", "controls", "race", "patience"), 20)
"""Experiment of the column "paper" -> its seeds there; those of the column "program" are the experiment's own."""

PAPER_ALONE = ("fast", "longer", "other_rates", "race", "patience")  # experiments that the column "program" has not

SLOW = tuple((dataset, method) for dataset in ("cnae9", "isolet", "madelon") for method in ("sv", "usv"))
"""Sets and methods whose runs took the program more than a minute: the column "paper" has 10 seeds of them."""


def in_column(run, column):
    """Give a run of the study in a column (Run): under its reading, if the run heeds one and names none of its own."""
    if run.settings.get("reading") != in_full(COLUMNS["program"]):
        return run
    return replace(run, settings=run.settings | {"reading": COLUMNS[column]})


def is_in(run, column):
    """Tell whether a run is one of a column's (bool): not of "paper" if slow from seed 10 on, or made flat there."""
    slow = run.seed >= 10 and (run.dataset, run.method) in SLOW
    return column == "program" or not (slow or run.settings.get("reading") == FLAT)


def n_seeds(experiment, column):
    """Tell how many seeds an experiment has in a column (int); 0 for one that is not of the column."""
    if column == "program":
        return 0 if experiment.name in PAPER_ALONE else experiment.n_seeds
    return N_SEEDS.get(experiment.name, 0)
