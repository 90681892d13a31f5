"""What the page on use shows: what GN reaches, and what something simpler does."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

from gnode import GreedyByNode

from ..datasets import load
from ..experiments import runs_frame
from ..experiments.peers import with_peers
from ..measures import likeness, without_mean
from ..methods import GN, NONE, USV
from ..speed import load_speed, peers
from ..stats import summary
from . import CHART, beside, lay, look_of, quietly
from .faster import by_rates
from .images import headline, turned

MLP = "MLPClassifier"
OTHERS = {"marker": "D", "color": "0.25", "markersize": 8}  # than GN


@cache
def classifiers():
    """Gather what training on USPS takes and what it scores, with their sd: a row a method, the fastest first."""
    bench, timing = load_speed(), runs_frame("timing", column="paper")
    found = {
        "seconds": (summary(timing, "method", "total_seconds"), peers(bench, "wall_seconds")),
        "test": (summary(runs_frame("table1", column="paper"), "method"), peers(bench, "test_accuracy")),
    }
    columns = {}
    for name, parts in found.items():
        cells = pd.concat(parts).drop("DeepClassifier")
        columns |= {name: cells["mean"], f"{name}_sd": cells["sd"]}
    return pd.DataFrame(columns).sort_values("seconds")


@cache
def features(seed):
    """Train a hundred nodes of GN, and as many centres of k-means, on the digits (dict of ndarray)."""
    X = load("mnist16").X_train
    centres = KMeans(100, n_init=1, random_state=seed).fit(X).cluster_centers_
    return {"GN": quietly(GreedyByNode(100, reading="paper", random_state=seed), X).components_[1:], "k-means": centres}


def purposes():
    """Gather what GN and what others reach for four purposes (dict of dict of float, shares in per cent)."""
    test, best, digits = classifiers()["test"], by_rates()["mean"].groupby("method").max(), load("mnist16")
    probes = with_peers(runs_frame("peers", column="paper")).groupby(["peer", "dataset"])["probe_all"].mean()
    read, of_sums = probes.groupby("peer").mean(), "mixes of GN's rows"
    X = digits.X_test  # the page of the test takes off their mean, too
    like = [{name: np.median(likeness(of, X, X)) for name, of in features(seed).items()} for seed in range(3)]
    return {
        "to classify digits (test accuracy, %)": {"GN": 100 * test[GN.name], MLP: 100 * test[MLP]},
        "to pre-train layers (test accuracy, %)": {
            "GN": 100 * best[GN.name],
            "half an epoch of AE": 100 * best[USV.name],
            "nothing": 100 * test[NONE.name],
        },
        "inputs for a linear classifier (accuracy, %)": {"GN": 100 * read["GN"], "random sums": 100 * read[of_sums]},
        "features that look like data (likeness)": pd.DataFrame(like).mean().to_dict(),
    }


def answer():
    """Draw what GN and what something simpler reaches for four purposes, and ten features of GN and of k-means."""
    told, high, top = purposes(), 0.98, 0.36
    height = top + high * len(told) + 1.34
    with plt.rc_context({"font.size": 13}):
        figure = plt.figure(figsize=(CHART, height))
        headline(figure, "For four purposes, something simpler does about as well", y=1, va="top")
        for line, (purpose, of) in enumerate(told.items()):
            low = 1 - (top + high * line + 0.68) / height
            ax, middle = figure.add_axes((0, low, 1, 0.25 / height)), (max(of.values()) + min(of.values())) / 2
            ax.set(xlim=[middle + side * (1.2 if middle > 1 else 0.4) for side in (-1, 1)], ylim=(-1, 1))
            ax.axhline(0, color="0.85", zorder=0)
            ax.set_axis_off()
            figure.text(0, low + 0.49 / height, purpose, color="0.35")
            for name, value in of.items():
                up, words = name in ("GN", "nothing"), f"{name} {value:.1f}" if value > 1 else f"{name} {value:.2f}"
                ax.plot(value, 0, **(look_of(GN.name, 10) if name == "GN" else OTHERS))
                shift, side = (0, 8 if up else -8), "bottom" if up else "top"
                beside(ax, words, (value, 0), shift, ha="center", va=side)
        for line, (name, W) in enumerate(features(0).items()):
            at = top + high * len(told) + 0.02 + 0.66 * line
            figure.text(0, 1 - (at + 0.3) / height, name, va="center")
            shown = turned(without_mean(W, load("mnist16").X_train)[np.linspace(0, len(W) - 1, 8).round().astype(int)])
            lay(figure, shown, 0.9, at, 0.64, 8)
        plt.show()
