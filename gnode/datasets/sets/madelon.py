"""MADELON: its files, and rows drawn by its published recipe."""

from __future__ import annotations

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import parse_numbers, to_codes
from ..record import Table

DRAW_SEED = 171  # the number of the set in the UCI archive


def parse_madelon(train, train_labels, valid, valid_labels):
    """Read the training and the validation rows, 500 integers each, and their labels -1 or 1."""
    return Table(*_parse_rows(train, train_labels, "madelon_train"), *_parse_rows(valid, valid_labels, "madelon_valid"))


def _parse_rows(content, labels, what):
    """Read a file of rows and its file of labels, one a line."""
    X = parse_numbers(content, f"{what}.data", n_columns=500)
    y = to_codes(parse_numbers(labels, f"{what}.labels", n_columns=1)[:, 0], [-1.0, 1.0], f"{what}.labels")
    if len(X) != len(y):
        raise DatasetCorrupt(f"{what}: {len(X)} rows but {len(y)} labels.")
    return X, y


def draw():
    """Draw rows by the recipe of the challenge.

    32 clusters on the corners of a five-dimensional cube, 16 of each class; 5 informative features, 15 random linear
    combinations of them, 480 probes; one label in a hundred drawn anew; features in random order. scikit-learn's
    `make_classification` is that recipe. What it leaves open is set after the real training rows: the cube's size such
    that five nearest neighbours in the 20 informative and redundant features score as they do there (0.90 in
    cross-validation), and integer values about 480.

    Returns
    -------
    Table
        With the shapes and the class counts of the published training and validation rows.
    """
    from sklearn.datasets import make_classification

    X, y = make_classification(
        n_samples=2800,
        n_features=500,
        n_informative=5,
        n_redundant=15,
        n_clusters_per_class=16,
        class_sep=1.5,
        flip_y=0.01,
        random_state=DRAW_SEED,
    )
    X = np.rint(480 + 30 * X)
    places = [np.flatnonzero(y == code) for code in (0, 1)]
    train = np.sort(np.concatenate([rows[:1000] for rows in places]))
    valid = np.sort(np.concatenate([rows[1000:1300] for rows in places]))
    return Table(X[train], y[train], X[valid], y[valid])
