"""Figures of the nine data sets of Table 3: between methods, seed by seed, beside the paper, and between readings."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

from ..methods import LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..paper import MARGIN

__all__ = [
    "far_cells",
    "method_differences",
    "rate_readings",
    "seed_by_seed",
    "short_name",
    "sorted_sets",
    "table_3",
    "training_and_test",
]

FAR = 0.05  # from the paper, of a cell that a figure names or shows

LARGE: dict[Any, Any] = {"font.size": 11.5, "figure.titlesize": 12.5, "legend.fontsize": 11.5}
NARROW = 5.6  # inches, so that the letters can be read on a phone
FOUR = (*LAYER_BY_LAYER, *NODE_BY_NODE)
SHIFTS = (-0.3, -0.1, 0.1, 0.3)  # of their rows within the band of a set


def short_name(label):
    """Name a set without the form of its rows, as the nine sets of the paper are (str)."""
    return label.split(" (")[0].split(",")[0]


def sorted_sets(frame, value):
    """List the labels of sets by the median of a column, the highest first."""
    return list(frame.groupby("label", sort=False)[value].median().sort_values(ascending=False, kind="stable").index)


def method_differences(
    found,
    *,
    title="Ahead on some sets, behind on others",
    figsize=(4.6, 4.4),
    letters=13,
    lowest=-np.inf,
):
    """Draw how far node by node is ahead of other methods on each set.

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
        One row a set, the sets by the mean of their two differences; filled marks are apart or alike. Small, for a
        chapter's answer, unless `figsize` says otherwise.
    """
    found = found.assign(middle=found.groupby("label")["mean"].transform("mean"))
    labels = sorted_sets(found, "middle")
    with plt.rc_context({"font.size": letters}):
        figure, ax = plt.subplots(figsize=figsize, layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for shift, name in zip((-0.17, 0.17), NODE_BY_NODE):
            of_pair = found[found["method"] == name].set_index("label").loc[labels]
            method, other = METHODS[name], METHODS[of_pair["other"].iloc[0]]
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
                    fontsize=max(letters - 4, 8.5), color=method.colour, bbox={"fc": "white", "ec": "none", "pad": 0.3},
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


def table_3(found, *, title, lowest=-np.inf):
    """Draw our test scores minus those of the paper's Table 3.

    Parameters
    ----------
    found : pandas.DataFrame
        From `study.experiments.table3.compare`.
    title : str
    lowest : float, default=-inf
        A mean below it is an arrow at the left edge with its value.

    Returns
    -------
    matplotlib.figure.Figure
        A band for each set with a row for each method: our mean and, as a stroke, our standard deviation.
    """
    found = found[found["in_d1"]]
    labels = sorted_sets(found, "test_paper")
    with plt.rc_context(LARGE):
        figure, ax = plt.subplots(figsize=(NARROW, 6), layout="constrained")
        _differences(ax, labels)
        for shift, name in zip(SHIFTS, FOUR):
            method, cells = METHODS[name], found[found["method"] == name].set_index("label").loc[labels]
            gaps, y = cells["test"] - cells["test_paper"], np.arange(len(labels)) + shift
            look, near = _look(method, filled=True), (gaps >= lowest).to_numpy()
            ends = (gaps[near] + sign * cells["test_sd"][near] for sign in (-1, 1))
            ax.hlines(y[near], *ends, color=method.colour, linewidth=4, alpha=0.3)
            ax.plot(gaps[near], y[near], **look, label=method.label, color=method.colour)
            for place in np.flatnonzero(gaps < lowest):
                ax.plot([lowest], [y[place]], **look | {"marker": "<"})
                told = f"{gaps.iloc[place]:.2f}".replace("-", "−")
                ax.annotate(told, (lowest, y[place]), (8, 0), textcoords="offset points", va="center", fontsize=9)
        ax.set_xlabel("test accuracy, ours minus the paper's")
        figure.suptitle(title)
        figure.legend(loc="outside lower center", ncols=len(FOUR), frameon=False)
    return figure


def seed_by_seed(gaps, decided, *, method, title):
    """Draw the difference of two methods in each seed, a row of marks a set.

    Parameters
    ----------
    gaps : dict of str to sequence of float
        Name of a row -> the difference of test accuracy in each seed.
    decided : dict of str to bool
        Name of a row -> whether its marks are filled.
    method : str
        Whose colour and mark they get.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        A stroke is the mean of a row; the seeds stand at different heights.
    """
    with plt.rc_context(LARGE):
        figure, ax = plt.subplots(figsize=(NARROW, 0.6 * len(gaps) + 1), layout="constrained")
        _differences(ax, gaps)
        for place, (name, values) in enumerate(gaps.items()):
            ax.plot([np.mean(values)] * 2, [place - 0.4, place + 0.4], color=METHODS[method].colour, linewidth=2)
            heights = place + np.linspace(-0.32, 0.32, len(values))
            ax.plot(values, heights, **_look(METHODS[method], filled=decided[name]))
        ax.set_xlabel("difference of test accuracy, seed by seed")
        figure.suptitle(title)
    return figure


def training_and_test(found, base, datasets, methods, *, title):
    """Draw the accuracy of methods on training and on test rows beside what the majority class scores.

    Parameters
    ----------
    found : pandas.DataFrame
        From `study.experiments.table3.compare`.
    base : pandas.DataFrame
        From `study.experiments.table3.baselines`.
    datasets, methods : sequence of str
        Which sets, the first on top, and which methods.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        A band a set, with a row a method. Hollow marks are training rows, filled ones test rows, a grey stroke the
        majority class.
    """
    cells = found[found["in_d1"]].set_index(["dataset", "method"])
    majority = base.drop_duplicates("dataset").set_index("dataset")["majority"]
    with plt.rc_context(LARGE):
        figure, ax = plt.subplots(figsize=(NARROW, 0.65 * len(datasets) + 1.3), layout="constrained")
        for place, name in enumerate(datasets):
            ax.plot([majority[name]] * 2, [place - 0.42, place + 0.42], color="0.6", linewidth=4, zorder=1)
            for shift, key in zip(np.linspace(-0.2, 0.2, len(methods)), methods):
                method, cell = METHODS[key], cells.loc[(name, key)]
                _from_to(ax, cell["train"], cell["test"], place + shift, method)
                end = (max(cell["train"], cell["test"]), place + shift)
                ax.annotate(
                    method.label, end, (7, 0), textcoords="offset points", va="center", color=method.colour
                )  # fmt: skip
        _rows(ax, [cells.loc[(name, methods[0]), "label"] for name in datasets])
        ax.grid(axis="x", color="0.9", zorder=0)
        ax.set_axisbelow(True)
        ax.set_xlim(right=1.09)
        ax.set_xlabel("accuracy")
        figure.suptitle(title)
        stroke = plt.Line2D([], [], color="0.6", linewidth=4, label="majority class")
        _hollow_and_filled(figure, "training rows", "test rows", stroke)
    return figure


def far_cells(found, *, title):
    """Draw our scores minus the paper's, on training and on test rows, for the cells that are far from it.

    Parameters
    ----------
    found : pandas.DataFrame
        From `study.experiments.table3.compare`.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        A row a cell, the farthest on top.
    """
    gaps = found[found["in_d1"]].dropna(subset=["test"])
    gaps = gaps.assign(first=gaps["train"] - gaps["train_paper"], second=gaps["test"] - gaps["test_paper"])
    gaps = gaps.assign(size=gaps[["first", "second"]].abs().max(axis=1))
    return _two_gaps(gaps, "accuracy, ours minus the paper's", title, "training rows", "test rows")


def rate_readings(found, in_all_stages, *, title):
    """Draw our test scores minus the paper's with two readings of the rate, for the cells that the reading moves far.

    Parameters
    ----------
    found, in_all_stages : pandas.DataFrame
        From `study.experiments.table3.compare`, of the experiments "table3" and "rates".
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        A row a cell, the farthest moved on top.
    """
    gaps = found[found["in_d1"]].merge(in_all_stages, on=["label", "method"], suffixes=("", "_all"))
    gaps = gaps.assign(first=gaps["test"] - gaps["test_paper"], second=gaps["test_all"] - gaps["test_paper"])
    gaps = gaps.assign(size=(gaps["second"] - gaps["first"]).abs())
    return _two_gaps(gaps, "test accuracy, ours minus the paper's", title, "η in pre-training only", "η in all stages")


def _two_gaps(gaps, xlabel, title, hollow, filled):
    """Draw the columns first (hollow) and second (filled) of the cells whose size is far, the largest on top."""
    far = gaps[gaps["size"] > FAR].sort_values("size", ascending=False)
    names = [f"{METHODS[cell.method].label} on {short_name(cell.label)}" for cell in far.itertuples()]
    with plt.rc_context(LARGE):
        figure, ax = plt.subplots(figsize=(NARROW, 0.33 * len(far) + 1.5), layout="constrained")
        _differences(ax, names)
        for place, cell in enumerate(far.itertuples()):
            _from_to(ax, cell.first, cell.second, place, METHODS[cell.method])
        ax.set_xlabel(xlabel)
        figure.suptitle(title)
        _hollow_and_filled(figure, hollow, filled)
    return figure


def _differences(ax, labels):
    """Prepare an axis of differences with a row a label: the margin, a line at zero, ticks with their sign."""
    ax.axvspan(-MARGIN, MARGIN, color="0.84", zorder=1)
    ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
    _rows(ax, labels)
    ax.xaxis.set_major_formatter(FuncFormatter(_signed))
    ax.xaxis.set_major_locator(MaxNLocator(6))
    ax.grid(axis="x", color="0.9", zorder=0)
    ax.set_axisbelow(True)


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


def _hollow_and_filled(figure, hollow, filled, *more):
    """Say below the axes what hollow and filled marks are, and name more."""
    look: dict[str, Any] = {"marker": "o", "linestyle": "none", "markeredgecolor": "0.3", "markersize": 5.5}
    handles = [
        plt.Line2D([], [], label=label, markerfacecolor=face, **look)
        for label, face in ((hollow, "white"), (filled, "0.3"))
    ]
    figure.legend(handles=[*handles, *more], loc="outside lower center", ncols=2 + len(more), frameon=False)


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
