"""How the loops are compiled, and kept for the next process.

Numba keeps a compiled loop until the file changes in which it is written; but a loop also has in it what it calls from
other files. Here it is kept until any of the kernels changes, or Numba does.
"""

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import uuid
import warnings
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import llvmlite
import numba
from numba import njit
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

__all__ = ["SOURCE_HASH", "compiled_afresh", "kernel"]

if config.DISABLE_JIT:
    raise ImportError("gnode is made of loops that Numba compiles: unset NUMBA_DISABLE_JIT.")

N_KEPT = 8
"""Number of folders kept side by side: each is of other sources or another version of Numba."""


def _hash_sources():
    """Hash the kernels as they are on disk now, and the versions of what compiles them (str)."""
    total = hashlib.sha256(f"numba {numba.__version__} llvmlite {llvmlite.__version__}".encode())
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.endswith((".py", ".pyc")):  # bytecode lies here where there are no sources
            source = file.read_bytes().replace(b"\r\n", b"\n")
            total.update(f"\n{file.name} {len(source)}\n".encode() + source)
    return total.hexdigest()


SOURCE_HASH = _hash_sources()
"""Hash of all kernels, as they were when gnode was imported, and of the versions of Numba and llvmlite."""

_kept_are_used = True
_warned = False


def kernel(**options):
    """Return the decorator of a compiled loop of this folder: kept on disk, and run without the interpreter's lock.

    Division follows IEEE, as NumPy's does: a check for zero would keep loops from becoming vector code.
    """

    def compiled(function):
        dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
        dispatcher._cache = _Kept(function)
        return dispatcher

    return compiled


@contextmanager
def compiled_afresh():
    """Compile from the sources what this process has not compiled yet: nothing is taken from disk, nor put there."""
    global _kept_are_used
    before, _kept_are_used = _kept_are_used, False
    try:
        yield
    finally:
        _kept_are_used = before


class _Kept(NullCache):
    """What one loop was compiled to: a file for each signature, which begins with a checksum of its name and the rest.

    A file's name has all that determines it. (Numba's own cache has an index that tells which file is whose; two
    processes that write at once can make it name the wrong one.)
    """

    def __init__(self, function):
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, sig, target_context):
        """Return what is kept for a signature; None if it is missing or damaged."""
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            content = path.read_bytes() if path else b""
        except OSError:
            return None
        checksum, payload = content[:32], content[32:]
        if path is None or _checksum(path, payload) != checksum:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(payload))

    def save_overload(self, sig, data):
        """Keep what was compiled for a signature, if it can be."""
        path = self._path(sig, data.codegen)
        if path is None or data.library.has_dynamic_globals:
            return
        payload = dumps(data._reduce())
        unfinished = path.with_name(f".unfinished-{uuid.uuid4().hex}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)  # another process may have dropped it
            unfinished.write_bytes(_checksum(path, payload) + payload)
            os.replace(unfinished, path)
        except OSError as error:
            _warn(error)
            with suppress(OSError):
                unfinished.unlink()

    def _path(self, sig, codegen):
        """Return the file for a signature; None if nothing is to be kept."""
        # Sources that were edited since the import are not those that are compiled.
        if not _kept_are_used or _folder() is None or _hash_sources() != SOURCE_HASH:
            return None
        determined_by = repr((sys.implementation.cache_tag, codegen.magic_tuple(), sig))
        return _folder() / f"{self._name}-{hashlib.sha256(determined_by.encode()).hexdigest()[:32]}"


def _checksum(path, payload):
    """Hash a file's content and its name: a copy under another name would run as another loop."""
    return hashlib.sha256(path.name.encode() + b"\n" + payload).digest()


@cache
def _folder():
    """Find or make the folder of all that these sources compile to; None, with a warning, if none is writable."""
    own = (Path(__file__).parent / "__pycache__", Path(AppDirs("gnode", appauthor=False).user_cache_dir))
    places = [Path(config.CACHE_DIR)] if config.CACHE_DIR else []  # NUMBA_CACHE_DIR
    places += [place for place in own if place.is_absolute()]  # ~ stays ~ for a user without a home
    failures = []
    for place in places:
        folder = place / f"gnode-{SOURCE_HASH[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            failures.append(str(error))
            continue
        _drop_oldest(place)
        return folder
    _warn("; ".join(failures))
    return None


def _drop_oldest(place):
    """Remove what other sources compiled to, but for the newest."""
    with suppress(OSError):  # another process may be at it too
        folders = sorted(place.glob(f"gnode-{'[0-9a-f]' * 16}"), key=lambda folder: folder.stat().st_mtime)
        for folder in folders[:-N_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)


def _warn(reason):
    """Say once in a process that what it compiles is not kept."""
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            f"gnode cannot keep its compiled loops, so that each process compiles them anew: {reason}. "
            "The environment variable NUMBA_CACHE_DIR may name a folder for them.",
            RuntimeWarning,
            stacklevel=2,
        )
