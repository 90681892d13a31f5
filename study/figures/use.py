"""What the page on use shows: accuracy against the time that it takes, and features of four ways side by side."""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

from gnode import GreedyByNode

from ..datasets import load
from ..experiments import runs_frame
from ..forensics.pipeline import N_TEST
from ..methods import GCN, GN, METHODS, NONE, SV, USV
from ..methods.own_rows import RandomMixes
from ..page import table
from ..speed import load_speed, peers
from ..stats import summary
from .images import show_feature, turned

__all__ = ["answer", "classifiers", "features", "today"]

LABELS = {SV.name: "SUP", USV.name: "AE", GN.name: "GN", GCN.name: "GCN", NONE.name: "no pre-training"}
MLP = "MLPClassifier"
# Where a name stands: points right of and above its mark, and its side there.
PLACES = {
    NONE.name: (-4, -20, "center"),
    GCN.name: (-13, 3, "right"),
    GN.name: (-8, 14, "right"),
    MLP: (4, 17, "center"),
    SV.name: (0, 17, "center"),
    USV.name: (0, -19, "center"),
}


@cache
def classifiers():
    """Gather what training on USPS takes and what it scores (pandas.DataFrame).

    Indexed by method, the fastest first; columns: seconds and test, with their sd.
    """
    bench = load_speed()
    found = {
        "seconds": [summary(runs_frame("timing", column="paper"), "method", "total_seconds"), peers(bench, "wall_seconds")],
        "test": [summary(runs_frame("table1", column="paper"), "method"), peers(bench, "test_accuracy")],
    }
    parts = {name: pd.concat(of).drop("DeepClassifier") for name, of in found.items()}
    columns = {f"{name}{end}": of[column] for name, of in parts.items() for column, end in (("mean", ""), ("sd", "_sd"))}
    return pd.DataFrame(columns).sort_values("seconds")


def answer():
    """Draw classifiers by their seconds of training and their test accuracy, around what test examples alone explain."""
    shown = classifiers().drop("random")
    figure, ax = plt.subplots(figsize=(6, 3.6), layout="constrained")
    for name, of in shown.iterrows():
        method = METHODS.get(name)
        marker, colour = (method.marker, method.colour) if method else ("*", "0.1")
        style = {"color": colour, "markeredgecolor": "black", "markeredgewidth": 0.6, "markersize": 9 if method else 14}
        ax.errorbar(of["seconds"], of["test"], of["test_sd"], fmt=marker, **style)
        *shift, side = PLACES[name]
        at = of["seconds"], of["test"]
        ax.annotate(
            LABELS.get(name, name), at, shift, textcoords="offset points", ha=side, va="center", fontsize=13
        )
    accuracy = shown.loc[NONE.name, "test"]
    error = 1.96 * np.sqrt(accuracy * (1 - accuracy) / N_TEST)
    ax.axhspan(accuracy - error, accuracy + error, color="0.92", zorder=0)
    ax.text(95, accuracy - error + 0.0005, "other test examples\nmove a score so far", ha="right", fontsize=11, color="0.35")
    ax.set(xscale="log", xlim=(1.2, 110), ylim=(accuracy - 0.0125, accuracy + 0.0135))
    ax.set_xlabel("seconds of training on USPS", fontsize=12)
    ax.set_ylabel("test accuracy", fontsize=12)
    ax.set_xticks((2, 5, 10, 20, 50, 100), (2, 5, 10, 20, 50, 100))
    ax.minorticks_off()
    ax.set_yticks((0.92, 0.93, 0.94))
    ax.tick_params(labelsize=12)
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle("The score is the same, the bill is not", fontsize=14)
    plt.show()


def today():
    """Show what each classifier takes and scores."""
    names = LABELS | {MLP: "`MLPClassifier`", "random": "random layers"}
    rows = [
        {
            "network": names[name],
            "training (s)": f"{of['seconds']:.1f} ± {of['seconds_sd']:.1f}",
            "test accuracy": f"{of['test']:.3f} ± {of['test_sd']:.3f}",
        }
        for name, of in classifiers().iterrows()
    ]
    table(rows)


def features(n_nodes=60, n_shown=8):
    """Draw features that three ways learn from handwritten digits, a line each.

    Parameters
    ----------
    n_nodes : int, default=60
        That each way learns.
    n_shown : int, default=8
        The first of them.
    """
    X = load("mnist16").X_train
    lines = {
        "k-means": KMeans(n_nodes, n_init=1, random_state=0).fit(X).cluster_centers_ - X.mean(axis=0),
        "sums of rows": RandomMixes(n_nodes, random_state=0).fit(X).components_,
        "GN": GreedyByNode(n_nodes, random_state=0).fit(X).components_,
    }
    figure, axes = plt.subplots(len(lines), n_shown, figsize=(7, 2.9), layout="constrained")
    for line, (name, of) in zip(axes, lines.items()):
        for ax, feature in zip(line, turned(of)[1:]):
            show_feature(ax, feature)
        line[0].text(-0.15, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=12)
    figure.suptitle("k-means draws digits; sums of rows and GN draw their strokes", fontsize=13)
    plt.show()
