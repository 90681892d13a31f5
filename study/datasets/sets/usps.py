"""USPS: handwritten digits from envelopes."""

from ..parse import class_first, parse_numbers
from ..record import File, Form, Holds, InPaper, Record, Split, Table


def parse_usps(train, test):
    """Read zip.train and zip.test: the digit, then 256 grey values."""
    return Table(*class_first(parse_numbers(train), range(10)), *class_first(parse_numbers(test), range(10)))


TRAIN_SHA256 = "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0"
TEST_SHA256 = "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc"
ROWS_SHA256 = "8da0bfcba5e7120405475cf349cff419fb44f6945e426d50412721cdc33fa9c3"
HOME = "https://hastie.su.domains/ElemStatLearn/datasets/"

RECORD = Record(
    name="usps",
    place=1,
    title="USPS (handwritten digits)",
    summary="Digits from envelopes of the U.S. Postal Service, 16 x 16 grey values in [-1, 1].",
    home=HOME + "zip.info.txt",
    license="none stated by the site; digits given by the AT&T neural network group",
    citation="Y. LeCun et al. (1990), Handwritten digit recognition with a back-propagation network, NIPS 2; "
    "as distributed with T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"pixel_{row}_{column}" for row in range(16) for column in range(16)),
    forms=(
        Form(
            name="original",
            read=parse_usps,
            files=(
                File("zip.train.gz", TRAIN_SHA256, HOME + "zip.train.gz"),
                File("zip.test.gz", TEST_SHA256, HOME + "zip.test.gz"),
            ),
            holds=Holds(
                n_features=256,
                class_counts=(1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644),
                test_class_counts=(359, 264, 198, 166, 200, 160, 170, 147, 166, 177),
                rows_sha256=ROWS_SHA256,
            ),
        ),
    ),
    split=Split(test_size=None, why="The repository's own test rows, as in the paper (7291 and 2007)."),
    scaling="none",
    scaling_why="The grey values are in [-1, 1] as published; the original program takes them so.",
    in_paper=InPaper(9298, 256, "0.001", None, (200, 150), table=1),
)
