"""Which sentences of a chapter would other results make false?

A chapter asserts its sentences with `says`, and one that is not so stops the build. Here a chapter's code runs once, in
a process of its own, on whatever results it is given, and each sentence is told with whether it holds. `mirrored` makes
results to try that on: every run gets the outcome of another, so that what was best is worst, and all files are still
sound.
"""

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import chapter
import click

IDENTITY = ("key", "kind", "dataset", "rows", "method", "settings", "seed", "version")


def mirrored(results, target, by):
    """Copy a folder of results and deal the outcomes of its runs in the opposite order.

    Parameters
    ----------
    results, target : path-like
        `target` does not exist yet.
    by : callable
        Number that a record is ordered by; runs of one kind on the same rows change places, the first with the last. A
        pair stays as it is if the outcome of the one cannot be that of the other.

    Returns
    -------
    int
        How many runs have another outcome.
    """
    from gnode.study.store.record import check_record, checksum

    shutil.copytree(results, target)
    groups, changed = {}, 0
    for path in sorted(Path(target, "runs").rglob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        record.pop("sha256", None)
        groups.setdefault((record["kind"], record["dataset"], record["rows"]), []).append((by(record), path, record))
    for runs in groups.values():
        runs.sort(key=lambda run: run[:2])
        for (_, one_path, one), (_, other_path, other) in zip(runs[: len(runs) // 2], reversed(runs)):
            pair = {one_path: _with_outcome(one, other), other_path: _with_outcome(other, one)}
            try:
                for record in pair.values():
                    check_record(record)
            except ValueError:
                continue
            for path, record in pair.items():
                path.write_text(json.dumps(record | {"sha256": checksum(record)}, indent=1) + "\n", encoding="utf-8")
                changed += 1
    return changed


def _with_outcome(run, other):
    """Give a run the outcome of another (dict)."""
    return {name: run[name] if name in IDENTITY else value for name, value in other.items()}


def by_score(record):
    """Order runs by test accuracy; those without one by the first measure they have."""
    scores = record.get("scores") or record.get("measures") or {}
    return scores.get("test", _first_number(record))


def by_seconds(record):
    """Order runs by the seconds of their pre-training; those without it by all their seconds."""
    return record.get("timings", {}).get("pretraining", record["seconds"])


def _first_number(record):
    outcome = (value for name, value in sorted(record.items()) if name not in IDENTITY)
    return next((float(value) for value in outcome if type(value) in (int, float)), 0.0)


def said_with(text, results):
    """Run a chapter on other results, and tell its sentences.

    Parameters
    ----------
    text : path-like
        A notebook, `notebooks/NAME.md`.
    results : path-like

    Returns
    -------
    list of dict
        line, sentence and holds (bool); for a cell that fails, line and error.
    """
    command = [sys.executable, __file__, str(Path(text).resolve()), "--results", str(Path(results).resolve()), "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"{text}: {ran.stderr.strip()[-2000:]}")
    return json.loads(ran.stdout)


def record_sentences(text, results):
    """Run the cells of a chapter here, with a `says` that tells instead of stopping (list of dict, see `said_with`)."""
    import matplotlib
    import myst_nb

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from gnode.study import page

    os.chdir(Path(text).parent)
    told = []

    def says(sentence, holds, as_written=True):
        told.append({"line": line, "sentence": sentence, "holds": bool(holds)})

    page.says = says
    myst_nb.glue = lambda *_, **__: None
    plt.show = lambda *_, **__: plt.close("all")
    names = {"__name__": "__main__", "display": lambda *_, **__: None}
    for cell in chapter.read(text).cells:
        line = cell.line
        source = (
            f"results = {str(results)!r}" if "parameters" in cell.tags and "results" in cell.source else cell.source
        )
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(source, f"{text}, line {line}", "exec"), names)
        except Exception as error:  # the cells after it may still tell something
            told.append({"line": line, "error": f"{type(error).__name__}: {error}"})
    return told


@click.command()
@click.argument("text", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--results", type=click.Path(exists=True, path_type=Path), default="results", help="Folder of stored runs."
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(text, results, as_json):
    """Run the chapter TEXT on a folder of results and list its sentences."""
    told = record_sentences(text.resolve(), results.resolve())
    if as_json:
        click.echo(json.dumps(told))
        return
    for of in told:
        click.echo(
            f"{text}:{of['line']}: " + (of.get("error") or f"{'holds' if of['holds'] else 'FALSE'}: {of['sentence']}")
        )


if __name__ == "__main__":
    main()
