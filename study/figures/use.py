"""What the page on use shows: classifiers, and rounds of networks with pre-training and without.

`python -m study.figures.use` trains the networks of ten rounds as the page does, and stores their scores.
"""

import json

import numpy as np
import pandas as pd

from gnode import DeepClassifier

from .. import store
from ..datasets import load
from ..experiments import runs_frame
from ..provenance import describe_program
from ..speed import load_speed, peers
from ..stats import summary
from . import CHART, IN_FULL, drawn, in_rows, look_of

FILE, KINDS = "rounds.json", {"gn": {}, "gcn": {}, "none": {}}
SIMPLER = {"random": {}, "autoencoder": {"max_epochs": 1}}
"""What GN is compared with, too: random hidden layers whose output layer is trained as GN's is, and an auto-encoder."""


def classifiers():
    """Gather what training on USPS takes (seconds) and what it scores (test), means by method (pandas.DataFrame)."""
    bench, timing = load_speed(), runs_frame("timing", column="paper")
    found = {
        "seconds": (summary(timing, "method", "total_seconds"), peers(bench, "wall_seconds")),
        "test": (summary(runs_frame("table1", column="paper"), "method"), peers(bench, "test_accuracy")),
    }
    return pd.DataFrame({name: pd.concat(parts)["mean"] for name, parts in found.items()})


def one_round(seed, kinds=KINDS):
    """Train on a thousand digits of MNIST by each kind with its settings (list of float, shares of the unseen)."""
    digits, some = load("mnist16"), np.random.RandomState(seed).permutation(5000)[:1000]
    X, unseen, y = digits.X_train[some].astype("f"), digits.X_test.astype("f"), digits.y_train[some]
    networks = (DeepClassifier((100, 50), pretraining=of, random_state=seed, **more) for of, more in kinds.items())
    return [of.fit(X, y).score(unseen, digits.y_test) for of in networks]


def load_rounds(kinds="rounds"):
    """Load what ten rounds gave (ndarray of rounds by `KINDS`, or by `SIMPLER` if that is asked for)."""
    stored = store.read_json(store.results_folder() / FILE, "It is made by `python -m study.figures.use`.")
    return np.array(stored[kinds])


def answer():
    """Draw the test accuracies of ten rounds."""
    with drawn("Ten rounds: GN leads a little, GCN does not", figsize=(CHART, 2.6)) as ax:
        in_rows(ax, [IN_FULL[of] for of in KINDS])
        for y, (of, test) in enumerate(zip(KINDS, load_rounds().T)):
            colour = "0.35" if of == "none" else look_of(of)["color"]
            ax.plot(test, y + 0.2 * np.sin(3 * np.arange(len(test))), "o", color=colour, alpha=0.55, markeredgewidth=0)
            ax.plot(np.mean(test), y, "|", color="black", markersize=22, markeredgewidth=3)
        ax.set(xticks=[0.88, 0.9, 0.92, 0.94], xticklabels=["88%", "90%", "92%", "94%"])
        ax.set_xlabel("test accuracy on MNIST, after training on 1,000 digits")


if __name__ == "__main__":
    made = {
        "rounds": [one_round(seed) for seed in range(10)],
        "simpler": [one_round(seed, SIMPLER) for seed in range(10)],
    }
    made |= describe_program()
    store.write_whole(store.results_folder() / FILE, (json.dumps(made) + "\n").encode())
