"""Files on this machine: where they may lie, how they are unpacked, whether they are the right ones; and downloads."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path, PurePosixPath

from .record import DatasetCorrupt, DatasetNotAvailable

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # pooch imports tqdm.auto, which in Jupyter asks for widgets
    import pooch


def cache_folder(folder):
    """Return a folder in the user's cache."""
    return Path(pooch.os_cache("gnode")) / folder


def find(folder, file):
    """Look for a file, a packed copy or its home's archive: its path and "GNODE_DATA" or "cache", else two None."""
    places = {cache_folder(folder): "cache"}
    if os.environ.get("GNODE_DATA"):
        data = Path(os.environ["GNODE_DATA"]).expanduser()
        if not data.is_dir():
            raise DatasetNotAvailable(
                f"The environment variable GNODE_DATA names {data}, which is no folder: name the one that holds the "
                "data sets, or unset the variable."
            )
        places = dict.fromkeys((data / folder, data), "GNODE_DATA") | places
    archive = [PurePosixPath(file.home).name] if file.home and file.home.endswith(".zip") else []
    paths = (place / name for place in places for name in (*_names(file.name), *archive))
    path = next(filter(Path.is_file, paths), None)
    return path, path and places[path.parent]


def read(file, path):
    """Read a file as it is found: its bytes, unpacked and verified."""
    return _verified(file, path.read_bytes(), path)


def download(file, staging):
    """Get a file from its home: its bytes, unpacked and verified. `staging` keeps the archive for other files of it."""
    import requests

    pooch.get_logger().setLevel("WARNING")
    name = PurePosixPath(file.home).name
    home = pooch.create(staging, base_url="", registry={name: None}, urls={name: file.home}, retry_if_failed=1)
    try:
        packed = Path(home.fetch(name, progressbar=sys.stderr.isatty()))
        return _verified(file, packed.read_bytes(), file.home)
    except (requests.RequestException, ValueError) as error:
        broken = isinstance(error, (requests.ConnectionError, requests.exceptions.ChunkedEncodingError))
        why = "no connection, or it broke off" if broken else error
        raise DatasetNotAvailable(f"{file.name} could not be downloaded from {file.home}: {why}") from error


def _names(name):
    """Return the names that a file can have; unpacked, as downloads leave it, first."""
    bare = name.removesuffix(".gz")
    return bare, bare + ".gz", bare + ".Z"


def _unpacked(content, name):
    """Unpack bytes by how they begin, as servers are known to unpack on the way; None: an archive without the file."""
    if content.startswith(b"\x1f\x8b"):
        return gzip.decompress(content)
    if content.startswith(b"\x1f\x9d"):  # of the Unix command `compress`, which Python does not know and gzip does
        return subprocess.run(["gzip", "-dc"], input=content, capture_output=True, check=True).stdout
    if not content.startswith(b"PK\x03\x04"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {PurePosixPath(member).name: member for member in archive.namelist()}
        for member in (*_names(name), *(member for member in members if member.endswith(".zip"))):
            if member in members and (found := _unpacked(archive.read(members[member]), name)) is not None:
                return found
    return None


def _verified(file, content, where):
    """Return the bytes of a file, unpacked, with the line ends for which its checksum is right."""
    try:
        content = _unpacked(content, file.name)
    except Exception as error:  # gzip, zipfile and zlib have no list of what damaged bytes make them raise
        raise DatasetCorrupt(f"{where} cannot be unpacked ({error}): delete it and get it again.") from error
    if content is None:
        raise DatasetCorrupt(f"{where} does not hold {file.name}: delete it and get it again.")
    checksum = hashlib.sha256(content).hexdigest()
    if file.sha256 in (None, checksum):
        return content
    unix = content.replace(b"\r\n", b"\n")
    for variant in (unix, unix.replace(b"\n", b"\r\n")):
        if hashlib.sha256(variant).hexdigest() == file.sha256:
            return variant
    raise DatasetCorrupt(
        f"{where} is not {file.name} as the record knows it: the sha256 of its content is {checksum}, expected "
        f"{file.sha256}. It is damaged, cut short, changed or of another set; delete it and get it again."
    )
