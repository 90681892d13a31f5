"""How much of each earlier node is still remembered."""

import numpy as np

__all__ = ["memory", "output_shares"]


def memory(rule, amnesia, n_earlier):
    """Weight of each of `n_earlier` nodes, oldest first, in what the next node's output is added to.

    "compounding": A^k for the k-th last node; "flat": A for each.
    """
    if rule == "flat":
        return np.full(n_earlier, float(amnesia))
    return np.cumprod(np.full(n_earlier, float(amnesia)))[::-1]  # NumPy's power differs between processors


def output_shares(rule, amnesia, n_components):
    """Weight of each node in the output that the last node was trained on: its own is one."""
    return np.append(memory(rule, amnesia, n_components - 1), 1.0)
