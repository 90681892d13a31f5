"""What the page on use shows: accuracy against the time that it takes, and features of four ways side by side."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

from gnode import GreedyByNode, OwnRowsPCA

from ..datasets import load
from ..experiments import runs_frame
from ..measures import best_match
from ..methods import GCN, GN, METHODS, NONE, SV, USV
from ..methods.others import RandomMixes
from ..page import table
from ..speed import load_speed, peers
from ..stats import summary
from .images import show_feature, turned

LABELS = {SV.name: "SUP", USV.name: "AE", GN.name: "GN", GCN.name: "GCN", NONE.name: "no pre-training"}
MLP = "MLPClassifier"
# Where a name stands: points right of and above its mark, and its side there.
PLACES = {
    NONE.name: (6, -34, "center"),
    GCN.name: (-13, 3, "right"),
    GN.name: (-9, 13, "right"),
    MLP: (4, 29, "center"),
    SV.name: (0, 20, "center"),
    USV.name: (0, -30, "center"),
}


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


def answer():
    """Draw classifiers by their seconds of training and their test accuracy."""
    shown = classifiers().drop("random")
    figure, ax = plt.subplots(figsize=(6, 3.6), layout="constrained")
    for name, of in shown.iterrows():
        method = METHODS.get(name)
        marker, colour = (method.marker, method.colour) if method else ("*", "0.1")
        style = {"color": colour, "markeredgecolor": "black", "markeredgewidth": 0.6, "markersize": 9 if method else 14}
        ax.errorbar(of["seconds"], of["test"], of["test_sd"], fmt=marker, **style)
        *shift, side = PLACES[name]
        at = of["seconds"], of["test"]
        ax.annotate(LABELS.get(name, name), at, shift, textcoords="offset points", ha=side, va="center", fontsize=13)
    ax.set(xscale="log", xlim=(1.2, 130), ylim=(0.9255, 0.9445))
    ax.set_xlabel("seconds of training on USPS", fontsize=13)
    ax.set_ylabel("test accuracy", fontsize=13)
    ax.set_xticks((2, 5, 10, 20, 50, 100), (2, 5, 10, 20, 50, 100))
    ax.minorticks_off()
    ax.set_yticks((0.93, 0.935, 0.94))
    ax.tick_params(labelsize=13)
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle("Similar accuracy, very different times", fontsize=14)
    plt.show()


def today():
    """Show what each classifier of the figure takes and scores."""
    names = LABELS | {MLP: "`MLPClassifier`"}
    rows = [
        {
            "network": names[name],
            "test accuracy": f"{of['test']:.3f} ± {of['test_sd']:.3f}",
            "training (s)": f"{of['seconds']:.1f} ± {of['seconds_sd']:.1f}",
        }
        for name, of in classifiers().drop("random").iterrows()
    ]
    table(rows)


@cache
def learned():
    """Learn features of handwritten digits in four ways (dict of name to weights)."""
    X, n_nodes = load("mnist16").X_train, 60
    return {
        "k-means": KMeans(n_nodes, n_init=1, random_state=0).fit(X).cluster_centers_ - X.mean(axis=0),
        "row components": OwnRowsPCA(n_nodes, random_state=0).fit(X).components_,
        "sums of rows": RandomMixes(n_nodes, random_state=0).fit(X).components_,
        "GN": GreedyByNode(n_nodes, reading="paper", random_state=0).fit(X).components_,
    }


def matches():
    """Give the median best cosine of each way's features with an image (dict of name to float)."""
    X = load("mnist16").X_train
    return {name: float(np.median(best_match(of, X))) for name, of in learned().items()}


def features():
    """Draw every tenth feature that each way learns, a row each."""
    figure, axes = plt.subplots(len(learned()), 6, figsize=(6, 3.7), layout="constrained")
    for line, (name, of) in zip(axes, learned().items()):
        for ax, feature in zip(line, turned(of)[3::10]):
            show_feature(ax, feature)
        words = name.replace(" ", "\n", 1)
        line[0].text(-0.15, 0.5, words, transform=line[0].transAxes, ha="right", va="center", fontsize=13)
    figure.suptitle("For features that look like digits, take k-means", fontsize=14)
    plt.show()
