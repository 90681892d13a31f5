"""Figures of GN among its peers: mean ranks and gains over the data sets, with intervals."""

import matplotlib.pyplot as plt

from ..methods import METHODS

__all__ = ["rank_rows"]


def rank_rows(panels, differences=None, *, xlabel="mean rank (1 is best)", title="", letters=10, width=7.0):
    """Draw the mean rank of each method, or its gain, with its interval: a panel a score and a row a method.

    Parameters
    ----------
    panels : dict of str to pandas.DataFrame
        Name of a score -> what `ranked` or `gains` of `gnode.study.experiments.peers` gives. Rows are those of the
        first panel, the best on top.
    differences : dict of str to float, default=None
        Name of a score -> the critical difference; a band reaches so far from the best method. None for gains: a line
        stands at zero.
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
    height = 0.024 * letters * len(names) + 0.1 * letters
    figure, axes = plt.subplots(
        1, len(panels), figsize=(width, height), layout="constrained", sharey=True, squeeze=False
    )
    for ax, (score, ranks) in zip(axes[0], panels.items()):
        if differences is None:
            ax.axvline(0, color="0.6", linewidth=1, zorder=0)
        else:
            best = ranks["mean"].min()
            ax.axvspan(best, best + differences[score], color="0.93", zorder=0)
            ax.set_xticks(range(1, len(names) + 1, 5))
        for place, name in enumerate(names):
            if name not in ranks.index:
                continue
            row, of = ranks.loc[name], METHODS[ranks.loc[name, "method"]]
            ax.plot([row["low"], row["high"]], [place, place], color=of.colour, linewidth=2.5, alpha=0.4)
            filled = {} if not name.endswith(", flat") else {"markerfacecolor": "white"}
            ax.plot(row["mean"], place, of.marker, color=of.colour, markersize=6, **filled)
        ax.set_title(score, fontsize=letters)
        ax.set_xlabel(xlabel, fontsize=letters)
        ax.tick_params(labelsize=letters)
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    axes[0, 0].set_yticks(range(len(names)), names)
    axes[0, 0].set_ylim(len(names) - 0.5, -0.5)
    if title:
        figure.suptitle(title, fontsize=letters + 1)
    return figure
