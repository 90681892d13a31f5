"""The experiments of the study, one module of this folder each: its runs and its table.

Whatever `Experiment` a module here defines is found: a new file is all that a new experiment needs.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .experiment import PROFILES, Experiment, data_label, frame_of, rows_to_run, rows_to_show
from .features import nodes_frame

__all__ = [
    "EXPERIMENTS",
    "PROFILES",
    "Experiment",
    "as_text",
    "data_label",
    "frame_of",
    "nodes_frame",
    "plan",
    "rows_to_run",
    "rows_to_show",
    "runs_frame",
    "table",
]


def _find():
    """Gather the experiments of all modules of this folder (dict of str to Experiment)."""
    found = {}
    for module in sorted(module.name for module in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, Experiment) and found.setdefault(value.name, value) is not value:
                raise ValueError(f"two experiments have the name {value.name!r}.")
    return dict(sorted(found.items(), key=lambda named: (named[1].place, named[0])))


EXPERIMENTS = _find()
"""Name -> `Experiment`."""


def plan(experiment, profile="paper", n_seeds=None, choose_rows=rows_to_show):
    """List the runs of an experiment.

    Parameters
    ----------
    experiment : str
        A name of `EXPERIMENTS`.
    profile : {"paper", "smoke"}, default="paper"
        "smoke" is the same on a small scale with rows that need no download.
    n_seeds : int, default=None
        None for the experiment's own number, one for "smoke".
    choose_rows : {rows_to_show, rows_to_run}, default=rows_to_show

    Returns
    -------
    list of Run
        All methods of seed 0 first, so that an unfinished experiment has a bit of everything.
    """
    return EXPERIMENTS[experiment].plan(profile, n_seeds, choose_rows)


def runs_frame(experiment, profile="paper"):
    """Gather the stored runs of an experiment.

    Parameters
    ----------
    experiment : str
        A name of `EXPERIMENTS`.
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pandas.DataFrame
        One row a run: key, dataset, rows, method, seed, the settings, scores, seconds per stage
        (``pretraining_seconds``, ..., ``total_seconds``), updates per stage and in all (``pretraining_updates``, ...,
        ``n_updates``), measures, diverged (bool), test_right (None where it was not stored), part and simulated.
    """
    return EXPERIMENTS[experiment].frame(profile)


def table(name, profile="paper"):
    """Make the table of an experiment as it is shown.

    Parameters
    ----------
    name : str
        An experiment that has a table.
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pandas.DataFrame
        Of strings: mean ± standard deviation (number of seeds), the paper's numbers beside ours; without them for
        "smoke", which they say nothing about.
    """
    experiment = EXPERIMENTS[name]
    _, make = experiment.table
    shown = make(experiment.frame(profile), experiment.plan(profile))
    return shown if profile == "paper" else shown.loc[:, [column for column in shown if "paper" not in column]]


def as_text(name, profile="paper"):
    """Write a table with its title, which names the data (str)."""
    data = {
        "8 x 8 digits" if run.dataset == "digits" else data_label(run.dataset, run.rows): None
        for run in plan(name, profile)
    }
    return f"{name}, {'; '.join(data)}: {EXPERIMENTS[name].table[0]}\n{table(name, profile).to_string(index=False)}"
