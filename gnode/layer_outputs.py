"""The outputs of a layer of tanh nodes."""

import numpy as np
from scipy.sparse import issparse

from gnode.arithmetic import matmul, tanh
from gnode.memmap import dense_rows, row_blocks

__all__ = ["layer_outputs"]


def layer_outputs(X, W, b):
    """Compute tanh(X W^T + b); a sparse X is made dense block by block.

    Parameters
    ----------
    X : ndarray or sparse array of shape (n_samples, n_features)
    W, b : ndarrays of shape (n_components, n_features), (n_components,)

    Returns
    -------
    H : ndarray of shape (n_samples, n_components)
    """
    if issparse(X):
        H = np.empty((X.shape[0], len(W)), dtype=np.result_type(X.dtype, W.dtype))
        for block in row_blocks(X):
            H[block] = layer_outputs(dense_rows(X, block), W, b)
        return H
    return tanh(matmul(X, W.T) + b)
