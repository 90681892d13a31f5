"""What the page on use shows: accuracy against the time that it takes, and features of four ways side by side."""

from functools import cache

import matplotlib.pyplot as plt
import pandas as pd
from sklearn.cluster import KMeans

from gnode import GreedyByNode

from ..datasets import load
from ..experiments import runs_frame
from ..measures import without_mean
from ..methods import GCN, GN, METHODS, NONE, SV, USV
from ..methods.others import MixesWithMean
from ..speed import load_speed, peers
from ..stats import summary
from . import EDGED, NAMES, beside, drawn, feature_lines, look_of, only_ticks, turned
from .faster import by_epochs
from .likeness import looks

MLP = "MLPClassifier"
# Where a name stands: points right of and above its mark, and its side there.
PLACES = {
    NONE.name: (6, -34, "center"),
    GCN.name: (11, -7, "left"),
    GN.name: (-4, 25, "center"),
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
    with drawn("MLPClassifier is as accurate as GN", letters={"figure.titlesize": 14}, figsize=(6, 3.6)) as ax:
        for name, of in classifiers().drop("random").iterrows():
            look = look_of(name, 9) if name in METHODS else {"marker": "*", "color": "0.1", "markersize": 14} | EDGED
            ax.errorbar(of["seconds"], of["test"], of["test_sd"], linestyle="none", **look)
            *shift, side = PLACES[name]
            beside(ax, NAMES.get(name, name), (of["seconds"], of["test"]), shift, ha=side, va="center")
        one, of = by_epochs().loc[USV.name, 1], runs_frame("timing", column="paper").query("method == @USV.name")
        at = (of["total_seconds"] - of["pretraining_seconds"]).mean() + one["seconds"], one["mean"]
        ax.errorbar(*at, one["sd"], linestyle="none", **look_of(USV.name, 9))
        beside(ax, "AE, one epoch", at, (-9, 6), ha="right", va="center")
        ax.set(xscale="log", xlim=(1.2, 130), ylim=(0.9255, 0.9445), yticks=(0.93, 0.935, 0.94))
        ax.set(xlabel="seconds of training on USPS", ylabel="test accuracy")
        only_ticks(ax, (2, 5, 10, 20, 50, 100))


@cache
def learned():
    """Learn features of handwritten digits in three ways (dict of name to weights)."""
    X, n_nodes = load("mnist16").X_train, 60
    return {
        "k-means": KMeans(n_nodes, n_init=1, random_state=0).fit(X).cluster_centers_ - X.mean(axis=0),
        "sums": MixesWithMean(n_nodes, random_state=0).fit(X).components_,
        "GN": GreedyByNode(n_nodes, reading="paper", random_state=0).fit(X).components_,
    }


def matches():
    """Give the median likeness of each way's features (dict of name to float)."""
    return {name: looks(of, "MNIST")[0] for name, of in learned().items()}


def features():
    """Draw every tenth feature that each way learns, a row each."""
    X = load("mnist16").X_train
    lines = {name.replace(" ", "\n", 1): turned(without_mean(of, X))[3::10] for name, of in learned().items()}
    feature_lines(lines, title="For features that look like digits, take k-means", width=6, fontsize=13)
    plt.show()
