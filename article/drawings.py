"""The figures of the article."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator

from study.claims.features import LABELS
from study.methods import METHODS, NODE_BY_NODE
from study.paper import MARGIN
from study.stats import summary

FACTOR = "amnesia factor A"


EDGE = 0.06  # of the axes of factors, beyond 0 and 1


def amnesia_accuracy(runs, printed, *, title, lowest, size=(7, 3.6), best=None, font=10):
    """Plot test accuracy against the amnesia factor, a line a method, beside the paper's.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run: method, amnesia, test.
    printed : pandas.Series
        The paper's test accuracy, by factor, the last factor first.
    title : str
    lowest : float
        Where the axis of accuracy begins; a mean below it is written at its foot.
    size : tuple of float, default=(7, 3.6)
        Width and height in inches.
    best : tuple of float, default=None
        The factors that the paper finds best, to be shaded.
    font : float, default=10
        Size of all type, in points.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": font, "axes.titlesize": font + 1}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        if best:
            ax.axvspan(*best, color="0.92", zorder=0)
            _name(ax, "best in\nthe paper", np.mean(best), lowest, "0.4", (0, 14), "center")
        ax.plot(printed, "D", color="0.55", markersize=11)
        _name(ax, "paper", 1.0, printed[1.0], "0.4", (9, 0), "left")
        for name, of_method in runs.groupby("method", sort=False):
            method = METHODS[name]
            cells = summary(of_method, "amnesia").sort_index()
            _with_spread(ax, cells, method)
            last = cells["mean"][1.0]
            if last >= lowest:
                _name(ax, method.label, 1.0, last, method.colour, (9, 0), "left")
            else:
                _name(ax, f"{method.label}: {last:.3f}", 1.0, lowest, method.colour, (9, 9), "left")
        ax.set(title=title, xlabel=FACTOR, ylabel="test accuracy", ylim=(lowest, 0.945), xlim=(-EDGE, 1.32))
        ax.set_xticks(np.arange(0, 1.01, 0.2))
        ax.grid(axis="y", color="0.92")
    return figure


def _with_spread(ax, cells, method):
    """Plot means with their spread by factor, in the order of factors, and join them."""
    ax.errorbar(cells.index, cells["mean"], cells["sd"], fmt=method.marker, color=method.colour, capsize=3)
    _join(ax, cells["mean"], method.colour)


def _join(ax, by_factor, colour):
    """Draw lines between values by factor: dashed up to the smallest factor above 0, as none was run on the way."""
    ax.plot(by_factor.iloc[:2], "--", color=colour, linewidth=1)
    ax.plot(by_factor.iloc[1:], "-", color=colour)


def _name(ax, text, x, y, colour, offset, side):
    """Write a name beside a mark, in its colour."""
    ax.annotate(text, (x, y), offset, textcoords="offset points", ha=side, va="center", color=colour)


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


BETTER, WORSE = "reads better", "reads worse"


def effects_of_pairs(pairs, *, title=""):
    """Draw effects of one method against another as a forest plot: right of zero the first one reads better.

    Parameters
    ----------
    pairs : dict of (str, str) to pandas.DataFrame
        Names of the two methods, and for each measure (the index) mean, low and high of the effect, signed such that it
        is positive where the first one reads better.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_lines = sum(len(frame) + 1 for frame in pairs.values())
    figure, ax = plt.subplots(figsize=(7, 0.32 * n_lines + 0.95), layout="constrained")
    place, ticks = 0, {}
    for (name, against), frame in pairs.items():
        of, other = METHODS[name], METHODS[against]
        ax.text(-1.03, place, f"← {other.label} {BETTER}", color="0.25", ha="left", va="center", fontsize=10)
        ax.text(1.03, place, f"{of.label} {BETTER} →", color=of.colour, ha="right", va="center", fontsize=10)
        ticks[place] = f"{of.label} against {other.label}"
        for measure, effect in frame.iterrows():
            place += 1
            _interval(ax, effect, place, of)
            ticks[place] = LABELS[measure]
        place += 1
    _scale(ax, ticks, n_lines)
    for tick in (tick for tick in ax.get_yticklabels() if " against " in tick.get_text()):
        tick.set_fontweight("bold")
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def _interval(ax, effect, place, of, alpha=1.0, value=True):
    """Draw an effect with its interval, and write its value at the right."""
    ax.plot([effect["low"], effect["high"]], [place, place], color=of.colour, linewidth=2.5, alpha=alpha)
    ax.plot(effect["mean"], place, marker=of.marker, color=of.colour, alpha=alpha, markersize=8, linestyle="none")
    if value:
        written = f"{effect['mean']:+.2f}".replace("-", "−")
        ax.text(1.06, place, written, ha="left", va="center", fontsize=10, clip_on=False)


def _scale(ax, ticks, n_lines):
    ax.axvline(0, color="0.3", linewidth=1)
    ax.set(xlim=(-1.05, 1.05), ylim=(n_lines - 0.4, -0.6), xticks=np.linspace(-1, 1, 5))
    ax.set_xlabel("Cliff's $\\delta$, with the sign that makes better positive", fontsize=10)
    ax.set_yticks(list(ticks), list(ticks.values()), fontsize=10)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
