"""How the loops are compiled."""

from numba import njit

__all__ = ["kernel"]


def kernel(**options):
    """Return the decorator of a compiled loop: cached on disk, and run without the interpreter's lock.

    Division follows IEEE, as NumPy's does: a check for zero would keep loops from becoming vector code.
    """
    return njit(cache=True, nogil=True, error_model="numpy", **options)
