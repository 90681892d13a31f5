"""Downloads into the user's cache: whole right files or none."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from . import cache, files
from .errors import DatasetCorrupt, DatasetNotAvailable
from .forms import read_contents

ATTEMPTS = 3  # of one home, if it answers at all
PAUSE = 1.0  # seconds before the second attempt; twice as long before the third
TIMEOUT = (10.0, 30.0)  # seconds to connect, and without a byte
_ABANDONED = 24 * 3600  # seconds after which what a killed download left is removed


def fetch_form(record, form, *, progress=False):
    """Download the files of a form that are not on this machine.

    What was downloaded is unpacked, verified by its checksum and, together with the form's other files, parsed and
    checked before any of it is moved into the cache.

    Parameters
    ----------
    record : Record
    form : Form
    progress : bool, default=False
        Whether to show a progress bar.

    Returns
    -------
    list of str
        Names of the files that were downloaded.

    Raises
    ------
    DatasetNotAvailable
        If no home gives a file, or what they give is not the set.
    DatasetCorrupt
        If a file that is already on this machine is not what it should be.
    """
    folder = cache.cache_folder(record.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(folder)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder) as staging:
            contents, new = _gather(record, form, Path(staging), progress)
            try:
                read_contents(record, form, contents)
            except DatasetCorrupt as error:
                if not new:
                    raise
                raise DatasetNotAvailable(f"What the home of {', '.join(new)} gives is not the set: {error}") from error
            for name, content in new.items():
                _write_whole(Path(staging) / name, folder / name, content)
    except OSError as error:
        if isinstance(error, DatasetNotAvailable):
            raise
        raise DatasetNotAvailable(f"The cache folder {folder} cannot be written: {error}") from error
    return list(new)


def _gather(record, form, staging, progress):
    """Return the contents of all files of a form (list of bytes) and those that were downloaded (dict by name)."""
    contents, new = [], {}
    for file in form.files:
        content = _content_here(record, file)
        if content is None:
            content = _download(record, file, staging, progress)
            new[file.name.removesuffix(".gz")] = content
        contents.append(content)
    return contents, new


def _content_here(record, file):
    """Return the content of a file on this machine; None if there is none, or the cache's copy cannot be trusted."""
    path, source = files.find(record.folder, file)
    if path is None or (source == "cache" and file.sha256 is None):
        return None
    try:
        return files.read(file, path)
    except DatasetCorrupt:
        if source == "cache":
            return None
        raise


def _write_whole(temporary, path, content):
    """Write bytes to a path such that at any moment either all of them are there or none."""
    with open(temporary, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _download(record, file, staging, progress):
    """Get one file from the first home that gives it (bytes, unpacked and verified)."""
    failures = []
    for home in file.homes:
        packed = staging / hashlib.sha256(home.encode()).hexdigest()  # the archive of several files is downloaded once
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(PAUSE * attempt)
            try:
                if not packed.exists():
                    _get(home, packed, files.largest_packed(file, home), progress)
                return files.unpack(file, packed.read_bytes(), home)
            except DatasetCorrupt as error:
                packed.unlink()
                failure, again = str(error), True
            except _Refused as error:
                failure, again = f"{home}: {error}", error.again
            if not again:
                break
        failures.append(failure)
    raise DatasetNotAvailable(
        f"The file {file.name} of data set {record.name!r} could not be downloaded: {'; '.join(failures)}"
    )


class _Refused(Exception):
    """A home did not give what it was asked for; `again` tells whether asking again makes sense."""

    def __init__(self, reason, again):
        super().__init__(reason)
        self.again = again


class _Bounded:
    """A file to write to, up to a number of bytes."""

    def __init__(self, file, largest):
        self._file, self._largest, self._left = file, largest, largest

    def write(self, content):
        self._left -= len(content)
        if self._left < 0:
            raise _Refused(f"it sends more than {self._largest:,} bytes, which is not what was asked for", False)
        self._file.write(content)

    def flush(self):
        self._file.flush()


def _get(home, path, largest, progress):
    """Download an address to a path, whole or not at all; no more than a number of bytes."""
    import pooch
    import requests
    from urllib3.exceptions import NewConnectionError

    partial = path.with_suffix(".incomplete")
    try:
        with open(partial, "wb") as file:
            download = pooch.HTTPDownloader(progressbar=progress, timeout=TIMEOUT, chunk_size=1 << 16)
            download(home, _Bounded(file, largest), None)
    except requests.HTTPError as error:
        status = error.response.status_code if error.response is not None else 0
        raise _Refused(f"it answers {error}", status >= 500 or status == 429) from error
    except (requests.RequestException, ValueError) as error:  # ValueError: a length that is no number
        reason = getattr(error.args[0] if error.args else None, "reason", None)
        unreachable = isinstance(reason, NewConnectionError) or isinstance(
            error, (requests.ConnectTimeout, requests.exceptions.ProxyError)
        )
        raise _Refused("no connection" if unreachable else f"the transfer failed ({error})", not unreachable) from error
    os.replace(partial, path)


def _remove_abandoned(folder):
    """Remove what downloads that were killed long ago have left."""
    for staging in folder.glob(".fetch-*"):
        if time.time() - staging.stat().st_mtime > _ABANDONED:
            shutil.rmtree(staging, ignore_errors=True)
