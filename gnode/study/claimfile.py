"""Who computes what: so that two runners on one folder do not do the same work twice."""

from __future__ import annotations

import os
import sys

__all__ = ["ClaimFile"]

if sys.platform == "win32":
    import msvcrt

    def _lock(handle, offset):
        os.lseek(handle, offset, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _unlock(handle, offset):
        os.lseek(handle, offset, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(handle, offset):
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, offset)

    def _unlock(handle, offset):
        fcntl.lockf(handle, fcntl.LOCK_UN, 1, offset)


class ClaimFile:
    """An empty file, of which a runner locks one byte for each run that it computes.

    The operating system gives a lock back when the process ends, however it ends: after kill -9 nothing is left to
    clear away. Should a file system keep no locks between machines, work is done twice, but nothing is harmed.

    Parameters
    ----------
    folder : pathlib.Path
        The results folder.
    """

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(folder / ".claims", os.O_RDWR | os.O_CREAT, 0o644)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._handle)

    def take(self, key):
        """Claim a run, unless another process has it.

        Parameters
        ----------
        key : str
            Its key, hexadecimal.

        Returns
        -------
        bool
        """
        try:
            _lock(self._handle, _offset(key))
        except OSError:
            return False
        return True

    def free(self, key):
        """Give a claim back."""
        _unlock(self._handle, _offset(key))


def _offset(key):
    """Return the byte that stands for a key: one of 2^60."""
    return int(key[:15], 16)
