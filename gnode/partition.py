"""Which rows train which node.

All subsets are lists of row indices; those of one layer are disjoint, but for node 0 of GN, which takes all rows,
and for classes with fewer rows than nodes.
"""

from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from gnode.arithmetic import Array, interruptible


def encoded_classes(y: Any, estimator_name: str) -> tuple[Array, Array]:
    """Classes of y, sorted, and y as their numbers 0 .. c - 1; refuse what is no classification or one class only."""
    try:
        check_classification_targets(y)
        classes, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        raise ValueError(
            f"{estimator_name} cannot sort the classes of y ({error}): give all of them as strings or all as numbers, "
            "and none missing."
        ) from error
    if len(classes) < 2:
        raise ValueError(f"{estimator_name} needs at least two classes, but y has one class only: {classes[0]}.")
    return classes, codes


def class_chunks(y: Array, n_components: int) -> list[Array]:
    """Subsets of GCN: node i takes class i mod c and, of that class, chunk i div c, rows in file order.

    Where a class has fewer rows than nodes, its nodes take its rows in turn, one each.
    """
    n_classes = int(y.max()) + 1
    subsets = [np.empty(0, dtype=np.intp)] * n_components
    for k in range(n_classes):
        rows = np.flatnonzero(y == k)
        nodes = range(k, n_components, n_classes)
        if not nodes:
            continue
        if len(rows) < len(nodes):
            rows = np.resize(rows, len(nodes))
        for i, chunk in zip(nodes, np.array_split(rows, len(nodes)), strict=True):
            subsets[i] = chunk
    return subsets


def ranked_chunks(errors: Array, n_subsets: int) -> list[Array]:
    """Subsets of GN's nodes 1, 2, ...: the rows ranked by reconstruction error, ascending, in nearly equal chunks."""
    return np.array_split(np.argsort(errors, kind="stable"), n_subsets)


def clustered_chunks(errors: Array, n_subsets: int) -> list[Array]:
    """Subsets of GN's nodes 1, 2, ...: ascending k-means clusters of errors (the paper's "more sophisticated" idea)."""
    from sklearn.cluster import KMeans

    values = np.unique(errors)
    if len(values) < n_subsets:
        raise ValueError(
            f"partition='clusters' needs {n_subsets} clusters of reconstruction errors, but only {len(values)} rows "
            "differ in theirs: lower n_components or use partition='error'."
        )
    centres = values[np.linspace(0, len(values) - 1, n_subsets).round().astype(int)]
    errors = np.asarray(errors, dtype=np.float64)[:, np.newaxis]
    fit = KMeans(n_subsets, init=centres[:, np.newaxis].astype(np.float64), n_init=1, random_state=0).fit
    means = interruptible(errors.size * n_subsets, fit, errors, process_waits=True)
    rank = np.argsort(np.argsort(means.cluster_centers_[:, 0]))
    labels = rank[means.labels_]
    return [np.flatnonzero(labels == j) for j in range(n_subsets)]


def random_chunks(n_samples: int, n_subsets: int, rng: np.random.RandomState) -> list[Array]:
    """Nearly equal chunks of rows in random order: no coordination by data (the paper's warning, claim I5)."""
    return np.array_split(rng.permutation(n_samples), n_subsets)


def checked_subsets(subsets: Any, n_subsets: int, n_samples: int) -> list[Array]:
    """Refuse what is no `n_subsets` non-empty arrays of row indices, or return them (list of ndarray of intp)."""
    try:
        checked = [np.asarray(subset) for subset in subsets]
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"partition must return {n_subsets} arrays of row indices, one a node, but returned "
            f"{type(subsets).__name__}: {error}."
        ) from error
    if len(checked) != n_subsets:
        raise ValueError(f"partition returned {len(checked)} subsets, but {n_subsets} nodes need one each.")
    for j, subset in enumerate(checked):
        if subset.ndim != 1 or not len(subset) or not np.issubdtype(subset.dtype, np.integer):
            got = " (got bool; use np.flatnonzero)" if subset.dtype == bool else ""
            raise ValueError(f"partition: subset {j} must be a non-empty one-dimensional array of row indices{got}.")
        if subset.min() < 0 or subset.max() >= n_samples:
            raise ValueError(f"partition: subset {j} has row indices outside 0 .. {n_samples - 1}.")
    return [subset.astype(np.intp) for subset in checked]
