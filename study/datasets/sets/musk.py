"""MUSK (version 2): the UCI archive's file and PMLB's."""

from __future__ import annotations

from ..errors import DatasetCorrupt
from ..parse import class_last, parse_numbers
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


def parse_musk(content):
    """Read the UCI archive's clean2.data: molecule, conformation, 166 features, class 0 or 1."""
    values = parse_numbers(content, "clean2.data", n_columns=167, delimiter=",", columns=range(2, 169))
    return Table(*class_last(values, (0, 1), "clean2.data"))


def parse_musk_pmlb(content):
    """Read PMLB's clean2.tsv: a line of names, then the same columns separated by tabs."""
    header = content.split(b"\n", 1)[0].split()
    names = [b"molecule_name", b"conformation_name", *(b"f%d" % i for i in range(1, 167)), b"target"]
    if header != names:
        raise DatasetCorrupt("clean2.tsv: the first line does not hold the names of its 169 columns.")
    values = parse_numbers(
        content, "clean2.tsv", n_columns=167, delimiter="\t", columns=range(2, 169), n_header_lines=1
    )
    return Table(*class_last(values, (0, 1), "clean2.tsv"))


_HOLDS = Holds(
    n_features=166,
    class_counts=(5581, 1017),
    low=-471,
    high=625,
    integer=True,
    rows_sha256="9562a1b2faea46e3c448f5f7eb1b6d291eadd5e0674a72cdb2271e73a1843897",
)

RECORD = Record(
    name="musk",
    place=3,
    title="MUSK (version 2)",
    summary="Shapes of conformations of 102 molecules, musks or not.",
    home=uci_page(75, "musk+version+2"),
    doi="10.24432/C51608",
    license=CC_BY,
    citation="D. Chapman, A. Jain (1994), Musk (Version 2), UCI Machine Learning Repository.",
    classes=("non-musk", "musk"),
    feature_names=tuple(f"f{number}" for number in range(1, 167)),
    forms=(
        Form(
            name="uci",
            read=parse_musk,
            files=(File("clean2.data", None, (uci_archive(75, "musk+version+2"),), size=7_000_000),),
            holds=_HOLDS,
        ),
        Form(
            name="pmlb",
            read=parse_musk_pmlb,
            files=(
                File(
                    "clean2.tsv.gz",
                    "3e33f019c388d2dea44406b3a34f549ef0b7902a08da5cbc18506ce3da4b1810",
                    ("https://github.com/EpistasisLab/pmlb/raw/master/datasets/clean2/clean2.tsv.gz",),
                    size=6_678_051,
                ),
            ),
            holds=_HOLDS,
        ),
    ),
    split=Split(
        test_size=0.3,
        why=RANDOM_30 + " Conformations of one molecule fall on both sides, as in any split by rows.",
    ),
    scaling="standardise",
    scaling_why=STANDARDISE_WHY,
    in_paper=InPaper(6598, 166, "0.01", 0.4, (120, 80)),
)
