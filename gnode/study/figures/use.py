"""The figure of what to use: accuracy against the time that it takes."""

import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter

from ..methods import METHODS

__all__ = ["accuracy_against_seconds"]


def accuracy_against_seconds(points, title="", xlabel="seconds of training"):
    """Draw classifiers by their time of training (logarithmic) and their test accuracy, each with its name.

    Parameters
    ----------
    points : pandas.DataFrame
        Index: names of methods of the study, drawn as such, or any other names. Columns: seconds, test, sd, and label
        with side ("left" or "right"), the name beside the marker.
    title, xlabel : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 2.9), layout="constrained")
    for name, point in points.iterrows():
        of = METHODS.get(name)
        marker, colour = (of.marker, of.colour) if of else ("*", "0.1")
        ax.errorbar(
            point["seconds"],
            point["test"],
            point["sd"],
            fmt=marker,
            color=colour,
            markeredgecolor="black",
            markeredgewidth=0.6,
            markersize=8 if of else 12,
        )
        left = point["side"] == "left"
        ax.annotate(
            point["label"],
            (point["seconds"], point["test"]),
            (-8 if left else 8, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            fontsize=10,
        )
    ax.set(xscale="log", xlim=(points["seconds"].min() / 4, points["seconds"].max() * 2))
    ax.set_xlabel(xlabel, fontsize=10)
    ax.set_ylabel("test accuracy", fontsize=10)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:g}"))
    ax.grid(color="0.93")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_title(title, fontsize=11)
    return figure
