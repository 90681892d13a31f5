"""Figures of the theorem on amnesia: which component each node takes."""

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["orders", "redundancy_curves"]


def orders(predicted, trained, title=""):
    """Plot the component that each node takes, by the theorem and as trained.

    Parameters
    ----------
    predicted : dict of str to array-like of shape (n_nodes,), int
        Title of each panel and the components that the theorem names, counted from 0.
    trained : dict of str to array-like of shape (n_nodes,), int
        The same of trained nodes.
    title : str, default=""
        Of the whole.

    Returns
    -------
    matplotlib.figure.Figure
        Components are counted from 1 there.
    """
    figure, axes = plt.subplots(
        1, len(predicted), figsize=(2.4 * len(predicted) + 1, 2.9), layout="constrained", sharey=True, squeeze=False
    )
    for ax, (name, expected) in zip(axes[0], predicted.items(), strict=True):
        nodes = np.arange(1, len(expected) + 1)
        ax.plot(nodes, np.asarray(expected) + 1, "o", color="0.75", markersize=11, label="theorem")
        ax.plot(nodes, np.asarray(trained[name]) + 1, ".", color="black", markersize=6, label="trained")
        ax.set(xlabel="node", xticks=nodes[::3])
        if name:
            ax.set_title(name)
        ax.grid(color="0.92")
    axes[0, 0].set(ylabel="component taken")
    axes[0, 0].legend(loc="upper left")
    if title:
        figure.suptitle(title)
    return figure


def redundancy_curves(curves, title=""):
    """Plot redundancy against the amnesia factor.

    Parameters
    ----------
    curves : dict of str to pandas.Series
        What each line is, and redundancy by amnesia factor; the first is drawn as the theory's line, the others as
        marks.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.5, 3.2), layout="constrained")
    looks = [("-", "0.6"), ("o", "black"), ("s", plt.cm.cividis(0.35)), ("D", plt.cm.cividis(0.85))]
    for (name, curve), (marker, colour) in zip(curves.items(), looks):
        ax.plot(curve.index, curve, marker, color=colour, linewidth=4 if marker == "-" else 1, label=name)
    ax.set(xlabel="amnesia factor A", ylabel="redundancy (mean |cosine|)", ylim=(0, 1.05), title=title)
    ax.grid(color="0.92")
    ax.legend()
    return figure
