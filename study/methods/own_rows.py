"""What is left of GN and GCN without training: nodes made of their own rows, and nothing else."""

import numpy as np

from gnode import OwnRowsPCA

from .method import Method

__all__ = ["MIXES", "OWN_ROWS", "RandomMixes"]


class RandomMixes(OwnRowsPCA):
    """A layer of tanh nodes, each a random mix of its own centred rows.

    As `gnode.OwnRowsPCA`, with other weights: those of node i are the sum of its centred rows, each times a number
    drawn from a standard normal distribution.
    """

    def _direction(self, centred, rng):
        mix = rng.standard_normal(len(centred)).astype(centred.dtype) @ centred
        length = np.linalg.norm(mix)
        return mix / length if length else mix


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
