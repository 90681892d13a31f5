"""Figures of the verdicts: claims by subject, differences of accuracy."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ..claims.card import OUTCOME_MARKS
from ..experiments import data_label
from ..methods import METHODS
from ..paper import MARGIN

__all__ = ["difference_rows", "outcome_boxes"]

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


def outcome_boxes(judged, title=""):
    """Draw a box for each claim, a row for each subject; its halves are filled by the share of the criteria met.

    Parameters
    ----------
    judged : list of InColumns
        A claim whose id begins with no letter of a subject is left out.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
        The upper half of a box is the column "paper", the lower one "program"; one that cannot be judged is hatched.
    """
    rows = [[of for of in judged if of.id[0] == letter] for letter in SUBJECTS]
    figure, ax = plt.subplots(figsize=(4.6, 3.6), layout="constrained")
    for place, claims in enumerate(rows):
        for left, of in enumerate(claims):
            for top, name in ((place - 0.4, "paper"), (place, "program")):
                verdict = of.columns[name]
                share, tint = verdict.n_met / max(verdict.n_criteria, 1), TINTS.get(verdict.verdict)
                ax.barh(top, 0.9 * share if tint else 0, 0.4, left=left, align="edge", color=tint or "none")
                hatch = None if tint else "////"
                ax.barh(
                    top, 0.9, 0.4, left=left, align="edge", color="none", edgecolor="0.6", linewidth=0.6, hatch=hatch
                )
            ax.barh(place, 0.9, 0.8, left=left, color="none", edgecolor="0.25", linewidth=1)
            told = ax.text(left + 0.45, place, f"{OUTCOME_MARKS[of.outcome]} {of.id}", ha="center", va="center")
            told.set(fontsize=11, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85})
    ax.set(xticks=[], ylim=(len(SUBJECTS) - 0.45, -0.55), xlim=(-0.05, max(map(len, rows), default=1)))
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
