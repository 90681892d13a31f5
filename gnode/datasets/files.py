"""Files on this machine: where they may lie, how they are unpacked, and whether they are the right ones."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zipfile
import zlib
from pathlib import Path

import pooch

from .errors import DatasetCorrupt


def cache_folder():
    """Return the user's cache folder for the data sets (a `pathlib.Path`)."""
    return Path(pooch.os_cache("gnode"))


def find(set_name, file):
    """Look for a file: first in the folder that GNODE_DATA names, then in the user's cache.

    Parameters
    ----------
    set_name : str
    file : File

    Returns
    -------
    path : pathlib.Path or None
        The file, a packed copy of it, or an archive that holds it.
    source : {"GNODE_DATA", "cache"} or None
    """
    places = [("cache", cache_folder() / set_name)]
    if os.environ.get("GNODE_DATA"):
        data = Path(os.environ["GNODE_DATA"]).expanduser()
        places = [("GNODE_DATA", data / set_name), ("GNODE_DATA", data), *places]
    bare = file.name.removesuffix(".gz")
    names = dict.fromkeys((file.name, bare, bare + ".gz", bare + ".Z", *file.archives))
    for source, folder in places:
        for name in names:
            if (folder / name).is_file():
                return folder / name, source
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
    return verify(file, unpack(path.read_bytes(), path.name, file.name, path), path)


def unpack(content, name, wanted, path):
    """Unpack bytes by the suffix of their name, down to the file that is wanted.

    Parameters
    ----------
    content : bytes
    name : str
        The name of what holds the bytes.
    wanted : str
        The name of the file that is wanted.
    path : pathlib.Path or str
        Where the bytes come from, for messages.

    Returns
    -------
    bytes

    Raises
    ------
    DatasetCorrupt
        If the bytes are damaged, or an archive does not hold the file.
    """
    try:
        if name.endswith(".zip"):
            return _unpack_zip(content, wanted, path)
        if name.endswith(".gz"):
            return gzip.decompress(content)
    except (EOFError, OSError, zlib.error, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        if isinstance(error, DatasetCorrupt):
            raise
        raise DatasetCorrupt(
            f"{path} is damaged and cannot be unpacked: {error}. Get it again from its home."
        ) from error
    return content


def _unpack_zip(content, wanted, path):
    """Take the wanted file out of an archive; archives within it are searched, too."""
    bare = wanted.removesuffix(".gz")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {Path(name).name: name for name in archive.namelist()}
        for name in (wanted, bare, bare + ".gz", bare + ".Z"):
            if name in members:
                return unpack(archive.read(members[name]), name, wanted, path)
        for name in members:
            if name.endswith(".zip"):
                try:
                    return _unpack_zip(archive.read(members[name]), wanted, path)
                except DatasetCorrupt:
                    continue
    raise DatasetCorrupt(f"{path} does not hold {wanted}.")


def verify(file, content, path):
    """Hold unpacked bytes against the checksum of their file.

    Parameters
    ----------
    file : File
    content : bytes
    path : pathlib.Path or str
        Where the bytes come from, for messages.

    Returns
    -------
    bytes
        The bytes, with the line ends for which the checksum is right.

    Raises
    ------
    DatasetCorrupt
        If the checksum is right with no line ends.
    """
    if file.sha256 is None:
        return content
    variants = [content]
    if not file.binary:
        unix = content.replace(b"\r\n", b"\n")
        variants += [unix, unix.replace(b"\n", b"\r\n")]
    for variant in variants:
        if hashlib.sha256(variant).hexdigest() == file.sha256:
            return variant
    raise DatasetCorrupt(
        f"{path} is not the file {file.name} that was expected: the sha256 of its content is "
        f"{hashlib.sha256(content).hexdigest()}, expected {file.sha256}. It is damaged, cut short or of another set; "
        f"delete it and get it again{' from ' + file.homes[0] if file.homes else ''}."
    )
