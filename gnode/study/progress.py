"""What the command line shows while runs are computed."""

from __future__ import annotations

from collections import defaultdict

from . import store

__all__ = ["Estimate", "Progress", "in_words"]


class Progress:
    """A progress bar with an estimate of what is left; without a terminal, a line for each run.

    Parameters
    ----------
    planned : list of Run
        Everything that the experiments consist of; what is stored of it tells how long runs take.
    todo : list of Run
        What is to be computed.
    folder : pathlib.Path
    jobs : int
    """

    def __init__(self, planned, todo, folder, jobs):
        known = [record for run in planned if (record := store.find(run, folder)) is not None]
        self._estimate = Estimate(todo, known, jobs)
        self._n_todo = len(todo)
        self.n_done = 0
        self.failures: list[str] = []

    def __enter__(self):
        from tqdm import tqdm

        form = "{desc} {n_fmt}/{total_fmt} |{bar}| {elapsed}{postfix}"
        self._bar = tqdm(total=self._n_todo, desc="runs", bar_format=form, disable=None)
        self._show_left()
        return self

    def __exit__(self, *_):
        self._bar.close()

    def done(self, run, record, error):
        """Take note of a run that is done, see `gnode.study.runner.run_all`."""
        if error is None:
            self.n_done += 1
            self._estimate.add(record)
            outcome = _outcome(record)
        else:
            self.failures.append(f"failed: {in_words(run)}\n{error}")
            self._estimate.remove(run)
            outcome = "failed"
        self._bar.update()
        self._show_left()
        if self._bar.disable:
            n = self.n_done + len(self.failures)
            print(f"{n}/{self._n_todo} {in_words(run)}: {outcome}; {self._estimate}", flush=True)

    def _show_left(self):
        self._bar.set_postfix_str(str(self._estimate))


def in_words(run):
    """Name a run on one line."""
    rows = "" if run.rows == "whole" else f" ({run.rows})"
    return f"{run.dataset}{rows} {run.method} seed {run.seed} [{run.kind} {run.key}]"


def _outcome(record):
    """Say on one line what a run gave."""
    if record["diverged"]:
        return "diverged"
    score = f"test {record['scores']['test']:.3f}, " if "scores" in record else ""
    return f"{score}{record['seconds']:.1f} s"


class Estimate:
    """How long the remaining runs will take, judged by runs that differ in their seed only.

    Parameters
    ----------
    runs : list of Run
        All that are to be computed.
    known : list of dict
        Stored records; of runs that are to be computed again, too.
    jobs : int
    """

    def __init__(self, runs, known, jobs):
        self._left = {run.key: run for run in runs}
        self._jobs = jobs
        self._seconds = defaultdict(list)
        for record in known:
            self._seconds[_likeness(record)].append(record["seconds"])

    def add(self, record):
        """Take the record of a run that is done into account."""
        self._left.pop(record["key"], None)
        self._seconds[_likeness(record)].append(record["seconds"])

    def remove(self, run):
        """Take a run that failed out of the account."""
        self._left.pop(run.key, None)

    def left(self):
        """Return the seconds left, and of how many runs nothing is known yet.

        Returns
        -------
        seconds : float
        n_unknown : int
        """
        groups = [_likeness(run.determinants) for run in self._left.values()]
        known = [sum(self._seconds[group]) / len(self._seconds[group]) for group in groups if group in self._seconds]
        return sum(known) / self._jobs, len(groups) - len(known)

    def __str__(self):
        seconds, n_unknown = self.left()
        unknown = f"{n_unknown} runs of unknown length" if n_unknown else ""
        if n_unknown and not seconds:
            return unknown + " left"
        known = f"about {seconds / 60:.0f} min" if seconds >= 90 else f"about {seconds:.0f} s"
        return known + (f" and {unknown}" if unknown else "") + " left"


def _likeness(determinants):
    """Return what runs have in common that differ in their seed only."""
    same = {name: determinants[name] for name in ("kind", "dataset", "rows", "method")}
    return str(sorted((same | determinants["settings"]).items(), key=str))
