"""Products and functions of arrays with the same bits on every machine.

NumPy's depend on the processor: BLAS sums in an order of its own on each, and tanh and exp come in one version for each
set of vector instructions. At the paper's learning rates training is chaotic: a last bit soon makes another network.
So whatever decides the weights or scores of a network goes through these functions instead.
"""

from collections.abc import Callable
from concurrent.futures import Future, wait
from contextvars import copy_context
from threading import Thread, current_thread, main_thread
from typing import Any

import numpy as np

from gnode.kernels import Array, log_all, product, softmax_rows, tanh_all

__all__ = ["Array", "expit", "gram", "interruptible", "log", "matmul", "softmax", "tanh"]

LONG = 2**27  # operations, about a tenth of a second, from which on a call must not keep Ctrl-C waiting


def interruptible(
    n_operations: float, function: Callable[..., Any], *arguments: Any, process_waits: bool = False
) -> Any:
    """Call a function so that Ctrl-C is heard: Python hears it between two of its own steps, and a loop is one step.

    So a long call runs in another thread, while the main thread waits. With `process_waits` the process does not end
    before the call does, as it must not where BLAS computes.
    """
    if n_operations < LONG or current_thread() is not main_thread():
        return function(*arguments)
    outcome: Future[Any] = Future()

    def call() -> None:
        try:
            outcome.set_result(function(*arguments))
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=copy_context().run, args=(call,), daemon=not process_waits).start()
    while not wait([outcome], timeout=0.1).done:  # without a timeout Windows would not hear Ctrl-C
        pass
    return outcome.result()


def matmul(A: Array, B: Array) -> Any:
    """Matrix product as `numpy.matmul` for one or two dimensions, each element summed in the order of its terms."""
    if A.dtype != B.dtype:
        dtype = np.result_type(A, B)
        A, B = A.astype(dtype), B.astype(dtype)
    rows, columns = A if A.ndim == 2 else A[np.newaxis], B if B.ndim == 2 else B[:, np.newaxis]
    if rows.shape[1] != columns.shape[0]:
        raise ValueError(f"matmul: shapes {A.shape} and {B.shape} do not fit.")
    transposed = not columns.flags.c_contiguous and columns.flags.f_contiguous
    columns = columns.T if transposed else columns
    rows, columns = np.ascontiguousarray(rows), np.ascontiguousarray(columns)
    C = interruptible(rows.size * columns.size // max(1, rows.shape[1]), product, rows, columns, transposed, False)
    return C if A.ndim == B.ndim == 2 else C.reshape(A.shape[:-1] + B.shape[1:])[()]


def gram(A: Array) -> Array:
    """Inner products of the rows of A, of shape (n, k): ``matmul(A, A.T)`` in half the time."""
    A = np.ascontiguousarray(A)
    return interruptible(A.size * len(A) // 2, product, A, A, True, True)


def tanh(Z: Array) -> Array:
    """Hyperbolic tangent of each element (ndarray of the shape and type of Z)."""
    out = np.array(Z, order="C")
    interruptible(16 * out.size, tanh_all, out.reshape(-1))
    return out


def log(Z: Array) -> Array:
    """Natural logarithm of each element (ndarray of the shape of Z, float64); Z positive and normal numbers."""
    out = np.array(Z, dtype=np.float64, order="C")
    interruptible(16 * out.size, log_all, out.reshape(-1))
    return out


def expit(Z: Array) -> Array:
    """Logistic function of each element (ndarray of the shape and type of Z)."""
    return (1 + tanh(Z / 2)) / 2


def softmax(Z: Array) -> Array:
    """Softmax of each row of Z, of shape (n, m)."""
    out = np.array(Z, order="C")
    interruptible(16 * out.size, softmax_rows, out)
    return out
