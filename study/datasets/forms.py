"""The forms of a set: which of them is read, and reading one: its files here, parsed and checked."""

from __future__ import annotations

import contextlib

from . import cache, files
from .checks import check_checksum, check_table, rows_checksum
from .errors import DatasetNotAvailable
from .splits import select_classes


def read_form(record, form, *, afresh=False):
    """Read one form of a set from this machine, wholly checked.

    Parameters
    ----------
    record : Record
    form : Form
    afresh : bool, default=False
        Whether to parse the files even if their rows were kept by an earlier read. (The files are verified always.)

    Returns
    -------
    study : Table
        The rows of the classes of the study.
    source : str
        "GNODE_DATA", "cache" or the form's own source.
    checksum : str
        Order-free sha256 of these rows.

    Raises
    ------
    DatasetNotAvailable
        If a file is not on this machine.
    DatasetCorrupt
        If a file is not what it should be.
    """
    contents, sources = [], set()
    for file in form.files:
        path, source = files.find(record.folder, file)
        if path is None:
            raise DatasetNotAvailable(how_to_get(record, form))
        contents.append(files.read(file, path))
        sources.add(source)
    worth_keeping = cache.is_worth_keeping(form, contents)
    if worth_keeping and not afresh and (study := cache.recall(record, form)) is not None:
        checksum = form.holds.rows_sha256
    else:
        study, checksum = read_contents(record, form, contents)
        if worth_keeping:
            cache.keep(record, form, study)
    return study, form.source or " and ".join(sorted(sources)), checksum


def read_contents(record, form, contents):
    """Parse the contents of a form's files and check what they hold.

    Parameters
    ----------
    record : Record
    form : Form
    contents : list of bytes
        In the order of the form's files.

    Returns
    -------
    study : Table
        The rows of the classes of the study.
    checksum : str
        Order-free sha256 of these rows.

    Raises
    ------
    DatasetCorrupt
        If the contents are not what they should be.
    """
    where = f"Data set {record.name!r} ({form.name})"
    table = form.read(*contents)
    check_table(table, form.holds, where)
    study = select_classes(table, record.study_codes, len(record.classes))
    checksum = rows_checksum(study)
    check_checksum(checksum, form.holds, where)
    return study, checksum


def is_at_hand(record, form):
    """Tell whether a form can be read without a download (bool)."""
    return all(files.find(record.folder, file)[0] for file in form.files)


def first_at_hand(record, forms):
    """Choose the form to read: the first of some forms of a set, in the record's order, that needs no download.

    Parameters
    ----------
    record : Record
    forms : sequence of Form

    Returns
    -------
    Form or None
    """
    return next((form for form in forms if is_at_hand(record, form)), None)


def how_to_get(record, form):
    """Say which files of a form are missing, where their home is, and where to put them."""
    missing = [file for file in form.files if files.find(record.folder, file)[0] is None]
    homes = dict.fromkeys(home for file in missing for home in file.homes[:1]) or [record.home]
    folders = "the folder that the environment variable GNODE_DATA names"
    with contextlib.suppress(DatasetNotAvailable):
        folders = f"{cache.cache_folder(record.folder)} or in {folders}"
    what = "them, as they are" if len(homes) > 1 else "it, as it is"
    return (
        f"Data set {record.name!r} is not on this machine: {', '.join(file.name for file in missing)} missing. "
        f"Get {' and '.join(homes)} and put {what} or unpacked, in {folders}."
    )
