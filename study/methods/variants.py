"""GN and GCN otherwise: in blocks, with another memory, a rate of each node's own, other rows. What wins goes public.

The variants are not the paper's; the questions that they answer stand in book/protocol_questions.md.
"""

from functools import partial

import numpy as np
from scipy.linalg import lstsq
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state

from gnode import GreedyByClassByNode, GreedyByNode, OwnRowsPCA
from gnode.arithmetic import gram
from gnode.node_by_node import NodeByNode
from gnode.partition import class_chunks
from gnode.reading import Reading, as_reading
from study.run import in_full
from study.theory import component_order, redundancy

from .method import Method

# Settings that only the variants have; others of a run that the estimator does not take.
VARIATIONS = ("relaxed", "rate", "row_norm", "choose")
_NOT_PARAMETERS = ("dtype", "scaled", "picked", "averaged")

FACTORS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)  # amnesia factors to choose from
HELD_OUT = 0.2
ALIKE = 0.05  # the spectrum's rule takes the smallest factor at which the theorem foresees no more redundancy than this
ROUNDS = 5  # in which nodes bid for rows, each time with what they learnt in the last one


# Ways to share out the rows: of X, y, the number of nodes after the first and a RandomState, to their row indices -----


def by_class(X, y, n_subsets, rng):
    """Share out each class among the nodes of its own, as GCN does; the first node still takes all rows."""
    return class_chunks(np.unique(y, return_inverse=True)[1], n_subsets)


def by_k_means(X, y, n_subsets, rng):
    """Take the clusters of the rows; where one is empty, the node takes a row drawn by chance."""
    labels = KMeans(n_subsets, random_state=rng.randint(2**31 - 1)).fit(X).labels_
    return _none_empty([np.flatnonzero(labels == j) for j in range(n_subsets)], len(X), rng)


def near_seeds(X, y, n_subsets, rng):
    """Give each node the rows nearest to one that is drawn by chance, as many as in a chunk: subsets may overlap."""
    n_rows = max(1, len(X) // n_subsets)
    drawn = rng.permutation(len(X))[:n_subsets]
    distances = np.sum(X**2, axis=1) - 2 * X[drawn] @ X.T
    return list(np.argsort(distances, axis=1, kind="stable")[:, :n_rows])


def bootstrapped(X, y, n_subsets, rng):
    """Draw twice as many rows as in a chunk for each node, with replacement: subsets overlap."""
    n_rows = max(1, 2 * len(X) // n_subsets)
    return [np.sort(rng.randint(len(X), size=n_rows)) for _ in range(n_subsets)]


def bids(X, y, n_subsets, rng):
    """Let nodes bid for rows in a few rounds, as in competitive learning."""
    # The first shares are the chunks of rows ranked by their distance from the mean row. In each round a node takes the
    # mean and the first principal component of its rows, and every row goes to the node that reconstructs it best. A
    # node without rows takes the row that is reconstructed worst.
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


class _Varied(NodeByNode):
    """What both variants change; with the values below nothing."""

    relaxed = False
    """Whether node i (from 1) sees A_i = 1 - 1/i of the running output before it, instead of the amnesia factor."""
    rate = None
    """None; "norm": a node's rate is learning_rate over the mean squared norm of its rows; "scale": its rows are
    scaled while it is trained so that the root of that is `row_norm`, and the rate stays."""
    row_norm = 1.0
    choose = None
    """None; "held out": the factor of `FACTORS` whose layer reconstructs held-out training rows best; "spectrum": that
    of the theorem, see `ALIKE`."""
    sharing = None
    """None, or a name of `PARTITIONS`: who gets which rows after GN's first node."""

    def _memory(self, i):
        if self.relaxed:  # R <- A_i R + O_i from node to node, as a product
            return np.arange(1, i + 1) / (i + 1)
        return super()._memory(i)

    def _trained_node(self, X, i, rows, rates, orders):
        return super()._trained_node(X, i, rows, rates / _squared(X[rows]) if self.rate == "norm" else rates, orders)

    def _scale_of(self, rows, X):
        if self.rate != "scale":
            return super()._scale_of(rows, X)
        return X.dtype.type(np.sqrt(_squared(rows)) / self.row_norm)


def _squared(rows):
    """Compute the mean squared norm of rows (float), 1 if all are zero."""
    return float(np.mean(np.sum(rows.astype(np.float64) ** 2, axis=1))) or 1.0


class VariedGN(_Varied, GreedyByNode):
    """GN with variations, see `VARIATIONS`."""

    def fit(self, X, y=None):
        """Train the layer; y for shares by class alone."""
        rng = check_random_state(self.random_state)
        if self.sharing is not None:
            self.partition = lambda X, errors, n_subsets: PARTITIONS[self.sharing](X, y, n_subsets, rng)
        if self.choose is not None:
            self.amnesia = {"held out": self._by_held_out_rows, "spectrum": self._by_spectrum}[self.choose](X, rng)
        return super().fit(X)

    def _by_held_out_rows(self, X, rng):
        """Choose the factor by reconstruction of some of the training rows, with a least-squares decoder."""
        order = rng.permutation(len(X))
        rows, held = np.split(order, [round((1 - HELD_OUT) * len(X))])
        errors = []
        for factor in FACTORS:
            layer = GreedyByNode(**(self.get_params() | {"amnesia": factor})).fit(X[rows])
            H, H_held = (np.column_stack([layer.transform(X[of]), np.ones(len(of))]) for of in (rows, held))
            errors.append(np.sum((X[held] - H_held @ lstsq(H, X[rows])[0]) ** 2))
        return FACTORS[int(np.argmin(errors))]

    def _by_spectrum(self, X, rng):
        """Choose the factor by the theorem, from the singular values of the rows."""
        sigma = np.sqrt(np.maximum(np.linalg.eigvalsh(gram(np.ascontiguousarray(X.T, dtype=np.float64))), 0))
        rule = as_reading(self.reading).memory
        n_nodes = min(self.n_components, len(sigma))  # more cannot all be different
        for factor in FACTORS[:-1]:
            if redundancy(component_order(sigma, factor, n_nodes, rule)) <= ALIKE:
                return factor
        return FACTORS[-1]


class VariedGCN(_Varied, GreedyByClassByNode):
    """GCN with variations, see `VARIATIONS`."""


def varied(estimator, settings, seed):
    """Make a `VariedGN` or `VariedGCN` from the settings of a run, whose own ones are attributes."""
    rest = {name: value for name, value in settings.items() if name not in (*VARIATIONS, *_NOT_PARAMETERS)}
    sharing = rest.pop("partition") if rest.get("partition") in PARTITIONS else None
    rest["reading"] = Reading(**in_full(rest.get("reading", "mended")))
    layer = estimator(**rest, random_state=seed)
    vars(layer).update({name: settings[name] for name in VARIATIONS if name in settings}, sharing=sharing)
    return layer


# Some choose by LAPACK or k-means.
_make_gn, _make_gcn = partial(varied, VariedGN), partial(varied, VariedGCN)
GN_VARIED = Method("gn_varied", "GN, varied", "other", 8, "#D55E00", "1", features=_make_gn, exact=False)
GCN_VARIED = Method("gcn_varied", "GCN, varied", "other", 9, "#0072B2", "2", features=_make_gcn, exact=False)
