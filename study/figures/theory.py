"""Figures of the theorem on amnesia: which component each node takes, and how alike the nodes become."""

import matplotlib.pyplot as plt
import numpy as np

__all__ = ["left_over", "orders", "redundancy_curves", "shares"]


def left_over(rules, *, title=""):
    """Draw what is left of each component before each node, the one that the node takes black, for an answer.

    Parameters
    ----------
    rules : dict of str to ndarray of shape (n_nodes, n_components)
        Name of each rule of memory and what is left under it; outlines show what there was at first.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        A line of panels for each rule; nodes and components are counted from 1.
    """
    n_nodes, n_components = next(iter(rules.values())).shape
    figure, axes = plt.subplots(
        len(rules), n_nodes, figsize=(4.6, 1.6 * len(rules) + 0.2), sharex=True, sharey=True, layout="constrained"
    )
    components = np.arange(1, n_components + 1)
    for line, (rule, steps) in zip(axes, rules.items()):
        line[0].set_ylabel(rule, fontsize=12)
        for node, (ax, left) in enumerate(zip(line, steps), start=1):
            colours = np.where(components == 1 + left.argmax(), "black", "0.75")
            ax.bar(components, steps[0], color="none", edgecolor="0.85", width=0.8)
            bars = ax.bar(components, left, color=colours, width=0.8)
            ax.bar_label(bars, [f"{value:.3g}" for value in left.round(1)], fontsize=10)
            ax.set(xticks=components, yticks=(), ylim=(0, 1.2 * steps.max()))
            ax.tick_params(length=0, labelsize=11)
            ax.spines[["top", "right", "left"]].set_visible(False)
            ax.set_title(f"node {node}" if ax in axes[0] else "", fontsize=12)
    figure.supxlabel("component", fontsize=12)
    figure.suptitle(title, fontsize=13)
    return figure


def shares(groups, *, title=""):
    """Draw in which share of cases each of several guesses is right, the first of them black.

    Parameters
    ----------
    groups : dict of str to pandas.Series
        Name of each group of cases; the share by the name of the guess, the same for all.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(
        len(groups), 1, figsize=(6.4, 1.2 * len(groups) + 0.5), sharex=True, layout="constrained"
    )
    for ax, (name, right) in zip(axes, groups.items()):
        bars = ax.barh(list(right.index), right, color=["black", *["0.7"] * (len(right) - 1)], height=0.75)
        ax.bar_label(bars, [f"{share:.0%}" for share in right], fontsize=11, padding=4)
        ax.set_title(name, fontsize=12, loc="left")
        ax.set(xlim=(0, 1), xticks=())
        ax.invert_yaxis()
        ax.tick_params(length=0, labelsize=11)
        ax.spines[["top", "right", "bottom"]].set_visible(False)
    figure.suptitle(title, fontsize=13)
    return figure


def orders(predicted, trained, *, title="", n_columns=None):
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

    Returns
    -------
    matplotlib.figure.Figure
        Nodes and components are counted from 1 there.
    """
    n_columns = n_columns or len(predicted)
    n_lines = -(-len(predicted) // n_columns)
    width, fontsize = 7.0, 11
    figure, axes = plt.subplots(
        n_lines,
        n_columns,
        figsize=(width, 0.85 * width / n_columns * n_lines + 0.08 * fontsize),
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
