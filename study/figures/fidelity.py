"""Figures of text against program: what each switch of the reading does."""

from typing import Any

import matplotlib.pyplot as plt

from ..methods import METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = ["accuracy_changes", "named_readings", "roughness_changes"]

FONT: dict[Any, Any] = {"font.size": 11.5}
# How the figures call a switch, where the tables' name is another.
CALLED = {
    "flat amnesia": "flat memory",
    "reading program": "the program's reading",
    "reading text": "the text's reading",
}
SHIFTS = dict(zip(NODE_BY_NODE, (-0.17, 0.17)))


def named_readings(runs, readings, noise):
    """Draw the roughness of the features and the test accuracy of GN and GCN under whole readings.

    Parameters
    ----------
    runs : pandas.DataFrame
        Of the experiment "fidelity".
    readings : dict of str to str
        Switch -> name of the reading.
    noise : float
        The median roughness of pure noise.

    Returns
    -------
    matplotlib.figure.Figure
        Small, for a chapter's answer: a panel for each of the two, in it a row a reading with the mean over seeds of
        each method.
    """
    panels = {"roughness_median": "roughness of features", "test": "test accuracy"}
    with plt.rc_context({"font.size": 13}):
        figure, axes = plt.subplots(2, 1, figsize=(4.6, 4.4), layout="constrained")
        for ax, (column, xlabel) in zip(axes, panels.items()):
            for name in NODE_BY_NODE:
                method = METHODS[name]
                means = runs[runs["method"] == name].groupby("switch")[column].mean()[list(readings)]
                ax.plot(means, range(len(readings)), method.marker, color=method.colour, label=method.label)
            ax.set_yticks(range(len(readings)), readings.values())
            ax.set_ylim(len(readings) - 0.45, -0.55)
            ax.tick_params(axis="y", length=0)
            ax.grid(axis="y", color="0.93")
            ax.set_axisbelow(True)
            ax.set_xlabel(xlabel)
        axes[0].axvline(noise, color="0.4", linestyle="--", linewidth=1)
        axes[0].annotate("noise", (noise, 0), (-5, 0), textcoords="offset points", ha="right", va="center", color="0.4")
        axes[0].set_xlim(1.4, 1.05 * noise)
        axes[1].set_xlim(0.9, 0.95)
        axes[1].locator_params(axis="x", nbins=5)
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False, handletextpad=0.4)
        figure.suptitle("The text's reading roughens the features\nand costs GCN some accuracy", fontsize=14)
    return figure


def accuracy_changes(changes, clear):
    """Draw the change of test accuracy that each switch makes, GN and GCN on one scale.

    Parameters
    ----------
    changes : dict of str to pandas.DataFrame
        Method -> `study.stats.differences` from "original".
    clear : collection of (str, str)
        The method and the switch of each change that is shown: its mark is filled.

    Returns
    -------
    matplotlib.figure.Figure
        One row a switch, the largest change on top.
    """
    title = "Only large batches move accuracy far"
    return _changes(changes, clear, "change of test accuracy from our reading", title, MARGIN)


def roughness_changes(changes, sums):
    """Draw the change of the median roughness of the first layer's features, for the switches that change it.

    Parameters
    ----------
    changes : dict of str to pandas.DataFrame
        As for `accuracy_changes`, of "roughness_median".
    sums : dict of str to float
        Method -> what the changes of the text's switches add up to, an upright stroke in the row of the text's reading.

    Returns
    -------
    matplotlib.figure.Figure
        One row for each switch with an interval that excludes zero, of GN or of GCN; the marks of these are filled.
    """
    clear = {
        (method, switch)
        for method, table in changes.items()
        for switch in table.index[(table["low"] > 0) | (table["high"] < 0)]
    }
    shown = {switch for _, switch in clear}
    return _changes(
        {method: table[table.index.isin(shown)] for method, table in changes.items()},
        clear,
        "change of median roughness from our reading",
        "The text's reading is far from the sum of its parts",
        sums=sums,
    )


def _changes(changes, clear, xlabel, title, margin=None, sums=None):
    """Draw paired changes with their intervals, one row a switch; filled marks for those that are clear."""
    largest: dict[str, float] = {}
    for of_method in changes.values():
        for switch, change in of_method.iterrows():
            largest[switch] = max(largest.get(switch, 0), abs(change["mean"]))
    switches = sorted(largest, key=lambda switch: -largest[switch])
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(5.8, 0.29 * len(switches) + 1.1), layout="constrained")
        if margin:
            ax.axvspan(-margin, margin, color="0.9", zorder=0)
        ax.axvline(0, color="0.35", linewidth=0.8)
        for name, of_method in changes.items():
            for switch, change in of_method.iterrows():
                _one_change(ax, change, METHODS[name], switches.index(switch) + SHIFTS[name], (name, switch) in clear)
            ax.plot([], [], METHODS[name].marker, color=METHODS[name].colour, label=METHODS[name].label)
        for name, added in (sums or {}).items():
            place = switches.index("reading text") + SHIFTS[name]
            ax.plot([added], [place], "|", color=METHODS[name].colour, markersize=11, markeredgewidth=2.5)
        if sums:
            ax.plot([], [], "|", color="0.3", markersize=10, markeredgewidth=2.5, label="sum of single switches")
        ax.set_yticks(range(len(switches)), [CALLED.get(switch, switch) for switch in switches])
        ax.set_ylim(len(switches) - 0.5, -0.5)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="y", color="0.93")
        ax.set_axisbelow(True)
        ax.set_xlabel(xlabel)
        figure.suptitle(title, fontsize=12.5)
        figure.legend(loc="outside lower center", ncols=3, frameon=False, handletextpad=0.2)
    return figure


def _one_change(ax, change, method, place, clear):
    """Draw one change with its interval, filled where it is clear and hollow where not."""
    ax.plot([change["low"], change["high"]], [place] * 2, color=method.colour, linewidth=1.2)
    ax.plot(
        [change["mean"]],
        [place],
        method.marker,
        color=method.colour,
        markerfacecolor=method.colour if clear else "white",
        markersize=5.5,
    )
