"""Have the runs that a notebook shows at hand: stored ones, or computed on the spot."""

from __future__ import annotations

import os

__all__ = ["prepare"]


def prepare(experiment, profile):
    """Have the runs of an experiment at hand, as a notebook's profile asks.

    Parameters
    ----------
    experiment : str
        A name of `gnode.study.protocol.EXPERIMENTS`.
    profile : {"stored", "smoke", "paper"}
        "stored" computes nothing. "smoke" and "paper" compute the runs that are not stored, small on data that need no
        download or at full size, on all cores of this machine (one, if the experiment is to be timed).

    Returns
    -------
    shown : {"paper", "smoke"}
        The profile of the study whose stored runs are to be shown, as `gnode.study.tables` takes it.

    Raises
    ------
    RuntimeError
        If a run fails; the message has its traceback. Runs that are done are stored.
    """
    from . import store
    from .protocol import EXPERIMENTS, plan, rows_to_run
    from .runner import run_all

    if profile == "stored":
        return "paper"

    def report(run, _, error):
        if error:
            raise RuntimeError(f"the run {run.key} ({run.dataset}, {run.method}, seed {run.seed}) failed:\n{error}")

    jobs = 1 if EXPERIMENTS[experiment].alone else os.cpu_count()
    run_all(plan(experiment, profile, choose_rows=rows_to_run), store.results_folder(profile), jobs=jobs, report=report)
    return profile
