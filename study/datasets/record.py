"""What a data set is: the types of which the records in `study.datasets.sets` are made, and what several share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

import numpy as np

# What several records say.
RANDOM_30 = "The repository gives no test rows: 30 %, as in the paper, drawn by seed and stratified by class."
STANDARDISE_WHY = (
    "The paper does not say; its one published example standardises. Mean and deviation are those of the training rows."
)
CC_BY = "CC BY 4.0"


@dataclass(frozen=True)
class Table:
    """The rows of a data set as its files hold them: not yet selected, split or scaled.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features), float64
    y : ndarray of shape (n_samples,), int64
        Class codes 0..c-1, in the order of the record's ``classes``.
    X_test, y_test : ndarray or None
        The repository's own test rows, where it has them.
    """

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray | None = None
    y_test: np.ndarray | None = None


@dataclass(frozen=True)
class File:
    """One file of a data set.

    Attributes
    ----------
    name : str
        Its name at home; packed (.gz, .Z) or unpacked copies are found as well.
    sha256 : str or None
        Of the bytes after unpacking; None where no public record of it is known.
    homes : tuple of str
        Addresses in the order in which they are tried. One that ends in ``.zip`` is an archive that holds the file.
    binary : bool
        Whether the bytes are no text; in text files the line ends (LF, CR LF) may differ from the original's.
    size : int
        Number of bytes after unpacking; where no public record of the file is known, more than it can have.
    """

    name: str
    sha256: str | None
    homes: tuple[str, ...] = ()
    binary: bool = False
    size: int = field(kw_only=True)

    @property
    def largest(self) -> int:
        """The most bytes that the file can have after unpacking, whatever its line ends."""
        return self.size if self.binary else 2 * self.size

    @property
    def archives(self) -> tuple[str, ...]:
        """Names of the archives that hold the file."""
        names = (PurePosixPath(unquote(urlsplit(home).path)).name for home in self.homes)
        return tuple(name for name in names if name.endswith(".zip"))


@dataclass(frozen=True)
class Holds:
    """What a form of a data set must hold; checked on every load.

    Attributes
    ----------
    n_features : int
    class_counts : tuple of int
        Rows of each class, in the order of the record's ``classes``.
    test_class_counts : tuple of int or None
        The same for the repository's own test rows.
    low, high : float
        Bounds of the values.
    integer : bool
        Whether all values are integers.
    n_missing : int
        Missing values (NaN in the table).
    rows_sha256 : str or None
        Order-free checksum of the rows of the study's classes, see `study.datasets.checks.rows_checksum`.
    """

    n_features: int
    class_counts: tuple[int, ...]
    test_class_counts: tuple[int, ...] | None = None
    low: float = -np.inf
    high: float = np.inf
    integer: bool = False
    n_missing: int = 0
    rows_sha256: str | None = None


@dataclass(frozen=True)
class Form:
    """One of the forms in which a data set exists: certain files and their layout, or a computation.

    Attributes
    ----------
    name : str
        What ``load(..., form=...)`` calls it.
    read : callable
        From the bytes of ``files``, in their order, to a `Table`.
    holds : Holds
    files : tuple of File
        Empty where nothing needs a download.
    source : str or None
        Where the rows come from when there are no files: "scikit-learn", "computed", "this repository", "simulated".
    part : str or None
        Which part of the paper's set this is, None for the whole.
    feature_names : tuple of str or None
        Where they are not the record's.
    """

    name: str
    read: Callable[..., Table]
    holds: Holds
    files: tuple[File, ...] = ()
    source: str | None = None
    part: str | None = None
    feature_names: tuple[str, ...] | None = None

    @property
    def simulated(self) -> bool:
        """Whether the rows were drawn by a recipe instead of observed."""
        return self.source == "simulated"

    @property
    def rows(self) -> str:
        """Which rows of the paper's set these are: "whole", or the form's name for a part or simulated rows."""
        return self.name if self.part or self.simulated else "whole"


@dataclass(frozen=True)
class Split:
    """How rows are divided into training and test rows.

    Attributes
    ----------
    test_size : int or float or None
        Number or share of rows drawn for the test, stratified by class; None: the repository's own test rows.
    why : str
        The reason for the choice.
    shuffle : bool
        Whether training rows of a given split are brought into a random order first, because the order of the file
        is by class or differs between the set's forms.
    """

    test_size: float | None
    why: str
    shuffle: bool = False


@dataclass(frozen=True)
class InPaper:
    """A row of the paper's data table and its network in Table 3 (or Table 1 for USPS).

    Attributes
    ----------
    n_samples, n_features : int
    learning_rate : str
        As printed ("0.01-0.1" for CNAE-9).
    amnesia : float or None
        None for USPS: the paper varies it (Table 2) and does not say which value Table 1 has.
    network : tuple of int
        Sizes of the hidden layers.
    table : {1, 3}
        The table with its scores.
    """

    n_samples: int
    n_features: int
    learning_rate: str
    amnesia: float | None
    network: tuple[int, ...]
    table: int = 3


@dataclass(frozen=True)
class InStudy:
    """How the study trains on a set that the paper does not have, beside those of Table 3.

    Attributes
    ----------
    learning_rate : float
        Of pre-training.
    amnesia : float
    network : tuple of int
        Sizes of the hidden layers.
    """

    learning_rate: float
    amnesia: float
    network: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """Everything that is declared about one data set.

    Attributes
    ----------
    name, title, summary : str
    home, doi, license, citation : str
    classes : tuple of str
        Names of all classes in the files.
    study_classes : tuple of str or None
        Those that `load` keeps; None for all.
    feature_names : tuple of str
    forms : tuple of Form
        In order of preference; the first one at hand is taken.
    split : Split
    scaling : {"none", "standardise"}
    scaling_why : str
    in_paper : InPaper or None
    in_study : InStudy or None
        Of a set that is not the paper's and has a row beside Table 3.
    place : int or float
        Where lists show the set: USPS and our small digits, then the paper's data table line by line. Sets that say
        nothing come last, by name.
    other_folder : str or None
        Name of the subfolder where the set's files lie, where it is not the set's name.
    differences : str
        What differs between the paper's description and the files, and the likely reason.
    """

    name: str
    title: str
    summary: str
    home: str
    doi: str
    license: str
    citation: str
    classes: tuple[str, ...]
    feature_names: tuple[str, ...]
    forms: tuple[Form, ...]
    split: Split
    scaling: str
    scaling_why: str
    in_paper: InPaper | None = None
    in_study: InStudy | None = None
    differences: str = ""
    study_classes: tuple[str, ...] | None = None
    place: float = np.inf
    other_folder: str | None = None

    @property
    def study_names(self) -> tuple[str, ...]:
        """Names of the classes that `load` keeps."""
        return self.study_classes or self.classes

    @property
    def study_codes(self) -> tuple[int, ...]:
        """Places of these classes among all classes."""
        return tuple(self.classes.index(name) for name in self.study_names)

    def study_counts(self, form: Form) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        """Return the rows of each of these classes in a form, and in its own test rows (None if it has none)."""
        counts, test_counts = form.holds.class_counts, form.holds.test_class_counts
        kept = tuple(counts[code] for code in self.study_codes)
        return kept, None if test_counts is None else tuple(test_counts[code] for code in self.study_codes)

    @property
    def in_table_3(self) -> InPaper | InStudy | None:
        """How the study trains on the set, if it has a row in Table 3 or beside it."""
        return self.in_study or (self.in_paper if self.in_paper and self.in_paper.table == 3 else None)

    @property
    def folder(self) -> str:
        """Name of the subfolder of GNODE_DATA and of the cache where the set's files lie."""
        return self.other_folder or self.name


def uci_page(number, slug):
    """Return the page of a set in the UCI archive."""
    return f"https://archive.ics.uci.edu/dataset/{number}/{slug}"


def uci_archive(number, slug):
    """Return the address of the zip archive of a set in the UCI archive."""
    return f"https://archive.ics.uci.edu/static/public/{number}/{slug}.zip"
