"""`results/` on disk: every file is written whole or not at all."""

from __future__ import annotations

import io
import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

__all__ = ["FEATURE_NAMES", "NoResult", "features_path", "load_features", "results_folder", "save_features"]

FEATURE_NAMES = ("usv", "sv", "gn", "gcn")
_FEATURE_ARRAYS = ("components", "intercept", "decoder", "decoder_intercept")
_UNFINISHED = ".unfinished-"


class NoResult(FileNotFoundError):
    """A result that is asked for has not been computed; the message names the command that does it."""


def results_folder():
    """Find the folder of the stored results.

    Returns
    -------
    pathlib.Path
        What the environment variable GNODE_RESULTS names; else ``results`` in the checkout that this package is part
        of; else ``results`` in the current folder.
    """
    if os.environ.get("GNODE_RESULTS"):
        return Path(os.environ["GNODE_RESULTS"]).expanduser()
    checkout = Path(__file__).resolve().parents[2]
    return (checkout if (checkout / "pyproject.toml").is_file() else Path.cwd()) / "results"


def write_whole(path, content):
    """Write a file so that nobody ever reads half of it: to a temporary file beside it, which is then renamed.

    Parameters
    ----------
    path : pathlib.Path
        Its folder is made if need be.
    content : bytes
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix=_UNFINISHED, dir=path.parent)
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


def features_path(name, seed=0):
    """Return where the first-layer weights of a method are stored (a `pathlib.Path`)."""
    return results_folder() / "features" / (f"{name}.npz" if seed == 0 else f"{name}-s{seed}.npz")


def save_features(path, arrays, provenance):
    """Store the weights of a layer with their provenance.

    Parameters
    ----------
    path : pathlib.Path
    arrays : dict of str to ndarray
        components, intercept, decoder, decoder_intercept.
    provenance : dict
        Stored as a JSON string under the name ``provenance``; all other bytes depend on the arrays only.
    """
    buffer = io.BytesIO()
    np.savez_compressed(buffer, provenance=np.array(json.dumps(provenance, indent=1)), **arrays)
    write_whole(path, buffer.getvalue())


def load_features(name, seed=0):
    """Load the first-layer weights that one of the four methods learned on USPS.

    Parameters
    ----------
    name : {"usv", "sv", "gn", "gcn"}
    seed : int, default=0

    Returns
    -------
    sklearn.utils.Bunch
        components (200, 256), intercept (200,), decoder, decoder_intercept (ndarrays, float32) and provenance (dict).

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
    path = features_path(name, seed)
    if not path.is_file():
        command = "gnode run features" + (f" --seeds {seed + 1}" if seed else "")
        raise NoResult(f"{path} is missing. The command `{command}` computes it from the USPS digits.")
    with np.load(path) as stored:
        arrays = {key: stored[key] for key in _FEATURE_ARRAYS}
        return Bunch(**arrays, provenance=json.loads(str(stored["provenance"])))
