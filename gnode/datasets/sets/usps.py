"""Records of the sets of images."""

from __future__ import annotations

from ..catalogue.common import CC_BY, RANDOM_30, uci_page
from ..record import File, Form, Holds, InPaper, Record, Split
from . import bank as parsers
from . import digits as embedded

_USPS_HOME = "https://hastie.su.domains/ElemStatLearn/datasets/"

USPS = Record(
    name="usps",
    title="USPS (handwritten digits)",
    summary="Digits from envelopes of the U.S. Postal Service, 16 x 16 grey values in [-1, 1].",
    home=_USPS_HOME + "zip.info.txt",
    doi="",
    license="none stated by the site; digits given by the AT&T neural network group",
    citation="Y. LeCun et al. (1990), Handwritten digit recognition with a back-propagation network, NIPS 2; "
    "as distributed with T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"pixel_{row}_{column}" for row in range(16) for column in range(16)),
    forms=(
        Form(
            name="original",
            read=parsers.parse_usps,
            files=(
                File(
                    "zip.train.gz",
                    "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0",
                    (_USPS_HOME + "zip.train.gz",),
                    size=14_512_253,
                ),
                File(
                    "zip.test.gz",
                    "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc",
                    (_USPS_HOME + "zip.test.gz",),
                    size=2_029_542,
                ),
            ),
            holds=Holds(
                n_features=256,
                class_counts=(1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644),
                test_class_counts=(359, 264, 198, 166, 200, 160, 170, 147, 166, 177),
                low=-1,
                high=1,
                rows_sha256="8da0bfcba5e7120405475cf349cff419fb44f6945e426d50412721cdc33fa9c3",
            ),
        ),
    ),
    split=Split(test_size=None, why="The repository's own test rows, as in the paper (7291 and 2007)."),
    scaling="none",
    scaling_why="The grey values are in [-1, 1] as published; the original program takes them so.",
    in_paper=InPaper(9298, 256, "0.001", None, (200, 150)),
)

DIGITS = Record(
    name="digits",
    title="Digits (8 x 8, scikit-learn)",
    summary="The small digits of scikit-learn: the UCI test set of optical recognition of handwritten digits.",
    home=uci_page(80, "optical+recognition+of+handwritten+digits"),
    doi="10.24432/C50P49",
    license=CC_BY,
    citation="E. Alpaydin, C. Kaynak (1998), Optical Recognition of Handwritten Digits, "
    "UCI Machine Learning Repository.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"pixel_{row}_{column}" for row in range(8) for column in range(8)),
    forms=(
        Form(
            name="scikit-learn",
            read=embedded.read_digits,
            source="scikit-learn",
            holds=Holds(
                n_features=64,
                class_counts=(178, 182, 177, 183, 181, 182, 181, 179, 174, 180),
                low=-1,
                high=1,
                rows_sha256="ce5cb6ad7821b39ddf0f764e9235d548946ec9cc8dba2963a484a2441dd96184",
            ),
        ),
    ),
    split=Split(test_size=0.3, why=RANDOM_30),
    scaling="none",
    scaling_why="Grey values 0..16 become x/8 - 1 in [-1, 1], like those of USPS.",
)
