"""How much of each earlier node is still remembered."""

import numpy as np

from gnode.arithmetic import Array


def memory(rule: str, amnesia: float, n_earlier: int) -> Array:
    """Weight of each earlier node, oldest first: A^k for the k-th last with "fading" memory, A with "flat"."""
    if rule == "flat":
        return np.full(n_earlier, float(amnesia))
    return np.cumprod(np.full(n_earlier, float(amnesia)))[::-1]  # NumPy's power differs between processors


def blocks_of(n_components: int, block_size: int, first_alone: bool) -> Array:
    """Tell which block each node is trained in, 0 first; `first_alone`: node 0 is a block of its own."""
    nodes, block_size = np.arange(n_components), min(int(block_size), n_components)
    return np.where(nodes < first_alone, 0, (nodes - first_alone) // block_size + first_alone)


def memory_of_blocks(rule: str, amnesia: float, blocks: Array) -> Array:
    """Weight of each earlier node by the `blocks` of all, the node's own last: a block, by its mean, is one step."""
    return _of_nodes(rule, amnesia, blocks, 0.0)[:-1]


def output_shares(rule: str, amnesia: float, blocks: Array) -> Array:
    """Weight of each node, in its block of `blocks`, in the output of the layer: the last block counts as a whole."""
    return _of_nodes(rule, amnesia, blocks, 1.0)


def _of_nodes(rule: str, amnesia: float, blocks: Array, of_last: float) -> Array:
    """Weight of each node by that of its block, the last one's being `of_last`."""
    return (np.append(memory(rule, amnesia, blocks[-1]), of_last) / np.bincount(blocks))[blocks]
