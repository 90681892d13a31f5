"""Figures of the nine data sets of Table 3: between methods, the paper's scores beside ours, and between readings."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, MultipleLocator

from ..methods import COUNTERPARTS, LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = ["method_differences", "paper_differences", "rate_readings", "short_name", "sorted_sets", "table_3"]

FAR = 0.05  # from the paper, of a cell that a figure names or shows

FONT: dict[Any, Any] = {"font.size": 9.5}
FOUR = (*LAYER_BY_LAYER, *NODE_BY_NODE)
SHIFTS = (-0.3, -0.1, 0.1, 0.3)  # of their rows within the band of a set


def short_name(label):
    """Name a set without the form of its rows, as the nine sets of the paper are (str)."""
    return label.split(" (")[0].split(",")[0]


def sorted_sets(frame, value):
    """List the labels of sets by the median of a column, the highest first."""
    return list(frame.groupby("label", sort=False)[value].median().sort_values(ascending=False, kind="stable").index)


def method_differences(
    found, *, title="Ahead on some sets, behind on others", figsize=(4.6, 4.4), letters=13, lowest=-np.inf
):
    """Draw how far node by node is ahead of layer by layer on each set.

    Parameters
    ----------
    found : pandas.DataFrame
        A row a set and pair: label, method, other, mean, low, high; apart and alike (bool), what a test says.
    title : str, default="Ahead on some sets, behind on others"
    figsize : tuple of float, default=(4.6, 4.4)
        Width and height in inches.
    letters : float, default=13
        Size of the letters in points.
    lowest : float, default=-inf
        A mean below it is an arrow at the left edge with its value.

    Returns
    -------
    matplotlib.figure.Figure
        Small, for a chapter's answer: one row a set, the sets by the mean of their two differences. Hollow marks are
        undecided.
    """
    found = found.assign(middle=found.groupby("label")["mean"].transform("mean"))
    labels = sorted_sets(found, "middle")
    with plt.rc_context({"font.size": letters}):
        figure, ax = plt.subplots(figsize=figsize, layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for shift, (method, other) in zip((-0.17, 0.17), COUNTERPARTS):
            of_pair = found[found["method"] == method.name].set_index("label").loc[labels]
            y = np.arange(len(labels)) + shift
            ax.hlines(y, of_pair["low"], of_pair["high"], color=method.colour, linewidth=1.4)
            ax.plot([], [], method.marker, color=method.colour, label=f"{method.label} − {other.label}")
            decided, beyond = of_pair["apart"] | of_pair["alike"], of_pair["mean"] < lowest
            at = of_pair["mean"].clip(lower=lowest)
            for faces, chosen in (({}, decided), ({"markerfacecolor": "white"}, ~decided)):
                for marker, there in ((method.marker, chosen & ~beyond), ("<", chosen & beyond)):
                    ax.plot(at[there], y[there], marker, color=method.colour, **faces)
            for place, mean in zip(y[beyond], of_pair["mean"][beyond]):
                ax.annotate(
                    f"{mean:.2f}".replace("-", "−"), (lowest, place), (7, 0), textcoords="offset points", va="center",
                    fontsize=letters - 4, color=method.colour, bbox={"fc": "white", "ec": "none", "pad": 0.3},
                )  # fmt: skip
            for missing in np.flatnonzero(of_pair["mean"].isna()):
                ax.annotate(
                    f"no {other.label}", (0, y[missing]), (-8, 0), textcoords="offset points", ha="right", va="center",
                    fontsize=letters - 2, color="0.35",
                )  # fmt: skip
        if np.isfinite(lowest):
            ax.set_xlim(lowest - 0.01, found["high"].max() + 0.02)
            ax.xaxis.set_major_locator(MultipleLocator(0.1))
        _rows(ax, labels)
        ax.grid(axis="x", color="0.9", zorder=0)
        ax.set_axisbelow(True)
        ax.set_xlabel("difference of test accuracy\n(filled: decided, hollow: undecided)")
        figure.suptitle(title, fontsize=letters + 1)
        figure.legend(loc="outside lower center", ncols=2, frameon=False, handletextpad=0.1, columnspacing=1)
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
        dot = {"color": "0.35", "linestyle": "none", "marker": "o"}
        marks = [
            plt.Line2D([], [], label="the paper", mfc="white", **dot),
            plt.Line2D([], [], label="ours, five seeds", **dot),
            plt.Line2D([], [], label="standard deviation", color="0.35", linewidth=4, alpha=0.3),
            plt.Line2D([], [], label="logistic regression", **dot | {"marker": "|"}, markersize=14, markeredgewidth=4),
        ]
        marks[-1].set_color("0.7")
        ax.legend(handles=marks, loc="upper left", framealpha=1)
        _key(figure, "CNAE-9 is farthest from the paper")
    return figure


def paper_differences(found):
    """Draw our scores minus the paper's, on test rows against training rows, a mark a cell; far ones are named.

    Parameters
    ----------
    found : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`.

    Returns
    -------
    matplotlib.figure.Figure
        The bands are the margin of claim D1.
    """
    cells = found[found["in_d1"]].dropna(subset=["test"])
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 4.6), layout="constrained")
        for band, line in ((ax.axvspan, ax.axvline), (ax.axhspan, ax.axhline)):
            band(-MARGIN, MARGIN, color="0.88", zorder=0)
            line(0, color="0.35", linewidth=0.8, zorder=1)
        for cell in cells.itertuples():
            x, y = cell.train - cell.train_paper, cell.test - cell.test_paper
            ax.plot([x], [y], **_look(METHODS[cell.method], filled=True))
            if max(abs(x), abs(y)) > FAR:
                side, shift = ("left", 7) if x < -0.3 or 0 < x < 0.1 else ("right", -7)
                name = f"{METHODS[cell.method].label} on {short_name(cell.label)}"
                ax.annotate(name, (x, y), (shift, 0), textcoords="offset points", ha=side, va="center")
        ax.set_xlabel("training accuracy, ours minus the paper's")
        ax.set_ylabel("test accuracy, ours minus the paper's")
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter(FuncFormatter(_signed))
        ax.margins(0.08)
        ax.grid(color="0.93", zorder=0)
        ax.set_axisbelow(True)
        _key(figure, "CNAE-9 is far from the paper even on training rows")
    return figure


def rate_readings(found, in_all_stages):
    """Draw our test scores minus the paper's with two readings of the rate, for the cells that the reading moves far.

    Parameters
    ----------
    found, in_all_stages : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`, of the experiments "table3" and "rates".

    Returns
    -------
    matplotlib.figure.Figure
        A row a cell, the farthest moved on top. Hollow marks, the rate in pre-training only; filled ones, in all
        stages.
    """
    both = found[found["in_d1"]].merge(in_all_stages, on=["label", "method"], suffixes=("", "_all"))
    both = both.assign(first=both["test"] - both["test_paper"], second=both["test_all"] - both["test_paper"])
    both = both.assign(moved=(both["second"] - both["first"]).abs()).sort_values("moved", ascending=False)
    far = both[both["moved"] > FAR]
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 0.3 * len(far) + 1.3), layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color="0.84", zorder=1)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for place, cell in enumerate(far.itertuples()):
            _from_to(ax, cell.first, cell.second, place, METHODS[cell.method])
        _rows(ax, [f"{METHODS[cell.method].label} on {short_name(cell.label)}" for cell in far.itertuples()])
        ax.xaxis.set_major_formatter(FuncFormatter(_signed))
        ax.grid(axis="x", color="0.9", zorder=0)
        ax.set_axisbelow(True)
        ax.set_xlabel("test accuracy, ours minus the paper's")
        ax.set_title(
            "With η in all stages, GN and GCN fall far on CNAE-9 and ISOLET\n"
            "hollow: η in pre-training only    filled: η in all stages",
            fontsize=10.5,
        )
    return figure


def _signed(value, _):
    """Write a tick of an axis of differences with its sign (str)."""
    return f"{value:+.2f}".replace("-", "−") if round(value, 9) else "0"


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
