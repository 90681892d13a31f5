"""`results/` on disk: every file is written whole or not at all.

``runs/DATASET/KIND-METHOD-sSEED-KEY.json`` holds one run, ``cells/DATASET/METHOD-KEY.json`` the counts of all seeds of
a cell, ``features/METHOD.npz`` (seed 0) or ``METHOD-sSEED.npz`` the weights of one first layer, with ``-aA`` in the
name for another amnesia factor A than 0.4; ``smoke/`` holds the same for the profile "smoke".
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import tempfile
import time
import warnings
import zipfile
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from ..kinds import KINDS
from ..kinds.features import MEASURES, WEIGHTS, check_arrays
from ..methods import METHODS
from ..run import ARITHMETIC, VERSION
from . import cells
from .record import SetAside, check_identity, check_record, checksum, parse
from .whole import LARGEST_FILE, UNFINISHED, UNREADABLE, read_whole, write_whole

__all__ = [
    "FEATURE_NAMES",
    "USUAL_AMNESIA",
    "DamagedResult",
    "NoResult",
    "find",
    "find_all",
    "find_everything",
    "is_current",
    "load_features",
    "path_of",
    "read_arrays",
    "read_json",
    "remove_unfinished",
    "results_folder",
    "save",
    "stored_rows",
    "write_whole",
]

FEATURE_NAMES = tuple(of.name for of in METHODS.values() if of.layer is not None or of.family == "components")
USUAL_AMNESIA = 0.4  # the factor that stands in no file's name
_SET_ASIDE = ".set-aside-"


class NoResult(FileNotFoundError):
    """A result that is asked for has not been computed; the message names the command that does it."""


class DamagedResult(NoResult):
    """A result that is asked for is stored, but damaged; the message says what is wrong and what makes it anew."""


def results_folder(profile="paper"):
    """Find the folder of the stored results.

    Parameters
    ----------
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pathlib.Path
        What the environment variable GNODE_RESULTS names; else ``results`` in the checkout that this package is part
        of; else ``results`` in the current folder. For the profile "smoke" its subfolder ``smoke``.
    """
    if os.environ.get("GNODE_RESULTS"):
        folder = Path(os.environ["GNODE_RESULTS"]).expanduser()
    else:
        checkout = Path(__file__).resolve().parents[2]
        folder = (checkout if (checkout / "pyproject.toml").is_file() else Path.cwd()) / "results"
    return folder / "smoke" if profile == "smoke" else folder


def path_of(run, folder):
    """Return where a run is stored (a `pathlib.Path`)."""
    if KINDS[run.kind].in_cells:
        return cells.path_of_cell(run, folder)
    if run.kind == "features":
        return folder / "features" / _features_file(run.method, run.seed, run.settings.get("amnesia"))
    return folder / f"runs/{run.dataset}/{_run_file(run.kind, run.method, run.seed, run.key)}"


def _run_file(kind, method, seed, key):
    return f"{kind}-{method}-s{seed}-{key}.json"


def _features_file(method, seed, amnesia=None):
    with_amnesia = "" if amnesia in (None, USUAL_AMNESIA) else f"-a{amnesia:g}"
    return f"{method}{with_amnesia}-s{seed}.npz" if seed else f"{method}{with_amnesia}.npz"


def find(run, folder):
    """Read what is stored of a run, if it is whole and right; of a run of kind "features" its arrays are not read.

    Parameters
    ----------
    run : Run
    folder : pathlib.Path

    Returns
    -------
    dict or None
        Its record; None if exactly this run is not stored, or its file is damaged, which a warning says.
    """
    if KINDS[run.kind].in_cells:
        return _find(run, folder, partial(cells.record_of, run))
    return _find(run, folder, _read_provenance if run.kind == "features" else _read_run)


def read_arrays(run, folder):
    """Read the stored weights and measures of a run of kind "features" (dict of str to ndarray; None as for `find`)."""
    found = _find(run, folder, _read_features)
    return found and {name: array for name, array in found.items() if name in WEIGHTS + MEASURES}


def is_current(run, folder):
    """Tell whether exactly this run is stored, whole, right to the last array, and by today's arithmetic (bool)."""
    record = find(run, folder)
    if record is None or record.get("arithmetic", 1) != ARITHMETIC:
        return False
    return run.kind != "features" or read_arrays(run, folder) is not None


def _find(run, folder, read):
    """Read the file of a run by a function; None if it is not there, is another run's or is damaged."""
    path = path_of(run, folder)
    try:
        record = read(path)
        if run.kind != "features" and record["key"] != run.key:
            raise ValueError(f"it holds the run {record['key']}")
    except FileNotFoundError:
        return None
    except UNREADABLE as error:
        _say_set_aside(path, error)
        return None
    return record if record["key"] == run.key else None


def _say_set_aside(path, error):
    """Warn that a file is damaged."""
    warnings.warn(f"{path} is damaged and set aside: {error}. `gnode run` computes it anew.", SetAside, stacklevel=4)


def find_all(runs, folder):
    """Read what is stored of runs (a list of dict, without the runs that are not stored)."""
    return [record for run in runs if (record := find(run, folder)) is not None]


def find_everything(folder):
    """Read all runs that are stored, planned or not, but those of weights (list of dict).

    Returns
    -------
    list of dict
        Records as `find` gives them, of today's version; without damaged files, which a warning names.
    """
    found: list[dict] = []
    for kept, read in (("runs", lambda path: [_read_run(path)]), ("cells", cells.records_in)):
        for path in sorted((folder / kept).glob("*/*.json")):
            try:
                found += read(path)
            except UNREADABLE as error:
                _say_set_aside(path, error)
    return [record for record in found if record["version"] == VERSION]


def _read_run(path):
    """Read one file of a run and make sure of every field and of its name (a dict of the caller's own)."""
    return pickle.loads(_checked_run(path, *_stamp(path.stat())))


def _stamp(status):
    """Return what tells contents of a path apart (tuple): a file is replaced, never changed."""
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


@lru_cache(maxsize=1 << 14)
def _checked_run(path, *_):
    record = parse(read_whole(path))
    if type(record) is dict and record.pop("sha256", None) != checksum(record):
        raise ValueError("its sha256 is missing, or not that of its fields")
    check_record(record)
    _check_name(path, record)
    return pickle.dumps(record)


def _check_name(path, record):
    """Make sure that the file of a run has the name that its record asks for."""
    if path.name != _run_file(record["kind"], record["method"], record["seed"], record["key"]):
        raise ValueError(f"it holds another run, {record['method']} seed {record['seed']} with the key {record['key']}")


def _read_provenance(path):
    """Read one file of weights, but none of its arrays, and make sure of every field and of its name (dict)."""
    with _opened(path) as archive:
        return _record_in(archive, path)


def _record_in(archive, path):
    """Read the record of an opened file of weights, and make sure of every field and of its name (dict)."""
    record = parse(str(_array(archive, "provenance")))
    check_record(record)
    if path.name != _features_file(record["method"], record["seed"], record["settings"].get("amnesia")):
        raise ValueError(f"it holds other features, {record['method']} seed {record['seed']}")
    return record


def _read_features(path):
    """Read one file of weights whole, and make sure of it (a dict: its record, and its arrays by name)."""
    with _opened(path) as archive:
        record = _record_in(archive, path)
        names = [name.removesuffix(".npy") for name in archive.namelist()]
        if len(set(names)) != len(names):
            raise ValueError("it holds an array twice")
        arrays = {name: _array(archive, name) for name in names if name != "provenance"}
    check_arrays(arrays, record)
    return record | arrays


def _opened(path):
    """Open a file of weights (a `zipfile.ZipFile`) if it is not too large, packed or not."""
    archive = zipfile.ZipFile(io.BytesIO(read_whole(path, 100 * LARGEST_FILE)))
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in archive.infolist()):
        raise ValueError("it is not packed as NumPy packs arrays")
    if sum(member.file_size for member in archive.infolist()) > 100 * LARGEST_FILE:
        raise ValueError("it is too large when unpacked")
    if archive.comment != checksum_of(archive):
        raise ValueError("its sha256 is missing, or not that of its arrays")
    return archive


def packed(record, arrays):
    """Pack weights and their record as NumPy does, with their checksum in the archive's comment (bytes)."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, provenance=np.array(json.dumps(record, indent=1, allow_nan=False)), **arrays)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.comment = checksum_of(archive)
    return buffer.getvalue()


def checksum_of(archive):
    """Return the checksum of all that an archive holds (bytes of 64 hexadecimal digits)."""
    found = hashlib.sha256()
    for name in sorted(archive.namelist()):
        found.update(f"{name}\n".encode() + archive.read(name))
    return found.hexdigest().encode()


def _array(archive, name):
    """Unpack one array."""
    return np.lib.format.read_array(io.BytesIO(archive.read(f"{name}.npy")))


def read_json(path, how):
    """Read a file of results that is no run, as `study.speed.load_speed` does.

    Parameters
    ----------
    path : pathlib.Path
    how : str
        What makes it, for messages.

    Returns
    -------
    dict

    Raises
    ------
    NoResult
        If it is not there.
    DamagedResult
        If it is damaged, as far as that can be told without knowing its fields.
    """
    try:
        content = parse(read_whole(path))
        if not isinstance(content, dict):
            raise ValueError(f"it holds a {type(content).__name__}, not fields")
        return content
    except FileNotFoundError:
        raise NoResult(f"{path} is missing. {how}") from None
    except (OSError, ValueError) as error:
        raise DamagedResult(f"{path} is damaged: {error}. {how}") from None


def save(run, record, arrays, folder):
    """Store a run.

    Parameters
    ----------
    run : Run
    record : dict
    arrays : dict of str to ndarray, or None
        The weights of a run of kind "features".
    folder : pathlib.Path

    Raises
    ------
    ValueError
        If that is not what such a run gives, as reading would find.
    """
    path = path_of(run, folder)
    try:
        check_record(record)
        if arrays is not None:
            check_arrays(arrays, record)
        if record["key"] != run.key:
            raise ValueError(f"it is the record of another run, {record['key']}")
    except ValueError as error:
        raise ValueError(f"The run {run.key} gave what cannot be stored: {error}.") from error
    if KINDS[run.kind].in_cells:
        cells.add(run, record, folder)
        return
    if arrays is None:
        content = (json.dumps(record | {"sha256": checksum(record)}, indent=1, allow_nan=False) + "\n").encode()
    else:
        content = packed(record, arrays)
    if run.kind == "features" and (other := _key_of_features(path)) not in (None, run.key):
        raise ValueError(
            f"{path} holds the features of another run, {other}, which {run.key} would replace: its name says only the "
            "method, the seed and the amnesia factor. Move it, or give the run another results folder."
        )
    if path.is_dir() and not path.is_symlink():  # not ours to delete
        aside = tempfile.mkdtemp(prefix=f"{_SET_ASIDE}{path.name}-", dir=path.parent)
        os.rename(path, Path(aside, path.name))
    write_whole(path, content)


def _key_of_features(path):
    """Read which run of today's version a file of weights is of; None if it is of none, or damaged."""
    try:
        record = _read_provenance(path)
    except UNREADABLE:
        return None
    return record["key"] if record["version"] == VERSION else None


def remove_unfinished(run, folder):
    """Remove what a writer that was killed has left of a run; for the runner that has claimed it."""
    if KINDS[run.kind].in_cells:  # whoever adds to a cell does it
        return
    path = path_of(run, folder)
    for unfinished in path.parent.glob(f"{UNFINISHED}{path.name}-*"):
        unfinished.unlink(missing_ok=True)


def stored_rows(dataset, folder):
    """List which rows of a set the stored runs were made from (a set of str, see `Run`); damaged files say nothing."""
    place = folder / "runs" / dataset
    with suppress(FileNotFoundError):
        changed = place.stat().st_mtime_ns
        at_rest = time.time_ns() - changed > _RESTS
        return set((_rows_in if at_rest else _rows_in.__wrapped__)(place, changed))
    return set()


_RESTS = 2_000_000_000
"""Nanoseconds after which a folder's time tells whether a file has come or gone: the clock of files ticks coarsely."""


@lru_cache(maxsize=1 << 10)
def _rows_in(place, _):
    rows = set()
    with os.scandir(place) as files:
        for file in files:
            if file.name.endswith(".json"):
                with suppress(*UNREADABLE):  # who asks for the run is told
                    rows.add(_rows_of(file.path, *_stamp(file.stat())))
    return rows - {None}


@lru_cache(maxsize=1 << 14)
def _rows_of(path, *_):
    """Read which rows a run was made from (str; None if of another version)."""
    path = Path(path)
    record = parse(read_whole(path))
    check_identity(record)
    _check_name(path, record)
    of_today = record["dataset"] == path.parent.name and record["version"] == VERSION
    return record["rows"] if of_today else None


def load_features(name, seed=0, amnesia=None, profile="paper"):
    """Load the first-layer weights that a method learned on USPS, and what is measured on them.

    Parameters
    ----------
    name : str
        One of `FEATURE_NAMES`.
    seed : int, default=0
        Principal components have seed 0 only.
    amnesia : float, default=None
        Of GN or GCN; None for 0.4. Others are stored of seed 0 only.
    profile : {"paper", "smoke"}, default="paper"
        "smoke" for the 40 nodes that its runs train on the 8 x 8 digits.

    Returns
    -------
    sklearn.utils.Bunch
        components (200, 256), intercept (200,), decoder, decoder_intercept; of each node its roughness, its best
        match with a training image (best_image) and with a class mean (best_class_mean), and its class selectivity,
        see `study.measures` (ndarrays, float32); provenance (dict).

    Raises
    ------
    ValueError
        If there is no method of that name.
    NoResult
        If these weights have not been computed; the message names the command.
    DamagedResult
        If their file is damaged; likewise.
    """
    from sklearn.utils import Bunch

    if name not in FEATURE_NAMES:
        raise ValueError(f"There are no stored features {name!r}: the names are {', '.join(FEATURE_NAMES)}.")
    path = results_folder(profile) / "features" / _features_file(name, seed, amnesia)
    command = "gnode run features" + (f" --seeds {seed + 1}" if seed else "")
    command += " --profile smoke" if profile == "smoke" else ""
    rows = "8 x 8" if profile == "smoke" else "USPS"
    how = f"The command `{command}` computes it from the {rows} digits."
    try:
        found = _read_features(path)
    except FileNotFoundError:
        raise NoResult(f"{path} is missing. {how}") from None
    except UNREADABLE as error:
        raise DamagedResult(f"{path} is damaged: {error}. {how}") from None
    arrays = {name: found.pop(name) for name in (*WEIGHTS, *MEASURES)}
    return Bunch(**arrays, provenance=found)
