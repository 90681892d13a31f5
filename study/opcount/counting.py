"""Each algorithm run once, on small random rows, by arithmetic that counts itself."""

from dataclasses import replace

import numpy as np

from gnode import reference
from gnode.reading import READINGS
from study.opcount.counted import Tally
from study.opcount.formulas import Step
from study.opcount.schemes import EarlierNodes, train_node_dual

__all__ = ["count_autoencoder_step", "count_dual_node", "count_layer", "count_naive_scheme"]

RATE = 0.01


def _random(*shapes):
    """Make a tally, and counted arrays of these shapes in it."""
    tally, rng = Tally(), np.random.default_rng(0)
    return tally, *(tally.array(rng.normal(size=shape)) for shape in shapes)


def count_autoencoder_step(d1, d2):
    """Run one step of `gnode.reference.train_autoencoder` on counted arrays.

    Parameters
    ----------
    d1, d2 : int
        Inputs, nodes.

    Returns
    -------
    step : Step
        What was counted before, and from, the operation that takes the target from the output.
    log : list of (str, int)
        The operations in their order and what each counted.
    """
    tally, X, *init = _random((1, d1), (d2, d1), d2, (d2, d1), d1)
    reference.train_autoencoder(X, init, RATE, 1, "mended")  # without weight decay
    forward = tally.log.index(next(entry for entry in tally.log if entry[0] == "subtract"))
    costs = [cost for _, cost in tally.log]
    return Step(sum(costs[:forward]), sum(costs[forward:])), tally.log


def count_layer(algorithm, n_samples, d1, d2, n_epochs, n_classes=2, amnesia=0.4, reading=None):
    """Train a layer node by node with `gnode.reference.train_gn_gcn` on counted arrays.

    Parameters
    ----------
    algorithm : {"GN", "GCN"}
    n_samples, d1, d2, n_epochs : int
        N rows, inputs, nodes, epochs E.
    n_classes : int, default=2
        Classes of GCN, whose rows are equally many as far as N allows.
    amnesia : float, default=0.4
        Amnesia factor (A).
    reading : Reading, default=None
        None is the reading "mended" without its minimum of updates, so that every node runs for E epochs.

    Returns
    -------
    int
        Operations.
    """
    tally, X, *init = _random((n_samples, d1), (d2, d1), d2, (d2, d1))
    y = np.arange(n_samples) % n_classes if algorithm == "GCN" else None
    reading = reading or replace(READINGS["mended"], minimum_updates=False)
    reference.train_gn_gcn(X, y, init, RATE, n_epochs, amnesia, reading)
    return tally.total


def count_naive_scheme(n_rows, d1, d2, n_epochs):
    """Train a layer of d2 nodes on K rows each, forwarding through all earlier nodes at each update.

    Nothing is forgotten (A = 1) and no rows are centred. `count_layer` counts the running sum in its place.

    Parameters
    ----------
    n_rows, d1, d2, n_epochs : int
        K rows a node, inputs, nodes, epochs E.

    Returns
    -------
    int
        Operations.
    """
    tally, X, W, b, V = _random((d2 * n_rows, d1), (d2, d1), d2, (d2, d1))
    rates, orders = np.full(n_epochs, RATE), np.arange(n_rows)[np.newaxis]
    for i in range(d2):
        own = X[i * n_rows : (i + 1) * n_rows]
        R = EarlierNodes(own, W[:i], b[:i], V[:i], np.ones(i))
        W[i], b[i], V[i], _ = reference.train_node(own, own, R, W[i], b[i], V[i], None, rates, orders)
    return tally.total


def count_dual_node(d1, n_rows, n_epochs):
    """Train a node with `train_node_dual` on counted arrays.

    Parameters
    ----------
    d1, n_rows, n_epochs : int
        Inputs, rows K, epochs E.

    Returns
    -------
    int
        Operations.
    """
    tally, X, T, w, b, v = _random((n_rows, d1), (n_rows, d1), d1, (), d1)
    train_node_dual(X, T, w, b, v, np.full(n_epochs, RATE), np.arange(n_rows)[np.newaxis])
    return tally.total
