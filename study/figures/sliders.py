"""The features that a reader moves with a slider: by epochs, and by the amnesia factor; all of USPS.

`python -m study.figures.sliders` trains the layers and stores of each the same ten nodes, chosen by number.
"""

import base64
import json

import numpy as np

from gnode import GreedyByClassByNode, GreedyByNode, LayerwiseAutoencoder

from .. import store
from ..datasets import load
from ..experiments import reconstruction
from ..experiments.controls import BY_CLASS, BY_ERROR
from ..experiments.epochs import EPOCHS
from ..measures import absolute_cosines, best_match
from ..methods.others import MixesWithMean
from ..provenance import describe_program
from . import quietly
from .quiz import quantised

FILE = "sliders.json"
N_NODES, SEED = 200, 0
SHOWN = slice(100, 110)  # of GCN: one of each class
TRAINED = {"GN": GreedyByNode, "GCN": GreedyByClassByNode, "auto-encoder": LayerwiseAutoencoder}
FACTORS = sorted(reconstruction.FACTORS)
SUMS = {"GN": BY_ERROR, "GCN": BY_CLASS}  # whose examples are added up
READINGS = {"flat": "paper", "fading": "mended"}
"""Kind of memory -> the version that has it."""


def rows():
    """Give the training images of USPS in float32, as the runs have them, and their classes."""
    data = load("usps")
    return data.X_train.astype(np.float32), data.y_train


def pixels(components, nodes=SHOWN):
    """Write the features of ten nodes, a byte a weight (str)."""
    return base64.b64encode(quantised(components[nodes]).tobytes()).decode()


def matched(components):
    """Give ten features and the median match of all with an image of USPS."""
    return {"features": pixels(components), "match": round(float(np.median(best_match(components, rows()[0]))), 4)}


def after_epochs(method, epochs):
    """Train a layer on USPS as the paper writes it: features, their match, updates, likeness to averages (dict)."""
    layer = quietly(TRAINED[method](N_NODES, max_epochs=epochs, reading="paper", random_state=SEED), *rows())
    found = matched(layer.components_) | {"updates": int(np.median(layer.n_updates_))}
    if method in SUMS:
        cosines = [absolute_cosines([w], [own])[0, 0] for w, own in zip(layer.components_, averaged(layer))]
        found["like_average"] = round(float(np.median(cosines)), 4)
    return found


def averaged(layer):
    """Average the examples of each node of a layer (ndarray)."""
    X, _ = rows()
    return np.array([X[own].mean(axis=0) for own in layer.subsets_])


def added_up(partition):
    """Give each node its examples, as GN or GCN does, and add these up with random weights (fitted layer)."""
    return MixesWithMean(N_NODES, partition=partition, random_state=SEED).fit(*rows())


def sums(partition):
    """Add up the examples of each node with random weights: features and their match, without training (dict)."""
    return matched(added_up(partition).components_)


def averages(partition):
    """Average the examples of each node: features and their match, without training (dict)."""
    return matched(averaged(added_up(partition)))


def with_memory(memory, factor):
    """Train a layer of GCN with some memory (the fitted layer)."""
    settings = {"amnesia": factor, "reading": READINGS[memory], "random_state": SEED}
    return quietly(GreedyByClassByNode(N_NODES, **settings), *rows())


def load_sliders():
    """Load what is stored (dict): epochs, lists by `EPOCHS` and, of memory, by `FACTORS`."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.sliders`.")


if __name__ == "__main__":
    made = {
        "epochs": {method: [after_epochs(method, epochs) for epochs in EPOCHS] for method in TRAINED},
        "sums": {method: sums(partition) for method, partition in SUMS.items()},
        "averages": {method: averages(partition) for method, partition in SUMS.items()},
        "memory": {memory: [pixels(with_memory(memory, A).components_) for A in FACTORS] for memory in READINGS},
    }
    store.write_whole(store.results_folder() / FILE, (json.dumps(made | describe_program()) + "\n").encode())
