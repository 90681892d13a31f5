"""Products and functions of arrays with the same bits on every machine.

NumPy's depend on the processor: BLAS sums in an order of its own on each, and tanh and exp come in one version for each
set of vector instructions. At the paper's learning rates training is chaotic: a last bit soon makes another network.
So whatever decides the weights or scores of a network goes through these functions instead.
"""

import numpy as np

from gnode.kernels import log_all, product, softmax_rows, tanh_all

__all__ = ["expit", "gram", "log", "matmul", "softmax", "tanh"]


def matmul(A, B):
    """Matrix product as `numpy.matmul` for one or two dimensions, each element summed in the order of its terms.

    Parameters
    ----------
    A : ndarray of shape (n, k) or (k,), float32 or float64
    B : ndarray of shape (k, m) or (k,)

    Returns
    -------
    ndarray of shape (n, m), less the dimension of what was a vector
    """
    if A.dtype != B.dtype:
        dtype = np.result_type(A, B)
        A, B = A.astype(dtype), B.astype(dtype)
    rows, columns = A if A.ndim == 2 else A[np.newaxis], B if B.ndim == 2 else B[:, np.newaxis]
    if rows.shape[1] != columns.shape[0]:
        raise ValueError(f"matmul: shapes {A.shape} and {B.shape} do not fit.")
    transposed = not columns.flags.c_contiguous and columns.flags.f_contiguous
    columns = columns.T if transposed else columns
    C = product(np.ascontiguousarray(rows), np.ascontiguousarray(columns), transposed, False)
    return C if A.ndim == B.ndim == 2 else C.reshape(A.shape[:-1] + B.shape[1:])[()]


def gram(A):
    """Inner products of the rows of A, of shape (n, k): ``matmul(A, A.T)`` in half the time."""
    A = np.ascontiguousarray(A)
    return product(A, A, True, True)


def tanh(Z):
    """Hyperbolic tangent of each element (ndarray of the shape and type of Z)."""
    out = np.array(Z, order="C")
    tanh_all(out.reshape(-1))
    return out


def log(Z):
    """Natural logarithm of each element (ndarray of the shape of Z, float64); Z positive and normal numbers."""
    out = np.array(Z, dtype=np.float64, order="C")
    log_all(out.reshape(-1))
    return out


def expit(Z):
    """Logistic function of each element (ndarray of the shape and type of Z)."""
    return (1 + tanh(Z / 2)) / 2


def softmax(Z):
    """Softmax of each row of Z, of shape (n, m)."""
    out = np.array(Z, order="C")
    softmax_rows(out)
    return out
