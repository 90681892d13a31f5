"""The errors that loading a data set can raise."""

from __future__ import annotations


class DatasetNotAvailable(OSError):
    """A file is neither on this machine nor could it be downloaded.

    The message names the file, its home and the folder to put it in.
    """


class DatasetCorrupt(ValueError):
    """A file is there, but it does not hold what the set must hold.

    Raised for damaged, truncated and foreign files alike: nothing of such a file is used.
    """
