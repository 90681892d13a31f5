"""What the hidden layers of a network may be."""

from itertools import pairwise
from numbers import Integral

from gnode.limits import require_memory

__all__ = ["checked_sizes"]


def checked_sizes(sizes, most, n_features, itemsize):
    """Give the sizes of the hidden layers as a list of int.

    Parameters
    ----------
    sizes : array-like of int
        The user's `hidden_layer_sizes`.
    most : int or None
        Number of rows, where every node needs one of its own.
    n_features : int
        Length of a row.
    itemsize : int
        Bytes of a weight.

    Raises
    ------
    ValueError
        If there is no layer, a size is no integer of 1 or more, or larger than the rows allow.
    MemoryError
        If the weights would not fit into memory.
    """
    if not len(sizes):
        raise ValueError(f"hidden_layer_sizes must name one layer or more, such as (200, 150); got {sizes!r}.")
    for layer, size in enumerate(sizes):
        if not isinstance(size, Integral) or isinstance(size, bool) or size < 1:
            raise ValueError(
                "hidden_layer_sizes must name one layer or more, each by its number of nodes, an integer of 1 or more; "
                f"got {size!r} for hidden layer {layer}."
            )
        if most is not None and size > most:
            raise ValueError(
                f"hidden_layer_sizes: hidden layer {layer} would have {size} nodes, but X has only {most} rows, and "
                f"with this pretraining every node needs a row of its own: ask for at most {most} nodes in each layer."
            )
    sizes = [int(size) for size in sizes]
    for layer, (n_in, n_out) in enumerate(pairwise([n_features, *sizes])):
        require_memory(
            n_in * n_out * itemsize,
            f"hidden_layer_sizes: the {n_in} x {n_out} weights of hidden layer {layer}",
            "ask for fewer nodes",
        )
    return sizes
