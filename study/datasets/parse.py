"""The two steps that most layouts share: bytes to a table of numbers, and labels to class codes."""

from __future__ import annotations

import csv
import io
import warnings

import numpy as np

from .errors import DatasetCorrupt


def parse_numbers(content, what, *, n_columns, delimiter=None, columns=None, n_header_lines=0, missing=None):
    """Read a table of plain numbers.

    Parameters
    ----------
    content : bytes
    what : str
        What to call the file in messages.
    n_columns : int
        The number of columns to read.
    delimiter : str or None
        None for any blanks.
    columns : sequence of int or None
        The columns to read; None for all.
    n_header_lines : int
        The number of lines before the first row.
    missing : bytes or None
        What stands for a missing value, which becomes NaN.

    Returns
    -------
    ndarray of shape (n_lines, n_columns), float64

    Raises
    ------
    DatasetCorrupt
        If the bytes are no such table, or a number is not finite.
    """
    n_missing = 0
    if missing is not None:
        n_missing = content.count(missing)
        content = content.replace(missing, b"nan")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)  # an empty file
            values = np.loadtxt(
                io.BytesIO(content),
                delimiter=delimiter,
                comments=None,
                skiprows=n_header_lines,
                usecols=columns,
                ndmin=2,
                encoding="ascii",
            )
    except (ValueError, UserWarning) as error:
        raise DatasetCorrupt(f"{what} is no table of numbers: {error}") from error
    if values.shape[1] != n_columns:
        raise DatasetCorrupt(f"{what} has {values.shape[1]} columns of numbers, expected {n_columns}.")
    if np.isinf(values).any() or np.isnan(values).sum() != n_missing:
        raise DatasetCorrupt(f"{what} holds numbers that are not finite.")
    return values


def to_codes(labels, values, what):
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
    order = np.argsort(values, kind="stable")
    places = order[np.searchsorted(values, labels, sorter=order).clip(max=len(values) - 1)]
    wrong = values[places] != labels
    if wrong.any():
        raise DatasetCorrupt(f"{what} holds the unknown label {labels[wrong][0]!r}; known are {values.tolist()}.")
    return places.astype(np.int64)


def rows_of_text(content, what, *, n_columns, delimiter=","):
    """Read a table of words, as the csv module does.

    Parameters
    ----------
    content : bytes
    what : str
        What to call the file in messages.
    n_columns : int
    delimiter : str

    Returns
    -------
    list of list of str

    Raises
    ------
    DatasetCorrupt
        If the bytes are no ASCII text, or a line has another number of columns.
    """
    try:
        rows = list(csv.reader(io.StringIO(content.decode("ascii"), newline=""), delimiter=delimiter, strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise DatasetCorrupt(f"{what} is no table of words: {error}") from error
    for number, row in enumerate(rows, start=1):
        if len(row) != n_columns:
            raise DatasetCorrupt(f"{what}, line {number}: {len(row)} columns, expected {n_columns}.")
    return rows


def class_first(values, labels, what):
    """Part the class, in the first column, from the features."""
    return np.ascontiguousarray(values[:, 1:]), to_codes(values[:, 0], np.array(labels, dtype=float), what)


def class_last(values, labels, what):
    """Part the class, in the last column, from the features."""
    return np.ascontiguousarray(values[:, :-1]), to_codes(values[:, -1], np.array(labels, dtype=float), what)
