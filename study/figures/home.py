"""What Home shows, in Python: the layers that train in a reader's browser, and the auto-encoder, which does not.

An auto-encoder takes too long for a page, so `python -m study.figures.home` trains it and stores its weights.
Each is rounded to one of 255 steps between plus and minus the largest of its node, which no picture shows; what is
drawn and scored, here and in the page, is what was rounded.
"""

import io
import json
import time

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.utils import Bunch, check_random_state

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder
from study import store
from study.datasets import load
from study.provenance import describe_program

NODES = 200
AUTOENCODER = "home.npz"
METHODS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}


def rows():
    """Give the digits that the page trains on (X in float32, y)."""
    digits = load("mnist16")
    return digits.X_train.astype("float32"), digits.y_train


def greedy(method):
    """Train GN or GCN as the paper writes it (the fitted layer)."""
    return METHODS[method](NODES, amnesia=0.4, reading="paper", random_state=0).fit(*rows())


def autoencoder(max_epochs=300):
    """Train the auto-encoder as the paper writes it (the fitted layer)."""
    return LayerwiseAutoencoder(NODES, max_epochs=max_epochs, reading="paper", random_state=0).fit(rows()[0])


def untrained(subsets, made):
    """Make nodes that nobody trained, on the digits of some trained ones."""
    X, rng = rows()[0].astype(float), check_random_state(0)
    components, intercept = np.empty((len(subsets), X.shape[1])), np.empty(len(subsets))
    for i, subset in enumerate(subsets):
        mean = X[subset].mean(axis=0)
        u, v = rng.random_sample((X.shape[1] if made == "noise" else len(subset), 2)).T
        normal = np.sqrt(-2 * np.log(1 - u)) * np.cos(2 * np.pi * v)  # as the page draws them
        w = normal if made == "noise" else normal @ X[subset]
        components[i] = w / np.std(X[subset] @ w)
        intercept[i] = -components[i] @ mean
    return components, intercept


def layers():
    """Make all layers that Home shows: their components and intercept by what the page calls them (dict of tuple)."""
    trained = {method: greedy(method) for method in METHODS}
    stored = load_autoencoder()
    made = {name: (layer.components_, layer.intercept_) for name, layer in trained.items()}
    made |= {f"{name} sums": untrained(layer.subsets_, "sums") for name, layer in trained.items()}
    return made | {"GN noise": untrained(trained["GN"].subsets_, "noise"), "AE": (stored.components, stored.intercept)}


def score(components, intercept):
    """Give the share of unseen digits that a linear classifier on the nodes' outputs names (float)."""
    digits = load("mnist16")
    outputs, unseen = (np.tanh(X @ components.T + intercept) for X in (digits.X_train, digits.X_test))
    classes = LinearRegression().fit(outputs, np.eye(10)[digits.y_train]).predict(unseen)
    return float(np.mean(classes.argmax(axis=1) == digits.y_test))


def store_autoencoder():
    """Train the auto-encoder, and store what the page needs of it."""
    autoencoder(max_epochs=1)  # compiles the loops
    clock = time.perf_counter()
    layer = autoencoder()
    program = describe_program() | {"seconds": round(time.perf_counter() - clock, 1)}
    scales = np.abs(layer.components_).max(axis=1) / 127
    weights = np.rint(layer.components_ / scales[:, np.newaxis]).astype(np.int8)
    arrays = {"weights": weights, "scales": scales, "intercept": layer.intercept_, "losses": layer.loss_curve_}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays, program=np.array(json.dumps(program, indent=1)))
    store.write_whole(store.results_folder() / AUTOENCODER, buffer.getvalue())


def load_autoencoder():
    """Load what is stored of the auto-encoder."""
    path = store.results_folder() / AUTOENCODER
    if not path.exists():
        raise store.NoResult(f"{path} is missing. It is made by `python -m study.figures.home`.")
    with np.load(path) as file:
        found = Bunch(**file)
    found.program = json.loads(str(found.program))
    found.components = (found.weights * found.scales.astype(float)[:, np.newaxis]).astype(np.float32)
    return found


if __name__ == "__main__":
    store_autoencoder()
