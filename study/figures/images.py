"""Pictures that more than one notebook shows: grids of images and of features."""

from math import gcd

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["feature_blocks", "image_grid", "nine_nodes", "show_feature", "show_image", "square", "turned"]


def square(row):
    """Shape a row of pixels as the square image that it is.

    Parameters
    ----------
    row : array-like of shape (n_pixels,)

    Returns
    -------
    ndarray of shape (side, side)

    Raises
    ------
    ValueError
        If n_pixels is no square number.
    """
    row = np.asarray(row)
    side = round(np.sqrt(row.size))
    if row.ndim != 1 or side * side != row.size:
        raise ValueError(f"an image of shape {row.shape} is no row of a square number of pixels.")
    return row.reshape(side, side)


def show_image(ax, row, low=-1.0, high=1.0):
    """Show a row of grey values as an image, `high` as ink (dark)."""
    ax.imshow(square(row), cmap="gray_r", vmin=low, vmax=high, interpolation="nearest")
    ax.set_axis_off()


def show_feature(ax, weights):
    """Show the weights into one node as an image: red above zero, blue below, each with its own range around white."""
    width = np.abs(weights).max() or 1.0
    ax.imshow(square(weights), cmap="RdBu_r", vmin=-width, vmax=width, interpolation="nearest")
    ax.set_axis_off()


TINT = 0.1
"""A border whose mean differs from zero by more than this share of the root mean square of all weights is tinted."""


def turned(components):
    """Give each feature the sign in which ink is red and the ground is blue or white.

    A node with all its weights reversed does the same, so that the sign of a feature says nothing; turned alike,
    features are easier to compare. A square image with a tinted border (see `TINT`) is turned until the mean of its
    border is negative; any other, and what is no square image, until the sum of the cubes of its weights is not.

    Parameters
    ----------
    components : ndarray of shape (n_components, n_features)

    Returns
    -------
    ndarray of shape (n_components, n_features)
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


def image_grid(rows, show=show_image, *, names=(), titles=(), size=0.6):
    """Draw rows of images, named on the left and titled above.

    Parameters
    ----------
    rows : sequence of sequences of pixel rows
        One sequence for each line of the grid; None leaves a place empty, a short line its end.
    show : callable
        `show_image` or `show_feature`.
    names : sequence of str
        One for each line.
    titles : sequence of str
        One for each column.
    size : float
        Of an image, in inches.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_columns = max(len(line) for line in rows)
    figure, axes = plt.subplots(
        len(rows),
        n_columns,
        figsize=(size * n_columns, size * len(rows) + 0.3 * bool(titles)),
        squeeze=False,
        layout="constrained",
    )
    for line, images in zip(axes, rows):
        for ax in line:
            ax.set_axis_off()
        for ax, image in zip(line, images):
            if image is not None:
                show(ax, image)
    for ax, name in zip(axes[:, 0], names):
        ax.text(-0.15, 0.5, name, transform=ax.transAxes, ha="right", va="center")
    for ax, title in zip(axes[0], titles):
        ax.set_title(title, fontsize="small")
    return figure


def nine_nodes(n_components, n_classes):
    """Choose nine nodes to show, by a rule that knows nothing of what they have learned.

    Parameters
    ----------
    n_components : int
        At least 9.
    n_classes : int
        Classes that GCN deals its nodes to in turn.

    Returns
    -------
    ndarray of shape (9,), int
        0, s, 2 s, ..., 8 s with the widest step s that fits and has no common factor with `n_classes`: the nodes are
        spread over the layer, and GCN's come from as many classes as there are.

    Raises
    ------
    ValueError
        If there are fewer than nine nodes.
    """
    if n_components < 9:
        raise ValueError(f"nine nodes cannot be chosen from n_components={n_components}.")
    steps = range((n_components - 1) // 8, 0, -1)
    return np.arange(9) * next(step for step in steps if gcd(step, n_classes) == 1)


def feature_blocks(blocks, size=1.0, names=()):
    """Draw features in 3 x 3 blocks side by side, as the paper's figures 2 and 4 do.

    Parameters
    ----------
    blocks : dict of str to array-like of shape (9, n_pixels)
        Title of each block and the weights into its nine nodes.
    size : float
        Of an image, in inches.
    names : sequence of sequences of str
        For each block, what stands above each image.

    Returns
    -------
    matplotlib.figure.Figure
    """
    height = 3 * size + 0.35 + 0.45 * bool(names)
    figure = plt.figure(figsize=(3.25 * size * len(blocks), height), layout="constrained")
    parts = figure.subfigures(1, len(blocks), wspace=0.08, squeeze=False)[0]
    for part, (title, features) in zip(parts, blocks.items()):
        part.suptitle(title, fontsize="medium")
        for ax, weights in zip(part.subplots(3, 3).flat, features):
            show_feature(ax, weights)
    for part, named in zip(parts, names):
        for ax, name in zip(part.axes, named):
            ax.set_title(name, fontsize=9, pad=2)
    return figure
