"""Figures of text against program: what each switch of the reading does, and which sizes of a test set scores allow."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = ["accuracy_changes", "feasible_sizes", "named_readings", "roughness_changes"]

FONT: dict[Any, Any] = {"font.size": 9.5}
SHIFTS = dict(zip(NODE_BY_NODE, (-0.17, 0.17)))


def named_readings(runs, readings, printed):
    """Draw the test accuracy of GN and GCN under whole readings, beside what the paper prints.

    Parameters
    ----------
    runs : pandas.DataFrame
        Of the experiment "fidelity".
    readings : dict of str to str
        Switch -> name of the reading.
    printed : dict of str to float
        Method -> test score of the paper.

    Returns
    -------
    matplotlib.figure.Figure
        Small, for a chapter's answer: one row a reading and method, a dot for each seed, a stroke for the mean, a band
        of the margin around the paper's score.
    """
    with plt.rc_context({"font.size": 13}):
        figure, axes = plt.subplots(2, 1, figsize=(4.6, 4.2), layout="constrained", sharex=True)
        for ax, name in zip(axes, NODE_BY_NODE):
            method = METHODS[name]
            ax.axvspan(printed[name] - MARGIN, printed[name] + MARGIN, color="0.88")
            ax.axvline(printed[name], color="0.35", linewidth=1)
            for place, switch in enumerate(readings):
                scores = runs[(runs["method"] == name) & (runs["switch"] == switch)]["test"].dropna()
                ax.plot(scores, [place] * len(scores), method.marker, color=method.colour, markersize=6, alpha=0.6)
                ax.plot([scores.mean()] * 2, [place - 0.3, place + 0.3], color=method.colour, linewidth=2)
            ax.set_yticks(range(len(readings)), readings.values())
            ax.set_ylim(len(readings) - 0.45, -0.55)
            ax.tick_params(axis="y", length=0)
            ax.set_title(f"{method.label} (grey: paper, {printed[name]:.3f} ± {MARGIN:.3f})", fontsize=13, loc="left")
        axes[1].set_xlabel("test accuracy")
        axes[1].locator_params(axis="x", nbins=4)
        figure.suptitle("GCN fits the paper under\none of three readings", fontsize=14)
    return figure


def accuracy_changes(changes):
    """Draw the change of test accuracy that each switch makes, GN and GCN on one scale.

    Parameters
    ----------
    changes : dict of str to pandas.DataFrame
        Method -> `gnode.study.stats.differences` from "original".

    Returns
    -------
    matplotlib.figure.Figure
        One row a switch, the largest change on top; filled marks where the interval excludes zero.
    """
    return _changes(changes, "change of test accuracy from our reading", "Only large batches move accuracy far", MARGIN)


def roughness_changes(changes):
    """Draw the change of the median roughness of the first layer's features, for the switches that change it.

    Parameters
    ----------
    changes : dict of str to pandas.DataFrame
        As for `accuracy_changes`, of "roughness_median".

    Returns
    -------
    matplotlib.figure.Figure
        One row for each switch with an interval that excludes zero, of GN or of GCN.
    """
    clear = {switch for table in changes.values() for switch in table.index[(table["low"] > 0) | (table["high"] < 0)]}
    changes = {method: table[table.index.isin(clear)] for method, table in changes.items()}
    return _changes(
        changes, "change of median roughness from our reading", "Start, centring and amnesia remake the features", None
    )


def _changes(changes, xlabel, title, margin):
    """Draw paired changes with their intervals, one row a switch."""
    largest: dict[str, float] = {}
    for of_method in changes.values():
        for switch, change in of_method.iterrows():
            largest[switch] = max(largest.get(switch, 0), abs(change["mean"]))
    switches = sorted(largest, key=lambda switch: -largest[switch])
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 0.26 * len(switches) + 0.9), layout="constrained")
        if margin:
            ax.axvspan(-margin, margin, color="0.9", zorder=0)
        ax.axvline(0, color="0.35", linewidth=0.8)
        for name, of_method in changes.items():
            for switch, change in of_method.iterrows():
                _one_change(ax, change, METHODS[name], switches.index(switch) + SHIFTS[name])
            ax.plot([], [], METHODS[name].marker, color=METHODS[name].colour, label=METHODS[name].label)
        ax.set_yticks(range(len(switches)), switches)
        ax.set_ylim(len(switches) - 0.5, -0.5)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="y", color="0.93")
        ax.set_axisbelow(True)
        ax.set_xlabel(xlabel)
        ax.set_title(title, fontsize=11)
        figure.legend(loc="outside upper right", ncols=2, frameon=False, handletextpad=0.2)
    return figure


def _one_change(ax, change, method, place):
    """Draw one change: filled where its interval excludes zero, hollow where it does not."""
    clear = change["low"] > 0 or change["high"] < 0
    ax.plot([change["low"], change["high"]], [place] * 2, color=method.colour, linewidth=1.2)
    ax.plot(
        [change["mean"]],
        [place],
        method.marker,
        color=method.colour,
        markerfacecolor=method.colour if clear else "white",
        markersize=5.5,
    )


def feasible_sizes(impossible):
    """Draw which sizes of a test set the printed scores allow, a strip for each candidate set.

    Parameters
    ----------
    impossible : dict of str to pandas.Series
        Name of a set -> number of printed scores that are impossible, indexed by the number of test rows.

    Returns
    -------
    matplotlib.figure.Figure
        Dark where all scores are possible, the paler the more are not; the sizes that fit are named.
    """
    most = 4
    shades = plt.get_cmap("Greys")(np.linspace(1, 0.12, most + 1))
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 0.55 * len(impossible) + 1.2), layout="constrained")
        for place, of_set in enumerate(impossible.values()):
            sizes = np.linspace(20, 40, len(of_set))
            colours = shades[np.minimum(of_set.to_numpy(), most)]
            ax.bar(sizes, 0.5, sizes[1] - sizes[0], bottom=place - 0.25, color=colours, linewidth=0)
            fitting = of_set.to_numpy() == 0
            if fitting.any():
                named = f"{of_set.index[fitting].min()} to {of_set.index[fitting].max()} rows fit all"
                ax.annotate(named, (sizes[fitting].mean(), place - 0.27), ha="center", va="bottom")
        ax.set_yticks(range(len(impossible)), impossible)
        ax.set_ylim(len(impossible) - 0.6, -0.6)
        ax.set(xlim=(20, 40), xlabel="share of rows in the test set (%)")
        ax.tick_params(axis="y", length=0)
        for side in ("top", "right", "left"):
            ax.spines[side].set_visible(False)
        handles = [plt.Rectangle((0, 0), 1, 1, color=shade) for shade in shades]
        names = [*map(str, range(most)), f"{most} or more"]
        title = "How many of the printed scores are impossible"
        figure.legend(
            handles, names, loc="outside upper center", ncols=most + 1, frameon=False, title=title, title_fontsize=11
        )
    return figure
