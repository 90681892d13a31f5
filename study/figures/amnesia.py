"""Figures on the amnesia factor: what it does to accuracy, to the features and to their size."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS
from ..stats import summary
from .images import image_grid, show_feature, turned

__all__ = ["accuracy", "features", "lengths", "noise", "redundancy", "remembered"]

FACTOR = "amnesia factor A"
FONT: dict[Any, Any] = {"font.size": 11.5, "axes.titlesize": 12}
MARGIN = 0.06  # of the axes of factors, beyond 0 and 1


def accuracy(runs, printed, *, title, lowest, size=(7, 3.6), best=None, font=10):
    """Plot test accuracy against the amnesia factor, a line a method, beside the paper's.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run: method, amnesia, test.
    printed : pandas.Series
        The paper's test accuracy, by factor, the last factor first.
    title : str
    lowest : float
        Where the axis of accuracy begins; a mean below it is written at its foot.
    size : tuple of float, default=(7, 3.6)
        Width and height in inches.
    best : tuple of float, default=None
        The factors that the paper finds best, to be shaded.
    font : float, default=10
        Size of all type, in points.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": font, "axes.titlesize": font + 1}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        if best:
            ax.axvspan(*best, color="0.92", zorder=0)
            _name(ax, "best in\nthe paper", np.mean(best), lowest, "0.4", (0, 14), "center")
        ax.plot(printed, "D", color="0.55", markersize=11)
        _name(ax, "paper", 1.0, printed[1.0], "0.4", (9, 0), "left")
        for name, of_method in runs.groupby("method", sort=False):
            method = METHODS[name]
            cells = summary(of_method, "amnesia").sort_index()
            _with_spread(ax, cells, method)
            last = cells["mean"][1.0]
            if last >= lowest:
                _name(ax, method.label, 1.0, last, method.colour, (9, 0), "left")
            else:
                _name(ax, f"{method.label}: {last:.3f}", 1.0, lowest, method.colour, (9, 9), "left")
        ax.set(title=title, xlabel=FACTOR, ylabel="test accuracy", ylim=(lowest, 0.945), xlim=(-MARGIN, 1.32))
        ax.set_xticks(np.arange(0, 1.01, 0.2))
        ax.grid(axis="y", color="0.92")
    return figure


def _with_spread(ax, cells, method):
    """Plot means with their spread by factor, in the order of factors, and join them."""
    ax.errorbar(cells.index, cells["mean"], cells["sd"], fmt=method.marker, color=method.colour, capsize=3)
    _join(ax, cells["mean"], method.colour)


def _join(ax, by_factor, colour):
    """Draw lines between values by factor: dashed up to the smallest factor above 0, as none was run on the way."""
    ax.plot(by_factor.iloc[:2], "--", color=colour, linewidth=1)
    ax.plot(by_factor.iloc[1:], "-", color=colour)


def _name(ax, text, x, y, colour, offset, side):
    """Write a name beside a mark, in its colour."""
    ax.annotate(text, (x, y), offset, textcoords="offset points", ha=side, va="center", color=colour)


@plt.rc_context(FONT)
def remembered(nodes):
    """Plot how many nodes' worth of earlier output is left, against the amnesia factor, a line a rule.

    Parameters
    ----------
    nodes : dict of str to dict of float to float
        Name of a rule -> nodes remembered, by factor; a factor that remembers nothing is left out. At most two rules:
        the first one's numbers are written below its marks, the second one's above.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.8, 3.6), layout="constrained")
    for (name, by_factor), grey, below in zip(nodes.items(), ("0.15", "0.55"), (True, False)):
        shown = {factor: n for factor, n in sorted(by_factor.items()) if n}
        ax.plot(shown.keys(), shown.values(), "o-", color=grey)
        for factor, n in shown.items():
            if below and factor == 1 and len(nodes) > 1:  # there the rules agree: once is enough
                continue
            number = f"{n:.2g}" if n < 10 else f"{n:.0f}"
            _name(ax, number, factor, n, grey, (0, -11 if below else 10), "center")
        _name(ax, name, min(shown), min(shown.values()), grey, (-6, -25 if below else -14), "left")
    ax.set(
        title="The program forgets all but a few nodes,\nthe text's rule does not",
        xlabel=FACTOR,
        ylabel="nodes remembered, r",
        yscale="log",
        xlim=(min(shown) - MARGIN, max(shown) + MARGIN),
        ylim=(0.12, 500),
    )
    ax.set_yticks([1, 10, 100], ["1", "10", "100"])
    ax.grid(color="0.92")
    return figure


@plt.rc_context(FONT)
def redundancy(runs, random):
    """Plot the redundancy of the features against the amnesia factor, a line a method.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run: method, amnesia, redundancy.
    random : float
        The redundancy of random directions.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.8, 3.4), layout="constrained")
    for name, of_method in runs.groupby("method", sort=False):
        method = METHODS[name]
        cells = summary(of_method, "amnesia", "redundancy").sort_index()
        _with_spread(ax, cells, method)
        _name(ax, method.label, 0.0, cells["mean"].iloc[0], method.colour, (10, 9), "left")
    ax.axhline(random, color="0.6", linewidth=1)
    _name(ax, "random directions", 0.0, random, "0.4", (0, 8), "left")
    ax.set(
        title="GN's features grow less alike, GCN's turn back",
        xlabel=FACTOR,
        ylabel="redundancy (weights in)",
        xlim=(-MARGIN, 1 + MARGIN),
        ylim=(0, 0.19),
    )
    ax.grid(color="0.92")
    return figure


def features(layers, nodes):
    """Draw the features of the same nodes of several layers, a line a layer.

    Parameters
    ----------
    layers : dict of tuple to Bunch
        Stored first layers (`study.store.load_features`), by method and amnesia factor.
    nodes : array-like of int
        The nodes to draw.

    Returns
    -------
    matplotlib.figure.Figure
    """
    lines = {
        f"{METHODS[name].label}, A = {A:g}": turned(layer.components)[nodes] for (name, A), layer in layers.items()
    }
    figure = image_grid(list(lines.values()), show_feature, names=list(lines), size=0.7)
    figure.suptitle("Full memory makes GCN's digits bolder and smoother")
    return figure


@plt.rc_context(FONT)
def lengths(layers, longest_image):
    """Plot the length of the weights out of each node, in the order of training.

    Parameters
    ----------
    layers : dict of tuple to Bunch
        Stored first layers, by method and amnesia factor: hollow marks below a factor of 1, filled ones at 1.
    longest_image : float
        The length that no image exceeds.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.8, 3.8), layout="constrained")
    for (name, A), layer in layers.items():
        method = METHODS[name]
        length = np.linalg.norm(layer.decoder, axis=1)
        node = np.arange(1, len(length) + 1)
        face = method.colour if A == 1 else "none"
        ax.plot(node, length, method.marker, color=method.colour, markerfacecolor=face, markersize=4, alpha=0.8)
        if A == 1:
            _name(ax, f"{method.label}, A = 1", node[-1], np.median(length[-20:]), method.colour, (8, 0), "left")
    ax.axhline(longest_image, color="0.2", linestyle="--", linewidth=1)
    last = max(len(layer.decoder) for layer in layers.values())
    _name(ax, "longest image", last, longest_image, "0.2", (8, 8), "left")
    fading = {A: np.linalg.norm(layer.decoder, axis=1) for (_, A), layer in layers.items() if A < 1}
    for A, length in fading.items():
        _name(ax, f"both, A = {A:g}", last, np.median(length), "0.2", (8, 0), "left")
    ax.set(
        title="At A = 1 the outgoing weights outgrow the images",
        xlabel="node, in the order of training",
        ylabel=r"length of $\mathbf{v}_i$",
        yscale="log",
        xlim=(-3, 1.35 * last),
    )
    ax.set_xticks(np.arange(0, last + 1, max(1, last // 4)))
    return figure


@plt.rc_context(FONT)
def noise(runs, unrelated):
    """Plot what becomes of noise in the rows against the amnesia factor: of the median node, and of the worst.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run, of one learning rate: method, amnesia, change_median, change_max.
    unrelated : float
        The change that makes one node another.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.8, 3.8), layout="constrained")
    for name, of_method in runs.groupby("method", sort=False):
        method = METHODS[name]
        means = of_method.groupby("amnesia")[["change_median", "change_max"]].mean()
        ax.plot(means["change_median"], method.marker, color=method.colour)
        _join(ax, means["change_median"], method.colour)
        ax.plot(means["change_max"], f"{method.marker}:", color=method.colour, markerfacecolor="white")
        _name(ax, f"{method.label}, median", 0.0, means["change_median"].iloc[0], method.colour, (10, -8), "left")
    _name(ax, "most changed nodes", 0.0, runs.groupby("amnesia")["change_max"].max().iloc[0], "0.3", (2, 12), "left")
    ax.axhline(unrelated, color="0.6", linewidth=1)
    ax.margins(y=0.1)
    ax.set(
        title="With memory, noise of $10^{-12}$ reaches the median feature",
        xlabel=FACTOR,
        ylabel="relative change of the weights",
        yscale="log",
        xlim=(-MARGIN, 1 + MARGIN),
    )
    ax.grid(color="0.92")
    return figure
