"""The two columns in which every claim is judged: the paper as written, and the program published four months later."""

from __future__ import annotations

from dataclasses import replace

from .run import in_full

__all__ = ["COLUMNS", "N_SEEDS", "in_column", "is_in", "n_seeds"]

COLUMNS = {"paper": "paper", "program": "mended"}
"""Column -> the reading of its runs. "mended" is the program without its plain slips."""

N_SEEDS = {"features": 5, "sensitivity": 3, "timing": 3}
"""Seeds of an experiment in the column "paper" where they are not 20; the column "program" has the experiment's own."""

SLOW = tuple((dataset, method) for dataset in ("cnae9", "isolet", "madelon") for method in ("sv", "usv"))
"""Sets and methods whose runs took the program more than a minute: the column "paper" has 10 seeds of them."""


def in_column(run, column):
    """Give a run of the study in a column (Run): under its reading, if the run heeds one and names none of its own."""
    if run.settings.get("reading") != in_full(COLUMNS["program"]):
        return run
    return replace(run, settings=run.settings | {"reading": COLUMNS[column]})


def is_in(run, column):
    """Tell whether a run is one of a column's, by its seed (bool)."""
    return column == "program" or run.seed < 10 or (run.dataset, run.method) not in SLOW


def n_seeds(experiment, column):
    """Tell how many seeds an experiment has in a column (int)."""
    return experiment.n_seeds if column == "program" else N_SEEDS.get(experiment.name, 20)
