"""Figures of the verdicts: claims by subject, differences of accuracy."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ..claims.card import MARKS
from ..experiments import data_label
from ..methods import METHODS
from ..paper import MARGIN

__all__ = ["difference_rows", "verdict_boxes"]

# First letter of a claim's id -> what the claim is about, in the order of the figure.
SUBJECTS = {
    "E": "cost, counted",
    "S": "running time",
    "A": "accuracy on USPS",
    "D": "nine data sets",
    "M": "amnesia factor",
    "I": "features",
}
# The tints of the verdicts on the pages; the marks say the same.
TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0"}


def verdict_boxes(verdicts, title="", marked=()):
    """Draw a box for each claim, a row for each subject, filled by the share of its criteria that are met.

    Parameters
    ----------
    verdicts : list of Verdict
        A claim whose id begins with no letter of a subject is left out.
    title : str, default=""
    marked : collection of str, default=()
        Ids of the claims whose boxes have a dark corner.

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = [[verdict for verdict in verdicts if verdict.id[0] == letter] for letter in SUBJECTS]
    figure, ax = plt.subplots(figsize=(4.6, 3.2), layout="constrained")
    for place, judged in enumerate(rows):
        for column, verdict in enumerate(judged):
            share = verdict.n_met / max(verdict.n_criteria, 1)
            ax.barh(place, 0.9 * share, left=column, height=0.76, color=TINTS.get(verdict.verdict, "0.9"))
            ax.barh(place, 0.9, left=column, height=0.76, color="none", edgecolor="0.25", linewidth=1)
            told = f"{MARKS[verdict.verdict]} {verdict.id}"
            ax.text(column + 0.45, place, told, ha="center", va="center", fontsize=12)
            if verdict.id in marked:
                right, top = column + 0.9, place - 0.38
                ax.fill([right - 0.24, right, right], [top, top, top + 0.27], color="0.25")
    ax.set(xticks=[], ylim=(len(SUBJECTS) - 0.5, -0.5), xlim=(-0.05, max(map(len, rows), default=1)))
    ax.set_yticks(range(len(SUBJECTS)), SUBJECTS.values(), fontsize=12)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    figure.suptitle(title, fontsize=13)
    return figure


def difference_rows(differences, spread, *, lowest=-np.inf, title="", xlabel=""):
    """Draw differences of accuracy, a row for each data set, sorted by their mean, around a band of ± 0.010.

    Parameters
    ----------
    differences : pandas.DataFrame
        Index: names of data sets; columns: names of methods, whose markers are drawn.
    spread : pandas.DataFrame
        Half the length of a line through each marker, in the same places.
    lowest : float, default=-inf
        A difference below it is an arrow at the left edge with its value.
    title, xlabel : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = differences.mean(axis=1).sort_values(ascending=False).index
    places = np.arange(len(names))
    figure, ax = plt.subplots(figsize=(7, 5.2), layout="constrained")
    ax.axvspan(-MARGIN, MARGIN, color="0.88", zorder=0)
    for place in places[1:]:
        ax.axhline(place - 0.5, color="0.93", linewidth=0.8, zorder=0)
    offsets = np.linspace(-1, 1, differences.shape[1]) * min(0.3, 0.1 * differences.shape[1])
    for column, offset in zip(differences, offsets):
        method, by, y = METHODS[column], differences.loc[names, column], places + offset
        beyond = (by < lowest).to_numpy()
        look = {"color": method.colour, "markeredgecolor": "black", "markeredgewidth": 0.6, "markersize": 6}
        length = spread.loc[names, column].fillna(0)
        ax.errorbar(by[~beyond], y[~beyond], xerr=length[~beyond], fmt=method.marker, label=method.label, **look)
        ax.plot(np.full(beyond.sum(), lowest), y[beyond], "<", **look)
    for place, name in zip(places, names):
        beyond = differences.loc[name][differences.loc[name] < lowest]
        values = ", ".join(f"{METHODS[method].label} {_signed(by)}" for method, by in beyond.items())
        heights = place + offsets[differences.columns.isin(beyond.index)]
        if values:
            ax.annotate(values, (lowest, heights.mean()), (8, 0), textcoords="offset points", va="center")
    ax.set(ylim=(len(names) - 0.5, -0.5))
    ax.set_xlabel(xlabel)
    ax.set_yticks(places, map(data_label, names))
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda by, _: _signed(by)))
    ax.spines[["top", "right", "left"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=differences.shape[1], frameon=False)
    figure.suptitle(title, fontsize=11)
    return figure


def _signed(by):
    """Write a difference with its sign, as in print (str)."""
    return f"{by:+.2f}".replace("-", "\N{MINUS SIGN}").replace("+0.00", "0")
