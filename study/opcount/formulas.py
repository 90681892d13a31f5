"""Closed forms of the operation counts, exact and in Python's integers; the rules are those of `study.opcount`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from gnode.amnesia import memory
from gnode.partition import class_chunks
from gnode.reading import as_reading
from gnode.schedule import node_rates

__all__ = [
    "BOUND",
    "GreedyCost",
    "Step",
    "autoencoder_step",
    "dual_node",
    "gain",
    "gcn",
    "gn",
    "layerwise",
    "naive_forward",
    "node_epochs",
    "node_update",
    "pretraining",
    "theorem_bound",
]

# The constants of Theorem 1 as counted: of N E d1, and of N d1 d2.
BOUND = (30, 9)


class Step(NamedTuple):
    """Operations of one gradient step."""

    forward: int
    """Operations of the forward propagation."""
    backward: int
    """Operations of the backward propagation and the update."""

    @property
    def total(self):
        """Operations of both (int)."""
        return self.forward + self.backward


def autoencoder_step(d1, d2):
    """Count one step of an auto-encoder: eq. 1.

    Parameters
    ----------
    d1, d2 : int
        Inputs, nodes.

    Returns
    -------
    Step
        forward 2 d1 d2 + d1 + 2 d2, backward 3 d1 d2 + 2 d1 + 3 d2.
    """
    return Step(2 * d1 * d2 + d1 + 2 * d2, 3 * d1 * d2 + 2 * d1 + 3 * d2)


def layerwise(n_samples, d1, d2, n_epochs, n_classes=None, weight_decay=False):
    """Count the training of a whole layer at once: of the auto-encoder (USV) or the supervised encoder (SV).

    Parameters
    ----------
    n_samples, d1, d2, n_epochs : int
        N rows, inputs, nodes, epochs E.
    n_classes : int, default=None
        Softmax outputs of SV; None for USV.
    weight_decay : bool, default=False
        Whether weights decay at each update (`Reading`'s weight_decay "everywhere").

    Returns
    -------
    int
        Operations.
    """
    d_out = d1 if n_classes is None else n_classes
    step = 2 * d1 * d2 + 3 * d_out * d2 + 3 * d_out + 5 * d2
    if n_classes is not None:
        step += 5 * n_classes  # the softmax: maximum, difference, exponential, sum, quotient
    if weight_decay:
        step += (d1 + d_out) * d2
    return n_samples * n_epochs * step


class GreedyCost(NamedTuple):
    """Operations of a layer trained node by node, by what they are for."""

    updates: int
    """Operations of the gradient steps; in the dual form also the Gram matrices and the way to them and back."""
    subsets: int
    """Operations on each node's rows: their mean, centring, undoing it, and what amnesia leaves of earlier nodes."""
    running_output: int
    """Operations of propagating all rows through each node once it is trained, and adding it to the running sum."""
    ranking: int
    """Operations of the reconstruction errors of all rows after GN's first node."""

    @property
    def total(self):
        """Operations of all of it (int)."""
        return sum(self)


def node_update(d1, decoder_bias=False, weight_decay=False):
    """Count one gradient step of one node: 6 d1 + 5, and with a decoder bias as much as eq. 1 for d2 = 1, 8 d1 + 5.

    Adding the running output costs nothing of its own: it is the sum that the node's product h v goes into.

    Parameters
    ----------
    d1 : int
        Inputs.
    decoder_bias : bool, default=False
        Whether the node has a bias in the output layer.
    weight_decay : bool, default=False
        Whether weights decay at each update.

    Returns
    -------
    int
        Operations.
    """
    return (6 + 2 * decoder_bias + 2 * weight_decay) * d1 + 5


def naive_forward(d1, subset_sizes, n_epochs):
    """Count what the naive scheme adds to the updates: each one forwards its row through all earlier nodes.

    Node i has i earlier ones of 2 d1 + 3 operations each: O(K E d1 d2^2) in all, for d2 subsets of K rows. The
    running sum costs `GreedyCost.running_output` instead, once per row and node.

    Parameters
    ----------
    d1 : int
        Inputs.
    subset_sizes : sequence of int
        K of each node, in their order.
    n_epochs : int or sequence of int
        E, or that of each node.

    Returns
    -------
    int
        Operations.
    """
    epochs = _each(n_epochs, subset_sizes)
    return sum(int(K) * E * i * (2 * d1 + 3) for i, (K, E) in enumerate(zip(subset_sizes, epochs, strict=True)))


def dual_node(d1, n_rows, n_epochs):
    """Count a node in its dual form: K E (2 K + 19) for the steps, 2 K^2 d1 for two Gram matrices, O(K d1) around.

    It is `study.opcount.train_node_dual` that is counted; that Gram matrices are symmetric is not made use of.

    Parameters
    ----------
    d1, n_rows, n_epochs : int
        Inputs, rows K, epochs E.

    Returns
    -------
    int
        Operations.
    """
    return n_rows * n_epochs * (2 * n_rows + 19) + 2 * n_rows**2 * d1 + 4 * n_rows * d1 + 4 * d1


def node_epochs(subset_sizes, learning_rate, n_epochs, reading="mended"):
    """List the epochs that each node runs for: `n_epochs`, raised for small subsets as the reading says.

    Parameters
    ----------
    subset_sizes : sequence of int
        Rows K of each node, in their order.
    learning_rate : float
        alpha: fewer than 4 / alpha updates are raised to as many.
    n_epochs : int
        E, as it is set.
    reading : {"paper", "mended", "program", "textbook"} or Reading, default="mended"
        How the paper is read.

    Returns
    -------
    list of int
        Epochs of each node.
    """
    reading, epochs, rate = as_reading(reading), [], None
    for n_rows in subset_sizes:
        rates = node_rates(reading, learning_rate, n_epochs, n_rows, previous=rate)
        rate = rates[-1]
        epochs.append(len(rates))
    return epochs


def gn(n_samples, d1, d2, n_epochs, amnesia=0.4, reading="mended", solver="primal"):
    """Count the training of a layer greedily by node (GN).

    Parameters
    ----------
    n_samples, d1, d2 : int
        N rows, inputs, nodes.
    n_epochs : int or sequence of int
        E, or that of each node, see `node_epochs`.
    amnesia : float, default=0.4
        A matters only where it is 0 or 1, and for which nodes the dual form remembers, in float64.
    reading : {"paper", "mended", "program", "textbook"} or Reading, default="mended"
    solver : {"primal", "dual"}, default="primal"
        "primal" is `gnode.reference`; "dual" takes the dual form for every node but the first, which sees all rows.

    Returns
    -------
    GreedyCost

    Raises
    ------
    ValueError
        If there is no closed form: for decoder biases, and for weight decay in the dual form.
    """
    K, more = divmod(n_samples, d2 - 1) if d2 > 1 else (0, 0)
    sizes = [n_samples] + [K + 1] * more + [K] * (d2 - 1 - more)
    return _greedy(n_samples, d1, sizes, n_epochs, amnesia, as_reading(reading), solver, ranked=True)


def gcn(class_sizes, d1, d2, n_epochs, amnesia=0.4, reading="mended", solver="primal"):
    """Count the training of a layer greedily by class by node (GCN).

    Parameters
    ----------
    class_sizes : sequence of int
        Rows of each class; their sum is N.
    d1, d2, n_epochs, amnesia, reading, solver
        As for `gn`, but that the dual form serves the first node, too.

    Returns
    -------
    GreedyCost

    Raises
    ------
    ValueError
        As `gn`.
    """
    y = np.repeat(np.arange(len(class_sizes)), class_sizes)
    sizes = [len(rows) for rows in class_chunks(y, d2)]
    return _greedy(len(y), d1, sizes, n_epochs, amnesia, as_reading(reading), solver, ranked=False)


def _greedy(n_samples, d1, sizes, n_epochs, amnesia, reading, solver, ranked):
    decay = reading.weight_decay == "everywhere"
    if reading.decoder_bias or (decay and solver == "dual"):
        raise ValueError("there is no closed form for decoder biases, nor for weight decay in the dual form.")
    updates = subsets = running_output = 0
    for i, (K, E) in enumerate(zip(sizes, _each(n_epochs, sizes), strict=True)):
        if reading.centring:
            subsets += 2 * K * d1 + 2 * d1 + 1  # a sum and a quotient; centring; b - w.mean
        if solver == "dual" and (i > 0 or not ranked):
            updates += dual_node(d1, K, E)
            remembered = int(np.count_nonzero(memory(reading.memory, amnesia, i) > np.finfo(float).eps / 4))
            subsets += K * remembered * (2 * d1 + 3) + K * d1  # R on the node's rows; x - R
            continue
        updates += K * E * node_update(d1, weight_decay=decay)
        subsets += K * d1 * (amnesia not in (0, 1))
        if solver == "primal":
            fades = reading.memory == "fading" and amnesia not in (0, 1)
            running_output += n_samples * ((2 + reading.centring + fades) * d1 + 2)
    ranking = 0
    if ranked and len(sizes) > 1:
        forward_again = solver == "dual" or not reading.ranking_on_centred_rows
        ranking = n_samples * (2 * d1 + (d1 + 2) * forward_again)
    return GreedyCost(updates, subsets, running_output, ranking)


def _each(n_epochs, sizes):
    return n_epochs if isinstance(n_epochs, Sequence) else [n_epochs] * len(sizes)


def pretraining(algorithm, class_sizes, layer_sizes, n_epochs, **options: Any):
    """Count the pre-training of a network: each layer, and forwarding all rows to the next one.

    Parameters
    ----------
    algorithm : {"GN", "GCN", "USV", "SV"}
    class_sizes : sequence of int
        Rows of each class; their sum is N.
    layer_sizes : sequence of int
        Inputs, then the nodes of each layer, such as (256, 200, 150).
    n_epochs : int
        E, for every node: at the paper's sizes no node's epochs are raised (`node_epochs`).
    **options
        `amnesia`, `reading` and `solver` of `gn` and `gcn`.

    Returns
    -------
    int
        Operations.

    Raises
    ------
    ValueError
        If the algorithm is unknown.
    """
    n_samples = sum(int(size) for size in class_sizes)

    def layer(d1, d2):
        if algorithm == "GN":
            return gn(n_samples, d1, d2, n_epochs, **options).total
        if algorithm == "GCN":
            return gcn(class_sizes, d1, d2, n_epochs, **options).total
        if algorithm in ("USV", "SV"):
            return layerwise(n_samples, d1, d2, n_epochs, len(class_sizes) if algorithm == "SV" else None)
        raise ValueError(f"algorithm={algorithm!r}: give 'GN', 'GCN', 'USV' or 'SV'.")

    pairs = list(pairwise(layer_sizes))
    return sum(layer(*pair) for pair in pairs) + sum(n_samples * d2 * (d1 + 2) for d1, d2 in pairs[:-1])


def gain(baseline, algorithm, class_sizes, layer_sizes, n_epochs, **options: Any):
    """Give how many times as many operations one pre-training takes as another.

    For large d1, USV / GCN tends to 5 E d2 / (6 E + 4 d2) and USV / GN to 5 E d2 / (12 E + 4 d2).

    Parameters
    ----------
    baseline : {"GN", "GCN", "USV", "SV"}
        What is divided; with the defaults of its options.
    algorithm : {"GN", "GCN", "USV", "SV"}
        What it is divided by.
    class_sizes, layer_sizes, n_epochs
        As for `pretraining`.
    **options
        Of `algorithm`, as for `pretraining`.

    Returns
    -------
    float
        Operations of the baseline over those of the algorithm.
    """
    work = pretraining(algorithm, class_sizes, layer_sizes, n_epochs, **options)
    return pretraining(baseline, class_sizes, layer_sizes, n_epochs) / work


def theorem_bound(n_samples, d1, d2, n_epochs):
    """Give the bound of Theorem 1 with the constants `BOUND`, which no count of GN or GCN exceeds.

    It holds for the reading "mended" and d2 <= N, with E the epochs that are run, raised or not. Each update costs
    at most 11 d1, each subset's row 3 d1 besides, and no row is in more than two subsets on average: 28 N E d1, and
    2 N d1 for the ranking. Each node costs at most 6 N d1 for the running output and 3 d1 for its mean.

    Parameters
    ----------
    n_samples, d1, d2, n_epochs : int
        N rows, inputs, nodes, epochs E.

    Returns
    -------
    int
        Operations.
    """
    return BOUND[0] * n_samples * n_epochs * d1 + BOUND[1] * n_samples * d1 * d2
