"""`results/` on disk: a line a run in ``runs/KIND/DATASET.jsonl``, what many lines share once in ``shared.json``.

``features/METHOD.npz`` hold the weights of one first layer and what is measured on them, ``METHOD-sSEED.npz`` what is
measured on those of other seeds, with ``-aA`` in the name for another amnesia factor A than 0.4 and ``-paper`` for that
reading; ``smoke/`` has the same for the profile "smoke". A record is checked to the last field before it is stored, and
a test reads all that is committed; who reads it here trusts it. Files are replaced whole, so that a writer that is
killed loses at most the run that it was about to store.
"""

import copy
import io
import json
import os
import zipfile
import zlib
from functools import cache
from pathlib import Path

import numpy as np
from filelock import FileLock
from sklearn.utils import Bunch

from . import write_whole
from .methods import METHODS, PCA
from .run import ARITHMETIC, VERSION, key_of, name_of_reading

FEATURE_NAMES = tuple(of.name for of in METHODS.values() if of.layer is not None or of.family == "components")
USUAL_AMNESIA, USUAL_READING = 0.4, "mended"  # what stands in no file's name
IDENTITY = ("key", "kind", "dataset", "rows", "method", "settings", "seed", "version", "program")
"""What every line must have to be found."""
PROGRAM = ("gnode", "commit", "dirty", "kernels", "python", "packages", "machine")
"""What of a record says which program computed it."""
SHARED = "shared.json"  # programs, data and readings, each under the beginning of its hash, by which lines name them

_DAMAGED_ARRAYS = (OSError, ValueError, TypeError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)


class NoResult(FileNotFoundError):
    """A result that is asked for has not been computed; the message names the command that does it."""


class DamagedResult(NoResult):
    """A file of results holds what is no result; the message names the place and says how to get it back."""


def results_folder(profile="paper"):
    """Find the folder of the stored results: what GNODE_RESULTS names, else ``results`` in the checkout."""
    folder = Path(os.environ.get("GNODE_RESULTS") or Path(__file__).resolve().parents[1] / "results").expanduser()
    return folder / "smoke" if profile == "smoke" else folder


def path_of(run, folder):
    """Return the file that holds a run (a `pathlib.Path`)."""
    if run.kind == "features":
        reading = name_of_reading(run.settings["reading"]) if "reading" in run.settings else USUAL_READING
        return _path_of_features(folder, run.method, run.seed, run.settings.get("amnesia"), reading)
    return _place(folder, "runs", run.kind.replace(" ", "_"), f"{run.dataset}.jsonl")


def _path_of_features(folder, method, seed, amnesia, reading):
    with_reading = "" if reading == USUAL_READING or method == PCA.name else f"-{reading}"
    with_amnesia = "" if amnesia in (None, USUAL_AMNESIA) else f"-a{amnesia:g}"
    return folder / "features" / f"{method}{with_reading}{with_amnesia}{f'-s{seed}' if seed else ''}.npz"


def cell_key(run):
    """Hash all that determines a run but its seed (str)."""
    return key_of({name: value for name, value in run.determinants.items() if name != "seed"})


# What files held when they were last read: path -> what tells its contents apart, what it held. Not to be changed.
_held: dict[Path, tuple] = {}
_place = cache(Path)  # a path that is made once knows its hash
_rows_in = cache(lambda path, _stamp: {of["rows"] for _, of in _lines(path).values() if of["version"] == VERSION})


def _stamp(path):
    status = os.stat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns


def as_of(folder):
    """Give what is another as soon as another run is stored there (tuple)."""
    return tuple(
        (path, _stamp(path)) for path in sorted((*folder.glob("runs/*/*.jsonl"), *folder.glob("features/*.npz")))
    )


def _reread(path, read):
    """Give what `read` makes of a file, which is read again only if it was replaced; None if there is none."""
    try:
        stamp = _stamp(path)
    except FileNotFoundError:
        return None
    if path not in _held or _held[path][0] != stamp:
        _held[path] = stamp, read(path)
    return _held[path][1]


def _lines(path):
    """Give the lines of a file of runs by the keys of their runs, each as its bytes and its record (dict of tuple)."""
    return _reread(path, _read_lines) or {}


def _read_lines(path):
    found: dict[str, tuple[bytes, dict]] = {}
    lines, place = path.read_bytes().splitlines(), path.parents[2] / SHARED
    shared = _shared(place.parent)  # after the lines: a writer puts a new program there before its first run
    for number, line in enumerate(lines, 1):
        try:
            record = _parsed(line)
            if absent := [name for name in IDENTITY if record.get(name) is None]:
                raise ValueError(f"it has no {absent[0]}")
            if unknown := [f"{what} {name!r}" for what, name in _named(record) if type(shared.get(name)) is not dict]:
                raise ValueError(f"{place} has no {unknown[0]}")
            if record["key"] in found:
                raise ValueError(f"the run {record['key']} stands in an earlier line")
        except (ValueError, TypeError, RecursionError) as error:
            raise DamagedResult(
                f"{path}, line {number}, is no record of a run: {error}. `git checkout -- {path}` (and "
                f"{place.name}) brings back what was committed; or delete the line, and `gnode run` computes it again."
            ) from None
        found[record["key"]] = line, record
    return found


def _parsed(content):
    """Read a JSON object in UTF-8 (dict); a ValueError says that it is none."""
    if type(found := json.loads(content.decode())) is not dict:
        raise ValueError(f"it holds a {type(found).__name__}, not fields")
    return found


def read_json(path, how):
    """Read a file of results that is no run (dict); a `NoResult` says how it is made."""
    try:
        return _parsed(path.read_bytes())
    except FileNotFoundError:
        raise NoResult(f"{path} is missing. {how}") from None
    except (ValueError, RecursionError) as error:
        raise DamagedResult(f"{path} is damaged: {error}. {how}") from None


def _shared(folder):
    """Give what the lines of a folder share, by what they call it (dict)."""
    how = "`git checkout` brings back what was committed."
    return _reread(_place(folder, SHARED), lambda path: read_json(path, how)) or {}


def _named(record):
    """Yield what the record of a line names of what is shared: in words, and its name there."""
    yield "program", record["program"]
    yield "data", record.get("data")
    if "reading" in record["settings"]:
        yield "reading", record["settings"]["reading"]


def whole(line, folder):
    """Put the record of a line together with what it shares with others (a dict of the caller's own)."""
    record, parts = json.loads(line.decode()), _shared(folder)
    copied = {what: parts[name].items() for what, name in _named(record)}
    shared = {what: {name: dict(of) if type(of) is dict else of for name, of in part} for what, part in copied.items()}
    del record["program"]
    record["settings"] |= {"reading": shared["reading"]} if "reading" in shared else {}
    return record | {"data": shared["data"]} | shared["program"]


def _shortened(record, shared):
    """Take out of a record what it shares with others, which goes to `shared`; what is left is its line (bytes)."""

    def name_of(value):
        shared[name := key_of(value)[:8]] = value
        return name

    own = {name: value for name, value in record.items() if name not in PROGRAM}
    own["data"] = name_of(record["data"])
    if "reading" in record["settings"]:
        own["settings"] = record["settings"] | {"reading": name_of(record["settings"]["reading"])}
    own["program"] = name_of({name: record[name] for name in PROGRAM if name in record})
    return json.dumps(own, separators=(",", ":"), allow_nan=False).encode()


def find(run, folder):
    """Read what is stored of a run (dict); None if exactly this run is not stored."""
    path = path_of(run, folder)
    if run.kind == "features":
        arrays = _reread(path, _read_arrays)
        return copy.deepcopy(arrays["provenance"]) if arrays and arrays["provenance"].get("key") == run.key else None
    lines = _lines(path)
    return whole(lines[run.key][0], folder) if run.key in lines else None


def find_all(runs, folder):
    """Read what is stored of runs (a list of dict, without the runs that are not stored)."""
    return [record for run in runs if (record := find(run, folder)) is not None]


def find_everything(folder, files="*/*.jsonl", known=()):
    """Read all stored runs, planned or not, but those of weights and of known keys; or of some files (list of dict)."""
    held = [_lines(path) for path in sorted((folder / "runs").glob(files))]
    lines = [line for of in held for key, (line, _) in of.items() if key not in known]
    return [record for line in lines if (record := whole(line, folder))["version"] == VERSION]


def find_keys(keys, folder):
    """Read the runs with these keys, but those of weights (dict of key to record)."""
    wanted = set(keys)
    held = [_lines(path) for path in sorted((folder / "runs").glob("*/*.jsonl"))] if wanted else []
    return {key: whole(lines[key][0], folder) for lines in held for key in lines.keys() & wanted}


def stored_rows(dataset, folder):
    """List which rows of a set the stored runs were made from (a set of str, see `Run`)."""
    paths = [path for path in (folder / "runs").glob(f"*/{dataset}.jsonl") if path.parent.name != "counts"]
    return {rows for path in paths if _lines(path) for rows in _rows_in(path, _held[path][0])}


def is_current(run, folder):
    """Tell whether exactly this run is stored, by today's arithmetic (bool)."""
    record = find(run, folder)
    return record is not None and record.get("arithmetic", 1) == ARITHMETIC


def save(run, record, arrays, folder):
    """Store a run whose record is right, see `study.record`; `arrays` are the weights of one of kind "features"."""
    path = path_of(run, folder)
    (folder / ".locks").mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".locks" / "store"):
        if run.kind == "features":
            if (there := _reread(path, _read_arrays)) and there["provenance"].get("key") != run.key:
                raise ValueError(
                    f"{path} holds the weights of another run, {there['provenance'].get('key')}, which {run.key} would "
                    "replace. Move it, or give the run another results folder."
                )
            write_whole(path, packed(record, arrays))
            return
        lines = {key: line for key, (line, _) in _lines(path).items()}
        shared = dict(_shared(folder))
        lines[run.key] = _shortened(record, shared)
        if shared.keys() != _shared(folder).keys():
            content = json.dumps(dict(sorted(shared.items())), indent=1, allow_nan=False)
            write_whole(folder / SHARED, content.encode() + b"\n")
        write_whole(path, b"".join(lines[key] + b"\n" for key in sorted(lines)))


def packed(record, arrays):
    """Pack weights and their record as NumPy does (bytes)."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, provenance=np.array(json.dumps(record, indent=1, allow_nan=False)), **arrays)
    return buffer.getvalue()


def _read_arrays(path):
    """Read a file of weights: its arrays by their names, and its record as "provenance" (dict)."""
    try:
        with np.load(io.BytesIO(path.read_bytes())) as file:  # np.load leaves a damaged file open
            return dict(file) | {"provenance": _parsed(str(file["provenance"]).encode())}
    except _DAMAGED_ARRAYS as error:
        raise DamagedResult(
            f"{path} holds no weights that can be read: {error}. `git checkout -- {path}` brings back what was "
            "committed; or delete the file, and `gnode run features` computes it again."
        ) from None


def read_arrays(run, folder):
    """Read the stored weights and measures of a run of kind "features" (dict of str to ndarray; None as for `find`)."""
    if find(run, folder) is None:
        return None
    return {name: array.copy() for name, array in _held[path_of(run, folder)][1].items() if name != "provenance"}


def load_features(name, amnesia=None, profile="paper", reading="mended"):
    """Load first-layer weights, learned on USPS with seed 0, what is measured on them, and provenance (Bunch)."""
    if name not in FEATURE_NAMES:
        raise ValueError(f"There are no stored features {name!r}: the names are {', '.join(FEATURE_NAMES)}.")
    path = _path_of_features(results_folder(profile), name, 0, amnesia, reading)
    if not path.exists():
        options = (" --column paper" if reading == "paper" else "") + (" --profile smoke" if profile == "smoke" else "")
        raise NoResult(f"{path} is missing. The command `gnode run features{options}` computes it.")
    return Bunch(**_read_arrays(path))
