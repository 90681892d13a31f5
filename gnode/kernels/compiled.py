"""How the loops are compiled."""

from numba import njit

__all__ = ["kernel"]


def kernel(**options):
    """Return the decorator of a compiled loop: cached on disk, and run without the interpreter's lock."""
    return njit(cache=True, nogil=True, **options)
