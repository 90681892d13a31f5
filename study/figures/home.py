"""What Home shows: GN and GCN, which a reader's browser trains again, and the layers that it does not make.

An auto-encoder takes too long for a page, so `python -m study.figures.home` trains two and stores their weights.
Each is rounded to one of 255 steps between plus and minus the largest of its node, which no picture shows; what is
drawn and scored, here and in the page, is what was rounded.
"""

import base64
import json
import time
from functools import cache

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.utils import check_random_state

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder
from study import measures, store
from study.datasets import load
from study.provenance import describe_program

NODES = 200
AUTOENCODER = "home.json"
EPOCHS = {"AE": 300, "AE1": 1}
"""Of the two auto-encoders, by what the page calls them."""
METHODS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}


@cache
def rows():
    """Give the digits that the page trains on (X in float32, y)."""
    digits = load("mnist16")
    return digits.X_train.astype("float32"), digits.y_train


def greedy(method):
    """Train GN or GCN as the paper writes it (the fitted layer)."""
    return METHODS[method](NODES, amnesia=0.4, reading="paper", random_state=0).fit(*rows())


def autoencoder(max_epochs):
    """Train an auto-encoder as the paper writes it (the fitted layer)."""
    return LayerwiseAutoencoder(NODES, max_epochs=max_epochs, reading="paper", random_state=0).fit(rows()[0])


def untrained(subsets, made, seed=0):
    """Make nodes that nobody trained, on the digits of some trained ones (components, intercept).

    "sums" adds up a node's rows times random numbers; they keep their mean, as they do when a node is trained as the
    paper writes. "noise" is random numbers alone. Over its rows a node's input has mean 0 and standard deviation 1.
    """
    X, rng = rows()[0].astype(float), check_random_state(seed)
    components, intercept = np.empty((len(subsets), X.shape[1])), np.empty(len(subsets))
    for i, subset in enumerate(subsets):
        mean = X[subset].mean(axis=0)
        u, v = rng.random_sample((X.shape[1] if made == "noise" else len(subset), 2)).T
        normal = np.sqrt(-2 * np.log(1 - u)) * np.cos(2 * np.pi * v)  # as pages draw them
        w = normal if made == "noise" else normal @ X[subset]
        components[i] = w / np.std(X[subset] @ w)
        intercept[i] = -components[i] @ mean
    return components, intercept


def layers():
    """Make all layers that Home shows: their components and intercept by what the page calls them (dict of tuple)."""
    trained = {method: greedy(method) for method in METHODS}
    made = {name: (layer.components_, layer.intercept_) for name, layer in trained.items()}
    made |= {f"{name} sums": untrained(layer.subsets_, "sums") for name, layer in trained.items()}
    made["GN noise"] = untrained(trained["GN"].subsets_, "noise")
    return made | {name: rounded(of) for name, of in load_autoencoders().items()}


def without_mean(components):
    """Take out of each feature what it shares with the mean of the digits (ndarray)."""
    return measures.without_mean(components, rows()[0])


def score(components, intercept):
    """Give the share of unseen digits that a linear classifier on the nodes' outputs names (float)."""
    digits = load("mnist16")
    outputs, unseen = (np.tanh(X @ components.T + intercept) for X in (digits.X_train, digits.X_test))
    classes = LinearRegression().fit(outputs, np.eye(10)[digits.y_train]).predict(unseen)
    return float(np.mean(classes.argmax(axis=1) == digits.y_test))


def store_autoencoders():
    """Train the auto-encoders, and store what the page needs of them."""
    autoencoder(1)  # compiles the loops
    stored = {}
    for name, max_epochs in EPOCHS.items():
        clock = time.perf_counter()
        layer = autoencoder(max_epochs)
        seconds = round(time.perf_counter() - clock, 2)
        scales = np.abs(layer.components_).max(axis=1) / 127
        weights = np.rint(layer.components_ / scales[:, np.newaxis]).astype(np.int8)
        stored[name] = {"weights": base64.b64encode(weights.tobytes()).decode(), "seconds": seconds}
        stored[name] |= {"scales": scales.tolist(), "intercept": layer.intercept_.tolist()}
        stored[name]["losses"] = layer.loss_curve_.tolist()
    content = json.dumps({"layers": stored} | describe_program()) + "\n"
    store.write_whole(store.results_folder() / AUTOENCODER, content.encode())


def load_autoencoders():
    """Load what is stored of the auto-encoders (dict of dict, by name)."""
    how = "It is made by `python -m study.figures.home`."
    return store.read_json(store.results_folder() / AUTOENCODER, how)["layers"]


def rounded(of):
    """Give components and intercept of a stored auto-encoder: a byte a weight, times the scale of its node."""
    weights = np.frombuffer(base64.b64decode(of["weights"]), np.int8).reshape(NODES, -1)
    components = weights * np.array(of["scales"])[:, np.newaxis]
    return components.astype(np.float32), np.array(of["intercept"], np.float32)


if __name__ == "__main__":
    store_autoencoders()
