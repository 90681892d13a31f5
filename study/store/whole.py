"""Files that are written whole or not at all, and read only if they are files and not too large."""

from __future__ import annotations

import os
import stat
import tempfile
import zipfile
import zlib
from contextlib import suppress
from tokenize import TokenError

__all__ = ["LARGEST_FILE", "UNFINISHED", "UNREADABLE", "read_whole", "write_whole"]

LARGEST_FILE = 1 << 20
"""Bytes of JSON; of arrays a hundred times as many, packed or not."""

UNFINISHED = ".unfinished-"
"""How the name of a file begins that a writer is at work on."""

# What reading a damaged file can raise; numpy reads the header of an array as a Python literal.
UNREADABLE = (
    *(OSError, EOFError, MemoryError, RuntimeError, SyntaxError, TokenError, zipfile.BadZipFile, zlib.error),
    *(ValueError, TypeError, KeyError, AttributeError, OverflowError),
)


def read_whole(path, largest=LARGEST_FILE):
    """Read a file whole (bytes) if it is one, and not too large.

    Raises
    ------
    ValueError
        If it is no file, or larger than `largest` bytes.
    """
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is no file")
    if status.st_size > largest:
        raise ValueError(f"it has {status.st_size:,} bytes, more than any result has")
    return path.read_bytes()


def write_whole(path, content):
    """Write a file so that nobody ever reads half of it: to a temporary file beside it, which is then renamed.

    Parameters
    ----------
    path : pathlib.Path
        Its folder is made if need be.
    content : bytes
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(prefix=f"{UNFINISHED}{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(unfinished, 0o644)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise
