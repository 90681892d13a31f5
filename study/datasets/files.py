"""Files on this machine: where they may lie, how they are unpacked, and whether they are the right ones."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import lzma
import os
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from . import cache, lzw
from .errors import DatasetCorrupt, DatasetNotAvailable

# No archive of the sets' homes has as many bytes, packed or not; nor does one lie deeper than in another.
LARGEST_ARCHIVE = 100_000_000
DEEPEST_ARCHIVE = 2
_PACKING = 1 << 16  # bytes by which packing can make a file larger


def find(folder, file):
    """Look for a file: first in the folder that GNODE_DATA names, then in the user's cache (if there can be one).

    Parameters
    ----------
    folder : str
        The record's `folder`.
    file : File

    Returns
    -------
    path : pathlib.Path or None
        The file, a packed copy of it, or an archive that holds it.
    source : {"GNODE_DATA", "cache"} or None

    Raises
    ------
    DatasetNotAvailable
        If GNODE_DATA names no folder.
    """
    places = []
    if os.environ.get("GNODE_DATA"):
        data = Path(os.environ["GNODE_DATA"]).expanduser()
        if not data.is_dir():
            raise DatasetNotAvailable(
                f"The environment variable GNODE_DATA names {data}, which is no folder: name the one that holds the "
                "data sets, or unset the variable."
            )
        places += [("GNODE_DATA", data / folder), ("GNODE_DATA", data)]
    with contextlib.suppress(DatasetNotAvailable):
        places.append(("cache", cache.cache_folder(folder)))
    for source, place in places:
        for name in (*_names(file.name), *file.archives):
            if (place / name).is_file():
                return place / name, source
    return None, None


def read(file, path):
    """Read a file, unpack it, and make sure that it is the right one.

    Parameters
    ----------
    file : File
    path : pathlib.Path

    Returns
    -------
    bytes
        Unpacked; a text file's line ends are those for which its checksum is right.

    Raises
    ------
    DatasetCorrupt
        If the file cannot be unpacked or is not the one that the record names.
    """
    largest = largest_packed(file, path.name)
    with open(path, "rb") as opened:
        content = opened.read(largest + 1)
    if len(content) > largest:
        raise DatasetCorrupt(
            f"{path} has more than {largest:,} bytes, which {file.name} has not, packed or unpacked: it is another "
            f"file; delete it and get it again."
        )
    return unpack(file, content, path)


def largest_packed(file, name):
    """Return the most bytes (int) that a file of that name can have: `file`, a packed copy of it or its archive."""
    return LARGEST_ARCHIVE if name.endswith(".zip") else file.largest + _PACKING


def unpack(file, content, where):
    """Unpack the bytes of a file, of a packed copy or of an archive that holds it, and verify them.

    How the bytes are packed is told by how they begin, not by a name: servers are known to unpack on the way.

    Parameters
    ----------
    file : File
    content : bytes
    where : pathlib.Path or str
        Where the bytes come from, for messages.

    Returns
    -------
    bytes
        Unpacked; a text file's line ends are those for which its checksum is right.

    Raises
    ------
    DatasetCorrupt
        If the bytes are damaged, or are not those of the file.
    """
    try:
        content = _unpack(content, file)
    except _UNPACKING as error:
        raise DatasetCorrupt(f"{where} cannot be unpacked ({error}): delete it and get it again.") from error
    if content is None:
        raise DatasetCorrupt(f"{where} does not hold {file.name}.")
    return _verify(file, content, where)


def _names(name):
    """Return the names that a file can have; unpacked, as downloads leave it, first."""
    bare = name.removesuffix(".gz")
    return (bare, bare + ".gz", bare + ".Z")


_UNPACKING = (
    *(OSError, EOFError, ValueError, RuntimeError),
    *(zlib.error, lzma.LZMAError, zipfile.BadZipFile),
)


def _unpack(content, file, depth=0):
    """Unpack bytes, None if they are an archive that does not hold the wanted file; never more than that has."""
    if content.startswith(b"\x1f\x8b"):
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            return _read_bounded(packed, file.largest)
    if content.startswith(lzw.MAGIC):
        return lzw.decompress(content, file.largest)
    if content.startswith(b"PK\x03\x04"):
        if depth == DEEPEST_ARCHIVE:
            raise ValueError(f"archives lie more than {DEEPEST_ARCHIVE} deep in one another")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {PurePosixPath(name).name: name for name in archive.namelist()}
            found = [members[name] for name in _names(file.name) if name in members]
            inner = [name for name in members.values() if name.endswith(".zip")]
            for name in (*found, *inner):
                with archive.open(name) as member:
                    unpacked = _unpack(_read_bounded(member, largest_packed(file, name)), file, depth + 1)
                if unpacked is not None:
                    return unpacked
        return None
    if len(content) > file.largest:
        raise ValueError(f"it has more than {file.largest:,} bytes")
    return content


def _read_bounded(packed, largest):
    """Unpack what an open file holds, to its end, unless that is too much."""
    content = packed.read(largest + 1)
    if len(content) > largest:
        raise ValueError(f"it holds more than {largest:,} bytes")
    return content


def _verify(file, content, where):
    """Return the bytes with the line ends for which the file's checksum is right."""
    if file.sha256 is None:
        return content
    if hashlib.sha256(content).hexdigest() == file.sha256:
        return content
    if not file.binary:
        unix = content.replace(b"\r\n", b"\n")
        for variant in (unix, unix.replace(b"\n", b"\r\n")):
            if hashlib.sha256(variant).hexdigest() == file.sha256:
                return variant
    raise DatasetCorrupt(
        f"{where} is not {file.name} as the record knows it: the sha256 of its content is "
        f"{hashlib.sha256(content).hexdigest()}, expected {file.sha256}. It is damaged, cut short, changed or of "
        f"another set; delete it and get it again."
    )
