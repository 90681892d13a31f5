"""Figures of the chapter on planes of two outputs."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine

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


def planes(outputs, pairs, y, *, score, enlarge, title=""):
    """Draw planes of two outputs: a dot a row in the colour of its class, a line of planes for each layer.

    Parameters
    ----------
    outputs : dict of str to ndarray of shape (n_samples, n_nodes)
        Name of each layer, and its outputs from -1 to 1.
    pairs : sequence of (int, int)
        The two nodes of each plane, counted from 0.
    y : array-like of shape (n_samples,)
        Classes, at most as many as there are `CLASS_COLOURS`.
    score : callable
        From the outputs in a plane to the number in its title.
    enlarge : str
        Name of a layer whose planes are drawn a second time, with axes that fit its rows.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        Nodes are counted from 1 there.
    """
    y, lines = np.asarray(y), [*outputs, enlarge]
    colours = dict(zip(np.unique(y), CLASS_COLOURS))
    size = (6.4, 2.3 * len(lines) + 0.8)
    layout = ConstrainedLayoutEngine(h_pad=0.07)
    figure, axes = plt.subplots(len(lines), len(pairs), figsize=size, squeeze=False, layout=layout)
    for number, (name, line) in enumerate(zip(lines, axes)):
        for (i, j), ax in zip(pairs, line):
            points = outputs[name][:, [i, j]]
            for k, colour in colours.items():
                ax.scatter(*points[y == k].T, s=9, color=colour, alpha=0.55, linewidth=0)
            if number < len(outputs):
                ax.set(xlim=(-1, 1), ylim=(-1, 1), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
                ax.set_title(f"{name}: {score(points):.2f}", fontsize=12)
            else:
                ax.locator_params(nbins=3)
                ax.set_title(f"{name}, enlarged", fontsize=12)
            ax.set_xlabel(f"node {i + 1}", fontsize=11)
            ax.set_ylabel(f"node {j + 1}", fontsize=11, labelpad=0)
            ax.set_box_aspect(1)
            ax.tick_params(labelsize=10)
    dot = {"marker": "o", "linestyle": "none", "markersize": 8}
    marks = [plt.Line2D([], [], color=colour, label=str(k), **dot) for k, colour in colours.items()]
    look = {"frameon": False, "fontsize": 12, "handletextpad": 0, "columnspacing": 1}
    figure.legend(handles=marks, title="digit", title_fontsize=12, loc="outside lower center", ncols=5, **look)
    figure.suptitle(title, fontsize=13)
    return figure


def node_correlations(panels, *, title="", limit=LIMIT):
    """Draw how strongly node 1 correlates with the first component: a mark a start, a line a layer, in panels.

    Parameters
    ----------
    panels : dict of str to dict of str to (str, array-like)
        Title of each panel; in it the name of each layer, the same in all panels, the method whose look it has, and
        the absolute correlations of its starts with the first component.
    title : str
    limit : float
        What the claim asks for.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_layers = len(next(iter(panels.values())))
    size = (7, 0.42 * n_layers + 1.5)
    figure, axes = plt.subplots(1, len(panels), figsize=size, sharey=True, squeeze=False, layout="constrained")
    for ax, (name, layers) in zip(axes[0], panels.items()):
        for place, (method, values) in enumerate(layers.values()):
            of = METHODS[method]
            look = {"color": of.colour, "markersize": 7, "alpha": 0.7, "linestyle": "none"}
            ax.plot(values, place + np.linspace(-0.16, 0.16, len(values)), of.marker, **look)
        ax.axvline(limit, color="0.3", linestyle="--", linewidth=1)
        ax.text(limit - 0.02, -0.62, f"the claim asks for {limit}", ha="right", va="center", fontsize=10, color="0.25")
        ax.set(xlim=(-0.03, 1.03), ylim=(n_layers - 0.5, -0.9))
        ax.set_title(name, fontsize=11)
        ax.set_yticks(range(n_layers), list(layers), fontsize=11)
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
    figure.supxlabel("absolute correlation of node 1 with the first component", fontsize=11)
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
