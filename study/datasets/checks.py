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
        rows[np.isnan(rows)] = np.nan  # one bit pattern for all missing values
        digests += [hashlib.sha256(row).digest() for row in rows]
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def check_table(table, holds, where):
    """Hold the counts and values of a table against what its record says.

    Parameters
    ----------
    table : Table
    holds : Holds
    where : str
        What to call the table in messages.

    Raises
    ------
    DatasetCorrupt
        If rows, columns, class counts or values are not what they must be.
    """
    if (table.X_test is None) != (holds.test_class_counts is None):
        raise DatasetCorrupt(f"{where}: test rows are missing or were not expected.")
    _check_block(table.X, table.y, holds.class_counts, holds, where)
    blocks = [table.X]
    if table.X_test is not None:
        _check_block(table.X_test, table.y_test, holds.test_class_counts, holds, f"{where}, test rows")
        blocks.append(table.X_test)
    n_missing = sum(int(np.isnan(X).sum()) for X in blocks)
    if n_missing != holds.n_missing:
        raise DatasetCorrupt(f"{where}: {n_missing} missing values, expected {holds.n_missing}.")


def check_checksum(checksum, holds, where):
    """Hold the checksum of the rows against the record.

    Raises
    ------
    DatasetCorrupt
        If the record has a checksum and it is another one.
    """
    if holds.rows_sha256 not in (None, checksum):
        raise DatasetCorrupt(
            f"{where}: the counts are right but the rows are not (their checksum is {checksum}, expected "
            f"{holds.rows_sha256}). The file is damaged or changed; get it again from its home."
        )


def _check_block(X, y, class_counts, holds, where):
    """Check shape, class counts and values of training or test rows."""
    expected = (sum(class_counts), holds.n_features)
    if X.shape != expected or y.shape != expected[:1]:
        raise DatasetCorrupt(f"{where}: shape {X.shape}, expected {expected} (rows, features).")
    counts = tuple(np.bincount(y, minlength=len(class_counts)).tolist())
    if counts != tuple(class_counts):
        raise DatasetCorrupt(f"{where}: rows per class {counts}, expected {tuple(class_counts)}.")
    low, high = np.nanmin(X), np.nanmax(X)
    if low < holds.low or high > holds.high:
        raise DatasetCorrupt(f"{where}: values from {low:g} to {high:g}, expected {holds.low:g} to {holds.high:g}.")
    if holds.integer and (np.rint(X) != X)[~np.isnan(X)].any():
        raise DatasetCorrupt(f"{where}: values that are not integers.")
