"""A second opinion: ``make second-opinion`` computes a sample of every experiment again here, and compares.

The sample is stratified: of each experiment it takes runs of as many data sets and methods as it can, drawn by a
seed that the report names. The comparison is that of `gnode verify`. The report (JSON for programs, Markdown to sign)
says on which machine, with which versions, which runs, and whether each was equal. Put into article/second_opinions, it
becomes part of the submission.
"""

import json
import os
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

import click
from metadata import ROOT

WORDS = {
    "equal": "equal to the last bit",
    "close": "within its tolerance",
    "differs": "DIFFERS",
    "failed": "FAILED",
    "left out": "left out: no data here",
}


@click.command()
@click.argument("experiments", nargs=-1, metavar="[EXPERIMENT]...")
@click.option("--sample", type=click.IntRange(min=1), default=4, show_default=True, help="Runs of each experiment.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draw.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count(), help="Runs at a time.")
@click.option("--profile", type=click.Choice(["paper", "smoke"]), default="paper", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=ROOT / "_build" / "second-opinion", help="Folder.")
def main(experiments, sample, seed, jobs, profile, out):
    """Compute a sample of each EXPERIMENT (all, if none is given) again, and write a report."""
    from study.experiments import EXPERIMENTS, experiment_of

    try:
        names = [experiment_of(name).name for name in experiments] or list(EXPERIMENTS)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error
    chosen = {name: draw(stored_runs(name, profile), sample, f"{seed} {name}") for name in names}
    n_runs = sum(map(len, chosen.values()))
    if not n_runs:
        raise click.ClickException("nothing is stored of these experiments: there is nothing to compare with")
    click.echo(f"{n_runs} runs of {len(names)} experiments")
    compared = compare_all(chosen, profile, jobs)
    report = report_of(compared, {"sample": sample, "seed": seed, "profile": profile})
    path = write(report, out)
    click.echo(f"{told(report)}. The report: {path}, to be signed, and {path.with_suffix('.json').name}")
    raise SystemExit(int(any(of["verdict"] in ("differs", "failed") for of in compared)))


def stored_runs(name, profile):
    """List the stored runs of an experiment that have today's arithmetic (list of Run)."""
    from study import store
    from study.experiments import plan

    folder = store.results_folder(profile)
    return [run for run in plan(name, profile) if store.is_current(run, folder)]


def draw(runs, n_runs, seed):
    """Draw runs so that as many data sets and methods as can be are among them.

    Parameters
    ----------
    runs : list of Run
    n_runs : int
    seed : int or str

    Returns
    -------
    list of Run
        One of each stratum in turn, until there are enough; the same seed draws the same ones on every machine.
    """
    chance = random.Random(seed)
    strata = defaultdict(list)
    for run in sorted(runs, key=lambda run: run.key):
        strata[run.dataset, run.rows, run.method].append(run)
    groups = [chance.sample(strata[name], len(strata[name])) for name in chance.sample(sorted(strata), len(strata))]
    in_turn = [run for runs in zip_longest(*groups) for run in runs if run is not None]
    return in_turn[:n_runs]


def compare_all(chosen, profile, jobs):
    """Compute runs again and compare them with what is stored.

    Parameters
    ----------
    chosen : dict of str to list of Run
        By experiment.
    profile : {"paper", "smoke"}
    jobs : int

    Returns
    -------
    list of dict
        Of each run: experiment, key, dataset, method, seed, verdict (a key of `WORDS`), differences, and of the stored
        run its commit and processor; in the order of `chosen`.
    """
    from study import store
    from study.experiments import plan
    from study.runner import in_parallel
    from study.verify import compare, spread_of_cell

    folder = store.results_folder(profile)
    wanted = {run.key: run for runs in chosen.values() for run in runs}  # a run may be one of two experiments
    planned = [run for name in chosen for run in plan(name, profile)]
    found = {key: ("left out", [why]) for key, run in wanted.items() if (why := _no_data(run))}
    todo = [run for key, run in wanted.items() if key not in found]
    for run, record, arrays, error in in_parallel(todo, jobs):
        if error:
            found[run.key] = ("failed", [error.strip().splitlines()[-1]])
        else:
            differences, same = compare(run, record, arrays, folder, spread_of_cell(run, planned, folder))
            found[run.key] = ("differs" if differences else "equal" if same else "close", differences)
        click.echo(f"  {run.dataset} {run.method} seed {run.seed} [{run.key}]: {WORDS[found[run.key][0]]}")
    rows = []
    for name, runs in chosen.items():
        for run in runs:
            stored = store.find(run, folder)
            verdict, differences = found[run.key]
            row = {"experiment": name, "key": run.key, "dataset": run.dataset, "method": run.method, "seed": run.seed}
            row |= {"verdict": verdict, "differences": differences}
            rows.append(row | {"stored_commit": stored["commit"], "stored_cpu": stored["machine"]["cpu"]})
    return rows


def _no_data(run):
    """Say why the rows of a run cannot be had here (str), or nothing."""
    from study import datasets
    from study.run import load_rows

    try:
        load_rows(run)
    except (datasets.DatasetNotAvailable, datasets.DatasetCorrupt) as error:
        return str(error)
    return ""


def report_of(compared, drawn):
    """Put a report together (dict)."""
    from study.provenance import describe_program

    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        **describe_program(),
        "drawn": drawn,
        "counted": {verdict: sum(of["verdict"] == verdict for of in compared) for verdict in WORDS},
        "runs": compared,
    }


def told(report):
    """Say in words how a report came out (str)."""
    counted = {WORDS[verdict]: n for verdict, n in report["counted"].items() if n}
    return f"{len(report['runs'])} runs: " + ", ".join(f"{n} {words}" for words, n in counted.items())


def write(report, folder):
    """Write a report as JSON and as Markdown; return the path of the latter."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"second-opinion-{report['written'][:19].replace(':', '')}"
    (folder / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8", newline="\n")
    path = folder / f"{name}.md"
    path.write_text(in_markdown(report), encoding="utf-8", newline="\n")
    return path


def in_markdown(report):
    """Write a report for people, with the place to sign (str)."""
    from study.page import plain

    machine, drawn = report["machine"], report["drawn"]
    others = Counter(of["stored_cpu"] for of in report["runs"])
    versions = ", ".join(f"{name} {of}" for name, of in report["packages"].items())
    changed = ", with uncommitted changes" if report["dirty"] else ""
    lines = [
        "# A second opinion",
        "",
        f"**{told(report)}.**",
        "",
        f"- Written: {report['written']}",
        f"- This machine: {plain(machine['cpu'])}, {machine['cores']} cores, {plain(machine['system'])}",
        f"- The stored runs come from: {'; '.join(f'{plain(cpu)} ({n} runs)' for cpu, n in others.items())}",
        f"- Code: commit {report['commit']}{changed}; gnode {report['gnode']}, kernels {report['kernels']}",
        f"- Versions: Python {report['python']}, {versions}",
        f"- Drawn: {drawn['sample']} runs of each experiment, profile {drawn['profile']}, by the seed {drawn['seed']}",
        "",
        "| experiment | data set | method | seed | run | verdict |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for of in report["runs"]:
        shown = (of["experiment"], of["dataset"], of["method"], of["seed"], f"`{of['key']}`", WORDS[of["verdict"]])
        lines.append(f"| {' | '.join(map(str, shown))} |")
    reasons = [f"- `{of['key']}`: {plain(why)}" for of in report["runs"] for why in of["differences"]]
    lines += ["", "## Differences", "", *reasons] if reasons else []
    lines += [
        "",
        "## Signed",
        "",
        "I ran this on a machine of my own, changed nothing, and have no part in the project: "
        "[[confirm, or say what differs]]",
        "",
        "[[name, affiliation, day, signature]]",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
