"""Other ways to share out the rows among the nodes of GN, for the first open question of the paper."""

import numpy as np

ROUNDS = 5
"""In which nodes bid for rows, each time with what they learnt in the last one."""


def by_class(X, y, n_subsets, rng):
    """Share out each class among the nodes of its own, as GCN does; the first node still takes all rows."""
    from gnode.partition import class_chunks

    return class_chunks(np.unique(y, return_inverse=True)[1], n_subsets)


def by_k_means(X, y, n_subsets, rng):
    """Take the clusters of the rows; where one is empty, the node takes a row drawn by chance."""
    from sklearn.cluster import KMeans

    labels = KMeans(n_subsets, random_state=rng.randint(2**31 - 1)).fit(X).labels_
    return _none_empty([np.flatnonzero(labels == j) for j in range(n_subsets)], len(X), rng)


def near_seeds(X, y, n_subsets, rng):
    """Give each node the rows nearest to one that is drawn by chance, as many as in a chunk: subsets may overlap."""
    n_rows = max(1, len(X) // n_subsets)
    squares = np.sum(X**2, axis=1)
    drawn = rng.permutation(len(X))[:n_subsets]
    distances = squares - 2 * X[drawn] @ X.T
    return [np.argsort(of, kind="stable")[:n_rows] for of in distances]


def bootstrapped(X, y, n_subsets, rng):
    """Draw twice as many rows as in a chunk for each node, with replacement: subsets overlap."""
    n_rows = max(1, 2 * len(X) // n_subsets)
    return [np.sort(rng.randint(len(X), size=n_rows)) for _ in range(n_subsets)]


def bids(X, y, n_subsets, rng):
    """Let nodes bid for rows in a few rounds, as in competitive learning."""
    from gnode import OwnRowsPCA

    subsets = np.array_split(np.argsort(np.sum((X - X.mean(axis=0)) ** 2, axis=1), kind="stable"), n_subsets)
    for _ in range(ROUNDS):
        errors = np.empty((n_subsets, len(X)))
        layer = OwnRowsPCA(n_subsets + 1, partition=lambda *_, shares=subsets: shares).fit(X)
        for j, (w, rows) in enumerate(zip(layer.components_[1:], layer.subsets_[1:], strict=True)):
            centred = X - X[rows].mean(axis=0)
            along = centred @ (w / np.linalg.norm(w))
            errors[j] = np.sum(centred**2, axis=1) - along**2
        best, worst = errors.argmin(axis=0), list(np.argsort(errors.min(axis=0), kind="stable"))
        for j in np.setdiff1d(np.arange(n_subsets), best):
            best[worst.pop()] = j
        subsets = _none_empty([np.flatnonzero(best == j) for j in range(n_subsets)], len(X), rng)
    return subsets


def _none_empty(subsets, n_samples, rng):
    """Give a node without rows one drawn by chance."""
    return [rows if len(rows) else rng.randint(n_samples, size=1) for rows in subsets]


PARTITIONS = {"class": by_class, "k-means": by_k_means, "near": near_seeds, "bootstrap": bootstrapped, "bids": bids}
"""Name -> function of X, y, the number of nodes after the first and a RandomState, to as many arrays of row indices."""
