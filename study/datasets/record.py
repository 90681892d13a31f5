"""What a data set is: the types of which the records in `study.datasets.sets` are made, and what several share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

# What several records say.
RANDOM_30 = "The repository gives no test rows: 30 %, as in the paper, drawn by seed and stratified by class."
SCALING_WHY = (
    "The paper does not say; its one published example standardises. Mean and deviation are those of the training rows."
)


class DatasetNotAvailable(OSError):
    """A file is neither on this machine nor could it be downloaded; the message says where to get and to put it."""


class DatasetCorrupt(ValueError):
    """A file is there, but it is damaged, cut short or another one: nothing of it is used."""


@dataclass(frozen=True)
class Table:
    """Rows, not yet split or scaled: X (n_samples, n_features) float64, y (n_samples,) int64, and those of the test."""

    X: np.ndarray
    y: np.ndarray
    X_test: np.ndarray | None = None  # the repository's own test rows, where it has them
    y_test: np.ndarray | None = None

    @property
    def blocks(self):
        """The rows, and the test rows if there are any, as a list of pairs of X and y."""
        return [(self.X, self.y)] + ([] if self.X_test is None else [(self.X_test, self.y_test)])


@dataclass(frozen=True)
class File:
    """One file of a data set. Packed (.gz, .Z) and unpacked copies are found as well, and so is its home's archive."""

    name: str  #: Its name at home.
    sha256: str | None  #: Of the unpacked bytes, line ends as at home; None where no public record of it is known.
    home: str | None = None  #: Its address; one that ends in ``.zip`` is that of an archive that holds the file.


@dataclass(frozen=True)
class Holds:
    """What a form of a data set must hold; checked on every load."""

    n_features: int  #: Number of columns.
    class_counts: tuple[int, ...]  #: Rows of each class, in the order of the record's ``classes``.
    test_class_counts: tuple[int, ...] | None = None  #: The same for the repository's own test rows.
    n_missing: int = 0  #: Missing values.
    rows_sha256: str | None = None  #: Checksum of the study's rows, whatever their order.


@dataclass(frozen=True)
class Form:
    """One of the forms in which a data set exists: certain files and their layout, or a computation."""

    name: str  #: What ``load(..., form=...)`` calls it.
    read: Callable[..., Table]  #: From the bytes of ``files``, in their order, to X, y, and those of the test rows.
    holds: Holds  #: What it must hold.
    files: tuple[File, ...] = ()  #: Empty where nothing needs a download.
    source: str | None = None  #: Without files: "scikit-learn", "computed", "this repository" or "simulated".
    part: str | None = None  #: Which part of the paper's set this is, None for the whole.
    feature_names: tuple[str, ...] | None = None  #: Where they are not the record's.

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
    """How rows are divided into training and test rows."""

    test_size: float | None  #: Number or share of test rows, drawn by class; None: the repository's own test rows.
    why: str  #: The reason for the choice.
    shuffle: bool = False  #: Whether rows are sorted and shuffled first, as their order differs between the forms.


@dataclass(frozen=True)
class InPaper:
    """A row of the paper's data table, and the set's network in Table 3 (or Table 1 for USPS)."""

    n_samples: int  #: As printed.
    n_features: int  #: As printed.
    learning_rate: str  #: As printed ("0.01-0.1" for CNAE-9).
    amnesia: float | None  #: None for USPS: the paper varies it (Table 2) and does not say which value Table 1 has.
    network: tuple[int, ...]  #: Sizes of the hidden layers.
    table: int = 3  #: The table with its scores, 1 or 3.


@dataclass(frozen=True)
class InStudy:
    """How the study trains on a set that the paper does not have, beside those of Table 3."""

    learning_rate: float  #: Of pre-training.
    amnesia: float  #: The amnesia factor.
    network: tuple[int, ...]  #: Sizes of the hidden layers.


@dataclass(frozen=True)
class Record:
    """Everything that is declared about one data set."""

    name: str  #: That of its module.
    title: str  #: Its name in full.
    summary: str  #: What it is about.
    home: str  #: Its page.
    citation: str  #: How to cite it.
    classes: tuple[str, ...]  #: Names of all classes in the files.
    feature_names: tuple[str, ...]  #: Names of the columns.
    forms: tuple[Form, ...]  #: In order of preference; the first one at hand is taken.
    doi: str = ""  #: Empty where it has none.
    license: str = "CC BY 4.0"  #: As its home states it.
    split: Split = Split(0.3, RANDOM_30)  #: Which rows are for the test.
    scaling: str = "standardise"  #: Or "none".
    scaling_why: str = SCALING_WHY  #: The reason for the choice.
    in_paper: InPaper | None = None  #: What the paper says of it.
    in_study: InStudy | None = None  #: Of a set that is not the paper's and has a row beside Table 3.
    differences: str = ""  #: What differs between the paper's description and the files, and the likely reason.
    study_classes: tuple[str, ...] | None = None  #: The classes that ``load`` keeps; None for all.
    place: float = np.inf  #: Where lists show it: as the paper's data table does; without a place last, by name.
    other_folder: str | None = None  #: Name of the subfolder of its files, where that is not the set's name.

    @property
    def study_names(self) -> tuple[str, ...]:
        """Names of the classes that ``load`` keeps."""
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


def uci_zip(number, slug):
    """Return the address of the zip archive of a set in the UCI archive."""
    return f"https://archive.ics.uci.edu/static/public/{number}/{slug}.zip"
