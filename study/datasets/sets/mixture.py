"""MIXTURE: a large set that scikit-learn generates, for what the paper's sets are too small to show."""

import numpy as np

from ..record import Form, Holds, Record, Split, Table

N_SAMPLES = 70_000
N_FEATURES = 50
N_CLASSES = 10
DECIMALS = 3
"""A processor may sum in another order. So coarsely rounded, the rows are the same on all: with six decimals one of the
millions of values may well lie so near to the middle of two that it is rounded otherwise."""


def generate():
    """Draw the rows: each class is three Gaussian clusters in 20 dimensions, seen through 40 columns; 10 are noise."""
    from sklearn.datasets import make_classification

    X, y = make_classification(
        N_SAMPLES,
        N_FEATURES,
        n_informative=20,
        n_redundant=20,
        n_classes=N_CLASSES,
        n_clusters_per_class=3,
        random_state=0,
    )
    return Table(np.round(X, DECIMALS), y.astype("int64"))


RECORD = Record(
    name="mixture",
    title="MIXTURE (70,000 generated rows)",
    summary="Ten classes of three Gaussian clusters each, in 50 columns of which 20 tell them apart, 20 are "
    "combinations of these and 10 are noise; one row in a hundred has a class drawn by chance.",
    home="https://scikit-learn.org/stable/modules/generated/sklearn.datasets.make_classification.html",
    license="BSD-3-Clause, as the program that draws them",
    citation="I. Guyon (2003), Design of experiments of the NIPS 2003 variable selection benchmark; as drawn by "
    "scikit-learn's make_classification.",
    classes=tuple("0123456789"),
    feature_names=tuple(f"x{column}" for column in range(N_FEATURES)),
    forms=(
        Form(
            name="scikit-learn",
            read=generate,
            source="computed",
            holds=Holds(
                n_features=N_FEATURES,
                class_counts=(7008, 6996, 7013, 6995, 7005, 6989, 6978, 7005, 6998, 7013),
                rows_sha256="f3e35790dfbeeaadc0ea2a4f79a5765a4abe224b3bdc95426a6f6e0b2cd0a941",
            ),
        ),
    ),
    split=Split(test_size=0.3, why="30 %, as the paper takes of most sets, drawn by seed and stratified by class."),
    scaling_why="As most sets of the study.",
)
