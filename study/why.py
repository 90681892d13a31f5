"""Where a number of a page comes from: `gnode why` and the panel of the site show the same chain."""

import json
import re
from functools import cache
from pathlib import Path

from . import GIVEN, SIGNED, store
from .chain import entered, in_words, leaves_of, name_of, value_of
from .experiments import frame_of
from .provenance import describe_program

ROOT = Path(__file__).resolve().parents[1]
# What makes a file of results that is no run.
COMMANDS = {
    "speed.json": "make bench",
    "defaults.json": "python benchmarks/defaults.py",
    "documents.json": "python book/tools/documents.py",
    "recovery.json": "gnode run readings",
    "likeness.json": "python -m study.figures.likeness",
    "sliders.json": "python -m study.figures.sliders",
    "stories.json": "python -m study.figures.stories FOLDER",
} | dict.fromkeys(("readings.json", "suspects.json", "verdicts.json"), "gnode report --write")
OF_A_RUN = ("kind", "dataset", "rows", "method", "settings", "commit", "start")


class NoNumber(LookupError):
    """A number is asked for that no notebook gives, or whose runs are gone; the message says what to do."""


def given(page):
    """Read what the executed notebook of a page gave: name -> value, formula (None if plain) and the cell's number."""
    path = ROOT / "notebooks" / f"{page}.ipynb"
    return _given(path, path.stat().st_mtime_ns) if path.exists() else {}


@cache
def _given(path, _written):
    found = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            told = json.loads(output.get("data", {}).get(GIVEN, "{}"))
            for leaf in (leaf for formula in told.get("formulas", {}).values() for leaf in leaves_of(formula)):
                leaf |= {"keys": told["groups"][leaf["keys"]]} if "keys" in leaf else {}
            for name, value in told.get("numbers", {}).items():
                found[name] = value, told.get("formulas", {}).get(name), cell["execution_count"]
    return found


@cache
def _texts(page):
    """Read the texts that may show a page's numbers, its own first, each with what its names begin with."""
    own = ROOT / "notebooks" / f"{page}.md"
    others = (ROOT / "index.md", *sorted([*(ROOT / "book").glob("*.md"), *own.parent.glob("*.md")]))
    return [(f"(?:{page}/)?", own.read_text("utf-8")), *((f"{page}/", of.read_text("utf-8")) for of in others)]


def printed(page, name):
    """Find a number as a text has it (str; None if none has it)."""
    found = (re.search(rf"({SIGNED})<!--{before}{name}:", text) for before, text in _texts(page))
    return next((of[1] for of in found if of), None)


def chain(page, name):
    """Follow a number to its runs, with the value of each that entered (dict in terms of JSON)."""
    numbers = given(page)
    if name not in numbers:
        known = f"its numbers are {', '.join(numbers)}" if numbers else "`make book` makes notebooks/*.ipynb"
        raise NoNumber(f"No cell of the page {page!r} gives the number {name!r}: {known}.")
    value, formula, cell = numbers[name]
    leaves = leaves_of(formula)
    groups = {name_of(leaf): leaf for leaf in leaves if "keys" in leaf}
    names = {group: f"R{place}" for place, group in enumerate(groups, 1)}
    stored = store.find_keys((key for leaf in groups.values() for key in leaf["keys"]), store.results_folder())
    if gone := [key for leaf in groups.values() for key in leaf["keys"] if key not in stored]:
        raise NoNumber(f"{page}/{name} is made of the run {gone[0]}, which is not stored; `make book` makes it anew.")
    frames = {group: frame_of([stored[key] for key in leaf["keys"]]) for group, leaf in groups.items()}
    runs: list[dict] = []
    fields: dict[str, list[str]] = {}
    for group, frame in frames.items():
        for key, entry in entered(frame, group[0]).items():
            record = stored[key]
            fields.setdefault(field_of(group[0], record), []).append(names[group])
            run = {"of": names[group], "key": key, "seed": record["seed"], "value": entry}
            machine = f"{record['machine']['cpu']}, {record['machine']['cores']} cores"
            runs.append(run | {of: record.get(of) for of in OF_A_RUN} | {"machine": machine})
    here = f"python book/tools/execute.py notebooks/{page}.md"
    commands = dict.fromkeys(leaf.get("command") or COMMANDS.get(leaf.get("file"), here) for leaf in leaves)
    commits = dict.fromkeys(run["commit"] for run in runs) or [describe_program()["commit"]]
    where = "".join(f"; {_span(list(dict.fromkeys(of)))}: {field} of each run" for field, of in fields.items())
    found = {
        "number": f"{page}/{name}",
        "printed": printed(page, name),
        "value": value,
        "formula": None if formula is None else in_words(formula, names) + where,
        "runs": runs,
        "command": " && ".join(commands) or here,
        "commit": ", ".join(filter(None, commits)),
        "cell": f"notebooks/{page}.ipynb, In [{cell}]",
    }
    now = value if formula is None else value_of(formula, frames)
    if f"{now:.6g}" != f"{value:.6g}":
        found["stale"] = (
            f"The text says {found['printed']}; what is stored now gives {now:.6g}. `make book` puts it there."
        )
    return found


def field_of(column, record):
    """Name the field of a line of results/runs that a column holds (str)."""
    stage = column.removesuffix("_seconds")
    for part, name in (("scores", column), ("measures", column), ("group", column), ("timings", stage)):
        if name in record.get(part, ()):
            return f"{part}.{name}"
    if column == "total_seconds":
        return "the sum of timings"
    return f"the median of nodes.{column}" if column in record.get("nodes", ()) else column


def _span(names):
    places = [int(name[1:]) for name in names]
    straight = len(names) > 2 and places == list(range(places[0], places[-1] + 1))
    return f"{names[0]} to {names[-1]}" if straight else ", ".join(names)
