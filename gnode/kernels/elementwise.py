"""Functions of all elements of an array, and of all rows of a matrix."""

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import log, softmax, tanh

__all__ = ["log_all", "softmax_rows", "tanh_all"]


@kernel()
def log_all(z):
    """Replace each element of the vector z, in float64, positive and normal, by its natural logarithm."""
    for j in range(z.shape[0]):
        z[j] = log(z[j])


@kernel()
def tanh_all(z):
    """Replace each element of the vector z by its hyperbolic tangent."""
    for j in range(z.shape[0]):
        z[j] = tanh(z[j])


@kernel()
def softmax_rows(Z):
    """Replace each row of Z by its softmax; a row that is not finite becomes NaN."""
    for i in range(Z.shape[0]):
        softmax(Z[i])
