"""The "fast" preset beside scikit-learn's MLPClassifier of the same layers, on test rows.

python benchmarks/fast_preset.py [--pretraining gcn] [--epochs 60] [--seeds 5] [SET ...]

Prints for each set the mean and standard deviation of the test accuracy over seeds, and the CPU seconds of a fit, on
one thread. A seed also draws the test rows where a set has none of its own. Without sets all are run but those that are
not on this machine (`study.datasets`).
"""

import argparse
import time
import warnings

import numpy as np
from sklearn.datasets import (
    load_breast_cancer,
    load_digits,
    load_wine,
    make_classification,
    make_gaussian_quantiles,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from gnode import DeepClassifier
from study import datasets

LAYERS = (200, 150)
LAYERS_OF_FEW_ROWS = (60, 40)
"""GN and GCN want as many rows as nodes."""


def letters(n_samples=20_000, n_features=16, n_classes=26, n_shapes=3, seed=0):
    """Small integers as in letter recognition: each class in some shapes, with a covariance of its own."""
    rng = np.random.RandomState(seed)
    shapes = rng.normal(7, 1.3, (n_classes, 1, n_features)) + rng.normal(0, 1.2, (n_classes, n_shapes, n_features))
    mixing = rng.normal(0, 1.3 / np.sqrt(n_features), (n_classes, n_features, n_features))
    y, shape = rng.randint(n_classes, size=n_samples), rng.randint(n_shapes, size=n_samples)
    X = shapes[y, shape] + np.einsum("nij,nj->ni", mixing[y], rng.normal(size=(n_samples, n_features)))
    return np.clip(np.round(X + 0.6 * rng.normal(size=X.shape)), 0, 15), y


GENERATED = {
    "wine": lambda: load_wine(return_X_y=True),
    "cancer (diagnostic)": lambda: load_breast_cancer(return_X_y=True),
    "digits (8 x 8)": lambda: load_digits(return_X_y=True),
    "few classes": lambda: make_classification(2000, 20, n_informative=10, n_classes=3, random_state=111),
    "many classes": lambda: make_classification(
        6000, 24, n_informative=16, n_classes=12, n_clusters_per_class=2, random_state=102
    ),
    "noisy classes": lambda: make_classification(3000, 40, n_informative=8, n_classes=2, flip_y=0.1, random_state=103),
    "shells": lambda: make_gaussian_quantiles(n_samples=4000, n_features=6, n_classes=5, random_state=104),
    "letters": letters,
}
PUBLISHED = ["usps", "isolet", "musk", "madelon"]


def split(name, seed):
    """Training and test rows of a set: its own, as it scales them, or drawn by seed and standardised."""
    if name in PUBLISHED:
        found = datasets.load(name)
        return found.X_train, found.X_test, found.y_train, found.y_test
    X, y = GENERATED[name]()
    X, X_test, y, y_test = train_test_split(X, y, test_size=0.25, random_state=seed, stratify=y)
    scaler = StandardScaler().fit(X)
    return scaler.transform(X), scaler.transform(X_test), y, y_test


def measure(model, X, X_test, y, y_test):
    """Return test accuracy and CPU seconds of a fit."""
    started = time.process_time()
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", ConvergenceWarning)  # the epochs are what was asked for
        model.fit(X, y)
    seconds = time.process_time() - started
    return model.score(X_test, y_test), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="SET", default=[*GENERATED, *PUBLISHED])
    parser.add_argument("--pretraining", default="gcn")
    parser.add_argument("--epochs", type=int, default=60, help="of MLPClassifier, at most")
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()

    print(f"{'set':20} {'rows':>6}  MLPClassifier          fast, {options.pretraining:13} difference")
    for name in options.sets:
        try:
            rows = split(name, seed=0)
        except datasets.DatasetNotAvailable as error:
            print(f"{name:20} {error}")
            continue
        layers = LAYERS if len(rows[0]) >= LAYERS[0] else LAYERS_OF_FEW_ROWS
        compiling = DeepClassifier(layers, pretraining=options.pretraining, max_epochs=1, output_epochs=1)
        compiling.fit(rows[0], rows[2])  # not to be timed
        found = []
        for seed in range(options.seeds):
            rows = split(name, seed)
            mlp = MLPClassifier(layers, activation="tanh", max_iter=options.epochs, random_state=seed)
            ours = DeepClassifier(layers, pretraining=options.pretraining, preset="fast", random_state=seed)
            found.append([measure(mlp, *rows), measure(ours, *rows)])
        (mlp, ours), (mlp_spread, our_spread) = np.mean(found, axis=0), np.std(found, axis=0, ddof=1)
        print(
            f"{name:20} {len(rows[0]):6}  {mlp[0]:.4f}±{mlp_spread[0]:.4f} {mlp[1]:5.1f} s"
            f"  {ours[0]:.4f}±{our_spread[0]:.4f} {ours[1]:5.1f} s  {ours[0] - mlp[0]:+.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
