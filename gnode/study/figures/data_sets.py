"""Figures of the nine data sets of Table 3: between methods, the paper's scores beside ours, and between readings."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from ..methods import COUNTERPARTS, LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = ["method_differences", "paper_differences", "rate_readings", "short_name", "sorted_sets", "table_3"]

FONT: dict[Any, Any] = {"font.size": 9.5}
FOUR = (*LAYER_BY_LAYER, *NODE_BY_NODE)
SHIFTS = (-0.3, -0.1, 0.1, 0.3)  # of their rows within the band of a set


def short_name(label):
    """Name a set without the form of its rows, as the nine sets of the paper are (str)."""
    return label.split(" (")[0].split(",")[0]


def sorted_sets(frame, value):
    """List the labels of sets by the median of a column, the highest first."""
    return list(frame.groupby("label", sort=False)[value].median().sort_values(ascending=False, kind="stable").index)


def method_differences(found):
    """Draw how far node by node is ahead of layer by layer on each set, with 90 % intervals.

    Parameters
    ----------
    found : pandas.DataFrame
        From `gnode.study.experiments.table3.pairs`.

    Returns
    -------
    matplotlib.figure.Figure
        Small, for a chapter's answer: one row a set, the sets by the mean of their two differences.
    """
    found = found.assign(middle=found.groupby("label")["mean"].transform("mean"))
    labels = sorted_sets(found, "middle")
    with plt.rc_context({"font.size": 13}):
        figure, ax = plt.subplots(figsize=(4.6, 4.2), layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for shift, (method, other) in zip((-0.17, 0.17), COUNTERPARTS):
            of_pair = found[found["method"] == method.name].set_index("label").loc[labels]
            y = np.arange(len(labels)) + shift
            ax.hlines(y, of_pair["low"], of_pair["high"], color=method.colour, linewidth=1.4)
            ax.plot(of_pair["mean"], y, method.marker, color=method.colour, label=f"{method.label} − {other.label}")
        _rows(ax, labels)
        ax.grid(axis="x", color="0.9", zorder=0)
        ax.set_axisbelow(True)
        ax.set_xlabel("difference of test accuracy")
        ax.set_title("Ahead on some sets,\nbehind on others", fontsize=14)
        ax.legend(loc="upper left", frameon=False, handletextpad=0.2, borderaxespad=0.2)
    return figure


def table_3(found, base):
    """Draw how far our test scores lie from those of the paper's Table 3, one line a cell, on one scale.

    Parameters
    ----------
    found : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`.
    base : pandas.DataFrame
        From `gnode.study.experiments.table3.baselines`, for the scores of the logistic regression.

    Returns
    -------
    matplotlib.figure.Figure
        A band for each set with a row for each method: the paper's score hollow, ours filled with its standard
        deviation, and a line between them. A grey stroke is the logistic regression.
    """
    found = found[found["in_d1"]]
    labels = sorted_sets(found, "test_paper")
    logistic = base.set_index("label")["logistic"]
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 6.6), layout="constrained")
        for place, label in enumerate(labels):
            ax.plot([logistic[label]] * 2, [place - 0.45, place + 0.45], color="0.7", linewidth=4, zorder=1)
            of_set = found[found["label"] == label].set_index("method")
            for shift, name in zip(SHIFTS, FOUR):
                one = of_set.loc[name]
                sd = np.nan_to_num(one["test_sd"])
                colour = METHODS[name].colour
                ax.hlines(place + shift, one["test"] - sd, one["test"] + sd, color=colour, linewidth=4, alpha=0.3)
                _from_to(ax, one["test_paper"], one["test"], place + shift, METHODS[name])
        _rows(ax, labels)
        ax.set(xlim=(0.47, 1.005), xlabel="test accuracy")
        ax.grid(axis="x", color="0.88", zorder=0)
        _key(
            figure,
            "CNAE-9 is farthest from the paper\nhollow: paper    filled: ours    grey stroke: logistic regression",
        )
    return figure


def paper_differences(found):
    """Draw our scores less the paper's, of test and training rows, one row a set, sorted by the test scores.

    Parameters
    ----------
    found : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`.

    Returns
    -------
    matplotlib.figure.Figure
        The band is the margin of claim D1; outside it the scale is logarithmic.
    """
    found = found[found["in_d1"]]
    found = found.assign(**{part: found[part] - found[f"{part}_paper"] for part in ("test", "train")})
    labels = sorted_sets(found, "test")
    with plt.rc_context(FONT):
        figure, axes = plt.subplots(1, 2, figsize=(7, 4.6), layout="constrained", sharey=True)
        for ax, part, title in zip(axes, ("test", "train"), ("test rows", "training rows")):
            _scale(ax, (-0.55, 0.55))
            for shift, name in zip(SHIFTS, FOUR):
                of_method = found[found["method"] == name].set_index("label").loc[labels, part]
                ax.plot(of_method, np.arange(len(labels)) + shift, **_look(METHODS[name], filled=True))
            ax.set_title(title, fontsize=10)
        _rows(axes[0], labels)
        _stripes(axes[1], labels)
        figure.supxlabel("our mean accuracy less the paper's (log scale outside the band)", fontsize=9.5)
        _key(figure, "Where we miss a test score, we often miss the training score")
    return figure


def rate_readings(found, in_all_stages):
    """Draw our test scores less the paper's with two readings of the rate, one line a set and method.

    Parameters
    ----------
    found, in_all_stages : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`, of the experiments "table3" and "rates".

    Returns
    -------
    matplotlib.figure.Figure
        Hollow marks, the rate in pre-training only; filled ones, in all stages.
    """
    both = found[found["in_d1"]].merge(in_all_stages, on=["label", "method"], suffixes=("", "_all"))
    both = both.assign(first=both["test"] - both["test_paper"], second=both["test_all"] - both["test_paper"])
    labels = sorted_sets(both, "first")
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 6), layout="constrained")
        _scale(ax, (-1.3, 0.3), first=-1)
        for place, label in enumerate(labels):
            of_set = both[both["label"] == label].set_index("method")
            for shift, name in zip(SHIFTS, FOUR):
                one = of_set.loc[name]
                _from_to(ax, one["first"], one["second"], place + shift, METHODS[name])
        _rows(ax, labels)
        ax.set_xlabel("our mean test accuracy less the paper's (log scale outside the band)")
        _key(figure, "hollow: η in pre-training only    filled: η in all stages")
    return figure


def _look(method, filled):
    """Return how matplotlib draws a method's mark (dict)."""
    return {
        "marker": method.marker,
        "markeredgecolor": method.colour,
        "markerfacecolor": method.colour if filled else "white",
        "linestyle": "none",
        "markersize": 5.5,
        "zorder": 4,
    }


def _from_to(ax, start, end, y, method):
    """Draw a hollow mark, a filled one and a line between them, as far as they have a place."""
    if not np.isnan(end):
        ax.plot([start, end], [y, y], color=method.colour, linewidth=1.2, zorder=3)
        ax.plot([end], [y], **_look(method, filled=True))
    ax.plot([start], [y], **_look(method, filled=False))


def _key(figure, title):
    """Name the marks of the four methods above the axes."""
    handles = [
        plt.Line2D([], [], label=METHODS[name].label, color=METHODS[name].colour, **_look(METHODS[name], filled=True))
        for name in FOUR
    ]
    figure.legend(
        handles=handles,
        loc="outside upper center",
        ncols=len(FOUR),
        title=title,
        frameon=False,
        handletextpad=0.2,
        title_fontsize=10.5,
    )


def _scale(ax, limits, first=-0.3):
    """Give an axis of differences its scale, its band and its line at zero."""
    ax.set_xscale("symlog", linthresh=MARGIN, linscale=0.35)
    ax.set_xlim(*limits)
    shown = [tick for tick in (first, -0.1, -0.03, 0, 0.03, 0.1, 0.3) if limits[0] <= tick <= limits[1]]
    ax.set_xticks(shown, [f"{tick:+g}".replace("-", "−") if tick else "0" for tick in shown])
    ax.minorticks_off()
    ax.axvspan(-MARGIN, MARGIN, color="0.84", zorder=1)
    ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
    ax.grid(axis="x", color="0.9", zorder=0)
    ax.set_axisbelow(True)


def _stripes(ax, labels):
    """Shade every other row of an axis."""
    for place in range(1, len(labels), 2):
        ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)


def _rows(ax, labels):
    """Name the rows of an axis, the first one on top, and shade every other one."""
    ax.set_yticks(range(len(labels)), [short_name(label) for label in labels])
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    _stripes(ax, labels)
