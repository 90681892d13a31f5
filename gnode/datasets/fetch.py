"""Downloads into the user's cache: whole right files or none."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from . import files
from .checks import check_table
from .errors import DatasetCorrupt, DatasetNotAvailable

ATTEMPTS = 3  # of one home, if it answers at all
PAUSE = 1.0  # seconds before the second attempt; twice as long before the third
TIMEOUT = 30.0  # seconds without a byte
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
    folder = files.cache_folder(record.folder)
    folder.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder)
    contents, new = [], {}
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder) as staging:
        for file in form.files:
            path, _ = files.find(record.folder, file)
            content = _download(record, file, Path(staging), progress) if path is None else files.read(file, path)
            contents.append(content)
            if path is None:
                new[file.name.removesuffix(".gz")] = content
        if new:
            try:
                check_table(form.read(*contents), form.holds, f"{record.name} ({form.name})")
            except DatasetCorrupt as error:
                raise DatasetNotAvailable(f"What the home of {', '.join(new)} gives is not the set: {error}") from error
        for name, content in new.items():
            with open(Path(staging) / name, "wb") as whole:
                whole.write(content)
                whole.flush()
                os.fsync(whole.fileno())
            os.replace(whole.name, folder / name)
    return list(new)


def _download(record, file, staging, progress):
    """Get one file from the first home that gives it (bytes, unpacked and verified)."""
    failures = []
    for home in file.homes:
        packed = staging / f"{abs(hash(home))}.part"  # the archives of several files are downloaded once
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(PAUSE * attempt)
            try:
                if not packed.exists():
                    _get(home, packed, progress)
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


def _get(home, path, progress):
    """Download an address to a path, whole or not at all."""
    import pooch
    import requests

    partial = path.with_suffix(".incomplete")
    try:
        pooch.HTTPDownloader(progressbar=progress, timeout=TIMEOUT, chunk_size=1 << 16)(home, partial, None)
    except requests.HTTPError as error:
        status = error.response.status_code if error.response is not None else 0
        raise _Refused(f"it answers {error}", status >= 500 or status == 429) from error
    except (requests.ConnectTimeout, requests.exceptions.ProxyError, requests.exceptions.SSLError) as error:
        raise _Refused(f"no connection ({error})", False) from error
    except requests.RequestException as error:
        raise _Refused(f"the transfer failed ({error})", partial.exists() and partial.stat().st_size > 0) from error
    os.replace(partial, path)


def _remove_abandoned(folder):
    """Remove what downloads that were killed long ago have left."""
    for staging in folder.glob(".fetch-*"):
        if time.time() - staging.stat().st_mtime > _ABANDONED:
            shutil.rmtree(staging, ignore_errors=True)
