"""From the bytes of a set's files to a `Table`: one function per layout; `DatasetCorrupt` on anything else."""

from __future__ import annotations

import io

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import parse_numbers, rows_of_text, to_codes
from ..record import Table
from . import chess

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

# The columns of bank.csv: None for a number, else the words in the order of their codes 0, 1, ...
# (their natural order where they have one, else alphabetical).
BANK_COLUMNS = {
    "age": None,
    "job": (
        *("admin.", "blue-collar", "entrepreneur", "housemaid", "management", "retired", "self-employed"),
        *("services", "student", "technician", "unemployed", "unknown"),
    ),
    "marital": ("divorced", "married", "single"),
    "education": ("unknown", "primary", "secondary", "tertiary"),
    "default": ("no", "yes"),
    "balance": None,
    "housing": ("no", "yes"),
    "loan": ("no", "yes"),
    "contact": ("cellular", "telephone", "unknown"),
    "day": None,
    "month": ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    "duration": None,
    "campaign": None,
    "pdays": None,
    "previous": None,
    "poutcome": ("failure", "other", "success", "unknown"),
    "y": ("no", "yes"),
}


def parse_usps(train, test):
    """Read zip.train and zip.test: the digit, then 256 grey values."""
    (X, y), (X_test, y_test) = (
        _class_first(parse_numbers(content, what, n_columns=257), range(10), what)
        for content, what in ((train, "zip.train"), (test, "zip.test"))
    )
    return Table(X, y, X_test, y_test)


def parse_cnae9(content):
    """Read CNAE-9.data: the class 1..9, then 856 word counts."""
    values = parse_numbers(content, "CNAE-9.data", n_columns=857, delimiter=",")
    return Table(*_class_first(values, range(1, 10), "CNAE-9.data"))


def parse_cnae9_arff(content):
    """Read OpenML's copy of CNAE-9: an ARFF header, then 856 word counts and the class."""
    lines = content.lower().splitlines()
    if b"@data" not in lines:
        raise DatasetCorrupt("The ARFF file of CNAE-9 has no line @data.")
    header = lines.index(b"@data") + 1
    values = parse_numbers(content, "the ARFF file of CNAE-9", n_columns=857, delimiter=",", n_header_lines=header)
    return Table(*_class_last(values, range(1, 10), "the ARFF file of CNAE-9"))


def parse_cancer_original(content):
    """Read breast-cancer-wisconsin.data: id, nine features 1..10 (? where missing), class 2 or 4."""
    what = "breast-cancer-wisconsin.data"
    values = parse_numbers(content, what, n_columns=11, delimiter=",", missing=b"?")
    return Table(*_class_last(values[:, 1:], (2, 4), what))


def parse_bank(content):
    """Read bank.csv: numbers and words, each word as its code in `BANK_COLUMNS`."""
    header, *rows = rows_of_text(content, "bank.csv", n_columns=17, delimiter=";") or [[]]
    if header != list(BANK_COLUMNS):
        raise DatasetCorrupt(f"bank.csv has the columns {header}, expected {list(BANK_COLUMNS)}.")
    columns = []
    for (name, words), cells in zip(BANK_COLUMNS.items(), zip(*rows)):
        what = f"bank.csv, column {name},"
        if words is None:
            numbers = parse_numbers("\n".join(cells).encode(), what, n_columns=1)[:, 0]
            if len(numbers) != len(cells):
                raise DatasetCorrupt(f"{what} has cells that are not one number.")
            columns.append(numbers)
        else:
            columns.append(to_codes(cells, words, what))
    if not columns:
        raise DatasetCorrupt("bank.csv has no rows.")
    return Table(np.column_stack(columns[:-1]).astype(np.float64), columns[-1])


def parse_musk(content):
    """Read the UCI archive's clean2.data: molecule, conformation, 166 features, class 0 or 1."""
    values = parse_numbers(content, "clean2.data", n_columns=167, delimiter=",", columns=range(2, 169))
    return Table(*_class_last(values, (0, 1), "clean2.data"))


def parse_musk_pmlb(content):
    """Read PMLB's clean2.tsv: a line of names, then the same columns separated by tabs."""
    header = content.split(b"\n", 1)[0].split()
    names = [b"molecule_name", b"conformation_name", *(b"f%d" % i for i in range(1, 167)), b"target"]
    if header != names:
        raise DatasetCorrupt("clean2.tsv: the first line does not hold the names of its 169 columns.")
    values = parse_numbers(
        content, "clean2.tsv", n_columns=167, delimiter="\t", columns=range(2, 169), n_header_lines=1
    )
    return Table(*_class_last(values, (0, 1), "clean2.tsv"))


def parse_isolet(train, test):
    """Read the UCI archive's isolet1+2+3+4.data and isolet5.data: 617 features, then the letter 1..26."""
    (X, y), (X_test, y_test) = (
        _class_last(parse_numbers(content, what, n_columns=618, delimiter=","), range(1, 27), what)
        for content, what in ((train, "isolet1+2+3+4.data"), (test, "isolet5.data"))
    )
    return Table(X, y, X_test, y_test)


def parse_isolet_mat(*parts):
    """Read the five parts as MATLAB files: features `fea`, letters `gnd`; the fifth part is the test set."""
    blocks = [_parse_isolet_part(content, f"part {number} of ISOLET") for number, content in enumerate(parts, start=1)]
    *train, (X_test, y_test) = blocks
    return Table(np.vstack([X for X, _ in train]), np.concatenate([y for _, y in train]), X_test, y_test)


def _parse_isolet_part(content, what):
    """Read one MATLAB file."""
    from scipy.io import loadmat

    try:
        part = loadmat(io.BytesIO(content), variable_names=["fea", "gnd"])
        X, letters = part["fea"].astype(np.float64), part["gnd"].astype(np.float64).ravel()
    except Exception as error:  # scipy documents no list of what a damaged file can raise
        raise DatasetCorrupt(f"{what} is no MATLAB file with `fea` and `gnd`: {error}") from error
    if X.ndim != 2 or X.shape != (len(letters), 617) or not np.isfinite(X).all():
        raise DatasetCorrupt(f"{what}: features of shape {X.shape} and {len(letters)} letters, expected 617 columns.")
    return np.ascontiguousarray(X), to_codes(letters, np.arange(1.0, 27), what)


def parse_chess(content):
    """Read krkopt.data: file and rank of white king, white rook and black king, then the depth."""
    rows = rows_of_text(content, "krkopt.data", n_columns=7)
    if not rows:
        raise DatasetCorrupt("krkopt.data is empty.")
    columns = list(zip(*rows))
    files = [to_codes(columns[i], list("abcdefgh"), "krkopt.data") + 1 for i in (0, 2, 4)]
    ranks = [to_codes(columns[i], list("12345678"), "krkopt.data") + 1 for i in (1, 3, 5)]
    X = np.column_stack([files[0], ranks[0], files[1], ranks[1], files[2], ranks[2]]).astype(np.float64)
    return Table(X, to_codes(columns[6], chess.DEPTHS, "krkopt.data"))


def _class_first(values, labels, what):
    """Part the class, in the first column, from the features."""
    return np.ascontiguousarray(values[:, 1:]), to_codes(values[:, 0], np.array(labels, dtype=float), what)


def _class_last(values, labels, what):
    """Part the class, in the last column, from the features."""
    return np.ascontiguousarray(values[:, :-1]), to_codes(values[:, -1], np.array(labels, dtype=float), what)
