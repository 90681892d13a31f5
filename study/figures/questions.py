"""Figures of the paper's open questions: what a variant changes, on each set too, blocks, and depth."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import GN, METHODS

__all__ = ["course_in_depth", "differences", "of_sets", "over_sizes", "panels_in_depth"]

DARK, LIGHT = "0.15", "0.6"
LETTERS = 11  # points; with the width, large enough on a telephone
WIDTH = 5.6  # inches


def _rows(ax, names):
    """Name a row of marks each, the first on top."""
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_axisbelow(True)


def differences(variants, *, least, xlabel, title=""):
    """Draw by how much each variant differs from its base, a row a variant.

    Parameters
    ----------
    variants : dict of str to tuple
        Name of a variant -> (mean, low, high) and, for a thin line, low and high of a wider interval.
    least : float
        The difference that is asked for; a line marks it.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(WIDTH, 0.28 * len(variants) + 1.2), layout="constrained")
        for place, (mean, low, high, *wider) in enumerate(variants.values()):
            if wider:
                ax.plot(wider, [place, place], color=LIGHT, linewidth=1)
            ax.plot([low, high], [place, place], color=LIGHT, linewidth=4, solid_capstyle="butt")
            ax.plot(mean, place, "o", color=DARK, markersize=6)
        _rows(ax, list(variants))
        ax.axvline(0, color="0.3", linewidth=1)
        ax.axvline(least, color="0.3", linewidth=1, linestyle="--")
        ax.text(least, 1.01, "asked for", transform=ax.get_xaxis_transform(), ha="left", va="bottom")
        ax.set_xlabel(xlabel)
        ax.locator_params(axis="x", nbins=5)
        ax.grid(axis="x", color="0.92")
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def of_sets(gained, looks, *, least, xlabel, title=""):
    """Draw the gain on each data set with its interval, a mark a method; the largest mean gain on top.

    Parameters
    ----------
    gained : dict of str to pandas.DataFrame
        Name of a method -> its gain, indexed by data set, with the columns mean, low and high; all with the same sets.
    looks : dict of str to dict
        Name of a method -> how its marks are drawn, as `matplotlib.axes.Axes.plot` takes it.
    least : float
        The gain (or loss, if negative) that is asked for; a line marks it.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    sets = sum(of["mean"] for of in gained.values()).sort_values(ascending=False).index
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(WIDTH, 0.28 * len(sets) + 1.2), layout="constrained")
        for shift, (name, of) in zip(np.linspace(-0.15, 0.15, len(gained)), gained.items()):
            places = np.arange(len(sets)) + shift
            of = of.loc[sets]
            ax.hlines(places, of["low"], of["high"], color=looks[name]["color"], linewidth=2, alpha=0.4)
            ax.plot(of["mean"], places, linestyle="none", label=name, markersize=6, **looks[name])
        _rows(ax, sets)
        ax.axvline(0, color="0.3", linewidth=1)
        ax.axvline(least, color="0.3", linewidth=1, linestyle="--")
        ax.text(least, 1, "allowed", transform=ax.get_xaxis_transform(), ha="center", va="bottom")
        ax.set_xlabel(xlabel)
        ax.grid(axis="y", color="0.92")
        ax.legend(loc="lower right", frameon=False)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def over_sizes(rules, *, least, ylabel, title=""):
    """Draw what blocks of nodes cost against their size, a line a rule.

    Parameters
    ----------
    rules : dict of str to pandas.DataFrame
        Name of a rule -> a row a size of blocks, which is its index: mean, low and high.
    least : float
        The loss from which on blocks hurt; a line marks it.
    ylabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    looks = ({"color": DARK, "marker": "o"}, {"color": LIGHT, "marker": "s"})
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(WIDTH, 3.1), layout="constrained")
        for shift, (rule, found), look in zip((-0.09, 0.09), rules.items(), looks):
            places = np.arange(len(found)) + shift
            error = [found["mean"] - found["low"], found["high"] - found["mean"]]
            ax.errorbar(places, found["mean"], error, capsize=2, **look)
            beside = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
            ax.annotate(rule, (len(found) - 0.91, found["mean"].iloc[-1]), **beside)
        ax.axhline(0, color="0.3", linewidth=1)
        ax.axhline(-least, color="0.3", linewidth=1, linestyle="--")
        ax.set_xticks(range(len(found)), found.index)
        ax.set(xlabel="nodes in a block", ylabel=ylabel)
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="0.92")
        ax.set_axisbelow(True)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def course_in_depth(fading, flat, *, largest, title=""):
    """Draw the test accuracy of GN under both rules of memory against the number of hidden layers.

    Parameters
    ----------
    fading, flat : pandas.DataFrame
        Accuracy, a row a number of hidden layers and a column a seed.
    largest : float
        The share of the largest class, which a dotted line marks.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": 13}):
        figure, ax = plt.subplots(figsize=(4.6, 3.5), layout="constrained")
        _course(ax, GN, fading)
        _course(ax, GN, flat, dashed=True)
        ax.axhline(largest, color="0.4", linestyle=":", linewidth=1.5)
        middle = fading.index[len(fading) // 2]
        ax.text(middle, 1, "flat memory", ha="center", va="bottom", color=GN.colour)
        ax.text(middle - 0.25, 0.5, "fading memory", ha="right", va="center", color=GN.colour)
        ax.text(fading.index[0], largest + 0.02, "guessing the largest class", va="bottom", color="0.3")
        ax.set(xlabel="hidden layers", ylabel="test accuracy", ylim=(0, 1.1), xticks=list(fading.index)[::2])
        ax.set_yticks(np.linspace(0, 1, 6))
        ax.spines[["top", "right"]].set_visible(False)
        figure.suptitle(title, fontsize=14)
    return figure


def panels_in_depth(panels, *, starts, dashed, largest, title=""):
    """Draw the test accuracy of several starts against the number of hidden layers, a panel a set.

    Parameters
    ----------
    panels : dict of str to dict of str to tuple
        Name of a set -> name of a start -> (key of `study.methods.METHODS`, accuracy with a row a number of
        hidden layers and a column a seed).
    starts, dashed : sequence of str
        Starts to draw, and those of them with a dashed line and open marks.
    largest : dict or pandas.Series, str to float
        Name of a set -> the share of its largest class, which a dotted line marks.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        Each panel has a scale of its own.
    """
    with plt.rc_context({"font.size": LETTERS}):
        figure, axes = plt.subplots(1, len(panels), figsize=(WIDTH, 3.7), layout="constrained", squeeze=False)
        for ax, (name, of_set) in zip(axes[0], panels.items()):
            for start in starts:
                key, scores = of_set[start]
                (line,) = _course(ax, METHODS[key], scores, dashed=start in dashed)
                line.set_label(start)
            ax.axhline(largest[name], color="0.4", linestyle=":", linewidth=1.5, label="largest class")
            ax.set_title(name, fontsize=LETTERS)
            ax.set_xticks(list(scores.index)[::2])
            ax.locator_params(axis="y", nbins=6)
            ax.spines[["top", "right"]].set_visible(False)
            ax.grid(axis="y", color="0.92")
            ax.set_axisbelow(True)
        axes[0, 0].set_ylabel("test accuracy")
        axes[0, len(panels) // 2].set_xlabel("hidden layers")
        handles, labels = ax.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, columnspacing=1)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def _course(ax, method, scores, dashed=False):
    """Draw the mean over seeds as a line with marks, and the seeds as faint dots; return the line."""
    look = {"linestyle": "--", "markerfacecolor": "white"} if dashed else {}
    ax.plot(scores.index, scores, ".", color=method.colour, alpha=0.25, markersize=5)
    return ax.plot(scores.index, scores.mean(axis=1), color=method.colour, marker=method.marker, **look)
