"""Figures of the chapter that counts operations."""

from functools import wraps

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS

__all__ = ["exponents", "for_answer", "gain", "gcn_over_gn", "schemes", "updates"]

# The two ways to know what the earlier nodes say are no methods, so they are grey: colour, marker, line.
SCHEMES = {"naive": ("0.15", "o", "-"), "running": ("0.55", "^", "--")}


def for_answer(draw):
    """Let a function draw in larger letters: an answer's figure is shown at some three quarters of its size."""

    @wraps(draw)
    def drawn(*given, **named):
        with plt.rc_context({"font.size": 15, "axes.titlesize": 15}):
            return draw(*given, **named)

    return drawn


@for_answer
def updates(nodes_of_rows, title):
    """Draw which nodes each row updates in one epoch, a grid of rows and nodes a method.

    Parameters
    ----------
    nodes_of_rows : dict of str to array-like of bool of shape (n_rows, n_nodes)
        By the method's name in `METHODS`, drawn from left to right.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, len(nodes_of_rows), figsize=(4.8, 3.6), layout="constrained", sharey=True)
    for ax, (name, updated) in zip(axes, nodes_of_rows.items()):
        method, updated = METHODS[name], np.asarray(updated)
        for (row, node), filled in np.ndenumerate(updated):
            colour = method.colour if filled else "0.94"
            ax.add_patch(plt.Rectangle((node + 0.08, row + 0.08), 0.84, 0.84, color=colour, linewidth=0))
        n_rows, n_nodes = updated.shape
        ax.set(xlim=(0, n_nodes), ylim=(n_rows, 0), xticks=[], yticks=[], xlabel="nodes", aspect="equal")
        ax.set_title(f"{method.label}\n{updated.sum()} node\nupdates", color=method.colour)
        ax.spines[:].set_visible(False)
    axes[0].set_ylabel("rows")
    figure.suptitle(title, fontsize=15)
    return figure


def schemes(frame):
    """Draw how the naive scheme and the running sum grow with the nodes, counted and measured.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns scheme (the keys of `SCHEMES`), nodes, operations, seconds.

    Returns
    -------
    matplotlib.figure.Figure
        Lines are the fitted power laws.
    """
    figure, axes = plt.subplots(1, 2, figsize=(7, 3.2), layout="constrained", sharex=True)
    labels = {"naive": "naive scheme", "running": "running sum"}
    for scheme, of in frame.groupby("scheme", sort=False):
        colour, marker, dash = SCHEMES[scheme]
        for ax, column in zip(axes, ("operations", "seconds")):
            slope, at_1 = np.polyfit(np.log(of["nodes"]), np.log(of[column]), 1)
            fitted = np.exp(at_1) * of["nodes"] ** slope
            ax.plot(of["nodes"], of[column], marker, color=colour)
            ax.plot(of["nodes"], fitted, dash, color=colour)
            above = scheme == "naive"
            ax.annotate(
                f"{labels[scheme]}:\nexponent {slope:.2f}",
                (of["nodes"].iloc[2], fitted.iloc[2]),
                (-6, 6) if above else (6, -6),
                textcoords="offset points",
                color=colour if above else "0.4",
                ha="right" if above else "left",
                va="bottom" if above else "top",
            )
    for ax, title, ylabel in zip(axes, ("Counted", "Measured"), ("operations", "CPU time (s)")):
        ax.set(xscale="log", yscale="log", xlabel="nodes d₂", ylabel=ylabel)
        ax.set_title(title, fontsize=10)
        nodes = sorted(set(frame["nodes"]))
        ax.set_xticks(nodes, map(str, nodes))
        ax.margins(y=0.2)
        _tidy(ax)
        ax.minorticks_off()
    figure.suptitle("Recomputing earlier nodes raises the exponent from about 1 to about 2", fontsize=11)
    return figure


def gcn_over_gn(frame, layers):
    """Draw what GCN costs of GN against nodes over epochs.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns nodes_over_epochs, ratio.
    layers : dict of str to (float, float)
        What to mark: nodes over epochs and ratio, by its name.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.6, 2.7), layout="constrained")
    ax.plot(frame["nodes_over_epochs"], frame["ratio"], color="0.15", lw=2)
    ax.axhline(0.5, color="0.6", linestyle=":")
    for (name, place), ha in zip(layers.items(), ("left", "right")):
        ax.plot(*place, METHODS["gcn"].marker, color=METHODS["gcn"].colour, ms=7)
        offset = (8, -3) if ha == "left" else (-8, 6)
        ax.annotate(name, place, offset, textcoords="offset points", ha=ha, va="center", color=METHODS["gcn"].colour)
    ax.set(xscale="log", xlabel="nodes over epochs, d₂ / E", ylabel="operations, GCN / GN", ylim=(0.4, 1.05))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_title("GCN costs half as much as GN only while nodes are few", fontsize=11)
    _tidy(ax)
    return figure


def gain(frame):
    """Draw how many times fewer operations node by node takes, against the nodes, a line a number of epochs.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns epochs, nodes, gain.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.6, 3), layout="constrained")
    shades = plt.get_cmap("cividis")(np.linspace(0.75, 0.05, frame["epochs"].nunique()))
    for shade, (epochs, of) in zip(shades, frame.groupby("epochs")):
        ax.plot(of["nodes"], of["gain"], color=shade, lw=2)
        end = of["nodes"].iloc[-1], of["gain"].iloc[-1]
        ax.annotate(f"{epochs:,} epochs", end, (5, 0), textcoords="offset points", va="center")
    ax.set(xscale="log", yscale="log", xlabel="nodes d₂", ylabel="operations, USV / GCN")
    ax.set_xlim(right=frame["nodes"].max() * 4)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:,g}")
    ax.set_title("More nodes pay only with more epochs", fontsize=11)
    _tidy(ax)
    return figure


def exponents(frame, margin):
    """Draw exponents of measured times and of counts, with the theorem's exponent and a margin beyond it.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns method (its label, or begins with it), grows, counted, measured; a row of the figure each.
    margin : float
        What is allowed beyond the theorem's exponent of one.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(6.4, 0.34 * len(frame) + 1.2), layout="constrained")
    by_label = {of.label: of for of in METHODS.values()}
    places = np.arange(len(frame))
    looks = [by_label[name.split()[0]] for name in frame["method"]]
    ax.axvline(1, color="0.6", linestyle=":")
    ax.axvspan(1, 1 + margin, color="0.93", zorder=0)
    top = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "color": "0.35", "va": "bottom"}
    ax.annotate("theorem: at most 1", (1, 1), (-4, 2), ha="right", **top)
    ax.annotate("margin", (1, 1), (4, 2), **top)
    for place, look, counted, measured in zip(places, looks, frame["counted"], frame["measured"]):
        ax.plot([counted, measured], [place, place], color="0.8", zorder=1)
        ax.plot(counted, place, look.marker, color=look.colour, mfc="white", ms=7)
        ax.plot(measured, place, look.marker, color=look.colour, ms=7)
    ax.set_yticks(places, [f"{method}, {grows} grows" for method, grows in zip(frame["method"], frame["grows"])])
    ax.set(xlabel="exponent of the time (filled) and of the count (hollow)", xlim=(0, None))
    ax.set_ylim(len(frame) - 0.5, -0.5)
    ax.set_title("Times grow no faster than the theorem", fontsize=11, pad=18)
    _tidy(ax)
    return figure


def _tidy(ax):
    ax.grid(color="0.92")
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
