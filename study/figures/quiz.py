"""Features of USPS that GN and GCN have trained, early and late, and sums of the same digits that nobody trained.

``python -m study.figures.quiz`` makes them from the stored weights and from the images of USPS, and stores them.
"""

from __future__ import annotations

import base64
import json

import numpy as np

from gnode import GreedyByClassByNode

from .. import store
from ..datasets import load
from ..experiments.controls import BY_CLASS, BY_ERROR
from ..experiments.epochs import FULL_EPOCHS
from ..measures import without_mean
from ..methods.others import MixesWithMean, NoiseLayer
from ..provenance import describe_program
from . import quietly
from .images import turned

KINDS = ("GN", "GCN", "GN’s sum", "GCN’s sum", "noise")
"""Kinds of features. Sums keep the mean of their rows."""

HOME = {"trained": "GCN", "untrained": "GCN’s sum"}
TRAINED = {"GN": "gn", "GCN": "gcn"}
N_NODES, SEED = 200, 0
TILES = np.linspace(0, N_NODES - 1, 30).round().astype(int)
"""The nodes of each kind: evenly spread over a layer, whatever they are."""

PAIRED = np.arange(30, 30 + N_NODES).reshape(-1, 10)[::2].ravel() % N_NODES
"""The nodes that Home shows, ten of each class: every second group of ten, beginning with those of other pages."""

QUIZZED = slice(40, 46)
"""The nodes of the quiz: the first of the ten that follow those with which Home begins."""

EARLY = 10
"""The epochs after which the quiz shows them for the first time."""

FILE = "quiz.json"


def weights(X, y):
    """Give the weights of all kinds (dict of ndarray); sums and noise are made anew."""
    found = {kind: store.load_features(name, reading="paper").components for kind, name in TRAINED.items()}
    for kind, partition in (("GN’s sum", BY_ERROR), ("GCN’s sum", BY_CLASS)):
        found[kind] = MixesWithMean(N_NODES, partition=partition, random_state=SEED).fit(X, y).components_
    return found | {"noise": NoiseLayer(N_NODES, random_state=SEED).fit(X).components_}


def quantised(components):
    """Write features with 255 levels, each with its own range, and turn them as `turned` does (ndarray of int8)."""
    components = np.asarray(components, dtype=np.float64)
    levels = 127 * components / np.abs(components).max(axis=1, keepdims=True)
    return turned(levels.round().astype(np.int8))


def pixels(components):
    """Write features, a byte a weight (str)."""
    return base64.b64encode(quantised(components).tobytes()).decode()


def make_quiz():
    """Make what is stored (dict in terms of JSON): nodes of each kind, without the mean image, and what pages show."""
    data = load("usps")
    X, y = data.X_train.astype(np.float32), data.y_train  # as the runs have them
    components = weights(X, y)
    kinds = {kind: pixels(without_mean(components[kind], X)[TILES]) for kind in KINDS}
    home: dict = {name: pixels(components[kind][PAIRED]) for name, kind in HOME.items()}
    home |= {"mean": X.mean(axis=0).round(4).tolist()}
    early = quietly(GreedyByClassByNode(N_NODES, reading="paper", max_epochs=EARLY, random_state=SEED), X, y)
    shown = {EARLY: early.components_, FULL_EPOCHS: components["GCN"]}
    pairs = {epochs: pixels(of[QUIZZED]) for epochs, of in shown.items()}
    return {"nodes": TILES.tolist(), "kinds": kinds, "home": home, "pairs": pairs}


def as_features(pixels):
    """Read stored features, a byte a weight (ndarray)."""
    return np.frombuffer(base64.b64decode(pixels), np.int8).reshape(-1, 256)


def load_quiz():
    """Load what is stored (dict, see `make_quiz`, with the program that made it)."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.quiz`.")


def bare(layers):
    """Take the mean image of USPS out of features of some layers, a byte a weight (ndarray, ink stays red)."""
    mean = [load_quiz()["home"]["mean"]]
    features = np.array([without_mean(of, mean) for of in layers])
    return np.rint(127 * features / np.abs(features).max(axis=2, keepdims=True)).astype(np.int8)


if __name__ == "__main__":
    store.write_whole(store.results_folder() / FILE, (json.dumps(make_quiz() | describe_program()) + "\n").encode())
