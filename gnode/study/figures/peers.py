"""Figures of GN among its peers: gains with their intervals, methods of one group in one colour."""

import matplotlib.pyplot as plt

from ..methods import GN, LAYER_BY_LAYER, NODE_BY_NODE, USV
from ..methods.own_rows import MIXES, OWN_ROWS

__all__ = ["GROUPS", "gain_rows"]

GROUPS = {
    "the paper's": (NODE_BY_NODE, GN.colour, "o"),
    "layer by layer": (LAYER_BY_LAYER, USV.colour, "^"),
    "from GN's or GCN's rows": ((MIXES.name, OWN_ROWS.name), OWN_ROWS.colour, "D"),
}
"""Name of a group -> its methods, and its look."""
OTHERS = "others", "0.45", "s"


def gain_rows(panels, *, xlabel="gain in test accuracy", title="", letters=10, width=7.0):
    """Draw gains with their intervals beside a line at zero: a panel a base, and a row a method or a set.

    Parameters
    ----------
    panels : dict of str to pandas.DataFrame
        Name of a panel (it may be empty) -> gains as `gnode.study.experiments.peers.gains` gives them, with the columns
        method, mean, low and high. Rows are those of the first panel, from the top; another may lack some.
    xlabel, title : str
    letters : float, default=10
        Size of the letters in points.
    width : float, default=7.0
        Of the figure, in inches.

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = list(next(iter(panels.values())).index)
    height = 0.024 * letters * len(names) + 0.16 * letters
    figure, axes = plt.subplots(
        1, len(panels), figsize=(width, height), layout="constrained", sharex=True, sharey=True, squeeze=False
    )
    for ax, (panel, gains) in zip(axes[0], panels.items()):
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
        for name, row in gains.iterrows():
            _, colour, marker = _look(row["method"])
            place = names.index(name)
            ax.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2.5, alpha=0.4)
            ax.plot(row["mean"], place, marker, color=colour, markersize=6)
        ax.locator_params(axis="x", nbins=4 if len(panels) < 3 else 2)
        ax.set_title(panel, fontsize=letters)
        ax.set_xlabel(xlabel, fontsize=letters)
        ax.tick_params(labelsize=letters)
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    axes[0, 0].set_yticks(range(len(names)), names)
    axes[0, 0].set_ylim(len(names) - 0.5, -0.5)
    shown = {_look(method) for gains in panels.values() for method in gains["method"]}
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
