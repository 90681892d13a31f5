"""The control that a reader runs: layers of digits, and the examples behind each of their nodes, the most active first.

`python -m study.figures.control` trains them as the notebook of this name does, with its first seed, and stores them.
"""

import base64
import json
import zlib

import numpy as np

from gnode import GreedyByNode

from .. import store
from ..provenance import describe_program
from . import CHART, beside, drawn
from .features import digits, sparse
from .quiz import pixels

FILE = "control.json"


def make_control():
    """Make the layers (dict in terms of JSON): weights, a byte each; how many examples a node has; which, deflated."""
    X, sae = digits()[0], sparse()[0]
    gn, outputs = GreedyByNode(100, reading="paper", random_state=0).fit(X), sae.transform(X)
    ordered = np.argsort(-outputs, axis=0, kind="stable").T
    behind = {
        "sparse": [rows[:n] for rows, n in zip(ordered, (outputs > 0).sum(axis=0))],
        "GN": gn.subsets_[1:],  # node 1 sees them all
    }
    weights = {"sparse": sae.decoder_, "GN": gn.components_[1:]}
    rows = np.concatenate([own for of in behind.values() for own in of])
    packed = zlib.compress(np.array([rows % 256, rows // 256], np.uint8).tobytes(), 9)
    return {
        "weights": {name: pixels(W) for name, W in weights.items()},
        "counts": {name: [len(own) for own in of] for name, of in behind.items()},
        "rows": base64.b64encode(packed).decode(),
    }


def load_control():
    """Load what is stored (dict, see `make_control`, with the program that made it)."""
    return store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.control`.")


def by_count(runs):
    """Draw the likeness of features, and of random sums and averages of the examples behind them, by how many count."""
    lines = {"averages": ("0.35", ":"), "sums": ("#d55e00", "-"), "learned": ("#0072b2", "-")}
    lines |= {"any digits": ("0.35", "--")}
    means = runs.groupby(level="count", sort=False)[list(lines)].mean()
    with drawn("The fewer digits count, the better random sums look", figsize=(CHART, 3.4)) as ax:
        for name, (colour, style) in lines.items():
            of = means[name].dropna()
            ax.plot(of.index, of, style, color=colour, linewidth=2.5, marker="o" if style == "-" else None)
            words = {"sums": "random sums", "learned": "features"}.get(name, name)
            beside(ax, words, (of.index[-1], of.iloc[-1]), (8, 0), color=colour, weight="bold", va="center")
        ax.set(xlabel="digits that count, those that activate a node most", ylabel="likeness", ylim=(0.52, 0.84))


if __name__ == "__main__":
    made = make_control() | describe_program()
    store.write_whole(store.results_folder() / FILE, (json.dumps(made) + "\n").encode())
