"""Reading the rows of a matrix in blocks, so that a memory-mapped or sparse one may be larger than memory."""

import mmap
from math import fsum

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import assert_all_finite

__all__ = [
    "check_finite",
    "dense_rows",
    "forget",
    "mean_row",
    "mean_squared_norm",
    "row_blocks",
    "take_rows",
    "value_range",
]

BLOCK_BYTES = 2**25


def row_blocks(X):
    """Slices that cover the rows of X in order, about 32 MiB each when dense."""
    step = max(1, BLOCK_BYTES // max(1, X.shape[1] * X.dtype.itemsize))
    for start in range(0, X.shape[0], step):
        yield slice(start, min(start + step, X.shape[0]))


def _map_under(X):
    """Find the memory map that X is a view of; None if it is an ordinary array."""
    while X is not None and not isinstance(X, mmap.mmap):
        X = getattr(X, "base", None)
    return X


def forget(X):
    """Let the pages of a memory-mapped X go that have been read; without effect on other arrays.

    Of maps only those go whose pages the file has too: to let go of a private one (mode "c") would undo what the user
    has written into it.
    """
    source, mode = _map_under(X), None
    while X is not None and mode is None:
        mode, X = getattr(X, "mode", None), getattr(X, "base", None)
    if source is not None and mode in ("r", "r+", "w+") and hasattr(mmap, "MADV_DONTNEED"):
        source.madvise(mmap.MADV_DONTNEED)


def dense_rows(X, rows):
    """Rows of X, of a slice or of indices; a sparse X's made dense."""
    return X[rows].toarray() if issparse(X) else X[rows]


def take_rows(X, rows):
    """Copy rows of X, dense; from a memory map block by block, since each row may bring in its whole neighbourhood."""
    if _map_under(X) is None:
        return dense_rows(X, rows)
    taken = np.empty((len(rows), X.shape[1]), dtype=X.dtype)
    in_order = np.argsort(rows, kind="stable")
    for block in row_blocks(X):
        first, last = np.searchsorted(rows, (block.start, block.stop), sorter=in_order)
        some = in_order[first:last]
        taken[some] = X[rows[some]]
        forget(X)
    return taken


def check_finite(X, estimator_name):
    """Raise scikit-learn's ValueError if X holds NaN or infinity, reading it block by block."""
    if issparse(X):
        assert_all_finite(X, estimator_name=estimator_name, input_name="X")
        return
    for block in row_blocks(X):
        assert_all_finite(X[block], estimator_name=estimator_name, input_name="X")
        forget(X)


def value_range(X):
    """Find the lowest and highest value in X; a sparse array's own `min` would rearrange the user's X in place."""
    low, high = np.inf, -np.inf
    for block in row_blocks(X):
        rows = dense_rows(X, block)
        low, high = min(low, rows.min()), max(high, rows.max())
        forget(X)
    return low, high


def mean_row(X):
    """Mean of the rows of X, summed in float64, in the precision of X."""
    total = np.zeros(X.shape[1])
    for block in row_blocks(X):
        total += dense_rows(X, block).sum(axis=0, dtype=np.float64)
        forget(X)
    return (total / X.shape[0]).astype(X.dtype)


def mean_squared_norm(X):
    """Mean squared norm of the rows of X, summed in float64 (float; infinity where a square is too large for that)."""
    total = np.zeros(X.shape[1])
    with np.errstate(over="ignore"):
        for block in row_blocks(X):
            total += np.square(dense_rows(X, block), dtype=np.float64).sum(axis=0)
            forget(X)
    return fsum(total) / X.shape[0] if np.isfinite(total).all() else np.inf
