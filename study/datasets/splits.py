"""From a table to training and test rows: selection of classes, split, scaling."""

from __future__ import annotations

import numpy as np

from .record import Table


def select_classes(table, codes, n_classes):
    """Keep the rows of some classes and number these classes anew.

    Parameters
    ----------
    table : Table
    codes : sequence of int
        The classes to keep, in their new order.
    n_classes : int
        The number of classes in the table.

    Returns
    -------
    Table
    """
    new_codes = np.full(n_classes, -1)
    new_codes[list(codes)] = np.arange(len(codes))
    y = new_codes[table.y]
    keep = y >= 0
    if table.X_test is None:
        return Table(table.X[keep], y[keep])
    y_test = new_codes[table.y_test]
    keep_test = y_test >= 0
    return Table(table.X[keep], y[keep], table.X_test[keep_test], y_test[keep_test])


def split_rows(table, split, random_state):
    """Divide a table into training and test rows.

    Parameters
    ----------
    table : Table
    split : Split
    random_state : int
        Seed; without effect where the repository's own test rows are taken in file order.

    Returns
    -------
    X_train, y_train, X_test, y_test : ndarray
    """
    if split.test_size is not None:
        from sklearn.model_selection import train_test_split

        X, y = in_canonical_order(table.X, table.y) if split.shuffle else (table.X, table.y)
        X_train, X_test, y_train, y_test = train_test_split(
            X, y, test_size=split.test_size, stratify=y, random_state=random_state
        )
        return X_train, y_train, X_test, y_test
    X, y = table.X, table.y
    if split.shuffle:
        X, y = in_canonical_order(X, y)
        order = np.random.default_rng(random_state).permutation(len(y))
        X, y = X[order], y[order]
    return X, y, table.X_test, table.y_test


def in_canonical_order(X, y):
    """Sort rows by their features, first feature first, then by class."""
    order = np.lexsort(np.column_stack([X, y]).T[::-1])
    return X[order], y[order]


def scale(X_train, X_test, scaling):
    """Fill missing values and scale, by statistics of the training rows only.

    Parameters
    ----------
    X_train, X_test : ndarray of shape (n_samples, n_features)
    scaling : {"none", "standardise"}
        "standardise" subtracts the mean and divides by the standard deviation (ddof 0; 1 for a constant feature).

    Returns
    -------
    X_train, X_test : ndarray
        Missing values hold the median of the training rows' feature.
    """
    if np.isnan(X_train).any() or np.isnan(X_test).any():
        medians = np.nanmedian(X_train, axis=0)
        X_train, X_test = (np.where(np.isnan(X), medians, X) for X in (X_train, X_test))
    if scaling == "none":
        return X_train, X_test
    mean, deviation = X_train.mean(axis=0), X_train.std(axis=0)
    deviation[deviation == 0] = 1
    return (X_train - mean) / deviation, (X_test - mean) / deviation
