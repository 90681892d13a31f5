"""The sets that scikit-learn carries."""

from __future__ import annotations

from ..record import Table


def read_digits():
    """Read the 1797 images of 8 x 8 pixels, scaled from 0..16 to [-1, 1]."""
    from sklearn.datasets import load_digits

    X, y = load_digits(return_X_y=True)
    return Table(X / 8 - 1, y.astype("int64"))


def read_cancer():
    """Read the 569 rows of the Diagnostic Wisconsin set."""
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return Table(X, y.astype("int64"))
