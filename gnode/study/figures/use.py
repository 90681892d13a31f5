"""The figure of what to use: accuracy against the time that it takes."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS
from .counts import for_answer

__all__ = ["accuracy_against_seconds"]

RIGHT = ("gn", "sv")
"""Whose name stands right of the point; the others stand left, where there is room."""


@for_answer
def accuracy_against_seconds(points, title=""):
    """Draw classifiers by their time of training (logarithmic) and their test accuracy, each with its name.

    Parameters
    ----------
    points : pandas.DataFrame
        Index: names of methods of the study, drawn as such, or any other names. Columns: seconds, mean and sd (of the
        test accuracy).
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
        left = name not in RIGHT
        label = method.label.replace(" ", "\n", 1) if method else name
        shift = -8 if left else 8, 0
        ax.annotate(label, at, shift, textcoords="offset points", ha="right" if left else "left", va="center")
    least, most = points["seconds"].min(), points["seconds"].max()
    ax.set(
        xscale="log", xlim=(least / 14, most * 1.6), xlabel="seconds of training", ylabel="test accuracy", title=title
    )
    ticks = [tick for tick in (1, 10, 100) if least / 14 <= tick <= most * 1.6]
    ax.set_xticks(ticks, map(str, ticks))
    ax.minorticks_off()
    low, high = (points["mean"] - points["sd"]).min(), (points["mean"] + points["sd"]).max()
    ax.set_yticks(np.arange(np.floor(low * 200), np.ceil(high * 200) + 1) / 200)
    ax.set_ylim(low - 0.002, high + 0.003)
    ax.grid(color="0.93")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return figure
