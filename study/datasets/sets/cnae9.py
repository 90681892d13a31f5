"""CNAE-9: counts of words in descriptions of Brazilian companies."""

from ..parse import class_first, class_last, parse_numbers
from ..record import File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip


def parse_cnae9(content):
    """Read CNAE-9.data: the class 1..9, then 856 word counts."""
    return Table(*class_first(parse_numbers(content, delimiter=","), range(1, 10)))


def parse_cnae9_arff(content):
    """Read OpenML's copy of CNAE-9: an ARFF header, then 856 word counts and the class."""
    header = content.lower().splitlines().index(b"@data") + 1
    return Table(*class_last(parse_numbers(content, delimiter=",", n_header_lines=header), range(1, 10)))


FILE_SHA256 = "fec557bade36db8d35b29596d73eab7fd88c26f75f0ba07ee69636614c5d6055"
ROWS_SHA256 = "78db7fe49f594a09a0c5abfd750a35befbbf8b4a0b17abfdab7c952a81221c9f"
HOLDS = Holds(n_features=856, class_counts=(120,) * 9, rows_sha256=ROWS_SHA256)

RECORD = Record(
    name="cnae9",
    place=5,
    title="CNAE-9 (descriptions of Brazilian companies)",
    summary="Counts of 856 words in 1080 texts of nine categories; 99.2 % of the counts are zero.",
    home=uci_page(233, "cnae+9"),
    doi="10.24432/C51G7P",
    citation="P. Ciarelli, E. Oliveira (2009), CNAE-9, UCI Machine Learning Repository.",
    classes=tuple("123456789"),
    feature_names=tuple(f"word_{number}" for number in range(1, 857)),
    forms=(
        Form(
            name="uci", read=parse_cnae9, files=(File("CNAE-9.data", FILE_SHA256, uci_zip(233, "cnae+9")),), holds=HOLDS
        ),
        Form(
            name="openml",
            read=parse_cnae9_arff,
            files=(File("cnae-9.arff", None, "https://openml.org/data/v1/download/1586233/cnae-9.arff"),),
            holds=HOLDS,
        ),
    ),
    split=Split(
        test_size=216,
        why="216 test rows (20 %): the digits of the paper's four scores fit these and none of 25 %, 30 % and 33 %; "
        "drawn by seed, stratified by class.",
    ),
    scaling="none",
    scaling_why="Word counts as they are: the paper calls the set very sparse and trains it at rates up to 0.15.",
    in_paper=InPaper(1080, 856, "0.01-0.1", 0.4, (594, 396)),
)
