"""How much features look like single digits, trained and not: what the page on features compares, over seeds.

`python -m study.figures.likeness` trains the layers and stores medians over their nodes.
"""

import json
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
from joblib import Parallel, delayed
from scipy.ndimage import gaussian_filter
from scipy.optimize import brentq

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.reading import READINGS

from .. import store
from ..datasets import load
from ..experiments.epochs import EPOCHS
from ..measures import cosines_with_unseen, roughness, without_mean
from ..provenance import describe_program
from . import quietly
from .how_it_works import stuck
from .quiz import pixels

FILE = "likeness.json"
N_NODES, N_SEEDS, N_SEEDS_BY_EPOCHS, N_SEEDS_OF_FEW, N_REAL = 200, 20, 7, 5, 500
SETS = {"USPS": "usps", "MNIST": "mnist16"}
VERSIONS = {"paper": "paper", "program": "mended"}  # and its name in the library
BY_NODE = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}
LONG_EPOCHS = (*EPOCHS, 1000, 3000)
"""The epochs after which it is counted how many of GCN's features match the right digit."""
WITHOUT_DECAY = replace(READINGS["paper"], weight_decay="nowhere")
FEW_NODES = 13  # so that a node of GN may see 384 of 5,000 examples
EXTENTS = {(25, 7_500): 300, (25, 115_000): 4_600, (384, 7_500): 20, (384, 115_000): 300}
"""Examples a node sees and about how often it is updated -> the epochs that this takes."""

METHODS = BY_NODE | {"SUP": LayerwiseSupervisedEncoder, "AE": LayerwiseAutoencoder}


@cache
def digits(data):
    """Give the training images of a set in float32, as the runs have them, the test images, and the classes of both."""
    loaded = load(SETS[data])
    return loaded.X_train.astype(np.float32), loaded.y_train, loaded.X_test, loaded.y_test


def trained(data, name, seed, epochs=300, version="paper", **settings):
    """Train a layer (fitted)."""
    settings |= {"max_epochs": epochs, "reading": VERSIONS[version], "random_state": seed}
    return quietly(METHODS[name](N_NODES, **settings), *digits(data)[:2])


def looks(features, data, classes=(), themselves=()):
    """Measure features: the median likeness to a test image, and the share that is most like one of their own class.

    Features that are test images themselves are compared with all others.
    """
    X, _, unseen, y = digits(data)
    cosines = cosines_with_unseen(features, X, unseen)
    cosines[range(len(themselves)), themselves] = 0
    own = y[cosines[: len(classes)].argmax(axis=1)] == classes
    return [round(float(of), 4) for of in (np.median(cosines.max(axis=1)), np.sum(own) / max(len(classes), 1))]


def smoothed(features, X, least):
    """Blur features, the mean image off, all alike, until their median roughness is at most this (ndarray)."""
    features = without_mean(np.asarray(features, dtype=float), X)

    def blurred(width):
        images = gaussian_filter(features.reshape(-1, 16, 16), (0, width, width))
        return without_mean(images.reshape(features.shape), X)

    def above(width):
        return np.median(roughness(blurred(width))) - least

    return blurred(brentq(above, 0, 3)) if above(0) > 0 else features


def compared(data, version, name, seed):
    """Train a layer, add up and average the examples of its nodes: the likeness and own class of each kind (dict).

    The class of a node of GN, which sees several, is that of most of its examples. "balanced" sums have weights that
    add up to zero, so that the average has no part in them; "all" are sums of all examples. "shuffled" sums have the
    weights that training gave the examples of the node, by least squares, but each goes to any of the examples.
    "real" are test images, in place of features. Noise is blurred until it is as smooth as the sums, and of trained
    features and sums the rougher ones until they are as smooth as the others. "gain of stuck" is what stuck nodes have
    in the difference between the trained features and the sums that show their own class.
    """
    X, y, unseen, of_unseen = digits(data)
    layer, rng = trained(data, name, seed, version=version), np.random.default_rng(seed)
    subsets = layer.subsets_[name == "GN" :]  # GN's first node sees all
    features = {"noise": rng.standard_normal((N_NODES, X.shape[1]))}
    drawn = [rng.standard_normal(len(rows)) for rows in subsets]
    features |= {
        "sums": np.array([of @ X[rows] for of, rows in zip(drawn, subsets)]),
        "balanced": np.array([(of - of.mean()) @ X[rows] for of, rows in zip(drawn, subsets)]),
        "averages": np.array([X[rows].mean(axis=0) for rows in subsets]),
        "all": rng.standard_normal((N_NODES, len(X))) @ X,
        "trained": layer.components_[name == "GN" :],
    }
    nodes = features["trained"].astype(float)
    given = [np.linalg.lstsq(X[rows].T, of, rcond=None)[0] for of, rows in zip(nodes, subsets)]
    features["shuffled"] = np.array([rng.permutation(of) @ X[rows] for of, rows in zip(given, subsets)])
    effective = float(np.median([np.sum(of**2) ** 2 / np.sum(of**4) for of in given]))  # examples
    real = np.random.default_rng(0).permutation(len(unseen))[:N_REAL]
    classes = np.array([np.bincount(y[rows].astype(int)).argmax() for rows in subsets])
    rough = {kind: float(np.median(roughness(without_mean(features[kind], X)))) for kind in ("sums", "trained")}
    features["smooth noise"] = smoothed(features["noise"], X, rough["sums"])
    features |= {f"{kind}, as smooth": smoothed(features[kind], X, min(rough.values())) for kind in rough}
    found = {kind: looks(of, data, classes) for kind, of in features.items()}
    still = stuck(layer, X)[name == "GN" :]
    shows, of_sums = (
        of_unseen[cosines_with_unseen(features[kind], X, unseen).argmax(axis=1)] == classes
        for kind in ("trained", "sums")
    )
    rest = {"stuck": still.mean(), "stuck, own class": np.sum(shows & still) / max(np.sum(still), 1)}
    rest |= {"gain of stuck": (np.sum(shows & still) - np.sum(of_sums & still)) / len(still)}
    rest |= {f"{kind}, roughness": of for kind, of in rough.items()} | {"effective examples": effective}
    found["real"] = looks(unseen[real], data, of_unseen[real], real)
    own = {f"{kind}, own class": of for kind, (_, of) in found.items()}
    return {kind: of for kind, (of, _) in found.items()} | own | {of: round(float(n), 4) for of, n in rest.items()}


def few(method, n_examples, updates, seed):
    """Train nodes on few or many examples of MNIST: pieces of GN's ranking cut down, or the first of a drawn order."""
    X, rng = digits("MNIST")[0], np.random.default_rng(seed)
    settings = {"max_epochs": EXTENTS[n_examples, updates], "random_state": seed}
    if method == "AE":
        layer = LayerwiseAutoencoder(N_NODES, reading=WITHOUT_DECAY, **settings)
        return layer.fit(X[rng.permutation(len(X))[:n_examples]]).components_

    def partition(X, errors, n_subsets):
        pieces = np.array_split(np.argsort(errors, kind="stable"), n_subsets)
        return [np.sort(rng.choice(piece, n_examples, replace=False)) for piece in pieces]

    return GreedyByNode(FEW_NODES, partition=partition, reading="paper", **settings).fit(X).components_[1:]


def after_epochs(data, name, epochs, seed):
    """Give the median likeness of a layer after so many epochs, and how much of GCN's shows its own class."""
    layer = trained(data, name, seed, epochs)
    classes = digits(data)[1][[rows[0] for rows in layer.subsets_]] if name == "GCN" else ()
    return looks(layer.components_, data, classes)


@cache
def load_likeness():
    """Load what is stored (dict): lists over seeds, by set, version, layer and kind, and by epochs."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.likeness`.")


if __name__ == "__main__":
    run = Parallel(n_jobs=-1, prefer="threads")
    made: dict = {data: {version: {} for version in VERSIONS} for data in SETS}
    for data, version, name in ((data, version, name) for data in SETS for version in VERSIONS for name in BY_NODE):
        seeds = run(delayed(compared)(data, version, name, seed) for seed in range(N_SEEDS))
        made[data][version][name] = {kind: [of[kind] for of in seeds] for kind in seeds[0]}
    for name in METHODS:
        by = ((delayed(after_epochs)("USPS", name, n, seed) for seed in range(N_SEEDS_BY_EPOCHS)) for n in EPOCHS)
        made.setdefault("epochs", {})[name] = [[like for like, _ in run(seeds)] for seeds in by]
    for data in SETS:
        by = ((delayed(after_epochs)(data, "GCN", n, seed) for seed in range(N_SEEDS)) for n in LONG_EPOCHS)
        made.setdefault("epochs, own class", {})[data] = [[own for _, own in run(seeds)] for seeds in by]
    for method, (n, updates) in product(("GN", "AE"), EXTENTS):
        seeds = run(delayed(few)(method, n, updates, seed) for seed in range(N_SEEDS_OF_FEW))
        shown = pixels(seeds[0][np.linspace(2, len(seeds[0]) - 1, 4).round().astype(int)])
        of = {"likeness": [looks(nodes, "MNIST")[0] for nodes in seeds], "pixels": shown}
        made.setdefault("few", []).append({"method": method, "examples": n, "updates": updates} | of)
    store.write_whole(store.results_folder() / FILE, (json.dumps(made | describe_program()) + "\n").encode())
