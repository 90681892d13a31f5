"""The experiments of the study, one module of this folder each: what their runs compute, which they are, their table.

Whatever `Experiment` and `Kind` a module here defines is found: a new file is all that a new experiment needs.
"""

from functools import lru_cache

from .. import by_name, defined_in, store
from .experiment import PROFILES, Experiment, Kind, data_label, frame_of, rows_to_run, rows_to_show
from .features import nodes_frame

__all__ = [
    "EXPERIMENTS", "KINDS", "PROFILES", "as_text", "command_of", "data_label", "experiment_of", "frame_of",
    "nodes_frame", "plan", "rows_to_run", "rows_to_show", "runs_frame", "table",
]  # fmt: skip

EXPERIMENTS: dict[str, Experiment] = by_name(
    sorted(defined_in(__name__, __path__, Experiment), key=lambda of: (of.place, of.name))
)
KINDS: dict[str, Kind] = by_name(defined_in(__name__, __path__, Kind))


def experiment_of(name):
    """Return the experiment of a name (Experiment); a ValueError lists the names that there are."""
    if name not in EXPERIMENTS:
        raise ValueError(f"There is no experiment {name!r}: the experiments are {', '.join(EXPERIMENTS)}.")
    return EXPERIMENTS[name]


def plan(experiment, profile="paper", n_seeds=None, choose_rows=rows_to_show, column="program"):
    """List the runs of an experiment; "smoke" is the same on a small scale with rows that need no download."""
    return experiment_of(experiment).plan(profile, n_seeds, choose_rows, column)


def runs_frame(experiment, profile="paper", column="program"):
    """Gather the stored runs of an experiment, one row each (its columns: `study.experiments.experiment._flat`)."""
    folder = store.results_folder(profile)
    return _frame(experiment_of(experiment), profile, column, folder, store.as_of(folder)).copy()


@lru_cache(maxsize=64)
def _frame(experiment, profile, column, folder, _as_of):
    records = store.find_all(experiment.plan(profile, column=column), folder)
    return frame_of(records, lambda of: experiment.columns(of) | {"command": command_of(experiment.name, column)})


def command_of(experiment, column):
    """Give the command that computes an experiment in a column (str)."""
    return f"gnode run {experiment}" + (" --column paper" if column == "paper" else "")


def _table_of(name):
    if table := experiment_of(name).table:
        return table
    with_table = ", ".join(name for name, other in EXPERIMENTS.items() if other.table)
    raise ValueError(f"The experiment {name!r} has no table; these have: {with_table}.")


def table(name, profile="paper", column="program"):
    """Make the table of an experiment, of strings; of "smoke" without the paper's numbers, which are of other data."""
    _, make = _table_of(name)
    shown = make(runs_frame(name, profile, column), plan(name, profile, column=column))
    return shown if profile == "paper" else shown.loc[:, [column for column in shown if "paper" not in column]]


def as_text(name, profile="paper", column="program"):
    """Write a table with its title, which names the data (str)."""
    data = {
        "8 x 8 digits" if run.dataset == "digits" else data_label(run.dataset, run.rows): None
        for run in plan(name, profile, column=column)
    }
    return f"{name}, {'; '.join(data)}: {_table_of(name)[0]}\n{table(name, profile, column).to_string(index=False)}"
