"""MADELON, drawn by its recipe."""

import numpy as np
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from study.datasets.sets import madelon


def test_madelon_is_as_hard_as_its_recipe_says():
    table = madelon.draw()
    X = (table.X - table.X.mean(axis=0)) / table.X.std(axis=0)
    # The informative and the redundant features are those that others are linear combinations of.
    correlations = abs(np.corrcoef(X.T)) - np.eye(500)
    useful = np.argsort(correlations.max(axis=0))[-20:]
    singular = np.linalg.svd(X[:, useful], compute_uv=False)
    assert singular[5] < 0.02 * singular[4]  # rank 5, up to rounding to integers
    assert 0.87 < cross_val_score(KNeighborsClassifier(), X[:, useful], table.y).mean() < 0.93
    assert cross_val_score(KNeighborsClassifier(), np.delete(X, useful, axis=1), table.y).mean() < 0.55
