"""Functions of all elements of an array, and of all rows of a matrix."""

from gnode.kernels.compiled import kernel
from gnode.kernels.elementary import softmax, tanh

__all__ = ["softmax_rows", "tanh_all"]


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
