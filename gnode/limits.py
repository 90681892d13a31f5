"""Refusing what would not fit into memory before any of it is allocated."""

import os
from pathlib import Path

__all__ = ["available_memory", "require_memory"]

SMALL = 2**28
"""Up to this many bytes nobody asks."""


def available_memory():
    """Bytes that can still be had: what the machine can give, or less where a container's limit is nearer.

    Where Linux does not say, all that the machine has; infinite if that is unknown.
    """
    return min(_of_machine(), _of_container())


def _of_container(folder=Path("/sys/fs/cgroup")):
    """Bytes up to the limit of a Linux container (control groups, version 2); infinite without one."""
    try:
        limit, used = ((folder / name).read_text().strip() for name in ("memory.max", "memory.current"))
        if limit == "max":
            return float("inf")
        counted = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        return max(0, int(limit) - int(used) + int(counted["inactive_file"]))  # cached files give way
    except (OSError, ValueError, KeyError):
        return float("inf")


def _of_machine():
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError, AttributeError):
        return float("inf")


def require_memory(n_bytes, what, advice):
    """Raise before something is made that would take more memory than there is.

    Parameters
    ----------
    n_bytes : int
    what : str
        What would take them, with its size.
    advice : str
        What to do instead.

    Raises
    ------
    MemoryError
    """
    if n_bytes > SMALL and n_bytes > (available := available_memory()):
        raise MemoryError(
            f"{what} would take {n_bytes / 2**30:,.0f} GiB, but this machine has only {available / 2**30:,.0f} GiB to "
            f"give: {advice}."
        )
