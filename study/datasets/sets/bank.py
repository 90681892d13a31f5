"""BANK: clients of a bank, numbers and words."""

from __future__ import annotations

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import parse_numbers, rows_of_text, to_codes
from ..record import (
    CC_BY,
    RANDOM_30,
    STANDARDISE_WHY,
    File,
    Form,
    Holds,
    InPaper,
    Record,
    Split,
    Table,
    uci_archive,
    uci_page,
)

# The columns of bank.csv: None for a number, else the words in the order of their codes 0, 1, ...
# (their natural order where they have one, else alphabetical).
COLUMNS = {
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


def parse_bank(content):
    """Read bank.csv: numbers and words, each word as its code in `COLUMNS`."""
    header, *rows = rows_of_text(content, "bank.csv", n_columns=17, delimiter=";") or [[]]
    if header != list(COLUMNS):
        raise DatasetCorrupt(f"bank.csv has the columns {header}, expected {list(COLUMNS)}.")
    columns = []
    for (name, words), cells in zip(COLUMNS.items(), zip(*rows)):
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


RECORD = Record(
    name="bank",
    place=9,
    title="BANK (bank marketing, the small file)",
    summary="Clients of a Portuguese bank; whether a call sold them a term deposit.",
    home=uci_page(222, "bank+marketing"),
    doi="10.24432/C5K306",
    license=CC_BY,
    citation="S. Moro, R. Laureano, P. Cortez (2011), Using data mining for bank direct marketing: An application of "
    "the CRISP-DM methodology, ESM'2011, 117-121.",
    classes=("no", "yes"),
    feature_names=tuple(COLUMNS)[:-1],
    forms=(
        Form(
            name="uci",
            read=parse_bank,
            files=(
                File(
                    "bank.csv",
                    "dc8d576e9bda0f41ee891251bd84bab9a39ce576cba715aac08adc2374a01fde",
                    (uci_archive(222, "bank+marketing"),),
                    size=461_474,
                ),
            ),
            holds=Holds(
                n_features=16,
                class_counts=(4000, 521),
                low=-3313,
                high=71188,
                integer=True,
                rows_sha256="34ea1e492e157c76b4298d544cc3e240e2022becc642b117677c80330576364d",
            ),
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY
    + " The nine categorical columns are coded 0, 1, 2, ... (months and education in their own order, the others "
    "alphabetically), which gives the paper's d = 16; one column a word would give 51.",
    in_paper=InPaper(4521, 16, "0.01", 0.4, (30, 20)),
)
