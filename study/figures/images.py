"""Pictures that more than one notebook shows: grids of images and of features."""

from math import gcd

import matplotlib.pyplot as plt
import numpy as np


def square(row):
    """Shape a row of pixels as the square image that it is."""
    row = np.asarray(row)
    side = round(np.sqrt(row.size))
    if row.ndim != 1 or side * side != row.size:
        raise ValueError(f"an image of shape {row.shape} is no row of a square number of pixels.")
    return row.reshape(side, side)


def show_image(ax, row, low=-1.0, high=1.0):
    """Show a row of grey values as an image, `high` as ink (dark)."""
    ax.imshow(square(row), cmap="gray_r", vmin=low, vmax=high, interpolation="nearest")
    ax.set_axis_off()


def show_feature(ax, weights, pale=1):
    """Show the weights into one node as an image: red above zero, blue below, each with its own range around white."""
    width = pale * np.abs(weights).max() or 1.0
    ax.imshow(square(weights), cmap="RdBu_r", vmin=-width, vmax=width, interpolation="nearest")
    ax.set_axis_off()


TINT = 0.1
"""A border whose mean differs from zero by more than this share of the root mean square of all weights is tinted."""


def turned(components):
    """Give each feature the sign in which ink is red and the ground is blue or white.

    A node with all its weights reversed does the same, so that the sign of a feature says nothing; turned alike,
    features are easier to compare. A square image with a tinted border (see `TINT`) is turned until the mean of its
    border is negative; any other, and what is no square image, until the sum of the cubes of its weights is not.
    """
    weights = np.asarray(components, dtype=np.float64)
    signs = np.where(np.sum(weights**3, axis=1) < 0, -1, 1)
    side = round(np.sqrt(weights.shape[1]))
    if side > 3 and side * side == weights.shape[1]:
        border = np.ones((side, side), dtype=bool)
        border[1:-1, 1:-1] = False
        ground = weights[:, border.ravel()].mean(axis=1)
        tinted = np.abs(ground) > TINT * np.sqrt(np.mean(weights**2, axis=1))
        signs = np.where(tinted, -np.sign(ground), signs)
    return np.where(signs[:, np.newaxis] < 0, -components, components)


def headline(figure, words, **look):
    """Write what a figure says above its left edge."""
    figure.suptitle(words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}"), x=0, ha="left", **look)


def feature_lines(lines, *, title="", width=6.2, fontsize=12, show=show_feature, over=False):
    """Draw lines of images (dict of name to array-like of shape (n, n_pixels)), each with its name beside or above."""
    n_columns = max(map(len, lines.values()))
    names = 0.0095 * fontsize * max(len(part) for name in lines for part in name.split("\n")) + 0.12  # inches
    above, between = (0.032 - 0.008 * over) * fontsize * bool(title), 0.022 * fontsize * over
    names *= not over
    size = (width - names) / n_columns
    height = (size + between) * len(lines) + above
    figure, axes = plt.subplots(len(lines), n_columns, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(left=names / width, right=1, bottom=0, top=1 - (above + between) / height)
    figure.subplots_adjust(wspace=0.06, hspace=0.06 + between / size)
    for line, (name, images) in zip(axes, lines.items()):
        for ax, image in zip(line, images):
            show(ax, image)
        if over:
            line[0].set_title(name, loc="left", fontsize=fontsize, pad=3)
        else:
            line[0].text(-0.15, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=fontsize)
    if title:
        headline(figure, title, y=1 - 0.04 / height, va="top", fontsize=max(14, fontsize))
    return figure


def spread(axes):
    """Let columns of axes that keep their shape reach from the left edge to the right one."""
    for (_, column), ax in np.ndenumerate(axes):
        ax.set_anchor((column / (axes.shape[1] - 1), 0.5))


def nine_nodes(n_components, n_classes):
    """Choose nine nodes to show, by a rule that knows nothing of what they have learned.

    0, s, 2 s, ..., 8 s with the widest step s that fits and has no common factor with `n_classes`: the nodes are spread
    over the layer, and GCN's, dealt to the classes in turn, come from as many classes as there are.
    """
    if n_components < 9:
        raise ValueError(f"nine nodes cannot be chosen from n_components={n_components}.")
    steps = range((n_components - 1) // 8, 0, -1)
    return np.arange(9) * next(step for step in steps if gcd(step, n_classes) == 1)


def feature_blocks(blocks, figure):
    """Draw blocks (title -> (9, n_pixels)) 3 x 3 side by side, as the paper's figures 2 and 4 do."""
    parts = figure.subfigures(1, len(blocks), wspace=0.08, squeeze=False)[0]
    for part, (title, features) in zip(parts, blocks.items()):
        part.suptitle(title, fontsize="medium", fontweight="normal")
        for ax, weights in zip(part.subplots(3, 3).flat, features):
            show_feature(ax, weights)
