"""Figures of the paper's open questions: what a variant changes, whom saturation hits, blocks, and depth."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import PercentFormatter

from ..methods import METHODS

__all__ = ["by_depth", "differences", "of_pairs", "over_sizes", "shares_of_sets"]

DARK, LIGHT = "0.15", "0.6"


def differences(groups, *, least, xlabel, title="", letters=10, width=7.0):
    """Draw by how much each variant differs from its base, a row a variant.

    Parameters
    ----------
    groups : dict of str to dict of str to tuple
        Title of a group -> name of a variant -> (mean, low, high).
    least : float
        The difference that is asked for; a line marks it.
    xlabel, title : str
    letters : float, default=10
        Size of the letters in points.
    width : float, default=7.0
        In inches.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_rows = sum(len(of) + bool(name) for name, of in groups.items())
    figure, ax = plt.subplots(figsize=(width, 0.026 * letters * n_rows + 0.11 * letters), layout="constrained")
    names, place = {}, 0
    for group, variants in groups.items():
        if group:
            ax.text(0.0, place, group, transform=ax.get_yaxis_transform(), weight="bold", va="center", fontsize=letters)
            place += 1
        for name, (mean, low, high) in variants.items():
            ax.plot([low, high], [place, place], color=LIGHT, linewidth=2.5)
            ax.plot(mean, place, "o", color=DARK, markersize=6)
            names[place] = name
            place += 1
    ax.axvline(0, color="0.3", linewidth=1)
    ax.axvline(least, color="0.3", linewidth=1, linestyle="--")
    ax.set_yticks(list(names), names.values(), fontsize=letters)
    ax.set_xlabel(xlabel, fontsize=letters)
    ax.set_ylim(place - 0.4, -0.7)
    ax.tick_params(axis="y", length=0)
    ax.tick_params(axis="x", labelsize=letters)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    if title:
        figure.suptitle(title, fontsize=letters + 1)
    return figure


def of_pairs(panels, factors, *, title=""):
    """Draw the accuracy of each pair of factors as a square with its number, a panel a method.

    Parameters
    ----------
    panels : dict of str to ndarray of shape (n_factors, n_factors)
        Name of a method -> accuracy, by the factor of the first layer (rows) and of the second.
    factors : sequence of float
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, len(panels), figsize=(6.4, 3.2), layout="constrained", sharey=True, squeeze=False)
    low, high = (of(np.concatenate([of.ravel() for of in panels.values()])) for of in (np.min, np.max))
    for ax, (name, values) in zip(axes[0], panels.items()):
        ax.imshow(values, cmap="cividis", vmin=low, vmax=high, origin="lower")
        for (i, j), value in np.ndenumerate(values):
            colour = "black" if value > (low + high) / 2 else "white"
            ax.text(j, i, f"{value:.3f}", ha="center", va="center", color=colour, fontsize=11)
        ticks = range(len(factors)), [f"{factor:g}" for factor in factors]
        ax.set_xticks(*ticks)
        ax.set_yticks(*ticks)
        ax.set_xlabel("A in layer 2")
        ax.set_title(name, fontsize=11)
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0)
    axes[0, 0].set_ylabel("A in layer 1")
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def shares_of_sets(shares, looks, *, xlabel, title=""):
    """Draw a share for every data set, a mark a variant.

    Parameters
    ----------
    shares : dict of str to pandas.Series
        Name of a variant -> its share, by data set; all with the same sets.
    looks : dict of str to dict
        Name of a variant -> how its marks are drawn, as `matplotlib.axes.Axes.plot` takes it.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    sets = list(next(iter(shares.values())).index)
    figure, ax = plt.subplots(figsize=(7, 0.28 * len(sets) + 1.4), layout="constrained")
    for shift, (name, of) in zip(np.linspace(-0.2, 0.2, len(shares)), shares.items()):
        ax.plot(of.to_numpy(), np.arange(len(sets)) + shift, linestyle="none", label=name, **looks[name])
    ax.set_yticks(range(len(sets)), sets)
    ax.set(xlabel=xlabel, xlim=(-0.03, 1.03), ylim=(len(sets) - 0.5, -0.5))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.hlines(range(len(sets)), -0.03, 1.03, color="0.92", zorder=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=10)
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
    axes[0, 0].set_ylabel("difference to one by one")
    handles = axes[0, 0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=2, frameon=False)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def by_depth(panels, *, title=""):
    """Draw test accuracy against the number of hidden layers, a panel a set and a line a method.

    Parameters
    ----------
    panels : dict of str to dict of str to pandas.DataFrame
        Name of a set -> key of `gnode.study.methods.METHODS` -> mean and sd by the number of hidden layers.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, len(panels), figsize=(7, 3.3), layout="constrained", squeeze=False)
    for ax, (name, methods) in zip(axes[0], panels.items()):
        for key, cells in methods.items():
            of = METHODS[key]
            ax.errorbar(
                cells.index, cells["mean"], cells["sd"], fmt=f"{of.marker}-", color=of.colour, capsize=2, label=of.label
            )
        ax.set_xlabel("hidden layers")
        ax.set_title(name, fontsize=11)
        ax.set_xticks(list(cells.index)[::2])
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="0.92")
        ax.set_axisbelow(True)
    axes[0, 0].set_ylabel("test accuracy")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure
