"""Figures of a layer that is trained by class, by node: what its nodes learn, and what they are good at."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import GCN
from .images import show_feature

__all__ = ["class_images", "experts"]


def class_images(lines, classes, title, size=0.68, cosines=None):
    """Draw lines of images, one column a class.

    Parameters
    ----------
    lines : dict of str to sequence of array-like of shape (n_pixels,)
        Name of the line and an image for each class.
    classes : sequence
        Names of the columns.
    title : str
    size : float
        Of an image, in inches.
    cosines : dict of str to sequence of float, optional
        Numbers to write below the images of a line, by its name; a gap parts it from the next line.

    Returns
    -------
    matplotlib.figure.Figure
    """
    cosines = cosines or {}
    heights = [1 + 0.55 * (name in cosines) for name in lines]
    figure = plt.figure(figsize=(1.1 + size * len(classes), 0.75 + size * sum(heights)), layout="constrained")
    axes = figure.subplots(len(lines), len(classes), squeeze=False, height_ratios=heights)
    for line, (name, images) in zip(axes, lines.items()):
        for ax in line:
            ax.set_axis_off()
            ax.set_anchor("N")
        for ax, image in zip(line, images):
            show_feature(ax, image)
        for ax, value in zip(line, cosines.get(name, ())):
            ax.text(0.5, -0.06, f"{value:.2f}", transform=ax.transAxes, ha="center", va="top", fontsize=12)
        line[0].text(-0.15, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=11)
    for ax, name in zip(axes[0], classes):
        ax.set_title(name, fontsize=11)
    figure.suptitle(title, fontsize=12)
    return figure


def experts(errors, mean_errors, title):
    """Draw how well one node for each class reconstructs that class, and how well the mean of all rows does.

    Parameters
    ----------
    errors : array-like of shape (n_nodes, n_classes)
        Of the first node of class 0, 1, ... on each class.
    mean_errors : array-like of shape (n_classes,)
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
    for node, of_node in enumerate(np.asarray(errors)):
        others = np.delete(of_node, node)
        ax.scatter(
            [node] * len(others), others, color="0.75", s=18, zorder=1, label="on other classes" if not node else None
        )
        ax.scatter(node, of_node[node], color=GCN.colour, marker=GCN.marker, s=55, zorder=3,
                   label="on its own class" if not node else None)  # fmt: skip
    ax.scatter(range(len(mean_errors)), mean_errors, color="black", marker="_", s=400, linewidths=2.5, zorder=2,
               label="mean of all rows")  # fmt: skip
    ax.set(xlabel="class of the node", ylabel="squared error per row", xticks=range(len(mean_errors)), ylim=(0, None))
    ax.set_title(title, fontsize=12)
    ax.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
    ax.spines[["top", "right"]].set_visible(False)
    return figure
