"""Reading the rows of a matrix in blocks, so that a memory-mapped one may be larger than memory."""

import mmap

import numpy as np
from sklearn.utils import assert_all_finite

__all__ = ["check_finite", "forget", "row_blocks"]

BLOCK_BYTES = 2**25


def row_blocks(X):
    """Slices that cover the rows of X in order, about 32 MiB each."""
    step = max(1, BLOCK_BYTES // max(1, X.shape[1] * X.itemsize))
    for start in range(0, X.shape[0], step):
        yield slice(start, min(start + step, X.shape[0]))


def forget(X):
    """Let the pages of a memory-mapped X go that have been read; without effect on other arrays."""
    source = X
    while source is not None and not isinstance(source, mmap.mmap):
        source = getattr(source, "base", None)
    if source is not None and hasattr(mmap, "MADV_DONTNEED"):
        source.madvise(mmap.MADV_DONTNEED)


def check_finite(X, estimator_name):
    """Raise scikit-learn's ValueError if X holds NaN or infinity, reading it block by block."""
    for block in row_blocks(X):
        assert_all_finite(X[block], estimator_name=estimator_name, input_name="X")
        forget(X)


def mean_row(X):
    """Mean of the rows of X, summed in float64, in the precision of X."""
    total = np.zeros(X.shape[1])
    for block in row_blocks(X):
        total += X[block].sum(axis=0, dtype=np.float64)
        forget(X)
    return (total / X.shape[0]).astype(X.dtype)
