"""The user's cache: where it is, and large sets once parsed, kept there as arrays: to parse takes most of a load."""

from __future__ import annotations

import os
import tempfile
import warnings
import zipfile
from pathlib import Path

import numpy as np

from .checks import rows_checksum
from .errors import DatasetNotAvailable
from .record import Table

WORTH_BYTES = 8_000_000  # smaller sets are parsed as quickly


def cache_folder(folder):
    """Return a folder in the user's cache (a `pathlib.Path`).

    Raises
    ------
    DatasetNotAvailable
        If the package that knows where it is, and downloads, is not installed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pooch imports tqdm.auto, which in Jupyter asks for widgets
            import pooch
    except ModuleNotFoundError as error:
        raise DatasetNotAvailable(
            f"Downloads and their cache need the package {error.name}: pip install -e '.[study]' in a clone."
        ) from error

    return Path(pooch.os_cache("gnode")) / folder


def is_worth_keeping(form, contents):
    """Tell whether a form's rows are worth keeping: many bytes of text, all verified, and rows that can be.

    Parameters
    ----------
    form : Form
    contents : list of bytes
        Of the form's files.

    Returns
    -------
    bool
    """
    verified = form.holds.rows_sha256 is not None and all(file.sha256 is not None for file in form.files)
    return verified and sum(map(len, contents)) > WORTH_BYTES


def recall(record, form):
    """Return the rows of a form that were kept, if they are the right ones.

    Parameters
    ----------
    record : Record
    form : Form

    Returns
    -------
    Table or None
    """
    try:
        with open(_path(record, form), "rb") as file, np.load(file, allow_pickle=False) as arrays:
            table = Table(arrays["X"], arrays["y"], arrays.get("X_test"), arrays.get("y_test"))
        return table if rows_checksum(table) == form.holds.rows_sha256 else None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):  # not there, or damaged
        return None


def keep(record, form, table):
    """Keep the rows of a form; a cache that cannot be written is no reason to fail.

    Parameters
    ----------
    record : Record
    form : Form
    table : Table
    """
    arrays = {name: array for name, array in vars(table).items() if array is not None}
    try:
        path = _path(record, form)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=path.parent) as staging:
            whole = Path(staging) / path.name
            np.savez(whole, **arrays)
            os.replace(whole, path)
    except OSError:
        return


def _path(record, form):
    """Return where the rows of a form are kept."""
    return cache_folder(record.folder) / f"{record.name}-{form.name}-{form.holds.rows_sha256[:16]}.npz"
