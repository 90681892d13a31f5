"""The figure of what to use: accuracy against the time that it takes."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import GCN, GN, METHODS, NONE, SV, USV
from .counts import for_answer

__all__ = ["accuracy_against_seconds"]

NAMES = {
    NONE.name: (-10, 0, "right"),
    GCN.name: (-30, 12, "right"),
    GN.name: (12, -14, "left"),
    SV.name: (0, 22, "center"),
    USV.name: (0, -22, "center"),
}
"""Where a method's name stands: points right of and above its mark, and its side there. Others stand above."""
LEADER = {"arrowstyle": "-", "color": "0.4", "linewidth": 0.8, "shrinkA": 0, "shrinkB": 5}


@for_answer
def accuracy_against_seconds(points, n_test, title=""):
    """Draw classifiers by their time of training (logarithmic) and their test accuracy, each with its name.

    A grey band shows how uncertain a score on so many test rows is: 1.96 standard errors around the network without
    pre-training.

    Parameters
    ----------
    points : pandas.DataFrame
        Index: names of methods of the study, drawn as such, or any other names. Columns: seconds, mean and sd (of the
        test accuracy). One row is that of the network without pre-training.
    n_test : int
        Test rows.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 3.1), layout="constrained")
    for name, point in points.iterrows():
        method = METHODS.get(name)
        marker, colour = (method.marker, method.colour) if method else ("*", "0.1")
        at = point["seconds"], point["mean"]
        ax.errorbar(
            *at,
            point["sd"],
            fmt=marker,
            color=colour,
            markeredgecolor="black",
            markeredgewidth=0.6,
            markersize=8 if method else 12,
        )
        *shift, side = NAMES.get(name, (0, 22, "center"))
        label = method.label if method else name
        ax.annotate(label, at, shift, textcoords="offset points", ha=side, va="center", arrowprops=LEADER)
    accuracy = points.loc[NONE.name, "mean"]
    error = 1.96 * np.sqrt(accuracy * (1 - accuracy) / n_test)
    ax.axhspan(accuracy - error, accuracy + error, color="0.9", zorder=0)
    ax.annotate(
        f"{METHODS[NONE.name].label} ± 95%\n(which test rows)",
        (1, accuracy - error),
        (-4, -4),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        va="top",
        color="0.35",
        fontsize="small",
    )
    least, most = points["seconds"].min(), points["seconds"].max()
    ax.set(
        xscale="log", xlim=(least / 30, most * 1.6), xlabel="seconds of training", ylabel="test accuracy", title=title
    )
    ticks = [tick for tick in (1, 10, 100) if least / 30 <= tick <= most * 1.6]
    ax.set_xticks(ticks, map(str, ticks))
    ax.minorticks_off()
    low, high = accuracy - 0.021, accuracy + 0.0185
    ax.set_yticks(np.arange(np.ceil(low * 100), high * 100) / 100)
    ax.set_ylim(low, high)
    ax.spines[["top", "right"]].set_visible(False)
    return figure
