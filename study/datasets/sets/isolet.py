"""ISOLET: spoken letters, as text and as MATLAB files."""

import io

import numpy as np

from ..parse import class_last, parse_numbers, to_codes
from ..record import File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def parse_isolet(train, test):
    """Read the UCI archive's isolet1+2+3+4.data and isolet5.data: 617 features, then the letter 1..26."""
    blocks = (class_last(parse_numbers(content, delimiter=","), range(1, 27)) for content in (train, test))
    return Table(*(array for block in blocks for array in block))


def parse_isolet_mat(*parts):
    """Read the five parts as MATLAB files: features `fea`, letters `gnd`; the fifth part is the test set."""
    from scipy.io import loadmat

    read = [loadmat(io.BytesIO(content), variable_names=["fea", "gnd"]) for content in parts]
    *X, X_test = [part["fea"].astype(float, order="C") for part in read]
    *y, y_test = [to_codes(part["gnd"].ravel().tolist(), range(1, 27)) for part in read]
    return Table(np.vstack(X), np.concatenate(y), X_test, y_test)


HOLDS = Holds(
    n_features=617,
    class_counts=tuple(238 if letter == "F" else 240 for letter in LETTERS),
    test_class_counts=tuple(59 if letter == "M" else 60 for letter in LETTERS),
    rows_sha256="d496bdeed329ee3046cfb22da4e2b8c5729ecaea92e1ec85d95b39e096357b8d",
)
ARCHIVE = uci_zip(54, "isolet")
MAT = "https://raw.githubusercontent.com/ma-xu/L21FS/530024e4c4fb9dca879cd26ae98a7d83b2d96fbe/data/"
MAT_SHA256 = {
    "Isolet1.mat": "f643c3cbd2669e1e9a6110943fcf538cfc209db384f3387d33acbbe550376765",
    "Isolet2.mat": "f69ca6b76d196a5778d1883ec7f18a2b97c620507675cd229c4e65fbb28c9037",
    "Isolet3.mat": "1d1f991f0a1b9e9decd73779ff595d7f66e4da47cac655f71fd350d2028106b7",
    "Isolet4.mat": "c676e6d11ef3b6ca17cd38c3cd9a44299fb5681a5ed8460adf821074d0af4fcd",
    "isolet5.mat": "a3849f6c0a9d0e0ed55dde15eb8ae8f4ba94df79b9fc260d00c28b8695d48600",
}

RECORD = Record(
    name="isolet",
    place=4,
    title="ISOLET (spoken letters)",
    summary="Sounds of the 26 letters, spoken twice by 150 people; 30 of these (part 5) are the test set.",
    home=uci_page(54, "isolet"),
    doi="10.24432/C51G69",
    citation="R. Cole, M. Fanty (1991), ISOLET, UCI Machine Learning Repository.",
    classes=LETTERS,
    feature_names=tuple(f"f{number}" for number in range(1, 618)),
    forms=(
        Form(
            name="uci",
            read=parse_isolet,
            files=(File("isolet1+2+3+4.data", None, ARCHIVE), File("isolet5.data", None, ARCHIVE)),
            holds=HOLDS,
        ),
        Form(
            name="mat",
            read=parse_isolet_mat,
            files=tuple(File(name, sha256, MAT + name) for name, sha256 in MAT_SHA256.items()),
            holds=HOLDS,
        ),
    ),
    split=Split(
        test_size=None,
        why="The repository's own test rows: part 5 (1559 rows; the paper's N of 6238 is parts 1 to 4, the training "
        "rows). The order of the rows differs between the set's forms and is by class in one of them, so the training "
        "rows are sorted and then shuffled by seed.",
        shuffle=True,
    ),
    scaling="none",
    scaling_why="The values are in [-1, 1] as published.",
    in_paper=InPaper(6238, 617, "0.0001", 0.4, (260, 78)),
)
