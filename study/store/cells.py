"""Runs of which counts alone are kept: one file a cell, with what its seeds share written once.

``cells/DATASET/METHOD-KEY.json`` holds all runs that differ in their seed alone; a run is a line of a table in it.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache

from filelock import FileLock

from ..kinds import fields
from ..kinds.network import measure_fields
from ..run import key_of
from .record import DATA, IDENTITY, MACHINE, checksum, parse
from .whole import UNFINISHED, UNREADABLE, read_whole, write_whole

__all__ = ["COLUMNS", "add", "cell_key", "path_of_cell", "read_cell", "record_of", "records_in"]

COLUMNS = ("seed", "train_right", "test_right", "measures", "n_updates", "seconds", "made_by")
"""What is kept of a run: its seed; rows classified rightly, measures of its first layer (see `..kinds.network`)
and updates, None if it diverged; seconds, program."""

_SHARED = ("kind", "dataset", "rows", "method", "settings", "version")  # what determines a run, but its seed
_PROGRAM = ("gnode", "commit", "dirty", "kernels", "python", "packages", "machine")
_PROGRAM_CHECKS = {
    "gnode": fields.version,
    "commit": fields.or_none(fields.matching(r"[0-9a-f]{40}")),
    "dirty": fields.one_of(None, True, False),
    "kernels": fields.matching(r"[0-9a-f]{16}"),
    "python": fields.version,
    "packages": fields.versions,
    "machine": MACHINE,
}
_CHECKS = {
    **{name: IDENTITY[name] for name in ("key", *_SHARED)},
    "arithmetic": fields.count(1),
    "n_train": fields.count(1),
    "n_test": fields.count(1),
    "data": DATA,
    "made_by": lambda value: type(value) is list and bool(value),
    "runs": lambda value: type(value) is list and bool(value),
    "diverged": lambda value: type(value) is dict and all(map(fields.text, value.values())),
}


def cell_key(run):
    """Hash what determines the results of a cell: all that determines a run's but the seed (str)."""
    return key_of({name: value for name, value in run.determinants.items() if name != "seed"})


def path_of_cell(run, folder):
    """Return where the cell of a run is stored (a `pathlib.Path`)."""
    return folder / f"cells/{run.dataset}/{run.method}-{cell_key(run)}.json"


def read_cell(path):
    """Read the file of a cell and make sure of every field.

    Parameters
    ----------
    path : pathlib.Path

    Returns
    -------
    dict
        Of the fields of a run's record those that all seeds share; n_train, n_test; made_by, a list of programs;
        runs, a list with a list of `COLUMNS` for each seed, in the order of seeds; diverged, seed (str) -> message.
        It is not to be changed.

    Raises
    ------
    FileNotFoundError
        If there is none.
    ValueError
        If it is damaged; the message says how.
    """
    status = os.stat(path)  # a file is replaced, never changed: another content is another file
    return _read(path, status.st_ino, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1 << 13)
def _read(path, *_):
    cell = parse(read_whole(path))
    if type(cell) is not dict or cell.pop("sha256", None) != checksum(cell):
        raise ValueError("its sha256 is not that of its fields")
    fields.check(cell, _CHECKS, "")
    fields.none_other(cell, _CHECKS, "")
    key = key_of({name: cell[name] for name in _SHARED})
    if cell["key"] != key or path.name != f"{cell['method']}-{key}.json":
        raise ValueError(f"its key is not that of its settings, {key}")
    for program in cell["made_by"]:
        fields.check(program, _PROGRAM_CHECKS, "made_by.")
        fields.none_other(program, _PROGRAM_CHECKS, "made_by.")
    for row in cell["runs"]:
        _check_row(row, cell)
    seeds = [row[0] for row in cell["runs"]]
    if seeds != sorted(set(seeds)):
        raise ValueError("its seeds are not in order, each once")
    if set(cell["diverged"]) != {str(row[0]) for row in cell["runs"] if row[1] is None}:
        raise ValueError("it does not say of each run without counts why it has none")
    return cell


def _check_row(row, cell):
    """Check a line of the table of runs."""
    whole = lambda value, most: type(value) is int and 0 <= value <= most  # noqa: E731
    if type(row) is not list or len(row) != len(COLUMNS):
        raise ValueError(f"a run is {fields.shown(row)}, not {', '.join(COLUMNS)}")
    seed, train, test, measures, n_updates, seconds, made_by = row
    scored = whole(train, cell["n_train"]) and whole(test, cell["n_test"]) and fields.count()(n_updates)
    checks = measure_fields(cell["dataset"])
    measured = type(measures) is list and len(measures) == len(checks)
    measured = measured and all(holds(of) for holds, of in zip(checks.values(), measures))
    if not ((scored and measured) or train is test is measures is n_updates is None):
        raise ValueError(f"the run of seed {fields.shown(seed)} has the results {fields.shown(row[1:5])}")
    if not fields.count()(seed) or not fields.real()(seconds) or not whole(made_by, len(cell["made_by"]) - 1):
        raise ValueError(f"a run is {fields.shown(row)}")


def record_of(run, path):
    """Read a run from the file of its cell, as `study.runner.compute` gives it but for what is not kept (dict).

    Raises
    ------
    FileNotFoundError
        If the cell or its run of this seed is not stored.
    ValueError
        If the file is damaged.
    """
    cell = read_cell(path)
    if cell["key"] != cell_key(run):
        raise ValueError(f"it holds the cell {cell['key']}")
    row = next((row for row in cell["runs"] if row[0] == run.seed), None)
    if row is None:
        raise FileNotFoundError(path)
    return _record(cell, row)


def records_in(path):
    """Read all runs from the file of a cell, each as `record_of` gives it (list of dict).

    Raises
    ------
    ValueError
        If the file is damaged.
    """
    cell = read_cell(path)
    return [_record(cell, row) for row in cell["runs"]]


def _record(cell, row):
    """Put what a cell says of a run in the form of a record (dict)."""
    seed, train, test, measures, n_updates, seconds, made_by = row
    shared = {name: cell[name] for name in _SHARED}
    scores = {"n_train": cell["n_train"], "n_test": cell["n_test"]}
    if train is not None:
        scores |= {"train": train / cell["n_train"], "test": test / cell["n_test"]}
    return {
        **shared,
        **{name: cell[name] for name in ("arithmetic", "data")},
        **cell["made_by"][made_by],
        **({} if measures is None else {"measures": dict(zip(measure_fields(cell["dataset"]), measures))}),
        "key": key_of(shared | {"seed": seed}),
        "seed": seed,
        "diverged": cell["diverged"].get(str(seed)),
        "scores": scores,
        "n_updates": n_updates,
        "seconds": seconds,
    }


def add(run, record, folder):
    """Add a run to the file of its cell, which is replaced whole; who else adds to it waits.

    Parameters
    ----------
    run : Run
    record : dict
        What `study.runner.compute` gave, checked.
    folder : pathlib.Path
        Of the stored results.

    Raises
    ------
    ValueError
        If its rows of data are not those of the other seeds.
    """
    path = path_of_cell(run, folder)
    locks = folder / ".locks"
    locks.mkdir(parents=True, exist_ok=True)
    with FileLock(locks / f"cell-{cell_key(run)}"):
        for unfinished in path.parent.glob(f"{UNFINISHED}{path.name}-*"):  # a writer that was killed held this lock
            unfinished.unlink(missing_ok=True)
        cell = _with(run, record, _stored(path, record["arithmetic"]))
        write_whole(path, (_as_text(cell | {"sha256": checksum(cell)}) + "\n").encode())


def _stored(path, arithmetic):
    """Read a cell to add to: None if there is none, or one that is damaged or of another arithmetic."""
    try:
        cell = read_cell(path)
    except UNREADABLE:
        return None
    return cell if cell["arithmetic"] == arithmetic else None


def _with(run, record, cell):
    """Make the content of a cell from what is stored and one more run (dict)."""
    scores, program = record["scores"], {name: record[name] for name in _PROGRAM}
    shared = {name: record[name] for name in (*_SHARED, "arithmetic", "data")}
    shared |= {"key": cell_key(run), "n_train": scores["n_train"], "n_test": scores["n_test"]}
    old = cell or {"made_by": [], "runs": [], "diverged": {}}
    if cell:
        for name, new, there in (
            *((name, shared[name], cell[name]) for name in ("n_train", "n_test")),
            ("checksum of data", record["data"]["checksum"], cell["data"]["checksum"]),
        ):
            if new != there:
                raise ValueError(f"its {name}, {new}, is not that of the other seeds, {there}")
        shared["data"] = cell["data"]  # the same rows, wherever they were found
    made_by = [*old["made_by"], *([] if program in old["made_by"] else [program])]
    found: list = [None, None, None]
    if record["diverged"] is None:
        right = [round(scores[part] * scores[f"n_{part}"]) for part in ("train", "test")]
        found = [*right, [record["measures"][name] for name in measure_fields(run.dataset)]]
    row = [run.seed, *found, record["n_updates"], round(record["seconds"], 3), made_by.index(program)]
    diverged = {seed: why for seed, why in old["diverged"].items() if seed != str(run.seed)}
    if record["diverged"] is not None:
        diverged[str(run.seed)] = record["diverged"]
    runs = sorted([row, *(other for other in old["runs"] if other[0] != run.seed)])
    return shared | {"made_by": made_by, "runs": runs, "diverged": diverged}


def _as_text(cell):
    """Write a cell as JSON, one line a run."""
    rest = {name: value for name, value in cell.items() if name != "runs"}
    head = json.dumps(rest, allow_nan=False, separators=(",", ":"))
    rows = ",\n".join(json.dumps(row, allow_nan=False, separators=(",", ":")) for row in cell["runs"])
    return f'{head[:-1]},"runs":[\n{rows}\n]}}'
