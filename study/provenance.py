"""Where a result comes from: program, packages, machine, time."""

import os
import platform
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from gnode.kernels import SOURCE_HASH

PACKAGES = ("numpy", "scipy", "numba", "scikit-learn", "joblib", "pandas")


@cache
def describe_program():
    """Describe what computes here."""
    commit, dirty = _commit()
    return {
        "gnode": version("gnode"),
        "commit": commit,
        "dirty": dirty,
        "kernels": SOURCE_HASH[:16],
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
        "machine": {
            "cpu": _cpu(),
            "cores": os.cpu_count(),
            "memory_bytes": _memory(),
            "system": f"{platform.system()} {platform.machine()}",
        },
    }


def _commit():
    """Return the commit of the checkout that this package is part of, and whether the package differs from it."""
    git = ("git", "-C", str(Path(__file__).resolve().parents[1]))
    try:
        _said(*git, "ls-files", "--error-unmatch", "gnode/__init__.py")
        return _said(*git, "rev-parse", "HEAD"), bool(_said(*git, "status", "--porcelain", "--", "gnode", "study"))
    except (OSError, subprocess.CalledProcessError):
        return None, None


def _said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _cpu():
    """Return the name of the processor."""
    with suppress(OSError, subprocess.CalledProcessError):
        if sys.platform == "darwin":
            return _said("sysctl", "-n", "machdep.cpu.brand_string")
        if found := re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE):
            return found[1]
    return platform.processor() or "unknown"


def _memory():
    """Return the machine's memory in bytes, None where it cannot be told."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def peak_memory():
    """Return the peak resident memory of this process so far in bytes, None where it cannot be told."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def load_average():
    """Return the processes at work on this machine, averaged over the last minute; None where it cannot be told."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
