"""`load`: from a name to training and test rows."""

from __future__ import annotations

from sklearn.utils import Bunch

from . import files
from .catalogue import RECORDS
from .checks import check_table
from .errors import DatasetNotAvailable
from .splits import scale, select_classes, split_rows


def names():
    """Return the names of all data sets (a list of str)."""
    return list(RECORDS)


def get_record(name):
    """Return the `Record` of a data set.

    Raises
    ------
    ValueError
        If there is no set of that name.
    """
    if name not in RECORDS:
        raise ValueError(f"Unknown data set {name!r}. Known are: {', '.join(names())}.")
    return RECORDS[name]


def is_at_hand(name):
    """Tell whether a set can be loaded without a download (bool)."""
    record = get_record(name)
    return any(all(files.find(name, file)[0] for file in form.files) for form in record.forms)


def read_table(record, form):
    """Read one form of a set, wholly checked.

    Parameters
    ----------
    record : Record
    form : Form

    Returns
    -------
    table : Table
    source : str
        "GNODE_DATA", "cache", or the form's own source.
    checksum : str
        Order-free sha256 of the rows.

    Raises
    ------
    DatasetNotAvailable
        If a file is not on this machine.
    DatasetCorrupt
        If a file is not what it should be.
    """
    contents, sources = [], set()
    for file in form.files:
        path, source = files.find(record.name, file)
        if path is None:
            raise DatasetNotAvailable(missing_message(record, file))
        contents.append(files.read(file, path))
        sources.add(source)
    table = form.read(*contents)
    source = form.source or " and ".join(sorted(sources))
    return table, source, check_table(table, form.holds, f"{record.name} ({form.name})")


def missing_message(record, file):
    """Say which file is missing, where its home is, and where to put it."""
    homes = " or ".join(file.homes)
    return (
        f"Data set {record.name!r}: the file {file.name} is not on this machine. Get it from {homes} and put it in "
        f"{files.cache_folder() / record.name}, or in the folder that the environment variable GNODE_DATA names "
        f"(or its subfolder {record.name})."
    )


def load(name, *, random_state=0):
    """Load a data set, checked, split and scaled.

    Parameters
    ----------
    name : str
        One of `names()`.
    random_state : int, default=0
        Seed of the split; without effect where the repository gives test rows.

    Returns
    -------
    sklearn.utils.Bunch
        With the fields

        - X_train, X_test : ndarray of shape (n_samples, n_features), float64, scaled as the record says;
        - y_train, y_test : ndarray of shape (n_samples,), int64, class codes 0..c-1;
        - feature_names, target_names : list of str;
        - source : str, where the rows came from: "GNODE_DATA", "cache", "scikit-learn", "computed" or "simulated";
        - form : str, the form of the set that was read;
        - checksum : str, order-free sha256 of all rows before selection, split and scaling;
        - part : str or None, which part of the paper's set this is;
        - simulated : bool, whether the rows were drawn by a recipe instead of observed;
        - name, DESCR : str.

    Raises
    ------
    ValueError
        If there is no set of that name.
    DatasetNotAvailable
        If a file is missing; the message says which, where its home is and where to put it.
    DatasetCorrupt
        If a file is damaged or of another set.

    Examples
    --------
    >>> from gnode.datasets import load
    >>> digits = load("digits", random_state=0)
    >>> digits.X_train.shape, digits.X_test.shape
    ((1257, 64), (540, 64))
    """
    record = get_record(name)
    form = record.forms[0]
    table, source, checksum = read_table(record, form)
    kept = record.study_classes or record.classes
    study = select_classes(table, [record.classes.index(label) for label in kept])
    X_train, y_train, X_test, y_test = split_rows(study, record.split, random_state)
    X_train, X_test = scale(X_train, X_test, record.scaling)
    return Bunch(
        name=record.name,
        X_train=X_train,
        y_train=y_train,
        X_test=X_test,
        y_test=y_test,
        feature_names=list(record.feature_names),
        target_names=list(kept),
        source=source,
        form=form.name,
        checksum=checksum,
        part=form.part,
        simulated=form.simulated,
        DESCR=describe(record),
    )


def describe(record):
    """Return a description of a set in words (str)."""
    lines = [
        record.title,
        record.summary,
        f"Split: {record.split.why}",
        f"Scaling ({record.scaling}): {record.scaling_why}",
        f"Paper and files: {record.differences}" if record.differences else "",
        f"Home: {record.home}",
        f"DOI: {record.doi}" if record.doi else "",
        f"Licence: {record.license}",
        f"Citation: {record.citation}",
    ]
    return "\n".join(line for line in lines if line)
