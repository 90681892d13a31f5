"""From a name to training and test rows: the form at hand, its files read and checked, rows split and scaled."""

from __future__ import annotations

import csv
import hashlib
import os
import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from . import files
from .record import DatasetCorrupt, DatasetNotAvailable, Table
from .sets import RECORDS

_SOURCE_WORDS = {"scikit-learn": "built in", "this repository": "here", "GNODE_DATA": "here", "cache": "cached"}


def names():
    """Return the names of all data sets (a list of str)."""
    return list(RECORDS)


def get_record(name):
    """Return the `study.datasets.record.Record` of a data set; a ValueError lists the names if it has none."""
    if name not in RECORDS:
        raise ValueError(f"Unknown data set {name!r}. Known are: {', '.join(names())}.")
    return RECORDS[name]


def load(name, *, random_state=0, form=None):
    """Load a data set, checked, split and scaled.

    Files are looked for in the folder that the environment variable GNODE_DATA names (or in its subfolder of the set's
    name), then in the user's cache; what is in neither is downloaded. A set that can be simulated is, where its files
    are not to be had.

    Parameters
    ----------
    name : str
        One of `names()`.
    random_state : int, default=0
        Seed of the split. Where the repository gives the test rows it has no effect, except for isolet, whose training
        rows it shuffles.
    form : str or None, default=None
        One of the forms that the set's record names ("uci", "simulated", ...). None takes the first that is at hand,
        then the first that can be downloaded.

    Returns
    -------
    sklearn.utils.Bunch
        X_train, X_test (ndarray of float64, scaled as the record says), y_train, y_test (int64, class codes 0..c-1),
        feature_names, target_names, name and DESCR; where the rows came from (source, form, part of the paper's set,
        simulated or observed), and checksum, the sha256 of the rows before split and scaling, whatever their order.

    Raises
    ------
    ValueError
        If there is no set or form of that name.
    DatasetNotAvailable
        If a file is missing; the message says which, where its home is and where to put it.
    DatasetCorrupt
        If a file is damaged, cut short or of another set.

    Examples
    --------
    >>> from study.datasets import load
    >>> digits = load("digits", random_state=0)
    >>> digits.X_train.shape, digits.X_test.shape
    ((1257, 64), (540, 64))
    """
    from sklearn.utils import Bunch

    record = get_record(name)
    chosen = _obtain(record, form)
    study, source, checksum = read_form(record, chosen)
    data = Bunch(name=record.name, source=source, form=chosen.name, checksum=checksum, DESCR=_describe(record, chosen))
    data |= {"part": chosen.part, "simulated": chosen.simulated, "target_names": list(record.study_names)}
    data.feature_names = list(chosen.feature_names or record.feature_names)
    X_train, data.y_train, X_test, data.y_test = split_rows(study, record.split, random_state)
    data.X_train, data.X_test = scale(X_train, X_test, record.scaling)
    return data


def state(name):
    """Tell what is at hand of a data set: a word, and the `study.datasets.record.Form` at hand or to download."""
    record = get_record(name)
    form = first_at_hand(record, record.forms)
    if form is None:
        return "to download", record.forms[0]
    source = form.source or files.find(record.folder, form.files[0])[1]
    return _SOURCE_WORDS.get(source, source), form


def fetch(name):
    """Make sure that the whole of a data set is on this machine: "built in", "here", "cached" or "downloaded"."""
    record = get_record(name)
    whole = [form for form in record.forms if form.files and not form.part]
    if not whole:
        return "built in"
    for form in whole:
        if is_at_hand(record, form):
            try:
                return _SOURCE_WORDS.get(read_form(record, form)[1], "here")
            except DatasetCorrupt:  # in the cache it is replaced
                if all(files.find(record.folder, file)[1] == "GNODE_DATA" for file in form.files):
                    raise
    _fetch_first(record, whole)
    return "downloaded"


def is_at_hand(record, form):
    """Tell whether a form can be read without a download."""
    return all(files.find(record.folder, file)[0] for file in form.files)


def first_at_hand(record, forms):
    """Return the first of some forms of a set that needs no download, or None."""
    return next((form for form in forms if is_at_hand(record, form)), None)


def read_form(record, form):
    """Read one form of a set from this machine: the rows of the study's classes, their source and their checksum."""
    found = [files.find(record.folder, file) for file in form.files]
    if not all(path for path, _ in found):
        raise DatasetNotAvailable(_how_to_get(record, form))
    contents = tuple(files.read(file, path) for file, (path, _) in zip(form.files, found))
    table, checksum = _read_once(record, form, contents)
    study = Table(*(array.copy() for block in table.blocks for array in block))
    return study, form.source or " and ".join(sorted({source for _, source in found})), checksum


def read_contents(record, form, contents):
    """Parse the contents of a form's files and check what they hold: the study's rows, and their checksum."""
    holds = form.holds
    try:
        table = form.read(*contents)
        expected = [(holds.n_features, *counts) for counts in (holds.class_counts, holds.test_class_counts) if counts]
        found = [(X.shape[1], *np.bincount(y, minlength=len(record.classes)).tolist()) for X, y in table.blocks]
        if found != expected or any(len(X) != len(y) for X, y in table.blocks):
            raise ValueError(f"columns and rows of each class are {found}, expected {expected}")
        values = np.concatenate([X.ravel() for X, _ in table.blocks])
        if np.isinf(values).any() or np.isnan(values).sum() != holds.n_missing:
            raise ValueError(f"{(~np.isfinite(values)).sum()} values are no numbers, expected {holds.n_missing}")
        codes = np.full(len(record.classes), -1)  # of the study's classes
        codes[list(record.study_codes)] = np.arange(len(record.study_codes))
        study = Table(*(array[codes[y] >= 0] for X, y in table.blocks for array in (X, codes[y])))
        checksum = rows_checksum(study)
        if holds.rows_sha256 not in (None, checksum):
            raise ValueError(f"the checksum of the rows is {checksum}, expected {holds.rows_sha256}")
    except (ValueError, LookupError, csv.Error) as error:
        whose = " or ".join(file.name for file in form.files)
        remedy = f" {whose} is damaged, cut short or another file: delete it and get it again." if whose else ""
        if not all(file.sha256 for file in form.files):  # no checksum says that the file is right
            remedy = f" {whose} is another file than it was, or its parser and `Holds` do not fit it."
        raise DatasetCorrupt(f"Data set {record.name!r} ({form.name}): {error}.{remedy}") from error
    return study, checksum


_read_once = lru_cache(maxsize=4)(read_contents)


def rows_checksum(table):
    """Compute the sha256 over the sorted sha256 of rows: 0 or 1 (test row), features, class, little-endian float64."""
    digests = []
    for is_test, (X, y) in enumerate(table.blocks):
        rows = np.column_stack([np.full(len(X), is_test), X, y]).astype("<f8") + 0.0  # no negative zero
        rows[np.isnan(rows)] = np.nan  # one bit pattern for all missing values
        digests += [hashlib.sha256(row).digest() for row in rows]
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def split_rows(table, split, random_state):
    """Divide a table into X_train, y_train, X_test and y_test; test rows of the repository's own stay as they are."""
    X, y = table.X, table.y
    if split.shuffle:  # first into an order that does not depend on the file's
        order = np.lexsort(np.column_stack([X, y]).T[::-1])
        X, y = X[order], y[order]
    if split.test_size is not None:
        from sklearn.model_selection import train_test_split

        X_train, X_test, y_train, y_test = train_test_split(
            X, y, test_size=split.test_size, stratify=y, random_state=random_state
        )
        return X_train, y_train, X_test, y_test
    if split.shuffle:
        order = np.random.default_rng(random_state).permutation(len(y))
        X, y = X[order], y[order]
    return X, y, table.X_test, table.y_test


def scale(X_train, X_test, scaling):
    """Put the training rows' median where a value is missing; "standardise" by their mean and deviation (ddof 0)."""
    if np.isnan(X_train).any() or np.isnan(X_test).any():
        medians = np.nanmedian(X_train, axis=0)
        X_train, X_test = (np.where(np.isnan(X), medians, X) for X in (X_train, X_test))
    if scaling == "none":
        return X_train, X_test
    mean, deviation = X_train.mean(axis=0), X_train.std(axis=0)
    deviation[deviation == 0] = 1
    return (X_train - mean) / deviation, (X_test - mean) / deviation


def _describe(record, form):
    """Return a description of a form of a set in words."""
    told = {
        "Part": form.part,
        "Split": record.split.why,
        f"Scaling ({record.scaling})": record.scaling_why,
        "Paper and files": record.differences,
        "Home": record.home,
        "DOI": record.doi,
        "Licence": record.license,
        "Citation": record.citation,
    }
    title = record.title + (" -- simulated" if form.simulated else "")
    return "\n".join([title, record.summary, *(f"{name}: {text}" for name, text in told.items() if text)])


def _obtain(record, name):
    """Choose a form of a set, or the named one: at hand, else downloaded, else simulated."""
    forms = [form for form in record.forms if name in (None, form.name)]
    if not forms:
        allowed = ", ".join(form.name for form in record.forms)
        raise ValueError(f"Data set {record.name!r} has no form {name!r}. Its forms are: {allowed}.")
    observed = [form for form in forms if not form.simulated or name]  # simulated rows only if asked for
    if at_hand := first_at_hand(record, observed):
        return at_hand
    try:
        return _fetch_first(record, forms)
    except DatasetNotAvailable:
        for form in forms:
            if form.simulated:
                return form
        raise


def _fetch_first(record, forms):
    """Download the first form that can be had."""
    failures = [_how_to_get(record, forms[0])]
    for form in forms:
        if form.files and all(file.home for file in form.files):
            try:
                fetch_form(record, form)
                return form
            except DatasetNotAvailable as error:
                failures.append(str(error))
    raise DatasetNotAvailable("\n".join(failures))


def fetch_form(record, form):
    """Download a form, but for files in the user's own folder; all is checked before any is moved into the cache."""
    folder = files.cache_folder(record.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder) as staging:
            contents, new = [], {}
            for file in form.files:
                path, source = files.find(record.folder, file)
                if source == "GNODE_DATA":
                    contents.append(files.read(file, path))
                else:
                    contents.append(files.download(file, staging))
                    new[file.name.removesuffix(".gz")] = contents[-1]
            try:
                read_contents(record, form, contents)
            except DatasetCorrupt as error:
                raise DatasetNotAvailable(f"What their homes give is not the set: {error}") from error
            for name, content in new.items():
                Path(staging, name).write_bytes(content)
                os.replace(Path(staging, name), folder / name)  # at any moment all of it is there or none
    except DatasetNotAvailable:
        raise
    except OSError as error:
        raise DatasetNotAvailable(f"The cache folder {folder} cannot be written: {error}") from error


def _how_to_get(record, form):
    """Say which files of a form are missing, where their home is, and where to put them."""
    missing = [file for file in form.files if files.find(record.folder, file)[0] is None]
    homes = dict.fromkeys(file.home for file in missing if file.home) or [record.home]
    what = "them, as they are" if len(homes) > 1 else "it, as it is"
    return (
        f"Data set {record.name!r} is not on this machine: {', '.join(file.name for file in missing)} missing. "
        f"Get {' and '.join(homes)} and put {what} or unpacked, in {files.cache_folder(record.folder)} or in the "
        "folder that the environment variable GNODE_DATA names."
    )
