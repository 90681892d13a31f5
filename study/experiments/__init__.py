"""The experiments of the study, one module of this folder each: its runs and its table.

Whatever `Experiment` a module here defines is found: a new file is all that a new experiment needs.
"""

from __future__ import annotations

from .. import by_name, defined_in
from .experiment import PROFILES, Experiment, data_label, frame_of, rows_to_run, rows_to_show
from .features import nodes_frame

__all__ = [
    "EXPERIMENTS",
    "PROFILES",
    "Experiment",
    "as_text",
    "data_label",
    "experiment_of",
    "frame_of",
    "nodes_frame",
    "plan",
    "rows_to_run",
    "rows_to_show",
    "runs_frame",
    "table",
]


EXPERIMENTS: dict[str, Experiment] = by_name(
    sorted(defined_in(__name__, __path__, Experiment), key=lambda of: (of.place, of.name))
)
"""Name -> `Experiment`."""


def experiment_of(name):
    """Return the experiment of a name (Experiment); a ValueError lists the names that there are."""
    if name not in EXPERIMENTS:
        raise ValueError(f"There is no experiment {name!r}: the experiments are {', '.join(EXPERIMENTS)}.")
    return EXPERIMENTS[name]


def plan(experiment, profile="paper", n_seeds=None, choose_rows=rows_to_show, column="program"):
    """List the runs of an experiment."""
    return experiment_of(experiment).plan(profile, n_seeds, choose_rows, column)


def runs_frame(experiment, profile="paper", column="program"):
    """Gather the stored runs of an experiment."""
    return experiment_of(experiment).frame(profile, column)


def table(name, profile="paper", column="program"):
    """Make the table of an experiment as it is shown."""
    experiment = experiment_of(name)
    _, make = _title_and_maker(experiment)
    shown = make(experiment.frame(profile, column), experiment.plan(profile, column=column))
    return shown if profile == "paper" else shown.loc[:, [column for column in shown if "paper" not in column]]


def as_text(name, profile="paper", column="program"):
    """Write a table with its title, which names the data (str)."""
    data = {
        "8 x 8 digits" if run.dataset == "digits" else data_label(run.dataset, run.rows): None
        for run in plan(name, profile, column=column)
    }
    title, _ = _title_and_maker(experiment_of(name))
    return f"{name}, {'; '.join(data)}: {title}\n{table(name, profile, column).to_string(index=False)}"


def _title_and_maker(experiment):
    """Return the two parts of an experiment's table."""
    if experiment.table is None:
        with_table = ", ".join(name for name, other in EXPERIMENTS.items() if other.table)
        raise ValueError(f"The experiment {experiment.name!r} has no table; these have: {with_table}.")
    return experiment.table
