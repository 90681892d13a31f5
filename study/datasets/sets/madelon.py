"""MADELON: its files, and rows drawn by its published recipe."""

from dataclasses import replace

import numpy as np

from ..parse import parse_numbers, to_codes
from ..record import File, Form, Holds, InPaper, Record, Split, Table, uci_page, uci_zip

DRAW_SEED = 171  # the number of the set in the UCI archive


def parse_madelon(train, train_labels, valid, valid_labels):
    """Read the training and the validation rows, 500 integers each, and their labels -1 or 1."""
    y, y_test = (to_codes(labels.split(), (b"-1", b"1")) for labels in (train_labels, valid_labels))
    return Table(parse_numbers(train), y, parse_numbers(valid), y_test)


def draw():
    """Draw rows by the recipe of the challenge, which is scikit-learn's `make_classification`."""
    # What it leaves open is set after the real training rows: the cube's size such that five nearest neighbours in the
    # 20 informative and redundant features score as there (0.90 in cross-validation), and integers about 480.
    from sklearn.datasets import make_classification

    X, y = make_classification(
        n_samples=2800,
        n_features=500,
        n_informative=5,
        n_redundant=15,
        n_clusters_per_class=16,
        class_sep=1.5,
        flip_y=0.01,
        random_state=DRAW_SEED,
    )
    X = np.rint(480 + 30 * X)
    places = [np.flatnonzero(y == code) for code in (0, 1)]
    train = np.sort(np.concatenate([rows[:1000] for rows in places]))
    valid = np.sort(np.concatenate([rows[1000:1300] for rows in places]))
    return Table(X[train], y[train], X[valid], y[valid])


FILES_SHA256 = {
    "madelon_train.data": "0b6e37711efdc7ab74250c51e7d6966bffd9f8f2b0e9971e882c3a7a380c2314",
    "madelon_train.labels": "10bffcc3b017467cb810d326b931951adcbde2b4870faf981da2991993b48689",
    "madelon_valid.data": "cb9a46475147de1a58d9f15ef4c318e5b85de344e0f9ab92626fa446aa815dc9",
    "madelon_valid.labels": "fbac32fa87fac41ab731994a1c824e7b25396069bff6df242c01fe240fcb34dc",
}
HOLDS = Holds(n_features=500, class_counts=(1000, 1000), test_class_counts=(300, 300))

RECORD = Record(
    name="madelon",
    place=6,
    title="MADELON (NIPS 2003 feature selection challenge)",
    summary="Artificial: 5 informative features, 15 combinations of them and 480 probes; 32 clusters, two classes.",
    home=uci_page(171, "madelon"),
    doi="10.24432/C5602H",
    citation="I. Guyon (2004), Madelon, UCI Machine Learning Repository.",
    classes=("-1", "1"),
    feature_names=tuple(f"f{number}" for number in range(1, 501)),
    forms=(
        Form(
            name="uci",
            read=parse_madelon,
            files=tuple(File(name, sha256, uci_zip(171, "madelon")) for name, sha256 in FILES_SHA256.items()),
            holds=replace(HOLDS, rows_sha256="50c158402bd13eda5215a61f5baf2e5c622bb5f52e2a3fea20cc4e994e2010dc"),
        ),
        Form(name="simulated", read=draw, source="simulated", holds=HOLDS),
    ),
    split=Split(
        test_size=None,
        why="The repository's validation rows are the test rows (600, which the digits of the paper's scores fit): the "
        "labels of its 1800 test rows were never published.",
    ),
    in_paper=InPaper(4400, 500, "0.01", 0.4, (800, 400, 200)),
    differences="4400 = 2000 + 600 + 1800 is the number on the repository's page; only the first 2600 rows have public "
    "labels. Simulated rows follow the set's published recipe.",
)
