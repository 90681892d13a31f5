"""Learning rates and row orders of the epochs of one node or one layer."""

import numpy as np

__all__ = ["MINIMUM_UPDATES", "WEIGHT_DECAY", "decayed", "node_rates", "row_orders"]

MINIMUM_UPDATES = 4.0
"""A node gets at least this many updates times 1 / learning_rate (program; `Reading.minimum_updates`)."""

WEIGHT_DECAY = 1.0
"""The paper's lambda."""


def decayed(learning_rate, rates):
    """Let `rates` fall as the program's rule says: learning_rate / (1 + e / 1000) in epoch e > 100."""
    epochs = np.arange(len(rates))
    return np.where(epochs > 100, learning_rate / (1 + epochs / 1000), rates)


def node_rates(reading, learning_rate, max_epochs, n_rows, previous=None):
    """Learning rate of each epoch of one node.

    Parameters
    ----------
    reading : Reading
    learning_rate : float
        The rate alpha that the user set.
    max_epochs : int
        The number of epochs E that the user set; raised where `reading.minimum_updates` asks for it.
    n_rows : int
        K, the rows of this node.
    previous : float, default=None
        The last rate of the node before, used if `reading.rate_carried_over`.

    Returns
    -------
    ndarray of shape (n_epochs,), float64
    """
    first = previous if reading.rate_carried_over and previous is not None else learning_rate
    if reading.minimum_updates and n_rows * max_epochs < MINIMUM_UPDATES / first:
        max_epochs = int(np.ceil(MINIMUM_UPDATES / first / n_rows))
    rates = np.full(max_epochs, first)
    return decayed(learning_rate, rates) if reading.rate_decay else rates


def row_orders(reading, n_rows, n_epochs, rng):
    """Order of the rows in each of `n_epochs` epochs, from the generator `rng`.

    Returns
    -------
    ndarray of shape (1, n_rows) or (n_epochs, n_rows), intp
        Epoch e takes row e modulo the first dimension: one row serves all epochs in file order.
    """
    if reading.row_order == "file":
        return np.arange(n_rows, dtype=np.intp)[np.newaxis]
    return np.stack([rng.permutation(n_rows).astype(np.intp) for _ in range(n_epochs)])
