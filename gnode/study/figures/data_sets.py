"""Figures of the nine data sets of Table 3: between methods, the paper's scores beside ours, and between readings."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import COUNTERPARTS, LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = ["method_differences", "paper_differences", "rate_readings", "short_name", "sorted_sets", "table_3"]

FONT = {"font.size": 9.5}
FOUR = (*LAYER_BY_LAYER, *NODE_BY_NODE)
# Beyond the margin the scale of differences is logarithmic, so that a small and a large one can both be seen.
TICKS = (-0.3, -0.1, -0.03, -MARGIN, 0, MARGIN, 0.03, 0.1, 0.3)


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
    with plt.rc_context({"font.size": 10}):
        figure, ax = plt.subplots(figsize=(4.6, 3.3), layout="constrained")
        _scale(ax, (-0.6, 0.2), (-0.3, -0.1, -0.03, 0, 0.03, 0.1))
        for shift, (method, other) in zip((-0.17, 0.17), COUNTERPARTS):
            of_pair = found[found["method"] == method.name].set_index("label").loc[labels]
            y = np.arange(len(labels)) + shift
            ax.hlines(y, of_pair["low"], of_pair["high"], color=method.colour, linewidth=1.4)
            ax.plot(of_pair["mean"], y, method.marker, color=method.colour, label=f"{method.label} − {other.label}")
        _rows(ax, labels)
        ax.set_xlabel("difference of test accuracy")
        ax.set_title("Node by node: ahead on some sets,\nbehind on others", fontsize=11)
        ax.legend(loc="upper left", fontsize=9, frameon=False, handletextpad=0.2, borderaxespad=0.2)
    return figure


def table_3(found, base):
    """Draw the test scores of the paper's Table 3 above ours, one band a set, on one scale.

    Parameters
    ----------
    found : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`.
    base : pandas.DataFrame
        From `gnode.study.experiments.table3.baselines`, for the scores of the logistic regression.

    Returns
    -------
    matplotlib.figure.Figure
        In each band the paper's scores are hollow marks on the upper line, ours filled ones on the lower, with their
        standard deviation. A line joins the two where the criterion of claim D1 is missed, a dotted one where it is
        met only since our runs spread. A grey stroke is the logistic regression.
    """
    found = found[found["in_d1"]]
    labels = sorted_sets(found, "test_paper")
    logistic = base.set_index("label")["logistic"]
    styles = {"missed": ("-", 1.2), "spread": (":", 1.2)}
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 6.2), layout="constrained")
        for place, label in enumerate(labels):
            if place % 2:
                ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
            ax.plot([logistic[label]] * 2, [place - 0.42, place + 0.42], color="0.62", linewidth=4, zorder=1)
            of_set = found[found["label"] == label].set_index("method")
            for method in FOUR:
                _one_score(ax, of_set.loc[method], METHODS[method], place, styles)
        _rows(ax, labels)
        ax.set(xlim=(0.47, 1.005), xlabel="test accuracy")
        ax.set_title("On most sets some of our scores leave the paper's", fontsize=11)
        ax.grid(axis="x", color="0.88", zorder=0)
        _key(figure, ax, ["SV", "USV", "GN", "GCN"], "hollow, upper: paper    filled, lower: ours    grey: logistic regression")
    return figure


def _one_score(ax, cell, method, place, styles):
    """Draw the paper's score of one method on one set, ours, and what joins them."""
    look = {"marker": method.marker, "markeredgecolor": method.colour, "linestyle": "none", "markersize": 6.5}
    upper, lower = place - 0.2, place + 0.2
    if cell["how"] in styles and not np.isnan(cell["test"]):
        style, width = styles[cell["how"]]
        ax.plot([cell["test_paper"], cell["test"]], [upper, lower], style, color=method.colour, linewidth=width)
    ax.plot([cell["test_paper"]], [upper], markerfacecolor="white", zorder=3, **look)
    if not np.isnan(cell["test"]):
        sd = np.nan_to_num(cell["test_sd"])
        ax.hlines(lower, cell["test"] - sd, cell["test"] + sd, color=method.colour, linewidth=1.2)
        ax.plot([cell["test"]], [lower], markerfacecolor=method.colour, zorder=3, **look)


def _key(figure, ax, labels, note):
    """Name the marks of the four methods and the rest above the axes."""
    handles = [
        plt.Line2D([], [], color=METHODS[name].colour, marker=METHODS[name].marker, linestyle="none") for name in FOUR
    ]
    figure.legend(
        handles, labels, loc="outside upper center", ncols=4, title=note, frameon=False, handletextpad=0.2, title_fontsize=9
    )


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
        figure, axes = plt.subplots(1, 2, figsize=(7, 4.4), layout="constrained", sharey=True)
        for ax, part, title in zip(axes, ("test", "train"), ("test rows", "training rows")):
            _scale(ax, (-0.55, 0.55), TICKS)
            for shift, name in zip((-0.27, -0.09, 0.09, 0.27), FOUR):
                method = METHODS[name]
                y = np.arange(len(labels)) + shift
                of_method = found[found["method"] == name].set_index("label").loc[labels, part]
                ax.plot(of_method, y, method.marker, color=method.colour, markersize=5.5)
            ax.set_title(title, fontsize=10)
            for place in range(1, len(labels), 2):
                ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
            ax.tick_params(axis="x", labelrotation=60)
        _rows(axes[0], labels)
        figure.supxlabel("our mean accuracy less the paper's", fontsize=9.5)
        _key(figure, axes[0], ["SV", "USV", "GN", "GCN"], "Where we miss a test score, we often miss the training score too")
    return figure


def rate_readings(found, in_all_stages):
    """Draw how far our test scores are from the paper's with two readings of the rate, one row a set and method.

    Parameters
    ----------
    found, in_all_stages : pandas.DataFrame
        From `gnode.study.experiments.table3.compare`, of the experiments "table3" and "rates".

    Returns
    -------
    matplotlib.figure.Figure
        Hollow marks, the rate in pre-training only; filled ones, in all stages.
    """
    keys = ["label", "method"]
    both = found[found["in_d1"]].merge(in_all_stages, on=keys, suffixes=("", "_all"))
    both = both.assign(
        first=both["test"] - both["test_paper"], second=both["test_all"] - both["test_paper"]
    )
    labels = sorted_sets(both, "first")
    with plt.rc_context(FONT):
        figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
        _scale(ax, (-1.2, 0.3), (-1, *TICKS))
        for place, label in enumerate(labels):
            if place % 2:
                ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
            of_set = both[both["label"] == label].set_index("method")
            for shift, name in zip((-0.3, -0.1, 0.1, 0.3), FOUR):
                one, method = of_set.loc[name], METHODS[name]
                ax.plot([one["first"], one["second"]], [place + shift] * 2, color=method.colour, linewidth=1.2)
                look = {"marker": method.marker, "markeredgecolor": method.colour, "linestyle": "none", "markersize": 5.5}
                ax.plot([one["first"]], [place + shift], markerfacecolor="white", zorder=3, **look)
                ax.plot([one["second"]], [place + shift], markerfacecolor=method.colour, zorder=3, **look)
        _rows(ax, labels)
        ax.set_xlabel("our mean test accuracy less the paper's")
        _key(figure, ax, ["SV", "USV", "GN", "GCN"], "hollow: η in pre-training only    filled: η in all stages")
    return figure


def _scale(ax, limits, ticks):
    """Give an axis of differences its scale, its band and its line at zero."""
    ax.set_xscale("symlog", linthresh=MARGIN, linscale=0.5)
    ax.set_xlim(*limits)
    shown = [tick for tick in ticks if limits[0] <= tick <= limits[1]]
    ax.set_xticks(shown, [f"{tick:+g}".replace("-", "−") if tick else "0" for tick in shown])
    ax.minorticks_off()
    ax.axvspan(-MARGIN, MARGIN, color="0.86", zorder=1)
    ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
    ax.grid(axis="x", color="0.9", zorder=0)
    ax.set_axisbelow(True)


def _rows(ax, labels):
    """Name the rows of an axis, the first one on top."""
    ax.set_yticks(range(len(labels)), [short_name(label) for label in labels])
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
