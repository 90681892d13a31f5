"""What is left of GN and GCN without training: nodes made of their own rows, and nothing else."""

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from gnode import OwnRowsPCA

from .method import Method


class RandomMixes(OwnRowsPCA):
    """A layer of tanh nodes, each a random mix of its own centred rows."""

    keeps_mean = False

    def fit(self, X, y=None):
        """Mix each node's rows in the precision of X, as in the stored runs, whose bits hang on it."""
        X, rng = validate_data(self, X, dtype=[np.float64, np.float32]), check_random_state(self.random_state)
        mean = X.mean(axis=0)
        subsets = self._subsets(X, y, np.sum((X - mean) ** 2, axis=1), rng)
        self.components_ = np.empty((self.n_components, X.shape[1]), X.dtype)
        self.intercept_ = np.empty(self.n_components, X.dtype)
        for i, rows in enumerate(subsets):
            own_mean = X[rows].mean(axis=0)
            centred = X[rows] - own_mean
            if not centred.any():  # one row, or all the same: what sets it apart from all rows
                centred = X[rows[:1]] - mean
            mix = self._direction(X[rows] if self.keeps_mean else centred, rng)
            spread = np.sqrt(np.mean((centred @ mix) ** 2))
            self.components_[i] = mix / (spread or 1)
            self.intercept_[i] = -self.components_[i] @ own_mean
        self.subsets_ = subsets
        return self

    def _direction(self, centred, rng):
        mix = rng.standard_normal(len(centred)).astype(centred.dtype) @ centred
        length = np.linalg.norm(mix)
        return mix / length if length else mix


class MixesWithMean(RandomMixes):
    """Random mixes of a node's rows as they are, of which none is subtracted; the drawn numbers are the same."""

    keeps_mean = True


def _all_rows(X, distances, n_subsets):
    """Give every node all rows: nothing is shared out."""
    return [np.arange(len(X))] * n_subsets


def _from(estimator):
    """Make the estimator of a run; its setting "partition" says which rows are a node's own."""

    def make(settings, seed):
        partition = _all_rows if settings["partition"] == "all" else settings["partition"]
        return estimator(settings["n_components"], partition=partition, random_state=seed)

    return make


OWN_ROWS = Method(
    "own_rows",
    "PCA of own rows",
    "other",
    1,
    colour="#56B4E9",
    marker="h",
    features=_from(OwnRowsPCA),
    exact=False,  # LAPACK
)
MIXES = Method(
    "mixes",
    "mixes of own rows",
    "other",
    2,
    colour="#8C6D1F",
    marker="d",
    features=_from(RandomMixes),
    exact=False,  # BLAS
)
MIXES_WITH_MEAN = Method(
    "mixes_with_mean",
    "sums with the mean",
    "other",
    2.5,
    colour="#8C6D1F",
    marker="D",
    features=_from(MixesWithMean),
    exact=False,  # BLAS
)
