"""From the bytes of a file to numbers: one function per layout, all raising `DatasetCorrupt` on anything else."""

from __future__ import annotations

import io
import warnings

import numpy as np

from .errors import DatasetCorrupt
from .records import Table


def parse_numbers(content, *, delimiter=None, skip_header=False, columns=None, what="the file"):
    """Read a table of plain numbers.

    Parameters
    ----------
    content : bytes
    delimiter : str or None
        None for any blanks.
    skip_header : bool
        Whether the first line holds names.
    columns : sequence of int or None
        The columns to read; None for all.
    what : str
        What to call the file in messages.

    Returns
    -------
    ndarray of shape (n_lines, n_columns), float64

    Raises
    ------
    DatasetCorrupt
        If the bytes are no such table, or a number is not finite.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)  # an empty file
            values = np.loadtxt(
                io.BytesIO(content),
                delimiter=delimiter,
                comments=None,
                skiprows=int(skip_header),
                usecols=columns,
                ndmin=2,
                encoding="ascii",
            )
    except (ValueError, UserWarning) as error:
        raise DatasetCorrupt(f"{what} is no table of numbers: {error}") from error
    if not np.isfinite(values).all():
        raise DatasetCorrupt(f"{what} holds numbers that are not finite.")
    return values


def to_codes(labels, values, what="the file"):
    """Turn labels into codes 0..c-1.

    Parameters
    ----------
    labels : array-like of shape (n_samples,)
    values : sequence
        The label of each code.
    what : str
        What to call the file in messages.

    Returns
    -------
    ndarray of shape (n_samples,), int64

    Raises
    ------
    DatasetCorrupt
        If a label is not among the values.
    """
    labels, values = np.asarray(labels), np.asarray(values)
    order = np.argsort(values)
    places = order[np.searchsorted(values, labels, sorter=order).clip(max=len(values) - 1)]
    wrong = values[places] != labels
    if wrong.any():
        raise DatasetCorrupt(f"{what} holds the unknown label {labels[wrong][0]!r}; known are {values.tolist()}.")
    return places.astype(np.int64)


def parse_usps(train, test):
    """Read zip.train and zip.test: the digit, then 256 grey values from -1 to 1."""
    tables = [parse_numbers(content, what=f"zip.{part}") for content, part in ((train, "train"), (test, "test"))]
    (X, y), (X_test, y_test) = ((t[:, 1:], to_codes(t[:, 0], np.arange(10.0), "zip.train or zip.test")) for t in tables)
    return Table(np.ascontiguousarray(X), y, np.ascontiguousarray(X_test), y_test)
