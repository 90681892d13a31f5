"""Figures of the chapter on planes of two outputs."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patheffects import withStroke

from ..methods import METHODS
from .images import show_feature

__all__ = ["accuracies", "labelled_features", "node_correlations", "planes", "switch"]

LIMIT = 0.95
# Classes are no methods; these colours can be told apart by people who do not see all colours.
CLASS_COLOURS = ("#4477AA", "#EE6677", "#228833", "#AA3377", "#C8A415")


def accuracies(groups, *, title=""):
    """Draw accuracies of some methods in some settings, for the small figure of an answer.

    Parameters
    ----------
    groups : dict of str to dict of str to array-like
        Name of each setting; in it the accuracies of each method's starts, by the method's name.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        Means with their standard deviations, each beside its method's name and value.
    """
    figure, ax = plt.subplots(figsize=(4.6, 2.8), layout="constrained")
    middles, place = [], 0.0
    for methods in groups.values():
        middles.append(place + (len(methods) - 1) / 2)
        for name, values in methods.items():
            of, mean = METHODS[name], np.mean(values)
            spread = np.std(values, ddof=1) if len(values) > 1 else 0.0
            ax.errorbar(mean, place, xerr=spread, fmt=of.marker, color=of.colour, markersize=9, capsize=3)
            ax.annotate(
                f"{of.label} {mean:.2f}", (mean - spread, place), (-10, 0), textcoords="offset points", color=of.colour,
                ha="right", va="center", fontsize=14,
            )  # fmt: skip
            place += 1
        place += 0.7
    ax.set(xlim=(0.5, 1), ylim=(place - 1, -0.7), xticks=(0.6, 0.8, 1))
    ax.set_xlabel("accuracy", fontsize=14)
    ax.set_yticks(middles, list(groups), fontsize=14)
    ax.tick_params(axis="x", labelsize=13)
    ax.tick_params(axis="y", length=0)
    ax.set_title(title, fontsize=15)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    return figure


def planes(panels, y, *, fitted=(), n_columns=None, title=""):
    """Draw planes of two outputs: a dot a row in the colour of its class, which stands large in the middle of them.

    Parameters
    ----------
    panels : dict of str to pandas.DataFrame of two columns
        Title of each plane and the rows' outputs in it; the columns' names stand at the axes.
    y : array-like of shape (n_samples,)
        Classes, at most as many as there are `CLASS_COLOURS`.
    fitted : collection of str
        Titles of the planes with axes that fit their rows; those of the others go from -1 to 1.
    n_columns : int, default=None
        None for all planes in one line.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        Where the large digits would overlap they are moved apart.
    """
    y, n_columns = np.asarray(y), n_columns or len(panels)
    n_lines = -(-len(panels) // n_columns)
    figure, axes = plt.subplots(
        n_lines,
        n_columns,
        figsize=(7.0, (7.0 / n_columns + 0.15) * n_lines + 0.35 * bool(title)),
        squeeze=False,
        layout="constrained",
    )
    for ax in axes.flat[len(panels) :]:
        ax.set_axis_off()
    colours = dict(zip(np.unique(y), CLASS_COLOURS, strict=False))
    for ax, (name, frame) in zip(axes.flat, panels.items()):
        points = frame.to_numpy()
        for k, colour in colours.items():
            ax.scatter(*points[y == k].T, s=9, color=colour, alpha=0.55, linewidth=0)
        extent = np.ptp(points, axis=0) if name in fitted else np.array([2.0, 2.0])
        places = _apart([np.median(points[y == k], axis=0) for k in colours], 0.13 * extent)
        for (k, colour), place in zip(colours.items(), places):
            middle = ax.text(*place, str(k), color=colour, ha="center", va="center", fontsize=16, fontweight="bold")
            middle.set_path_effects([withStroke(linewidth=3.5, foreground="white")])
        ax.set_title(name, fontsize=10.5)
        for label, of_axis in zip(frame.columns, (ax.set_xlabel, ax.set_ylabel)):
            of_axis(label, fontsize=10)
        if name in fitted:
            ax.locator_params(nbins=3)
        else:
            ax.set(xlim=(-1, 1), ylim=(-1, 1), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
        ax.set_box_aspect(1)
        ax.tick_params(labelsize=9)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def _apart(places, least):
    """Move places apart, two by two, until each pair is a least distance from each other, in units of `least`."""
    moved = np.array(places, dtype=np.float64) / np.where(least > 0, least, 1)
    for _ in range(100):
        for i, j in combinations(range(len(moved)), 2):
            between = moved[j] - moved[i]
            length = np.hypot(*between)
            if length < 1:
                step = (1 - length) / 2 * (between / length if length else np.array([1.0, 0.0]))
                moved[i], moved[j] = moved[i] - step, moved[j] + step
    return moved * np.where(least > 0, least, 1)


def node_correlations(groups, *, title="", limit=LIMIT):
    """Draw how strongly node 1 correlates with the first principal component: a dot a start, a line a layer.

    Parameters
    ----------
    groups : dict of str to (str, array-like)
        Name of each layer, the method whose look it has, and the absolute correlations of its starts.
    title : str
    limit : float
        What the claim asks for.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 0.42 * len(groups) + 1.2), layout="constrained")
    for place, (method, values) in enumerate(groups.values()):
        of = METHODS[method]
        nudged = place + np.linspace(-0.16, 0.16, len(values))
        ax.plot(values, nudged, of.marker, color=of.colour, markersize=7, alpha=0.65, linestyle="none")
    ax.axvline(limit, color="0.3", linestyle="--", linewidth=1)
    ax.text(limit - 0.01, -0.62, f"the claim asks for {limit}", ha="right", va="center", fontsize=9, color="0.25")
    ax.set(xlim=(-0.02, 1.02), ylim=(len(groups) - 0.5, -0.85))
    ax.set_xlabel("absolute correlation of node 1 with the first principal component", fontsize=10)
    ax.set_yticks(range(len(groups)), list(groups), fontsize=10)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def labelled_features(images, *, width=7.0, title=""):
    """Draw a line of images of weights, each with its name above: red above zero, blue below, each with its own range.

    Parameters
    ----------
    images : dict of str to array-like of shape (n_pixels,)
    width : float
        Of the figure, in inches.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    height = width / len(images) + 0.45 + 0.3 * bool(title)
    figure, axes = plt.subplots(1, len(images), figsize=(width, height), squeeze=False, layout="constrained")
    for ax, (name, weights) in zip(axes[0], images.items()):
        show_feature(ax, weights)
        ax.set_title(name, fontsize=10)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def switch(predicted, trained, *, title=""):
    """Draw what node 1 is like while the mean image is taken out of the rows: predicted (lines), and trained (dots).

    Parameters
    ----------
    predicted, trained : pandas.DataFrame
        A column for each of two images that node 1 may be like; the index is the share of the mean image that is left.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 3), layout="constrained")
    ends = predicted.index[[0, -1]]
    for name, colour, marker, end, side in zip(predicted, ("0.1", "0.55"), "os", ends[::-1], ("right", "left")):
        ax.plot(predicted.index, predicted[name], color=colour, linewidth=1.5)
        ax.plot(trained.index, trained[name], marker, color=colour, markersize=6)
        at = (end, predicted[name][end])
        ax.annotate(name, at, (0, 7), textcoords="offset points", ha=side, color=colour, fontsize=11)
    ax.set(xlim=(ends[0] - 0.02, ends[1] + 0.02), ylim=(-0.02, 1.15), yticks=(0, 0.5, 1))
    ax.set_xlabel("share $s$ of the mean image left in the rows", fontsize=10)
    ax.set_ylabel("likeness of node 1 (cosine)", fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure
