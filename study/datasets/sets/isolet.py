"""ISOLET: spoken letters, as text and as MATLAB files."""

from __future__ import annotations

import io

import numpy as np

from ..errors import DatasetCorrupt
from ..parse import class_last, parse_numbers, to_codes
from ..record import CC_BY, File, Form, Holds, InPaper, Record, Split, Table, uci_archive, uci_page

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def parse_isolet(train, test):
    """Read the UCI archive's isolet1+2+3+4.data and isolet5.data: 617 features, then the letter 1..26."""
    (X, y), (X_test, y_test) = (
        class_last(parse_numbers(content, what, n_columns=618, delimiter=","), range(1, 27), what)
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


_HOLDS = Holds(
    n_features=617,
    class_counts=tuple(238 if letter == "F" else 240 for letter in LETTERS),
    test_class_counts=tuple(59 if letter == "M" else 60 for letter in LETTERS),
    low=-1,
    high=1,
    rows_sha256="d496bdeed329ee3046cfb22da4e2b8c5729ecaea92e1ec85d95b39e096357b8d",
)
_ARCHIVE = uci_archive(54, "isolet")
_MAT = "https://raw.githubusercontent.com/ma-xu/L21FS/530024e4c4fb9dca879cd26ae98a7d83b2d96fbe/data/"

RECORD = Record(
    name="isolet",
    place=4,
    title="ISOLET (spoken letters)",
    summary="Sounds of the 26 letters, spoken twice by 150 people; 30 of these (part 5) are the test set.",
    home=uci_page(54, "isolet"),
    doi="10.24432/C51G69",
    license=CC_BY,
    citation="R. Cole, M. Fanty (1991), ISOLET, UCI Machine Learning Repository.",
    classes=LETTERS,
    feature_names=tuple(f"f{number}" for number in range(1, 618)),
    forms=(
        Form(
            name="uci",
            read=parse_isolet,
            files=(
                File("isolet1+2+3+4.data", None, (_ARCHIVE,), size=40_000_000),
                File("isolet5.data", None, (_ARCHIVE,), size=10_000_000),
            ),
            holds=_HOLDS,
        ),
        Form(
            name="mat",
            read=parse_isolet_mat,
            files=tuple(
                File(name, sha256, (_MAT + name,), binary=True, size=size)
                for name, size, sha256 in (
                    ("Isolet1.mat", 3_651_354, "f643c3cbd2669e1e9a6110943fcf538cfc209db384f3387d33acbbe550376765"),
                    ("Isolet2.mat", 3_634_344, "f69ca6b76d196a5778d1883ec7f18a2b97c620507675cd229c4e65fbb28c9037"),
                    ("Isolet3.mat", 3_655_057, "1d1f991f0a1b9e9decd73779ff595d7f66e4da47cac655f71fd350d2028106b7"),
                    ("Isolet4.mat", 3_653_939, "c676e6d11ef3b6ca17cd38c3cd9a44299fb5681a5ed8460adf821074d0af4fcd"),
                    ("isolet5.mat", 3_662_630, "a3849f6c0a9d0e0ed55dde15eb8ae8f4ba94df79b9fc260d00c28b8695d48600"),
                )
            ),
            holds=_HOLDS,
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
