"""Figures of GN among its peers: gains, mean ranks and looks; methods of one group have one colour."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import GN, LAYER_BY_LAYER, NODE_BY_NODE, USV
from ..methods.own_rows import MIXES, OWN_ROWS
from .features import feature_lines

__all__ = ["GROUPS", "gain_rows", "nearest_to_digits", "rank_rows"]

GROUPS = {
    "the paper's": (NODE_BY_NODE, GN.colour, "o"),
    "layer by layer": (LAYER_BY_LAYER, USV.colour, "^"),
    "from GN's or GCN's rows": ((MIXES.name, OWN_ROWS.name), OWN_ROWS.colour, "D"),
}
"""Name of a group -> its methods, and its look."""
OTHERS = "others", "0.45", "s"


def gain_rows(panels, *, xlabel="gain in test accuracy", title="", letters=10, width=7.0, limit=None):
    """Draw gains with their intervals beside a line at zero: a panel a base, and a row a method or a set.

    Parameters
    ----------
    panels : dict of str to pandas.DataFrame
        Name of a panel (it may be empty) -> gains as `study.experiments.peers.gains` gives them, with the columns
        method, mean, low and high. Rows are those of the first panel, from the top; another may lack some. A mark
        is hollow where its interval includes zero.
    xlabel, title : str
    letters : float, default=10
        Size of the letters in points.
    width : float, default=7.0
        Of the figure, in inches.
    limit : float, default=None
        Where the axis ends on either side; beyond it a gain is an arrow with its number. None for as far as needed.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, rows = _panels(panels, xlabel, letters, width)
    for ax in figure.axes:
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
    for ax, place, row in rows:
        _, colour, marker = _look(row["method"])
        face = "white" if row["low"] <= 0 <= row["high"] else colour
        if limit and abs(row["mean"]) > limit:
            side, end = (">", "right") if row["mean"] > 0 else ("<", "left")
            at = 0.9 * limit if row["mean"] > 0 else -0.9 * limit
            ax.plot(at, place, side, color=colour, markerfacecolor=face, markersize=8)
            text = f"{row['mean']:+.2f}".replace("-", "\N{MINUS SIGN}")
            ax.annotate(text, (0.76 * at / 0.9, place), ha=end, va="center", fontsize=letters - 1)
            continue
        ax.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2.5, alpha=0.4)
        ax.plot(row["mean"], place, marker, color=colour, markerfacecolor=face, markersize=6)
    for ax in figure.axes:
        ax.locator_params(axis="x", nbins=4 if len(panels) < 3 else 2)
        if limit:
            ax.set_xlim(-limit, limit)
    return _finished(figure, panels, title, letters)


def rank_rows(panels, *, title="", letters=12, width=5.6):
    """Draw mean ranks, the best on the left: a panel a score, and a row a method.

    Parameters
    ----------
    panels : dict of str to tuple of (pandas.DataFrame, float)
        Name of a panel -> mean ranks as `study.experiments.peers.ranked` gives them, with the columns method and
        mean, and the critical difference: a grey band reaches so far from the best. Rows are those of the first panel.
    title : str
    letters : float, default=12
        Size of the letters in points.
    width : float, default=5.6
        Of the figure, in inches.

    Returns
    -------
    matplotlib.figure.Figure
    """
    found = {name: ranks for name, (ranks, _) in panels.items()}
    figure, rows = _panels(found, "mean rank", letters, width)
    for ax, place, row in rows:
        _, colour, marker = _look(row["method"])
        ax.plot(row["mean"], place, marker, color=colour, markersize=7)
    for ax, (ranks, difference) in zip(figure.axes, panels.values()):
        best = ranks["mean"].min()
        ax.axvspan(best, best + difference, color="0.9", zorder=0)
        ax.set(xlim=(0, len(ranks)), xticks=(1, 5, 10, 15))
    return _finished(figure, found, title, letters)


def nearest_to_digits(means, ways, *, title=""):
    """Draw what each class looks like and, a row a way, the feature of the way that is most like it.

    Parameters
    ----------
    means : ndarray of shape (n_classes, n_pixels)
        Mean image of each digit from 0 on, less the mean of all.
    ways : dict of str to ndarray of shape (n_classes, n_pixels)
        Name of a way -> the nearest feature to each mean, with either sign.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    lines = {"mean image\nof a digit": means}
    for name, features in ways.items():
        lines[name] = features * np.sign((features * means).sum(axis=1, keepdims=True))
    return feature_lines(lines, title=title, width=5.6, fontsize=12, notes=[str(digit) for digit in range(len(means))])


def _panels(panels, xlabel, letters, width):
    """Make a panel each; give the figure, and the axes, the place and the values of every row that there is."""
    names = list(next(iter(panels.values())).index)
    height = 0.024 * letters * len(names) + 0.16 * letters
    figure, axes = plt.subplots(
        1, len(panels), figsize=(width, height), layout="constrained", sharex=True, sharey=True, squeeze=False
    )
    for ax, panel in zip(axes[0], panels):
        ax.set_title(panel, fontsize=letters)
        ax.set_xlabel(xlabel, fontsize=letters)
        ax.tick_params(labelsize=letters)
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    axes[0, 0].set_yticks(range(len(names)), names)
    axes[0, 0].set_ylim(len(names) - 0.5, -0.5)
    rows = [(ax, names.index(name), row) for ax, of in zip(axes[0], panels.values()) for name, row in of.iterrows()]
    return figure, rows


def _finished(figure, panels, title, letters):
    """Add a legend of the groups where there are several, and the title."""
    shown = {_look(method) for found in panels.values() for method in found["method"]}
    looks = [look for look in (*((name, *look) for name, (_, *look) in GROUPS.items()), OTHERS) if look in shown]
    marks = [plt.Line2D([], [], linestyle="none", label=name, color=of, marker=mark) for name, of, mark in looks]
    if len(marks) > 1:
        figure.legend(
            handles=marks, loc="outside lower center", ncols=2, frameon=False, fontsize=letters, handletextpad=0.1
        )
    if title:
        figure.suptitle(title, fontsize=letters + 1)
    return figure


def _look(method):
    """Tell the group of a method, its colour and its marker."""
    return next(((name, *look) for name, (methods, *look) in GROUPS.items() if method in methods), OTHERS)
