"""Figures of one layer as it is trained: its errors, its first node, its rows, and the layer as it grows."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np

from .counts import for_answer
from .images import show_feature, square

__all__ = [
    "decoder_errors",
    "errors_by_node",
    "errors_by_rate",
    "feature_images",
    "growing_layer",
    "picture_and_nodes",
    "ranked_errors",
    "settings_by_measure",
]

# Amnesia factors are no methods: from light (nothing is remembered) to dark, and never by colour alone.
_DASHES = ((0, (1, 1.2)), (0, (5, 2)), "-")
_NEW = "#D55E00"  # what is being learned, as in the sketches of networks


def _shades(n):
    return plt.get_cmap("cividis")(np.linspace(0.72, 0.0, n))


def _apart(heights, gap):
    """Move heights up where they are closer than a gap, so that labels do not overlap (ndarray, in their order)."""
    moved = np.array(heights, dtype=float)
    order = np.argsort(moved)
    for below, above in pairwise(order):
        moved[above] = max(moved[above], moved[below] + gap)
    return moved


def errors_by_node(errors, title, peaks=None):
    """Draw how the squared error of the running output changes while nodes are added.

    Parameters
    ----------
    errors : dict of float to sequence of float
        Amnesia factor and, after each node, the mean squared error of a row.
    title : str
    peaks : dict of float to sequence of int, optional
        Nodes to mark on the curve of an amnesia factor, counted from 0; their labels count from 1.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.6 if peaks else 3.6, 2.8), layout="constrained")
    n_nodes = max(map(len, errors.values()))
    top = (1.16 if peaks else 1.08) * max(map(max, errors.values()))
    heights = _apart([of[-1] for of in errors.values()], gap=0.09 * top)
    for (amnesia, of), height, colour, dash in zip(
        errors.items(), heights, _shades(len(errors)), _DASHES[-len(errors) :]
    ):
        ax.plot(np.arange(1, len(of) + 1), of, color=colour, linestyle=dash, linewidth=2)
        ax.text(n_nodes + 0.02 * n_nodes, height, f"A = {amnesia:g}", va="center", fontsize=11)
        for node in (peaks or {}).get(amnesia, ()):
            ax.plot(node + 1, of[node], "o", color=colour, markersize=7)
            ax.annotate(str(node + 1), (node + 1, of[node]), (0, 6), textcoords="offset points", ha="center")
    ax.set(xlabel="nodes trained", ylabel="squared error per row", xlim=(1, n_nodes), ylim=(0, top))
    ax.set_title(title, fontsize=12)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def feature_images(images, size=1.5):
    """Draw weights as images side by side, each with its name above it.

    Parameters
    ----------
    images : dict of str to array-like of shape (n_pixels,)
    size : float
        Of an image, in inches.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(
        1, len(images), figsize=(size * len(images), size + 0.35), squeeze=False, layout="constrained"
    )
    for ax, (name, image) in zip(axes[0], images.items()):
        show_feature(ax, image)
        ax.set_title(name, fontsize=11)
    return figure


def ranked_errors(errors, borders, title):
    """Draw errors in ascending order, with the borders of the pieces that the ranking is cut into.

    Parameters
    ----------
    errors : array-like of shape (n_rows,)
        In any order.
    borders : sequence of int
        How many rows lie below each border.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(6.5, 2.8), layout="constrained")
    errors = np.sort(errors)
    edges = [0, *borders, len(errors)]
    for low, high in list(pairwise(edges))[::2]:
        ax.axvspan(low + 0.5, high + 0.5, color="0.92", zorder=0)
    ax.plot(np.arange(1, len(errors) + 1), errors, color="black", linewidth=2)
    ax.text(edges[1] / 2, 0.04 * errors[-1], "$S_2$", ha="center", fontsize=10)
    ax.text((edges[-2] + edges[-1]) / 2, 0.04 * errors[-1], f"$S_{{{len(edges)}}}$", ha="center", fontsize=10)
    ax.set(xlabel="rank of the row", ylabel="squared error", xlim=(0.5, len(errors) + 0.5), ylim=(0, 1.03 * errors[-1]))
    ax.set_title(title, fontsize=12)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def decoder_errors(errors, title, highlight=()):
    """Draw errors of several kinds of outputs as dots with their spread over random starts, the smallest on top.

    Parameters
    ----------
    errors : dict of str to sequence of float
        Name of the outputs and the error for each start.
    title : str
    highlight : collection of str
        Names whose dots are black; the others are grey.

    Returns
    -------
    matplotlib.figure.Figure
    """
    groups = dict(sorted(errors.items(), key=lambda of: np.mean(of[1])))
    return _dots(groups, title, "squared error per row", highlight, low=0)


def picture_and_nodes(lines, title):
    """Draw lines of weights, each beside the picture that they resemble.

    Parameters
    ----------
    lines : dict of str to (str, array-like of shape (n_pixels,), array-like of shape (n_nodes, n_pixels))
        What the nodes of the line are; the name of the picture, the picture, and their weights.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_nodes = max(len(weights) for *_, weights in lines.values())
    figure = plt.figure(figsize=(4.6, 1.15 * len(lines) + 0.3))
    grid = {"left": 0.01, "right": 0.99, "bottom": 0.02, "top": 0.78, "wspace": 0.1, "hspace": 0.4}
    places = figure.add_gridspec(len(lines), n_nodes + 2, width_ratios=[1.3, 0.5, *[1] * n_nodes], **grid)
    for line, (what, (name, picture, weights)) in enumerate(lines.items()):
        shown = [(0, name, picture), *zip(range(2, n_nodes + 2), [what] + [""] * (n_nodes - 1), weights)]
        for column, heading, image in shown:
            ax = figure.add_subplot(places[line, column])
            show_feature(ax, image)
            ax.set_title(heading, fontsize=12, loc="left")
    figure.suptitle(title, fontsize=14)
    return figure


@for_answer
def errors_by_rate(errors, title):
    """Draw the error of layers against the learning rate, a curve an output, and mark the lowest point of each.

    Parameters
    ----------
    errors : pandas.Series
        By output, rate and seed.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        Means with their standard deviations.
    """
    figure, ax = plt.subplots(figsize=(4.6, 3), layout="constrained")
    for (output, of), colour, dash in zip(errors.groupby("output"), ("0.5", "black"), ("--", "-")):
        by_rate = of.groupby("rate")
        mean, lowest = by_rate.mean(), by_rate.mean().idxmin()
        ax.errorbar(mean.index, mean, by_rate.std(), color=colour, linestyle=dash, capsize=3, linewidth=2)
        ax.plot(lowest, mean[lowest], "o", color=colour, markersize=8)
        first = mean.index[0], mean.iloc[0]
        ax.annotate(output, first, (4, 10), textcoords="offset points", color=colour)
    rates = errors.index.unique("rate")[::2]
    ax.set(xlabel="learning rate", ylabel="squared error", xscale="log", yscale="log", title=title)
    ax.set_xticks(rates, [f"{rate:g}" for rate in rates])
    ax.set_yticks((1, 2, 4), ("1", "2", "4"))
    ax.minorticks_off()
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def settings_by_measure(settings, title):
    """Draw a line a measure with a mark a setting, the first half of the settings grey, in each half the first hollow.

    Parameters
    ----------
    settings : dict of str to pandas.Series
        Name of each setting and its value in each measure, between 0 and 1; the measures are the same for all.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    measures = next(iter(settings.values())).index
    figure, ax = plt.subplots(figsize=(5.6, 1.4 + 0.4 * len(measures)), layout="constrained")
    half = len(settings) // 2
    for number, (name, of) in enumerate(settings.items()):
        colour, marker = ("0.55", "^") if number < half else ("black", "o")
        face = "white" if number % half == 0 else colour
        ax.plot(of, range(len(of)), marker, color=colour, markerfacecolor=face, markersize=8, label=name)
    ax.set_yticks(range(len(measures)), measures, fontsize=11)
    ax.set(xlim=(0, 1), ylim=(len(measures) - 0.5, -0.5))
    ax.set_title(title, fontsize=12)
    ax.grid(color="0.9")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=10)
    return figure


def _dots(groups, title, label, highlight, low=None):
    figure, ax = plt.subplots(figsize=(4.2, 0.95 + 0.42 * len(groups)), layout="constrained")
    for place, (name, values) in enumerate(groups.items()):
        mean, spread = np.mean(values), np.std(values, ddof=1) if len(values) > 1 else 0.0
        colour = "black" if name in highlight or not highlight else "0.5"
        ax.errorbar(mean, place, xerr=spread, fmt="o", color=colour, markersize=7, capsize=3)
    ax.set_yticks(range(len(groups)), list(groups), fontsize=12)
    ax.set_ylim(len(groups) - 0.5, -0.5)
    if low is not None:
        ax.set_xlim(left=low)
    ax.set_xlabel(label, fontsize=12)
    ax.set_title(title, fontsize=12.5, loc="right")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def growing_layer(rows, layers, n_trained, n_columns=5):
    """Draw layers beside each other with their first nodes trained: rows, reconstructions, features.

    Parameters
    ----------
    rows : array-like of shape (n_rows, n_pixels)
        A few images.
    layers : dict of str to tuple of ndarrays of shapes (n_nodes, n_pixels) and (n_nodes, n_rows, n_pixels)
        Title of the layer, the weights into its nodes, and the running output of the rows after each node.
    n_trained : int
        How many nodes are trained; the last of them is marked as new.
    n_columns : int
        Features in a line.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_nodes = len(next(iter(layers.values()))[0])
    figure = plt.figure(figsize=(7, 5))
    ax = figure.add_axes((0, 0, 1, 1))  # in units of 0.01 inches; pictures by their upper left corners
    name = {"va": "center", "fontsize": 13}
    for height, line in ((55, "digit"), (118, "so far"), (310, "features")):
        ax.text(82, height, line, ha="right", **name)
    ax.text(350, 486, f"node {n_trained} of {n_nodes}" if n_trained else "before training", ha="center", **name)
    pitch = 600 / len(layers)
    for place, (title, (features, outputs)) in enumerate(layers.items()):
        left, width = 95 + pitch * place, pitch - 28
        ax.text(left + width / 2, 14, title, ha="center", **name)
        step = width / len(rows)
        for column, row in enumerate(rows):
            _tile(ax, row, left + step * column, 28, 0.9 * step, "gray_r", 1)
            so_far = outputs[n_trained - 1, column] if n_trained else None
            _tile(ax, so_far, left + step * column, 91, 0.9 * step, "gray_r", 1)
        step = width / n_columns
        for node in range(n_nodes):
            line, column = divmod(node, n_columns)
            corner = left + step * column, 165 + 1.3 * step * line
            feature = features[node] if node < n_trained else None
            _tile(ax, feature, *corner, 0.9 * step, "RdBu_r", None)
            if node == n_trained - 1:
                ax.add_patch(plt.Rectangle(corner, 0.9 * step, 0.9 * step, fill=False, color=_NEW, linewidth=3))
    ax.set(xlim=(0, 700), ylim=(500, 0), aspect="equal")
    ax.set_axis_off()
    return figure


def _tile(ax, image, left, top, size, colours, width):
    """Draw an image of some range (None: its own) around zero at a place, or an empty square."""
    if image is None:
        ax.add_patch(plt.Rectangle((left, top), size, size, color="0.94", linewidth=0))
        return
    width = width or np.abs(image).max() or 1.0
    extent = (left, left + size, top + size, top)
    ax.imshow(square(image), cmap=colours, vmin=-width, vmax=width, extent=extent, interpolation="nearest")
