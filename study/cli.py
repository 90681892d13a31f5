"""The command `gnode`; each subcommand imports what it needs when it runs."""

import io
import itertools
import json
import os
import random
import sys
import traceback
import warnings
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path

import click
from tqdm import tqdm

READINGS = "readings"
_AT_LEAST_ONE = click.IntRange(min=1)


class _Commands(click.Group):
    """Commands that end with one line when they are interrupted, or when files cannot be had or read."""

    def invoke(self, context):
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a Greek letter must not end a report where there is none
        usual = warnings.formatwarning
        context.call_on_close(lambda: setattr(warnings, "formatwarning", usual))
        warnings.formatwarning = lambda message, category, *where: (  # ours say all in their words
            f"{message}\n" if category.__module__.startswith(("gnode.", "study.")) else usual(message, category, *where)
        )
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            context.exit(130)
        except OSError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gnode")
def main():
    """Node-by-node greedy deep learning: data sets and the study."""


@main.group(invoke_without_command=True)
@click.pass_context
def data(context):
    """List, fetch and verify the data sets."""
    if context.invoked_subcommand is None:
        context.invoke(list_sets)


@data.command("list")
def list_sets():
    """List the data sets with their state: built in, computed, here, cached, simulated or to download."""
    import pandas as pd

    from study import datasets

    rows = []
    for name in datasets.names():
        record = datasets.get_record(name)
        word, form = datasets.state(name)
        counts, test_counts = record.study_counts(form)
        test_size = record.split.test_size  # to be drawn
        n_test = sum(test_counts) if test_counts else f"({test_size:.0%})" if test_size < 1 else f"({test_size})"
        note = f"part: {form.part}" if form.part else "(fetch gets the real rows)" if form.simulated else ""
        rows.append((name, word, sum(counts), n_test, form.holds.n_features, len(counts), form.name, note))
    head = ["set", "state", "rows", "test rows", "features", "classes", "form", ""]
    click.echo(pd.DataFrame(rows, columns=head).to_markdown(tablefmt="plain", index=False, disable_numparse=True))


_names = click.argument("names", nargs=-1, metavar="[NAME]...")


@data.command()
@_names
def fetch(names):
    """Download data sets into the user's cache; all that need it when no NAME is given."""
    from study import datasets

    failed = False
    for name in names or datasets.names():
        try:
            click.echo(f"{name}: {datasets.fetch(name)}")
        except (datasets.DatasetNotAvailable, ValueError) as error:
            failed = True
            click.echo(f"{name}: {error}", err=True)
    sys.exit(int(failed))


@data.command("verify")
@_names
def verify_sets(names):
    """Read data sets wholly and check what they hold; all that are at hand when no NAME is given."""
    from study import datasets
    from study.datasets.loading import is_at_hand, read_form

    failed = False
    for name in names or datasets.names():
        try:
            record = datasets.get_record(name)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error
        forms = [form for form in record.forms if is_at_hand(record, form)]
        if not forms:
            failed = failed or bool(names)
            click.echo(f"{name}: not here", err=bool(names))
        for form in forms:
            try:
                _, source, checksum = read_form(record, form)
                click.echo(f"{name} ({form.name}, {source}): right, rows {checksum}")
            except datasets.DatasetCorrupt as error:
                failed = True
                click.echo(f"{name} ({form.name}): WRONG. {error}", err=True)
    sys.exit(int(failed))


class _Name(click.ParamType):
    """The name of an experiment, or of a stage of `readings`; they are imported when there is one to look up."""

    def __init__(self, name):
        self.name = name

    def convert(self, value, param, context):
        from .experiments import EXPERIMENTS
        from .forensics.stages import STAGES

        return click.Choice(STAGES if self.name == "stage" else [*EXPERIMENTS, READINGS]).convert(value, param, context)


def _about_runs(command):
    """Add what every command about runs takes."""
    for name, choices, told in (
        ("--column", ["program", "paper"], "program: as published later, without its slips; paper: as its text says."),
        ("--profile", ["paper", "smoke"], "paper: full size, on the real data; smoke: small, without a download."),
    ):
        option = click.option(name, type=click.Choice(choices), default=choices[0], show_default=True, help=told)
        command = option(command)
    return click.argument("experiments", nargs=-1, type=_Name("experiment"), metavar="[EXPERIMENT]...")(command)


_jobs = click.option("--jobs", type=_AT_LEAST_ONE, help="Runs at a time.  [default: the number of processor cores]")


@main.command()
@_about_runs
@click.option("--seeds", type=_AT_LEAST_ONE, help="Number of seeds, from 0.  [default: the experiment's; smoke: 1]")
@_jobs
@click.option(
    "--stage", type=_Name("stage"), help="One stage of `readings` alone.  [default: each that can be planned]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Compute on the Dask cluster whose scheduler is there.")
def run(experiments, seeds, jobs, profile, column, stage, scheduler):
    """Compute what is not stored yet of each EXPERIMENT (all, if none is given) and store it in results/.

    `gnode status` names the experiments. What is timed comes first, one run at a time. A run that is stored is not
    computed again; interrupt at will and go on with the same command. `readings` has stages and seeds of its own, and
    runs only if it is named.
    """
    from .experiments import EXPERIMENTS, plan, rows_to_run
    from .forensics import stages
    from .run import once
    from .runner import cluster

    if READINGS in experiments and (len(experiments) > 1 or seeds):
        raise click.UsageError(f"{READINGS} has stages and seeds of its own: name it alone, without --seeds.")
    if stage and READINGS not in experiments:
        raise click.UsageError(f"--stage is about {READINGS} alone.")
    _must_be_of(column, experiments, profile)
    alone = [name for name in experiments or EXPERIMENTS if name != READINGS and EXPERIMENTS[name].alone]
    if set(alone) & set(experiments) and (scheduler or (jobs or 1) > 1):
        raise click.UsageError(f"{alone[0]} is timed: its runs are computed one at a time, on this machine.")
    folder = _results(profile, to_write=True)
    n_jobs = -1 if scheduler else jobs or os.cpu_count()
    others = [name for name in experiments or EXPERIMENTS if name not in alone]
    try:
        with cluster(scheduler):
            if READINGS in experiments:
                for each in [stage] if stage else stages.STAGES:
                    if not _run(f"{READINGS}, {each}", stages.plan(each, profile, rows_to_run), folder, n_jobs):
                        sys.exit(1)
                return
            well = True
            for names, at_a_time in ((alone, 1), (others, n_jobs)):
                planned = once(item for name in names for item in plan(name, profile, seeds, rows_to_run, column))
                well &= not planned or _run(", ".join(names), planned, folder, at_a_time)
            sys.exit(not well)
    except stages.Incomplete as waits:
        raise click.ClickException(f"{READINGS}, {each}: {waits}") from waits
    except (ModuleNotFoundError, OSError, ValueError) as error:
        raise click.ClickException(f"--scheduler {scheduler}: {error}" if scheduler else str(error)) from error


def _must_be_of(column, experiments, profile):
    """Refuse experiments that a column has not."""
    from .experiments import EXPERIMENTS
    from .experiments.columns import COLUMNS, n_seeds

    for name in experiments if profile == "paper" else ():
        if name != READINGS and not n_seeds(EXPERIMENTS[name], column):
            other = next(of for of in COLUMNS if of != column)
            raise click.UsageError(f"{name} is no experiment of the column {column}: give --column {other}.")


def _run(name, planned, folder, jobs):
    """Compute what is not stored yet of planned runs, and say so; return whether all is stored then (bool)."""
    from .runner import missing, run_all

    todo = missing(planned, folder)
    click.echo(f"{name}: {len(planned)} runs, {len(planned) - len(todo)} of them stored in {folder}")
    todo, messages = _with_data(todo)
    bar = tqdm(total=len(todo), unit="run", disable=None)  # at a terminal
    count = itertools.count(1)

    def report(run, record, error):
        if error:
            messages.append(f"failed: {run.in_words}\n{error}")
        bar.update()
        with bar.external_write_mode():
            click.echo(f"{next(count)}/{len(todo)} {run.in_words}: {'failed' if error else _outcome(record)}")

    try:
        with bar:
            run_all(todo, folder, jobs=jobs, report=report)
    except KeyboardInterrupt:
        n_stored = len(todo) - len(missing(todo, folder))
        click.echo(f"Interrupted: {n_stored} runs are stored. The same command goes on from there.", err=True)
        sys.exit(130)
    click.echo("\n".join(messages), err=True, nl=bool(messages))
    return not messages


def _outcome(record):
    """Say on one line what a run gave."""
    score = f"test {record['scores']['test']:.3f}, " if "test" in record.get("scores", {}) else ""
    return "diverged" if record["diverged"] else f"{score}{record['seconds']:.1f} s"


def _results(profile, to_write=False):
    """Return the results folder of a profile; refuse one that cannot be read or, if so asked, written to."""
    from .store import results_folder

    folder = results_folder(profile)
    if to_write:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
    usable = folder.is_dir() and os.access(folder, os.W_OK if to_write else os.R_OK)
    if not usable and (to_write or folder.exists()):  # else nothing is stored yet
        what = "stored" if to_write else "read"
        raise click.ClickException(f"Results cannot be {what} in {folder}. GNODE_RESULTS names the folder to use.")
    return folder


def _with_data(runs, at_most=None):
    """Make sure of the data; return the (first so many) runs that have theirs, and what is to be said of the others."""
    from study import datasets

    from .run import load_rows

    why_not: dict[tuple, str] = {}
    ready: list = []
    for item in runs:
        source = (item.dataset, item.rows)
        if len(ready) == at_most:
            break
        if source not in why_not:
            why_not[source] = ""
            try:
                data = load_rows(item)
                kind = " (simulated)" if data.simulated else f" (part: {data.part})" if data.part else ""
                rows = f"{len(data.y_train)} training and {len(data.y_test)} test rows"
                click.echo(f"data: {item.dataset}{kind}, {rows}, from {data.source}")
            except (datasets.DatasetNotAvailable, datasets.DatasetCorrupt) as error:
                why_not[source] = f"left out: the runs on {item.dataset}. {error}"
        ready += [] if why_not[source] else [item]
    return ready, list(filter(None, why_not.values()))


def _plans(names, profile, column):
    """Give what is planned, in words and as runs: experiments, and each stage of `readings` that can be planned."""
    from .experiments import plan
    from .forensics import stages

    for name in names:
        if name != READINGS:
            yield name, plan(name, profile, column=column)
            continue
        try:
            for stage in stages.STAGES:
                yield f"{READINGS}, {stage}", stages.plan(stage, profile)
        except stages.Incomplete as waits:
            click.echo(f"{READINGS}, {stage}: not planned yet; {waits}")


@main.command()
@_about_runs
def status(experiments, profile, column):
    """Show which runs of each EXPERIMENT (all, if none is given) are stored and which are missing."""
    from . import store
    from .experiments import EXPERIMENTS
    from .runner import missing
    from .stats import duration

    _must_be_of(column, experiments, profile)
    folder = _results(profile)
    for name, planned in _plans(experiments or EXPERIMENTS, profile, column):
        if not planned:
            continue  # the column has no runs of it
        found, absent = store.find_all(planned, folder), missing(planned, folder)
        older = len(found) + len(absent) - len(planned)
        note = f", {older} more of an older arithmetic" if older else ""
        note += f", {duration(sum(record['seconds'] for record in found))} of one core" if found else ""
        click.echo(f"{name:<12}{len(planned) - len(absent):>5} of {len(planned):>4} runs stored{note}")
        for rows in dict.fromkeys(item.of_rows for item in absent):
            counts = Counter(item.method for item in absent if item.of_rows == rows)
            click.echo(f"    missing of {rows}: {', '.join(f'{n} {method}' for method, n in counts.items())}")


@main.command()
@click.argument("number", metavar="PAGE/NAME")
def why(number):
    """Print where a number of a page comes from, as JSON: its formula, its runs with their values, the command."""
    from .why import NoNumber, chain

    page, _, name = number.partition("/")
    try:
        click.echo(json.dumps(chain(page, name), indent=1, ensure_ascii=False))
    except NoNumber as error:
        raise click.ClickException(str(error)) from error


@main.command()
@_about_runs
@click.option("--sample", type=_AT_LEAST_ONE, metavar="N", help="Only N, drawn with data sets and methods in turn.")
@click.option("--seed", type=click.IntRange(min=0), help="Of the draw.  [default: another each time]")
@click.option(
    "--report",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.md",
    help="Also write what came out, with machine and versions, to a file to sign.",
)
@_jobs
def verify(experiments, sample, seed, path, jobs, profile, column):
    """Compute stored runs of each EXPERIMENT (all, if none is given) again and compare.

    What goes through gnode's own arithmetic alone must be equal to the last bit, on every machine. What other libraries
    compute (k-means, L-BFGS, principal components, neighbours) must lie within 3 standard deviations of its cell.
    """
    from . import store
    from .experiments import EXPERIMENTS
    from .run import once
    from .runner import in_parallel
    from .verify import compare, draw, in_markdown, spread_of_cell

    _must_be_of(column, experiments, profile)
    if seed is not None and not sample:
        raise click.UsageError("--seed is of the draw: give --sample, too.")
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
    folder = _results(profile)
    planned = once(item for _, runs in _plans(experiments or EXPERIMENTS, profile, column) for item in runs)
    stored = sorted((item for item in planned if store.is_current(item, folder)), key=lambda item: item.key)
    n_older = len(store.find_all(planned, folder)) - len(stored)
    if n_older:
        click.echo(f"left out: {n_older} runs of an older arithmetic. `gnode run` computes them anew.")
    if not stored:
        raise click.ClickException(f"Nothing is stored in {folder}: there is nothing to verify.")
    told = [f"Experiments: {', '.join(experiments) or 'all'}; profile {profile}, column {column}"]
    if sample:
        seed = random.randrange(10**6) if seed is None else seed
        told.append(f"Drawn by the seed {seed}: at most {sample} of {len(stored)} stored runs")
        click.echo(told[-1])
        stored = draw(stored, seed)
    todo, unavailable = _with_data(stored, sample)
    click.echo("\n".join(unavailable), err=True, nl=bool(unavailable))
    if not todo:
        raise click.ClickException(f"None of the {len(stored)} stored runs can be verified: their data are missing.")
    verdicts = {}
    for item, record, arrays, error in in_parallel(todo, min(jobs or os.cpu_count() or 1, len(todo))):
        if error:
            differences, identical = [error], False
        else:
            spread = spread_of_cell(item, planned, folder)
            differences, identical = compare(item, record, arrays, folder, spread)
        verdict = "DIFFERS" if differences else "identical" if identical else "within its tolerance"
        verdicts[item.in_words] = verdict, differences
        click.echo("\n    ".join([f"{item.in_words}: {verdict}", *differences]))
    n_left_out = len(stored) - len(todo) if sample is None else 0
    left_out = f"; {n_left_out} are left out, as their data are missing" if n_left_out else ""
    n_wrong = sum(bool(differences) for _, differences in verdicts.values())
    told.append(f"{len(todo) - n_wrong} of {len(todo)} runs agree{left_out}")
    click.echo(told[-1])
    if path:
        records = [store.find(item, folder) for item in todo]
        path.write_text(in_markdown(verdicts, [*told, *unavailable], records), encoding="utf-8", newline="\n")
        click.echo(f"{path}: the report, to be signed")
    sys.exit(bool(n_wrong or n_left_out))


@main.command()
@_about_runs
@click.option(
    "--write",
    is_flag=True,
    help="Also write the verdicts to results/verdicts.*, what the witnesses say to results/readings.json, and what the "
    "book shows of versions to results/suspects.json.",
)
def report(experiments, profile, column, write):
    """Print the tables of each EXPERIMENT from what is stored; if none is given, all of them and the verdicts."""
    from .experiments import EXPERIMENTS, as_text
    from .experiments.columns import n_seeds
    from .forensics import report as of_readings
    from .store import DamagedResult

    if write and (experiments or profile != "paper" or column != "program"):
        raise click.UsageError("--write is about all verdicts: give no EXPERIMENT, profile or column with it.")
    _must_be_of(column, experiments, profile)
    folder, failed = _results(profile, to_write=write), []
    for name in experiments or EXPERIMENTS:
        if name == READINGS:
            click.echo(of_readings.as_text(folder) + "\n")
        elif EXPERIMENTS[name].table and n_seeds(EXPERIMENTS[name], column):
            try:
                click.echo(as_text(name, profile, column) + "\n")
            except DamagedResult:  # which names file and line
                raise
            except Exception:
                click.echo(f"{name}: its table cannot be made.\n{traceback.format_exc()}", err=True)
                failed.append(name)
        elif experiments:
            click.echo(f"{name} has no table ({EXPERIMENTS[name].title}): `gnode status {name}` counts its runs.\n")
    if not experiments:
        _report_verdicts(profile, column, folder, write)
    if failed:
        raise click.ClickException(f"There is no table of {', '.join(failed)}: see above.")


def _report_verdicts(profile, column, folder, write):
    """Print what the judges say of the stored runs, and write it down if asked to."""
    from .claims import judge_all, judge_columns, stored
    from .forensics import witnesses
    from .forensics.stages import Incomplete
    from .ledger import written_verdicts
    from .store import write_whole

    if profile == "smoke":
        click.echo("The judges tried on the small runs; this says nothing about the paper.")
    for verdict in judge_all(read=partial(stored, profile=profile, column=column)):
        click.echo(f"{verdict.id}: {verdict.in_words}. {verdict.ours} {verdict.note}".rstrip())
    if write:
        files = written_verdicts(judge_columns())
        with suppress(Incomplete):
            files |= witnesses.written(folder)
        for name, content in files.items():
            write_whole(folder / name, content)
            click.echo(f"written: {folder / name}")
