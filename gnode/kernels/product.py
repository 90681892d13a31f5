"""Products of matrices, every element summed in the order of the inner index: the same bits on every processor."""

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from gnode.kernels.compiled import kernel
from gnode.kernels.lanes import splat

__all__ = ["product"]

COLUMNS = 16
"""Columns of a panel: neighbours are worked on together, each summed on its own, so that no bit depends on this."""
ROWS = 4
"""Rows that share a pass over a panel; no bit depends on this either."""


def _pass_over_panel(n_rows):
    """Make the function ``f(A, first, panel, out)``: rows first, first + 1, ... of A times `panel`, into `out`."""

    @intrinsic
    def pass_over_panel(typing, A, first, panel, out):
        def code(context, builder, signature, values):
            number = context.get_value_type(A.dtype)
            align = context.get_abi_sizeof(number)
            vector = ir.VectorType(number, COLUMNS)
            index = context.get_value_type(types.intp)
            a, p, o = (
                make_array(kind)(context, builder, value)
                for kind, value in zip((A, panel, out), (values[0], values[2], values[3]))
            )
            _, depth = cgutils.unpack_tuple(builder, a.shape, 2)
            rows = [builder.gep(a.data, [builder.mul(depth, builder.add(values[1], index(r)))]) for r in range(n_rows)]
            zero = ir.Constant(vector, [0.0] * COLUMNS)
            sums = [cgutils.alloca_once(builder, vector) for _ in rows]
            for total in sums:
                builder.store(zero, total)
            with cgutils.for_range(builder, depth) as loop:
                k = loop.index
                place = builder.gep(p.data, [builder.mul(k, index(COLUMNS))])
                right = builder.load(builder.bitcast(place, ir.PointerType(vector)), align=align)
                for row, total in zip(rows, sums):
                    left = splat(builder, builder.load(builder.gep(row, [k])), COLUMNS)
                    builder.store(builder.fadd(builder.load(total), builder.fmul(left, right)), total)
            for r, total in enumerate(sums):
                place = builder.gep(o.data, [index(r * COLUMNS)])
                builder.store(builder.load(total), builder.bitcast(place, ir.PointerType(vector)), align=align)
            return context.get_dummy_value()

        return types.void(A, types.intp, panel, out), code

    return pass_over_panel


_pass_rows, _pass_row = _pass_over_panel(ROWS), _pass_over_panel(1)


@kernel()
def product(A, B, transposed, symmetric):
    """Return A B, or A B^T if `transposed`.

    Parameters
    ----------
    A : ndarray of shape (n, k)
    B : ndarray of shape (k, m), or (m, k) if `transposed`
        Of the type of A; both C-contiguous.
    transposed : bool
    symmetric : bool
        Whether the product is symmetric to the bit, as A A^T is: then half of it is computed and laid over the rest.

    Returns
    -------
    ndarray of shape (n, m)
    """
    n, depth = A.shape
    m = B.shape[0] if transposed else B.shape[1]
    C = np.empty((n, m), A.dtype)
    panel = np.zeros((depth, COLUMNS), A.dtype)
    tile = np.empty((ROWS, COLUMNS), A.dtype)
    for first in range(0, m, COLUMNS):
        width = min(COLUMNS, m - first)
        if transposed:
            for j in range(width):
                for k in range(depth):
                    panel[k, j] = B[first + j, k]
        else:
            for k in range(depth):
                for j in range(width):
                    panel[k, j] = B[k, first + j]
        i = first if symmetric else 0
        while i < n:
            n_rows = ROWS if i + ROWS <= n else 1
            if n_rows == ROWS:
                _pass_rows(A, i, panel, tile)
            else:
                _pass_row(A, i, panel, tile)
            for r in range(n_rows):
                for j in range(width):
                    C[i + r, first + j] = tile[r, j]
            i += n_rows
        if symmetric:
            for j in range(width):
                for i in range(first + COLUMNS, n):
                    C[first + j, i] = C[i, first + j]
    return C
