"""CANCER as the paper's text names it: the Original Wisconsin set."""

from ..parse import class_last, parse_numbers
from ..record import SCALING_WHY, File, Form, Holds, InPaper, Record, Table, uci_page, uci_zip

FILE_SHA256 = "402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64"
ROWS_SHA256 = "a653fb632bf3e25c616b52383370850259587e12d5d8d35faeba140f25f370fb"


def parse_cancer_original(content):
    """Read breast-cancer-wisconsin.data: id, nine features 1..10 (? where missing), class 2 or 4."""
    return Table(*class_last(parse_numbers(content.replace(b"?", b"nan"), delimiter=",")[:, 1:], (2, 4)))


RECORD = Record(
    name="cancer_original",
    place=8,
    other_folder="cancer",
    title="CANCER, as the text names it (Breast Cancer Wisconsin, Original)",
    summary="Nine properties of cells, graded 1..10, benign or malignant.",
    home=uci_page(15, "breast+cancer+wisconsin+original"),
    doi="10.24432/C5HP4Z",
    citation="W. Wolberg (1990), Breast Cancer Wisconsin (Original), UCI Machine Learning Repository.",
    classes=("benign", "malignant"),
    feature_names=(
        *("clump thickness", "uniformity of cell size", "uniformity of cell shape", "marginal adhesion"),
        *("single epithelial cell size", "bare nuclei", "bland chromatin", "normal nucleoli", "mitoses"),
    ),
    forms=(
        Form(
            name="uci",
            read=parse_cancer_original,
            files=(File("breast-cancer-wisconsin.data", FILE_SHA256, uci_zip(15, "breast+cancer+wisconsin+original")),),
            holds=Holds(n_features=9, class_counts=(458, 241), n_missing=16, rows_sha256=ROWS_SHA256),
        ),
    ),
    scaling_why=SCALING_WHY + " So is the median that stands for the 16 missing values.",
    in_paper=InPaper(699, 10, "0.01", 0.4, (50, 40)),
    differences="d = 10 counts the id column, which is left out here.",
)
