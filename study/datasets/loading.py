"""`load`: from a name to training and test rows."""

from __future__ import annotations

import sys

from . import files
from .downloads import fetch_form
from .errors import DatasetCorrupt, DatasetNotAvailable
from .forms import first_at_hand, how_to_get, is_at_hand, read_form
from .sets import RECORDS
from .splits import scale, split_rows

_SOURCE_WORDS = {"scikit-learn": "built in", "this repository": "here", "GNODE_DATA": "here", "cache": "cached"}


def names():
    """Return the names of all data sets (a list of str)."""
    return list(RECORDS)


def get_record(name):
    """Return the record of a data set.

    Parameters
    ----------
    name : str

    Returns
    -------
    study.datasets.record.Record

    Raises
    ------
    ValueError
        If there is no set of that name.
    """
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
        With the fields

        - X_train, X_test : ndarray of shape (n_samples, n_features), float64, scaled as the record says;
        - y_train, y_test : ndarray of shape (n_samples,), int64, class codes 0..c-1;
        - feature_names, target_names : list of str;
        - source : str, where the rows came from: "GNODE_DATA", "cache", "scikit-learn", "computed" or "simulated";
        - form : str, the form of the set that was read;
        - checksum : str, order-free sha256 of the rows before split and scaling;
        - part : str or None, which part of the paper's set this is;
        - simulated : bool, whether the rows were drawn by a recipe instead of observed;
        - name, DESCR : str.

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
    chosen = _obtain(record, _candidates(record, form))
    study, source, checksum = read_form(record, chosen)
    X_train, y_train, X_test, y_test = split_rows(study, record.split, random_state)
    X_train, X_test = scale(X_train, X_test, record.scaling)
    return Bunch(
        name=record.name,
        X_train=X_train,
        y_train=y_train,
        X_test=X_test,
        y_test=y_test,
        feature_names=list(chosen.feature_names or record.feature_names),
        target_names=list(record.study_names),
        source=source,
        form=chosen.name,
        checksum=checksum,
        part=chosen.part,
        simulated=chosen.simulated,
        DESCR=describe(record, chosen),
    )


def state(name):
    """Tell what is at hand of a data set.

    Parameters
    ----------
    name : str

    Returns
    -------
    state : {"built in", "computed", "here", "cached", "simulated", "to download"}
        "here" is in the folder that GNODE_DATA names; "simulated" is what `load` gives without a download.
    form : study.datasets.record.Form
        The form at hand, or the one to download.

    Raises
    ------
    ValueError
        If there is no set of that name.
    """
    record = get_record(name)
    form = first_at_hand(record, record.forms)
    if form is None:
        return "to download", record.forms[0]
    source = form.source or files.find(record.folder, form.files[0])[1]
    return _SOURCE_WORDS.get(source, source), form


def fetch(name, *, progress=False):
    """Make sure that the whole of a data set is on this machine; download it if need be.

    Parameters
    ----------
    name : str
        One of `names()`.
    progress : bool, default=False
        Whether to show a progress bar.

    Returns
    -------
    str
        "built in", "here", "cached" or "downloaded".

    Raises
    ------
    ValueError
        If there is no set of that name.
    DatasetNotAvailable
        If the files are neither here nor at one of their homes.
    DatasetCorrupt
        If a file in the folder that GNODE_DATA names is not what it should be. (A bad file in the cache is replaced.)
    """
    record = get_record(name)
    whole = [form for form in record.forms if form.files and not form.part]
    if not whole:
        return "built in"
    for form in whole:
        if is_at_hand(record, form):
            try:
                _, source, _ = read_form(record, form)
                return _SOURCE_WORDS.get(source, "here")
            except DatasetCorrupt:
                if all(files.find(record.folder, file)[1] == "GNODE_DATA" for file in form.files):
                    raise
    _fetch_first(record, whole, progress)
    return "downloaded"


def describe(record, form):
    """Return a description of a form of a set in words (str)."""
    lines = [
        record.title + (" -- simulated" if form.simulated else ""),
        record.summary,
        f"Part: {form.part}" if form.part else "",
        f"Split: {record.split.why}",
        f"Scaling ({record.scaling}): {record.scaling_why}",
        f"Paper and files: {record.differences}" if record.differences else "",
        f"Home: {record.home}",
        f"DOI: {record.doi}" if record.doi else "",
        f"Licence: {record.license}",
        f"Citation: {record.citation}",
    ]
    return "\n".join(line for line in lines if line)


def _candidates(record, form):
    """Return the forms to try."""
    if form is None:
        return record.forms
    chosen = [candidate for candidate in record.forms if candidate.name == form]
    if not chosen:
        allowed = ", ".join(candidate.name for candidate in record.forms)
        raise ValueError(f"Data set {record.name!r} has no form {form!r}. Its forms are: {allowed}.")
    return chosen


def _obtain(record, forms):
    """Choose a form: at hand, else downloaded, else simulated."""
    observed = [form for form in forms if not form.simulated or len(forms) == 1]  # simulated rows only if asked for
    at_hand = first_at_hand(record, observed)
    if at_hand is not None:
        return at_hand
    try:
        return _fetch_first(record, forms, progress=sys.stderr.isatty())
    except DatasetNotAvailable:
        for form in forms:
            if form.simulated:
                return form
        raise


def _fetch_first(record, forms, progress):
    """Download the first form that can be had."""
    failures = []
    for form in forms:
        if form.files and all(file.homes for file in form.files):
            try:
                fetch_form(record, form, progress=progress)
                return form
            except DatasetNotAvailable as error:
                failures.append(str(error))
    raise DatasetNotAvailable("\n".join([how_to_get(record, forms[0]), *failures]))
