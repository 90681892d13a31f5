"""Figures of the paper's open questions: what a variant changes, on each set too, blocks, and depth."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS

__all__ = ["by_depth", "differences", "of_sets", "over_sizes"]

DARK, LIGHT = "0.15", "0.6"


def differences(variants, *, least, xlabel, title=""):
    """Draw by how much each variant differs from its base, a row a variant.

    Parameters
    ----------
    variants : dict of str to tuple
        Name of a variant -> (mean, low, high).
    least : float
        The difference that is asked for; a line marks it.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 0.26 * len(variants) + 1.1), layout="constrained")
    for place, (mean, low, high) in enumerate(variants.values()):
        ax.plot([low, high], [place, place], color=LIGHT, linewidth=2.5)
        ax.plot(mean, place, "o", color=DARK, markersize=6)
    ax.axvline(0, color="0.3", linewidth=1)
    ax.axvline(least, color="0.3", linewidth=1, linestyle="--")
    ax.text(least, 1, " asked for", transform=ax.get_xaxis_transform(), va="top", fontsize=9)
    ax.set_yticks(range(len(variants)), variants)
    ax.set(xlabel=xlabel, ylim=(len(variants) - 0.6, -0.7))
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    if title:
        figure.suptitle(title, fontsize=11)
    return figure


def of_sets(gained, looks, *, least, xlabel, title=""):
    """Draw the gain on each data set, a mark a method; the largest mean gain on top.

    Parameters
    ----------
    gained : dict of str to pandas.Series
        Name of a method -> its gain, by data set; all with the same sets.
    looks : dict of str to dict
        Name of a method -> how its marks are drawn, as `matplotlib.axes.Axes.plot` takes it.
    least : float
        The gain (or loss, if negative) that is asked for; a line marks it.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    sets = (sum(gained.values()) / len(gained)).sort_values(ascending=False).index
    figure, ax = plt.subplots(figsize=(7, 0.28 * len(sets) + 1.4), layout="constrained")
    for shift, (name, of) in zip(np.linspace(-0.15, 0.15, len(gained)), gained.items()):
        ax.plot(
            of[sets].to_numpy(), np.arange(len(sets)) + shift, linestyle="none", label=name, markersize=6, **looks[name]
        )
    ax.axvline(0, color="0.3", linewidth=1)
    ax.axvline(least, color="0.3", linewidth=1, linestyle="--")
    ax.text(least, 1, "allowed", transform=ax.get_xaxis_transform(), ha="center", va="bottom", fontsize=9)
    ax.set_yticks(range(len(sets)), sets)
    ax.set(xlabel=xlabel, ylim=(len(sets) - 0.5, -0.5))
    ax.grid(axis="y", color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=len(gained), frameon=False, fontsize=10)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def over_sizes(panels, *, least, title=""):
    """Draw what blocks of nodes cost in several scores, against their size.

    Parameters
    ----------
    panels : dict of str to dict of str to pandas.DataFrame
        Name of a score -> name of a rule -> a row a size of blocks, which is its index: mean, low and high.
    least : float
        The loss from which on blocks hurt in the first score; a line marks it.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, len(panels), figsize=(7, 3.0), layout="constrained", squeeze=False)
    looks = ({"color": DARK, "marker": "o"}, {"color": LIGHT, "marker": "s"})
    for k, (ax, (name, rules)) in enumerate(zip(axes[0], panels.items())):
        for shift, (rule, found), look in zip((-0.07, 0.07), rules.items(), looks):
            places = np.arange(len(found)) + shift
            error = [found["mean"] - found["low"], found["high"] - found["mean"]]
            ax.errorbar(places, found["mean"], error, label=rule, capsize=2, **look)
        ax.axhline(0, color="0.3", linewidth=1)
        if k == 0:
            ax.axhline(-least, color="0.3", linewidth=1, linestyle="--")
        ax.set_xticks(range(len(found)), found.index)
        ax.set_xlabel("nodes in a block")
        ax.set_title(name, fontsize=11)
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="0.92")
        ax.set_axisbelow(True)
    axes[0, 0].set_ylabel("gain over blocks of one")
    handles = axes[0, 0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=2, frameon=False)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def by_depth(panels, *, largest=None, title="", letters=10, width=7.0, height=3.5, columns=3):
    """Draw test accuracy against the number of hidden layers, a panel a set and a line a method.

    Parameters
    ----------
    panels : dict of str to dict of tuple to pandas.DataFrame
        Name of a set -> a key of `gnode.study.methods.METHODS` and what sets its line apart ("" or a word; that of
        "flat" is dashed) -> accuracy, a row a number of hidden layers and a column a seed. Random layers are a broad
        line behind the others, because these may hide it.
    largest : dict or pandas.Series, str to float, default=None
        Name of a set -> the share of its largest class, which a dotted line marks.
    title : str
    letters : float, default=10
        Size of the letters in points.
    width, height : float, default=7.0, 3.5
        Of the figure, in inches.
    columns : int, default=3
        Of the legend.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": letters}):
        figure, axes = plt.subplots(
            1, len(panels), figsize=(width, height), layout="constrained", squeeze=False, sharey=True
        )
        for ax, (name, lines) in zip(axes[0], panels.items()):
            for (key, apart), scores in lines.items():
                of = METHODS[key]
                look = {"color": of.colour, "marker": of.marker, "markersize": 5}
                look |= {"linestyle": "--", "markerfacecolor": "white"} if apart == "flat" else {}
                if key == "random":
                    look = {"color": "0.75", "linewidth": 6, "solid_capstyle": "butt", "zorder": 1}
                label = f"{of.label}, {apart}" if apart else of.label
                ax.plot(scores.index, scores, ".", color=of.colour, alpha=0.25, markersize=4)
                ax.plot(scores.index, scores.mean(axis=1), label=label, **look)
            if largest is not None:
                ax.axhline(largest[name], color="0.4", linestyle=":", linewidth=1.5, label="largest class")
            ax.set_xlabel("hidden layers")
            ax.set_title(name, fontsize=letters + 1)
            ax.set_xticks(list(scores.index)[::2])
            ax.spines[["top", "right"]].set_visible(False)
            ax.grid(axis="y", color="0.92")
            ax.set_axisbelow(True)
        axes[0, 0].set_ylabel("test accuracy")
        handles = axes[0, 0].get_legend_handles_labels()
        figure.legend(*handles, loc="outside lower center", ncols=columns, frameon=False)
        if title:
            figure.suptitle(title, fontsize=letters + 2)
    return figure
