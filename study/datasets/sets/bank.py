"""BANK: clients of a bank, numbers and words."""

import numpy as np

from ..parse import rows_of_text, to_codes
from ..record import SCALING_WHY, File, Form, Holds, InPaper, Record, Table, uci_page, uci_zip

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
    **dict.fromkeys(("duration", "campaign", "pdays", "previous")),
    "poutcome": ("failure", "other", "success", "unknown"),
    "y": ("no", "yes"),
}
FILE_SHA256 = "dc8d576e9bda0f41ee891251bd84bab9a39ce576cba715aac08adc2374a01fde"
ROWS_SHA256 = "34ea1e492e157c76b4298d544cc3e240e2022becc642b117677c80330576364d"


def parse_bank(content):
    """Read bank.csv: numbers and words, each word as its code in `COLUMNS`."""
    _, *rows = rows_of_text(content, delimiter=";")
    columns = [
        np.array(cells, dtype=float) if words is None else to_codes(cells, words)
        for words, cells in zip(COLUMNS.values(), zip(*rows, strict=True), strict=True)
    ]
    return Table(np.column_stack(columns[:-1]).astype(np.float64), columns[-1])


RECORD = Record(
    name="bank",
    place=9,
    title="BANK (bank marketing, the small file)",
    summary="Clients of a Portuguese bank; whether a call sold them a term deposit.",
    home=uci_page(222, "bank+marketing"),
    doi="10.24432/C5K306",
    citation="S. Moro, R. Laureano, P. Cortez (2011), Using data mining for bank direct marketing: An application of "
    "the CRISP-DM methodology, ESM'2011, 117-121.",
    classes=("no", "yes"),
    feature_names=tuple(COLUMNS)[:-1],
    forms=(
        Form(
            name="uci",
            read=parse_bank,
            files=(File("bank.csv", FILE_SHA256, uci_zip(222, "bank+marketing")),),
            holds=Holds(n_features=16, class_counts=(4000, 521), rows_sha256=ROWS_SHA256),
        ),
    ),
    scaling_why=SCALING_WHY
    + " The nine categorical columns are coded 0, 1, 2, ... (months and education in their own order, the others "
    "alphabetically), which gives the paper's d = 16; one column a word would give 51.",
    in_paper=InPaper(4521, 16, "0.01", 0.4, (30, 20)),
)
