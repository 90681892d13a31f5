"""The quiz: features of USPS, trained and not, and in which of them the blind judge sees a digit.

``python -m study.figures.quiz`` makes it from the stored runs and from the images of USPS, and stores it.
"""

from __future__ import annotations

import base64
import json

import numpy as np
import pandas as pd

from .. import store
from ..datasets import load
from ..experiments import runs_frame
from ..experiments.controls import BY_CLASS, BY_ERROR, CONFIDENCE, DIGIT, controls_nodes
from ..experiments.judge import judge_of
from ..methods.others import MixesWithMean, NoiseLayer
from ..provenance import describe_program
from .images import turned

KINDS = {
    "GN": ("GN", 2),
    "GCN": ("GCN", 2),
    "Auto-encoder": ("USV", 1),
    "Supervised layer": ("SV", 1),
    "Sum of rows": ("sums with the mean of GN's rows", 3),
    "Class sum": ("sums with the mean of GCN's rows", 2),
    "Principal component": (None, 0),
    "Noise": ("noise", 1),
}
"""Kind of a feature -> its name among the stored controls, where it is there, and how many of it a quiz has: six
trained ones and six others. Sums keep the mean of their rows, as the nodes do."""

HOME = {"trained": "GCN", "untrained": "Class sum"}
TRAINED = {"GN": "gn", "GCN": "gcn", "Auto-encoder": "usv", "Supervised layer": "sv"}
N_NODES, SEED = 200, 0
TILES = np.linspace(0, N_NODES - 1, 30).round().astype(int)
"""The nodes that a quiz draws from: evenly spread over a layer, whatever they are."""

PAIRED = np.arange(30, N_NODES).reshape(-1, 10)[::3].ravel()
"""The nodes of GCN that Home shows beside sums of the same examples, six of each class in turn."""

FIRST = 0
"""The seed of the quiz that the page begins with."""

FILE = "quiz.json"


def weights(X, y):
    """Give the weights of all kinds, as the paper writes the methods (dict of ndarray); three are made anew."""
    found = {kind: store.load_features(name, reading="paper").components for kind, name in TRAINED.items()}
    found["Principal component"] = store.load_features("pca").components
    for kind, partition in (("Sum of rows", BY_ERROR), ("Class sum", BY_CLASS)):
        found[kind] = MixesWithMean(N_NODES, partition=partition, random_state=SEED).fit(X, y).components_
    found["Noise"] = NoiseLayer(N_NODES, random_state=SEED).fit(X).components_
    return {kind: found[kind] for kind in KINDS}


def quantised(components):
    """Write features with 255 levels, each with its own range, and turn them as `turned` does (ndarray of int8)."""
    components = np.asarray(components, dtype=np.float64)
    levels = 127 * components / np.abs(components).max(axis=1, keepdims=True)
    return turned(levels.round().astype(np.int8))


def pixels(components):
    """Write features, a byte a weight (str)."""
    return base64.b64encode(quantised(components).tobytes()).decode()


def stored_judgements():
    """Give how confident the judge must be to have seen a digit, and its judgements of the layers of seed 0."""
    frames = (runs_frame(name, column="paper") for name in ("controls", "mean_kept", "noise"))
    runs = pd.concat(frames, ignore_index=True)
    nodes = controls_nodes(runs).query("dataset == 'usps'")
    line = nodes[nodes["cell"] == KINDS["Noise"][0]][CONFIDENCE].quantile(0.95)
    of_seed = nodes[nodes["seed"] == SEED].set_index("cell")
    return line, {kind: of_seed.loc[cell] for kind, (cell, _) in KINDS.items() if cell}


def make_quiz():
    """Make the quiz (dict in terms of JSON): one entry a kind, with what is shown of it and what the judge saw."""
    data = load("usps")
    X, y = data.X_train.astype(np.float32), data.y_train  # as the runs have them
    components = weights(X, y)
    line, judgements = stored_judgements()
    digit, confidence = judge_of(X, y).of_features(components["Principal component"])
    judgements["Principal component"] = pd.DataFrame({DIGIT: digit, CONFIDENCE: confidence, "own": -1})
    kinds = []
    for kind, (_, asked) in KINDS.items():
        judged = judgements[kind]
        sees, own = (judged[CONFIDENCE] > line).to_numpy(), judged["own"].to_numpy()
        kinds.append({"name": kind, "trained": kind in TRAINED, "asked": asked, "own": own[TILES].tolist()})
        kinds[-1] |= {
            "judge": np.where(sees, judged[DIGIT], -1)[TILES].tolist(),
            "seen": float(sees.mean()),
            "named": float((sees & (judged[DIGIT].to_numpy() == own)).mean()),
            "pixels": pixels(components[kind][TILES]),
        }
    home: dict = {name: pixels(components[kind][PAIRED]) for name, kind in HOME.items()}
    return {"nodes": TILES.tolist(), "kinds": kinds, "home": home | {"mean": X.mean(axis=0).round(4).tolist()}}


def as_features(pixels):
    """Read stored features, a byte a weight (ndarray)."""
    return np.frombuffer(base64.b64decode(pixels), np.int8).reshape(-1, 256)


def draw_quiz(seed):
    """Draw the features of a quiz as its page does (list of pairs of kind and weights)."""
    kinds, random = load_quiz()["kinds"], np.random.RandomState(seed)
    pool = [(kind["name"], of) for kind in kinds for of in as_features(kind["pixels"])]
    pick, _, order = (random.random_sample(n) for n in (len(pool), 1, len(pool)))
    ranked = np.argsort(pick.reshape(len(kinds), -1)) + len(TILES) * np.arange(len(kinds))[:, None]
    chosen = [at for kind, of in zip(kinds, ranked) for at in of[: kind["asked"]]]
    return [pool[at] for at in sorted(chosen, key=order.__getitem__)]


def load_quiz():
    """Load the stored quiz (dict, see `make_quiz`, with the program that made it)."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.quiz`.")


if __name__ == "__main__":
    store.write_whole(store.results_folder() / FILE, (json.dumps(make_quiz() | describe_program()) + "\n").encode())
