"""Digits: the small images that scikit-learn carries."""

from ..record import Form, Holds, Record, Table, uci_page


def read_digits():
    """Read the 1797 images of 8 x 8 pixels, scaled from 0..16 to [-1, 1]."""
    from sklearn.datasets import load_digits

    X, y = load_digits(return_X_y=True)
    return Table(X / 8 - 1, y.astype("int64"))


RECORD = Record(
    name="digits",
    place=2,
    title="Digits (8 x 8, scikit-learn)",
    summary="The small digits of scikit-learn: the UCI test set of optical recognition of handwritten digits.",
    home=uci_page(80, "optical+recognition+of+handwritten+digits"),
    doi="10.24432/C50P49",
    citation="E. Alpaydin, C. Kaynak (1998), Optical Recognition of Handwritten Digits, "
    "UCI Machine Learning Repository.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"pixel_{row}_{column}" for row in range(8) for column in range(8)),
    forms=(
        Form(
            name="scikit-learn",
            read=read_digits,
            source="scikit-learn",
            holds=Holds(
                n_features=64,
                class_counts=(178, 182, 177, 183, 181, 182, 181, 179, 174, 180),
                rows_sha256="ce5cb6ad7821b39ddf0f764e9235d548946ec9cc8dba2963a484a2441dd96184",
            ),
        ),
    ),
    scaling="none",
    scaling_why="Grey values 0..16 become x/8 - 1 in [-1, 1], like those of USPS.",
)
