"""`results/` on disk: every file is written whole or not at all.

``runs/DATASET/KIND-METHOD-sSEED-KEY.json`` holds one run, ``features/METHOD.npz`` (seed 0) or ``METHOD-sSEED.npz``
the weights of one first layer, with ``-aA`` in the name for another amnesia factor A than 0.4; ``smoke/`` holds the
same for the profile "smoke".
"""

from __future__ import annotations

import io
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from .runs import ARITHMETIC

__all__ = [
    "FEATURE_NAMES",
    "NoResult",
    "find",
    "find_all",
    "find_current",
    "load_features",
    "read_arrays",
    "remove_unfinished",
    "results_folder",
    "save",
    "stored_rows",
]

FEATURE_NAMES = ("usv", "sv", "gn", "gcn", "pca")
WEIGHTS = ("components", "intercept", "decoder", "decoder_intercept")
MEASURES = ("roughness", "best_image", "best_class_mean", "selectivity")
USUAL_AMNESIA = 0.4  # the factor that stands in no file's name
_UNFINISHED = ".unfinished-"


class NoResult(FileNotFoundError):
    """A result that is asked for has not been computed; the message names the command that does it."""


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
    if run.kind == "features":
        return folder / "features" / _features_file(run.method, run.seed, run.settings.get("amnesia"))
    return folder / "runs" / run.dataset / f"{run.kind}-{run.method}-s{run.seed}-{run.key}.json"


def _features_file(method, seed, amnesia=None):
    with_amnesia = "" if amnesia in (None, USUAL_AMNESIA) else f"-a{amnesia:g}"
    return f"{method}{with_amnesia}-s{seed}.npz" if seed else f"{method}{with_amnesia}.npz"


def find(run, folder):
    """Read what is stored of a run.

    Parameters
    ----------
    run : Run
    folder : pathlib.Path

    Returns
    -------
    dict or None
        Its record; None if exactly this run is not stored.
    """
    path = path_of(run, folder)
    try:
        if run.kind == "features":
            with np.load(path) as stored:
                record = _provenance(stored)
            return record if record["key"] == run.key else None
        return json.loads(path.read_text())
    except FileNotFoundError:
        return None


def find_current(run, folder):
    """Read what is stored of a run if today's arithmetic computed it (dict or None)."""
    record = find(run, folder)
    return record if record is not None and record.get("arithmetic", 1) == ARITHMETIC else None


def find_all(runs, folder):
    """Read what is stored of runs (a list of dict, without the runs that are not stored)."""
    return [record for run in runs if (record := find(run, folder)) is not None]


def read_arrays(run, folder, names=None):
    """Read the stored weights and measures of a run of kind "features", or some of them (a dict of str to ndarray)."""
    with np.load(path_of(run, folder)) as stored:
        return {name: stored[name] for name in names or set(stored) - {"provenance"}}


def save(run, record, arrays, folder):
    """Store a run.

    Parameters
    ----------
    run : Run
    record : dict
    arrays : dict of str to ndarray, or None
        The weights of a run of kind "features".
    folder : pathlib.Path
    """
    if arrays is None:
        content = (json.dumps(record, indent=1, allow_nan=False) + "\n").encode()
    else:
        buffer = io.BytesIO()
        np.savez_compressed(buffer, provenance=np.array(json.dumps(record, indent=1, allow_nan=False)), **arrays)
        content = buffer.getvalue()
    write_whole(path_of(run, folder), content)


def write_whole(path, content):
    """Write a file so that nobody ever reads half of it: to a temporary file beside it, which is then renamed.

    Parameters
    ----------
    path : pathlib.Path
        Its folder is made if need be.
    content : bytes
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix=f"{_UNFINISHED}{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, 0o644)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise


def remove_unfinished(run, folder):
    """Remove what a writer that was killed has left of a run; for the runner that has claimed it."""
    path = path_of(run, folder)
    for unfinished in path.parent.glob(f"{_UNFINISHED}{path.name}-*"):
        unfinished.unlink(missing_ok=True)


def stored_rows(dataset, folder):
    """List which rows of a set the stored runs were made from (a set of str, see `Run`)."""
    paths = (folder / "runs" / dataset).glob("*.json")
    return {json.loads(path.read_text())["rows"] for path in paths}


def load_features(name, seed=0, amnesia=None, profile="paper"):
    """Load the first-layer weights that a method learned on USPS, and what is measured on them.

    Parameters
    ----------
    name : {"usv", "sv", "gn", "gcn", "pca"}
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
        see `gnode.study.measures` (ndarrays, float32); provenance (dict).

    Raises
    ------
    ValueError
        If there is no method of that name.
    NoResult
        If these weights have not been computed; the message names the command.
    """
    from sklearn.utils import Bunch

    if name not in FEATURE_NAMES:
        raise ValueError(f"There are no stored features {name!r}: the names are {', '.join(FEATURE_NAMES)}.")
    path = results_folder(profile) / "features" / _features_file(name, seed, amnesia)
    try:
        with np.load(path) as stored:
            return Bunch(**(dict(stored) | {"provenance": _provenance(stored)}))
    except FileNotFoundError:
        command = "gnode run features" + (f" --seeds {seed + 1}" if seed else "")
        command += " --profile smoke" if profile == "smoke" else ""
        rows = "8 x 8" if profile == "smoke" else "USPS"
        raise NoResult(f"{path} is missing. The command `{command}` computes it from the {rows} digits.") from None


def _provenance(stored):
    """Read the record in an open file of weights, and none of its arrays."""
    return json.loads(str(stored["provenance"]))
