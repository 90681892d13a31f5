"""The commands `gnode run`, `status`, `verify` and `report`."""

from __future__ import annotations

import io
import os
import sys
import traceback
import warnings
from contextlib import suppress
from pathlib import Path

import click
from tqdm import tqdm

READINGS = "readings"

MOST = 1000
"""No machine has so many cores, and no experiment so many seeds."""


class _Name(click.ParamType):
    """The name of an experiment; the library is imported when there is one to look up, not for --help of another."""

    name = "experiment"

    def convert(self, value, param, context):
        from .experiments import EXPERIMENTS

        return click.Choice([*EXPERIMENTS, READINGS]).convert(value, param, context)


class _Stage(click.ParamType):
    """A stage of `readings`."""

    name = "stage"

    def convert(self, value, param, context):
        from .forensics.stages import STAGES

        return click.Choice(STAGES).convert(value, param, context)


_experiments = click.argument("experiments", nargs=-1, type=_Name(), metavar="[EXPERIMENT]...")
_profile = click.option(
    "--profile",
    type=click.Choice(["paper", "smoke"]),
    default="paper",
    show_default=True,
    help="paper: full size on the real data; smoke: small, on data that need no download.",
)
_column = click.option(
    "--column",
    type=click.Choice(["program", "paper"]),
    default="program",
    show_default=True,
    help="program: as published later, without its slips; paper: as its text says.",
)
_jobs = click.option(
    "--jobs", type=click.IntRange(1, MOST), help="Runs at a time.  [default: the number of processor cores]"
)


@click.command()
@_experiments
@click.option(
    "--seeds", type=click.IntRange(1, MOST), help="Number of seeds, from 0.  [default: the experiment's; smoke: 1]"
)
@_jobs
@_profile
@_column
@click.option(
    "--stage", type=_Stage(), help="One stage of `readings` alone.  [default: each, as far as it can be planned]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Compute on the Dask cluster whose scheduler is there.")
def run(experiments, seeds, jobs, profile, column, stage, scheduler):
    """Compute what is not stored yet of each EXPERIMENT (all, if none is given) and store it in results/.

    `gnode status` names the experiments. What is timed comes first, one run at a time. A run that is stored is not
    computed again; interrupt at will and go on with the same command. `readings` has stages and seeds of its own, and
    runs only if it is named.
    """
    from .experiments import EXPERIMENTS, plan, rows_to_run

    if READINGS in experiments:
        if len(experiments) > 1 or seeds:
            raise click.UsageError(f"{READINGS} has stages and seeds of its own: name it alone, without --seeds.")
        _must_answer(scheduler)
        _run_readings(stage, profile, jobs or os.cpu_count(), scheduler)
        return
    if stage:
        raise click.UsageError(f"--stage is about {READINGS} alone.")
    _must_be_of(column, experiments, profile)
    alone = [name for name in experiments or EXPERIMENTS if EXPERIMENTS[name].alone]
    if set(alone) & set(experiments) and (scheduler or (jobs or 1) > 1):
        raise click.UsageError(f"{alone[0]} is timed: its runs are computed one at a time, on this machine.")
    _must_answer(scheduler)
    folder = _results(profile, to_write=True)
    others = [name for name in experiments or EXPERIMENTS if name not in alone]
    wrong = False
    for names, n_jobs, address in ((alone, 1, None), (others, jobs or os.cpu_count(), scheduler)):
        if names:
            planned = {item.key: item for name in names for item in plan(name, profile, seeds, rows_to_run, column)}
            wrong |= _run(", ".join(names), list(planned.values()), folder, n_jobs, address)
    if wrong:
        sys.exit(1)


def _must_be_of(column, experiments, profile):
    """Refuse experiments that a column has not."""
    from .experiments import EXPERIMENTS
    from .experiments.columns import COLUMNS, n_seeds

    for name in experiments if profile == "paper" else ():
        if name != READINGS and not n_seeds(EXPERIMENTS[name], column):
            other = next(of for of in COLUMNS if of != column)
            raise click.UsageError(f"{name} is no experiment of the column {column}: give --column {other}.")


def _must_answer(scheduler):
    """Refuse the address of a scheduler where nobody listens; Dask would try for a minute."""
    from .runner import CONNECT_SECONDS, check_scheduler

    if scheduler is not None:
        try:
            check_scheduler(scheduler)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"--scheduler {scheduler}: {error}") from error
        click.echo(f"cluster: {scheduler}; if no worker comes in {CONNECT_SECONDS} s, this ends")


def _run_readings(stage, profile, jobs, scheduler):
    """Compute what is not stored yet of a stage of `readings`, or of one after the other."""
    from .experiments import rows_to_run
    from .forensics import stages

    folder = _results(profile, to_write=True)
    for each in [stage] if stage else stages.STAGES:
        try:
            planned = stages.plan(each, profile, rows_to_run)
        except stages.Incomplete as waits:
            raise click.ClickException(f"{READINGS}, {each}: {waits}") from waits
        if _run(f"{READINGS}, {each}", planned, folder, jobs, scheduler):
            sys.exit(1)


def _run(name, planned, folder, jobs, scheduler):
    """Compute what is not stored yet of planned runs, and say so; return whether any failed or was left out (bool)."""
    from .runner import missing, run_all

    todo = missing(planned, folder)
    click.echo(f"{name}: {len(planned)} runs, {len(planned) - len(todo)} of them stored in {folder}")
    todo, unavailable = _with_data(todo)
    progress = Progress(planned, todo, folder)
    # When it is interrupted joblib says how many tasks it cancels; we say what is stored.
    warnings.filterwarnings("ignore", r"\d+ tasks which were still being processed", UserWarning)
    try:
        with progress:
            run_all(todo, folder, jobs=min(jobs, len(todo) or 1), scheduler=scheduler, report=progress.done)
    except KeyboardInterrupt:
        click.echo(f"Interrupted: {progress.n_done} runs are stored. The same command goes on from there.", err=True)
        sys.exit(130)
    except (ModuleNotFoundError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    for message in (*unavailable, *progress.failures):
        click.echo(message, err=True)
    return bool(unavailable or progress.failures)


def _results(profile, to_write=False):
    """Return the results folder of a profile; refuse one that cannot be read or, if so asked, written to."""
    import tempfile

    from . import store

    folder = store.results_folder(profile)
    try:
        if to_write:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        else:
            os.scandir(folder).close()
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not to_write:
            return folder  # nothing is stored yet
        no_folder = isinstance(error, (FileExistsError, NotADirectoryError))
        raise click.ClickException(
            f"Results cannot be {'stored' if to_write else 'read'} in {folder}: "
            f"{'it is not a folder' if no_folder else error.strerror}. The environment variable GNODE_RESULTS names "
            "the folder to use."
        ) from error
    return folder


def _with_data(runs, at_most=None):
    """Make sure of the data; return the (first so many) runs that have theirs, and what is to be said of the others."""
    from study import datasets

    from .run import load_rows

    unavailable, said = {}, {}
    ready: list = []
    for item in runs:
        if len(ready) == at_most:
            break
        source = (item.dataset, item.rows)
        if source in said:
            ready.append(item)
        if source in said or source in unavailable:
            continue
        try:
            data = load_rows(item)
        except (datasets.DatasetNotAvailable, datasets.DatasetCorrupt) as error:
            unavailable[source] = f"left out: the runs on {item.dataset}. {error}"
            continue
        kind = " (simulated)" if data.simulated else f" (part: {data.part})" if data.part else ""
        said[source] = (
            f"data: {item.dataset}{kind}, {len(data.y_train)} training and {len(data.y_test)} test rows, "
            f"from {data.source}"
        )
        click.echo(said[source])
        ready.append(item)
    return ready, list(unavailable.values())


@click.command()
@_experiments
@_profile
@_column
def status(experiments, profile, column):
    """Show which runs of each EXPERIMENT (all, if none is given) are stored and which are missing."""
    from collections import Counter, defaultdict

    from . import store
    from .experiments import EXPERIMENTS, plan, rows_to_show
    from .runner import missing

    _must_be_of(column, experiments, profile)
    folder = _results(profile)
    for name in experiments or EXPERIMENTS:
        if name == READINGS:
            from .forensics.report import status_lines

            click.echo("\n".join([READINGS, *status_lines(folder, profile)]))
            continue
        planned = plan(name, profile, choose_rows=rows_to_show, column=column)
        if not planned:
            continue  # the column has no runs of it
        absent = missing(planned, folder)
        older = sum(store.find(item, folder) is not None for item in absent)
        note = f", {older} more of an older arithmetic" if older else ""
        click.echo(f"{name:<12}{len(planned) - len(absent):>5} of {len(planned):>4} runs stored{note}")
        counts: defaultdict[str, Counter] = defaultdict(Counter)
        for item in absent:
            counts[item.dataset if item.rows == "whole" else f"{item.dataset} ({item.rows})"][item.method] += 1
        for dataset, of_method in counts.items():
            listed = ", ".join(f"{count} {method}" for method, count in of_method.items())
            click.echo(f"    missing of {dataset}: {listed}")


@click.command()
@_experiments
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only N of the runs whose data are here, drawn so that data sets and methods come in turn.",
)
@click.option("--seed", type=click.IntRange(min=0), help="Of the draw.  [default: another each time]")
@click.option(
    "--report",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.md",
    help="Also write what came out, with machine and versions, to a file to sign.",
)
@_jobs
@_profile
@_column
def verify(experiments, sample, seed, path, jobs, profile, column):
    """Compute stored runs of each EXPERIMENT (all, if none is given) again and compare.

    What goes through gnode's own arithmetic alone must be equal to the last bit, on every machine. What other libraries
    compute (k-means, L-BFGS, principal components, neighbours) must lie within 3 standard deviations of its cell.
    """
    import random

    from . import store
    from .experiments import EXPERIMENTS
    from .runner import in_parallel
    from .verify import compare, draw, in_markdown, spread_of_cell

    _must_be_of(column, experiments, profile)
    if seed is not None and not sample:
        raise click.UsageError("--seed is of the draw: give --sample, too.")
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
    folder = _results(profile)
    planned = {item.key: item for name in experiments or EXPERIMENTS for item in _planned(name, profile, column)}
    stored = {key for key, item in planned.items() if store.is_current(item, folder)}
    n_older = sum(store.find(item, folder) is not None for item in planned.values()) - len(stored)
    if n_older:
        click.echo(f"left out: {n_older} runs of an older arithmetic. `gnode run` computes them anew.")
    if not stored:
        raise click.ClickException(f"Nothing is stored in {folder}: there is nothing to verify.")
    told = [f"Experiments: {', '.join(experiments) or 'all'}; profile {profile}, column {column}"]
    order = [planned[key] for key in sorted(stored)]
    if sample:
        seed = random.randrange(10**6) if seed is None else seed
        told.append(f"Drawn by the seed {seed}: at most {sample} of {len(stored)} stored runs")
        click.echo(told[-1])
        order = draw(order, seed)
    todo, unavailable = _with_data(order, sample)
    for message in unavailable:
        click.echo(message, err=True)
    if not todo:
        raise click.ClickException(
            f"None of the {len(stored)} stored runs can be verified here: their data are missing."
        )
    verdicts = {}
    for item, record, arrays, error in in_parallel(todo, min(jobs or os.cpu_count() or 1, len(todo))):
        if error:
            differences, identical = [error], False
        else:
            spread = spread_of_cell(item, planned.values(), folder)
            differences, identical = compare(item, record, arrays, folder, spread)
        verdict = "DIFFERS" if differences else "identical" if identical else "within its tolerance"
        verdicts[in_words(item)] = verdict, differences
        click.echo(f"{in_words(item)}: {verdict}")
        for difference in differences:
            click.echo(f"    {difference}")
    n_left_out = len(stored) - len(todo) if sample is None else 0
    left_out = f"; {n_left_out} are left out, as their data are missing" if n_left_out else ""
    n_wrong = sum(bool(differences) for _, differences in verdicts.values())
    told.append(f"{len(todo) - n_wrong} of {len(todo)} runs agree{left_out}")
    click.echo(told[-1])
    if path:
        records = [store.find(item, folder) for item in todo]
        path.write_text(in_markdown(verdicts, [*told, *unavailable], records), encoding="utf-8", newline="\n")
        click.echo(f"{path}: the report, to be signed")
    if n_wrong or n_left_out:
        sys.exit(1)


def _planned(name, profile, column):
    """List the runs of an experiment, or of all stages of `readings` that can be planned."""
    from .experiments import plan, rows_to_show

    if name != READINGS:
        return plan(name, profile, None, rows_to_show, column)
    from .forensics import stages

    found = []
    with suppress(stages.Incomplete):
        for stage in stages.STAGES:
            found += stages.plan(stage, profile)
    return found


@click.command()
@_experiments
@_profile
@_column
@click.option(
    "--write",
    is_flag=True,
    help="Also write the verdicts to results/verdicts.*, what the witnesses say to results/readings.json, and what the "
    "book shows of versions to results/suspects.json.",
)
def report(experiments, profile, column, write):
    """Print the tables of each EXPERIMENT from what is stored; if none is given, all of them and the verdicts."""
    from functools import partial

    from .claims import judge_all, judge_columns, stored
    from .experiments import EXPERIMENTS, as_text
    from .experiments.columns import n_seeds
    from .forensics import suspects, witnesses
    from .forensics.stored import Incomplete
    from .ledger import write_verdicts
    from .store import DamagedResult

    if write and (experiments or profile != "paper" or column != "program"):
        raise click.UsageError("--write is about all verdicts: give no EXPERIMENT, profile or column with it.")
    _must_be_of(column, experiments, profile)
    folder = _results(profile, to_write=write)
    failed = []
    for name in experiments or EXPERIMENTS:
        if name == READINGS:
            from .forensics.report import as_text as of_readings

            click.echo(of_readings(folder) + "\n")
            with suppress(Incomplete):  # which the lines before have told
                click.echo(witnesses.as_text(folder) + "\n")
        elif EXPERIMENTS[name].table and n_seeds(EXPERIMENTS[name], column):
            try:
                click.echo(as_text(name, profile, column) + "\n")
            except DamagedResult:  # which names file and line
                raise
            except Exception:
                click.echo(f"{name}: its table cannot be made.\n{traceback.format_exc()}", err=True)
                failed.append(name)
        elif experiments:
            click.echo(
                f"{name} has no table ({EXPERIMENTS[name].title}): `gnode status {name}` counts its runs, and the "
                "figures and verdicts of the book show what they gave.\n"
            )
    if not experiments:
        verdicts = judge_all(read=partial(stored, profile=profile, column=column))
        if profile == "smoke":
            click.echo("The judges tried on the small runs; this says nothing about the paper.")
        for verdict in verdicts:
            click.echo(f"{verdict.id}: {verdict.in_words}. {verdict.ours} {verdict.note}".rstrip())
        if write:
            paths = write_verdicts(judge_columns())
            with suppress(Incomplete):
                paths += [witnesses.write(folder), suspects.write(folder)]
            for path in paths:
                click.echo(f"written: {path}")
    if failed:
        raise click.ClickException(f"There is no table of {', '.join(failed)}: see above.")


class Progress:
    """A bar over the seconds that runs are expected to take; without a terminal, a line for each run."""

    def __init__(self, planned, todo, folder):
        self._expected = expected_seconds(planned, todo, folder)
        self._lines = not sys.stderr.isatty()
        self._bar = tqdm(
            total=sum(self._expected.values()),
            bar_format="{desc}|{bar}| {elapsed}, {remaining} left",
            file=io.StringIO() if self._lines else None,
        )
        self.n_done = 0
        self.failures: list[str] = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._bar.close()

    def done(self, run, record, error):
        """Take note of a run that is done, see `study.runner.run_all`."""
        if error is None:
            self.n_done += 1
        else:
            self.failures.append(f"failed: {in_words(run)}\n{error}")
        n, of = self.n_done + len(self.failures), len(self._expected)
        self._bar.set_description_str(f"runs {n}/{of} ", refresh=False)
        self._bar.update(self._expected[run.key])
        if self._lines:
            from .stats import duration

            so_far = self._bar.format_dict
            left = so_far["elapsed"] * (so_far["total"] / so_far["n"] - 1)
            outcome = "failed" if error else _outcome(record)
            click.echo(f"{n}/{of} {in_words(run)}: {outcome}; about {duration(left)} left")


def expected_seconds(planned, todo, folder):
    """Estimate how long runs take: as those that differ in their seed alone, else as the average of all that are known.

    Returns
    -------
    dict of str to float
        Key of each run of `todo` -> seconds.
    """
    from . import store

    def alike(run):
        return (run.kind, run.dataset, run.rows, run.method, str(sorted(run.settings.items(), key=str)))

    known: dict[tuple, list[float]] = {}
    for item in planned:
        if (record := store.find(item, folder)) is not None:
            known.setdefault(alike(item), []).append(record["seconds"])
    means = {group: sum(seconds) / len(seconds) for group, seconds in known.items()}
    usual = sum(means.values()) / len(means) if means else 1.0
    return {item.key: max(means.get(alike(item), usual), 0.001) for item in todo}


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
