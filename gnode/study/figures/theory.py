"""Figures of the theorem on amnesia: which component each node takes, and how alike the nodes become."""

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["orders", "redundancy_curves"]


def orders(predicted, trained, *, title="", n_columns=None, width=7.0, fontsize=10):
    """Plot the component that each node takes, by the theorem and as trained.

    Parameters
    ----------
    predicted : dict of str to array-like of shape (n_nodes,), int
        Title of each panel and the components that the theorem predicts, counted from 0.
    trained : dict of str to array-like of shape (n_nodes,), int
        The same of trained nodes.
    title : str, default=""
        Of the whole.
    n_columns : int, default=None
        None for all panels in one line.
    width : float
        Of the figure, in inches.
    fontsize : float

    Returns
    -------
    matplotlib.figure.Figure
        Nodes and components are counted from 1 there.
    """
    n_columns = n_columns or len(predicted)
    n_lines = -(-len(predicted) // n_columns)
    size = width / n_columns
    figure, axes = plt.subplots(
        n_lines,
        n_columns,
        figsize=(width, 0.85 * size * n_lines + 0.08 * fontsize),
        layout="constrained",
        sharex=True,
        sharey=True,
        squeeze=False,
    )
    last = 1 + max(max(len(of), 1 + max(of)) for of in (*predicted.values(), *trained.values()))
    for ax, (name, expected) in zip(axes.flat, predicted.items()):
        nodes = np.arange(1, len(expected) + 1)
        ax.plot(nodes, np.asarray(expected) + 1, "o", color="0.72", markersize=0.75 * fontsize, label="theorem")
        ax.plot(nodes, np.asarray(trained[name]) + 1, "o", color="black", markersize=0.3 * fontsize, label="trained")
        ax.set(xticks=range(1, last, 3), yticks=range(1, last, 3), xlim=(0.2, last), ylim=(0.2, last))
        ax.set_title(name, fontsize=fontsize)
        ax.tick_params(labelsize=0.9 * fontsize)
        ax.grid(color="0.92")
        ax.set_axisbelow(True)
        ax.spines[["top", "right"]].set_visible(False)
    for ax in axes[-1]:
        ax.set_xlabel("node", fontsize=fontsize)
    for ax in axes[:, 0]:
        ax.set_ylabel("component", fontsize=fontsize)
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=2,
        frameon=False,
        fontsize=fontsize,
    )
    if title:
        figure.suptitle(title, fontsize=1.1 * fontsize)
    return figure


def redundancy_curves(panels, *, title=""):
    """Plot redundancy against the amnesia factor.

    Parameters
    ----------
    panels : dict of str to dict of str to pandas.Series
        Title of each panel; in it what each line is, and redundancy by amnesia factor. The first is drawn as the
        theory's line, the others as marks.
    title : str, default=""
        Of the whole.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(
        1, len(panels), figsize=(7, 3.4), layout="constrained", sharex=True, sharey=True, squeeze=False
    )
    looks = [
        {"color": "0.65", "linewidth": 4},
        {"color": "black", "marker": "o", "linestyle": "none", "markersize": 6},
        {"color": plt.get_cmap("cividis")(0.55), "marker": "s", "linestyle": "none", "markersize": 6},
    ]
    for ax, (name, curves) in zip(axes[0], panels.items()):
        for (what, curve), look in zip(curves.items(), looks):
            ax.plot(curve.index, curve, label=what, **look)
        ax.set(xlabel="amnesia factor A", ylim=(0, 1.05))
        ax.set_title(name, fontsize=10)
        ax.grid(color="0.92")
        ax.set_axisbelow(True)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0, 0].set_ylabel("redundancy (mean |cosine|)")
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=10
    )
    if title:
        figure.suptitle(title, fontsize=12)
    return figure
