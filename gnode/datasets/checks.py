"""Checks of what a table holds, and the checksum of its rows."""

from __future__ import annotations

import hashlib

import numpy as np

from .errors import DatasetCorrupt


def rows_checksum(table):
    """Compute a checksum of all rows that does not depend on their order.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
        sha256 over the sorted sha256 digests of the rows: 0 or 1 (test row), features, class, as little-endian float64.
    """
    digests = []
    for is_test, X, y in ((0, table.X, table.y), (1, table.X_test, table.y_test)):
        if X is None:
            continue
        rows = np.column_stack([np.full(len(X), is_test), X, y]).astype("<f8") + 0.0  # no negative zero
        digests += [hashlib.sha256(row.tobytes()).digest() for row in rows]
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def check_table(table, holds, where):
    """Hold a table against what its record says.

    Parameters
    ----------
    table : Table
    holds : Holds
    where : str
        What to call the table in messages.

    Returns
    -------
    str
        The checksum of the rows.

    Raises
    ------
    DatasetCorrupt
        If rows, columns, class counts, values or checksum are not what they must be.
    """
    _check_rows(table.X, table.y, holds.class_counts, holds, where)
    if (table.X_test is None) != (holds.test_class_counts is None):
        raise DatasetCorrupt(f"{where}: test rows are missing or were not expected.")
    if table.X_test is not None:
        _check_rows(table.X_test, table.y_test, holds.test_class_counts, holds, f"{where}, test rows")
    n_missing = sum(int(np.isnan(X).sum()) for X in (table.X, table.X_test) if X is not None)
    if n_missing != holds.n_missing:
        raise DatasetCorrupt(f"{where}: {n_missing} missing values, expected {holds.n_missing}.")
    checksum = rows_checksum(table)
    if holds.rows_sha256 is not None and checksum != holds.rows_sha256:
        raise DatasetCorrupt(
            f"{where}: the counts are right but the rows are not: their checksum is {checksum}, "
            f"expected {holds.rows_sha256}. Get the file again from its home."
        )
    return checksum


def _check_rows(X, y, class_counts, holds, where):
    """Check shape, class counts and range of one block of rows."""
    expected = (sum(class_counts), holds.n_features)
    if X.shape != expected:
        raise DatasetCorrupt(
            f"{where}: {X.shape[0]} rows x {X.shape[1]} features, expected {expected[0]} x {expected[1]}."
        )
    if len(y) != len(X) or y.min() < 0 or y.max() >= len(class_counts):
        raise DatasetCorrupt(f"{where}: class codes outside 0..{len(class_counts) - 1} or not one a row.")
    counts = tuple(int(n) for n in np.bincount(y, minlength=len(class_counts)))
    if counts != tuple(class_counts):
        raise DatasetCorrupt(f"{where}: rows per class {counts}, expected {tuple(class_counts)}.")
    values = X[~np.isnan(X)]
    if values.min() < holds.low or values.max() > holds.high:
        raise DatasetCorrupt(
            f"{where}: values from {values.min():g} to {values.max():g}, expected {holds.low:g} to {holds.high:g}."
        )
    if holds.integer and not np.array_equal(values, np.rint(values)):
        raise DatasetCorrupt(f"{where}: values that are not integers.")
