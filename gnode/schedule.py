"""Learning rates and row orders of the epochs of one node or one layer."""

import numpy as np

from gnode.limits import require_memory

__all__ = ["MINIMUM_UPDATES", "MOST_UPDATES", "WEIGHT_DECAY", "decayed", "even_rates", "node_rates", "row_orders"]

MINIMUM_UPDATES = 4.0
"""A node gets at least this many updates times 1 / learning_rate (program; `Reading.minimum_updates`)."""

MOST_UPDATES = 10**8
"""A rate so small that `MINIMUM_UPDATES` asks for more than this is refused: it would train for hours or for ever."""

WEIGHT_DECAY = 1.0
"""The paper's lambda."""


def even_rates(learning_rate, n_epochs, name="max_epochs"):
    """Give the same learning rate for each epoch; `name` is the parameter that says how many there are.

    Raises
    ------
    MemoryError
        If there are too many epochs for memory.
    """
    require_memory(8 * n_epochs, f"the learning rates of {n_epochs} epochs", f"lower {name}")
    return np.full(n_epochs, float(learning_rate))


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

    Raises
    ------
    ValueError
        If the rate is so small that `reading.minimum_updates` asks for more than `MOST_UPDATES`.
    MemoryError
        If there are too many epochs for memory.
    """
    first = previous if reading.rate_carried_over and previous is not None else learning_rate
    if reading.minimum_updates and n_rows * max_epochs < MINIMUM_UPDATES / first:
        if MINIMUM_UPDATES / first > MOST_UPDATES:
            raise ValueError(
                f"learning_rate={first:.3g} is too small: a node gets at least {MINIMUM_UPDATES:g} / learning_rate = "
                f"{MINIMUM_UPDATES / first:.2g} updates (Reading.minimum_updates), and more than {MOST_UPDATES:.0g} "
                f"are refused. Raise learning_rate to {MINIMUM_UPDATES / MOST_UPDATES:.0g} or more, or give a Reading "
                "with minimum_updates=False."
            )
        max_epochs = int(np.ceil(MINIMUM_UPDATES / first / n_rows))
    rates = even_rates(first, max_epochs)
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
    require_memory(
        8 * n_epochs * n_rows,
        f"the shuffled orders of {n_rows} rows in {n_epochs} epochs",
        "lower max_epochs or give a Reading with row_order='file'",
    )
    return np.stack([rng.permutation(n_rows).astype(np.intp) for _ in range(n_epochs)])
