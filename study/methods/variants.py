"""GN and GCN otherwise: in blocks, with another memory, a rate of each node's own, other rows. What wins goes public.

The variants are not the paper's; the questions that they answer stand in book/protocol_questions.md.
"""

import numpy as np
from scipy.linalg import lstsq
from sklearn.utils import check_random_state

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.arithmetic import gram
from gnode.node_by_node import Node, NodeByNode, train_by_kernel
from gnode.reading import Reading, as_reading
from study.run import in_full
from study.theory import component_order, redundancy

from .method import Method
from .partitions import PARTITIONS

VARIATIONS = ("relaxed", "rate", "row_norm", "choose", "sharing")
"""Settings that only the variants have."""

_NOT_PARAMETERS = ("dtype", "scaled", "picked", "averaged")
"""Other settings of a run that the estimator does not take; blocks always leave the mean of their nodes."""

FACTORS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
"""Amnesia factors to choose from."""
HELD_OUT = 0.2
ALIKE = 0.05
"""The spectrum's rule takes the smallest factor at which the theorem foresees no more redundancy than this."""


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
        if self.rate is None:
            return super()._trained_node(X, i, rows, rates, orders)
        inputs = X[rows]
        squared = float(np.mean(np.sum(inputs.astype(np.float64) ** 2, axis=1))) or 1.0
        if self.rate == "norm":
            return super()._trained_node(X, i, rows, rates / squared, orders)
        scale = X.dtype.type(np.sqrt(squared) / self.row_norm)
        R = self._remembered(inputs, i)
        mean = inputs.mean(axis=0) if self._reading.centring else np.zeros_like(inputs[0])
        (w, b, v, c), losses, diverged = train_by_kernel(
            np.ascontiguousarray(inputs / scale),
            None if R is None else R / scale,
            mean / scale,
            (self.components_[i], self.intercept_[i], self.decoder_[i], None),
            rates,
            orders,
            0.0,
            "linear",
            self._takes_dual(len(inputs), len(rates), X),
        )
        return Node(w / scale, b, v * scale, c, mean, scale, losses, diverged)


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
    """Make a variant from the settings of a run, whose own ones are attributes."""
    own = {name: value for name, value in settings.items() if name in VARIATIONS}
    rest = {name: value for name, value in settings.items() if name not in (*VARIATIONS, *_NOT_PARAMETERS)}
    if rest.get("partition") in PARTITIONS:
        own["sharing"] = rest.pop("partition")
    rest["reading"] = Reading(**in_full(rest.get("reading", "mended")))
    layer = estimator(**rest, random_state=seed)
    for name, value in own.items():
        setattr(layer, name, value)
    return layer


GN_VARIED = Method(
    "gn_varied",
    "GN, varied",
    "other",
    8,
    colour="#D55E00",
    marker="1",
    features=lambda settings, seed: varied(VariedGN, settings, seed),
    exact=False,  # some choose by LAPACK or k-means
)
GCN_VARIED = Method(
    "gcn_varied",
    "GCN, varied",
    "other",
    9,
    colour="#0072B2",
    marker="2",
    features=lambda settings, seed: varied(VariedGCN, settings, seed),
    exact=False,
)
