"""MUSK (version 2): the UCI archive's file and PMLB's."""

from ..parse import class_last, parse_numbers
from ..record import RANDOM_30, File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip


def parse_musk(content):
    """Read the UCI archive's clean2.data: molecule, conformation, 166 features, class 0 or 1."""
    return Table(*class_last(parse_numbers(content, delimiter=",", columns=range(2, 169)), (0, 1)))


def parse_musk_pmlb(content):
    """Read PMLB's clean2.tsv: a line of names, then the same columns separated by tabs."""
    values = parse_numbers(content, delimiter="\t", columns=range(2, 169), n_header_lines=1)
    return Table(*class_last(values, (0, 1)))


FILE_SHA256 = "3e33f019c388d2dea44406b3a34f549ef0b7902a08da5cbc18506ce3da4b1810"
ROWS_SHA256 = "9562a1b2faea46e3c448f5f7eb1b6d291eadd5e0674a72cdb2271e73a1843897"
HOLDS = Holds(n_features=166, class_counts=(5581, 1017), rows_sha256=ROWS_SHA256)
PMLB = "https://github.com/EpistasisLab/pmlb/raw/master/datasets/clean2/clean2.tsv.gz"

RECORD = Record(
    name="musk",
    place=3,
    title="MUSK (version 2)",
    summary="Shapes of conformations of 102 molecules, musks or not.",
    home=uci_page(75, "musk+version+2"),
    doi="10.24432/C51608",
    citation="D. Chapman, A. Jain (1994), Musk (Version 2), UCI Machine Learning Repository.",
    classes=("non-musk", "musk"),
    feature_names=tuple(f"f{number}" for number in range(1, 167)),
    forms=(
        Form(
            name="uci", read=parse_musk, files=(File("clean2.data", None, uci_zip(75, "musk+version+2")),), holds=HOLDS
        ),
        Form(name="pmlb", read=parse_musk_pmlb, files=(File("clean2.tsv.gz", FILE_SHA256, PMLB),), holds=HOLDS),
    ),
    split=Split(
        test_size=0.3, why=RANDOM_30 + " Conformations of one molecule fall on both sides, as in any split by rows."
    ),
    in_paper=InPaper(6598, 166, "0.01", 0.4, (120, 80)),
)
