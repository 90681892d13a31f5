"""The figures of the article."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator

from study.claims.features import LABELS
from study.figures.images import show_feature
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


SHIFT = {"counted": -0.2, "paper": 0, "on weights": -0.2, "dual form": 0.2}


# How each column is drawn, and how far its marks stand from the middle of a row. Ours have their numbers beside them.
LOOKS = {
    "counted": {"marker": "|", "color": "0.4", "markersize": 17, "markeredgewidth": 2.5},
    "paper": {"marker": "D", "color": "0.55"},
    "on weights": {"marker": "o", "color": "black"},
    "dual form": {"marker": "o", "color": "black", "markerfacecolor": "white"},
}


OURS = ("on weights", "dual form")


def ratio_rows(
    parts,
    title="",
    xlabel="time layer by layer / time node by node",
    size=(7, 3.9),
    letters=10,
    lines=((10, "tenfold"),),
):
    """Draw how many times as long training takes layer by layer, a row a pair, all on one logarithmic scale.

    Parameters
    ----------
    parts : dict of str to dict of str to pandas.DataFrame
        Title of each part of the figure (it may be empty) -> "counted", "paper", "on weights" or "dual form" -> the
        ratios, indexed by the pair, with the columns ratio, low and high: the ends of a line through the mark, or NaN.
    title, xlabel : str
    size : (float, float), default=(7, 3.9)
        In inches.
    letters : float, default=10
        Size of the letters in points.
    lines : sequence of tuple of (float, str)
        Where dashed lines stand, and their names.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": letters, "axes.titlesize": letters + (letters <= 10)}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        names = {}
        for part, forms in parts.items():
            top = max(names, default=-1) + 1 + 0.5 * bool(part)
            if part:
                ax.text(0.01, top, part, transform=ax.get_yaxis_transform(), va="center", fontweight="bold")
            first = top + 1 * bool(part)
            pairs = next(iter(forms.values())).index
            names |= {first + place: pair.replace(" / ", " vs ") for place, pair in enumerate(pairs)}
            for form, ratios in forms.items():
                _column(ax, form, ratios, first)
        most = max(ratios[["ratio", "high"]].max(axis=None) for forms in parts.values() for ratios in forms.values())
        first = min(names) - any(parts)
        for ratio, name in lines:
            ax.axvline(ratio, color="0.4", linestyle="--", linewidth=1, zorder=0)
            _name_of_ratio(ax, name, (ratio, first - 0.65 * (not any(parts))), "0.4", "right", 4)
        top = first - (0.6 if any(parts) else 1)
        ax.set(xlabel=xlabel, xscale="log", xlim=(1, 2.6 * most), ylim=(max(names) + 0.6, top))
        ax.set_title(title)
        ax.set_yticks(list(names), names.values())
        ax.tick_params(axis="y", length=0)
        ax.hlines(list(names), *ax.get_xlim(), color="0.93", zorder=0)
        ticks = [tick for tick in (1, 3, 10, 30, 100, 300) if tick <= most]
        ax.set_xticks(ticks, map(str, ticks))
        ax.minorticks_off()
        ax.margins(x=0)
        shown = [form for form in LOOKS if any(form in forms for forms in parts.values())]
        marks = [plt.Line2D([], [], linestyle="none", label=form, **LOOKS[form]) for form in shown]
        figure.legend(
            handles=marks,
            loc="outside lower center",
            ncols=len(marks) if len(marks) < 4 else 2,
            frameon=False,
            handletextpad=0.1,
            columnspacing=1.2,
            borderpad=0,
        )
    return figure


def _column(ax, form, ratios, first):
    """Draw one column of ratios with their ranges; those that are ours also have their numbers."""
    places = [first + place + SHIFT[form] for place in range(len(ratios))]
    colour = LOOKS[form]["color"]
    ax.hlines(places, ratios["low"], ratios["high"], color=colour, linewidth=1.2, zorder=1)
    ax.plot(ratios["ratio"], places, linestyle="none", zorder=2, **LOOKS[form])
    if form in OURS:
        for ratio, at, place in zip(ratios["ratio"], ratios["high"].fillna(ratios["ratio"]), places):
            _name_of_ratio(ax, f"{ratio:.0f}", (at, place), colour, "left", 6)


def _name_of_ratio(ax, text, at, colour, side, away):
    """Write a text at a place, its end (side "right") or its beginning ("left") so many points away from it."""
    shift = -away if side == "right" else away
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # where a line passes behind it
    ax.annotate(text, at, (shift, 0), textcoords="offset points", ha=side, va="center", color=colour, bbox=ground)


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


def feature_lines(lines, *, title="", width=7.0, fontsize=10, notes=()):
    """Draw lines of features, each with its name on the left.

    Parameters
    ----------
    lines : dict of str to array-like of shape (n, n_pixels)
        Name of each line and the weights into its nodes.
    title : str
    width : float
        Of the figure, in inches.
    fontsize : float
    notes : sequence of str
        What stands above each column.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_columns = max(map(len, lines.values()))
    names = 0.011 * fontsize * max(len(part) for name in lines for part in name.split("\n")) + 0.12  # inches
    size = (width - names) / n_columns
    above = 0.03 * fontsize * bool(title) + 0.02 * fontsize * bool(len(notes))
    height = size * len(lines) + above
    figure, axes = plt.subplots(len(lines), n_columns, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(left=names / width, right=1, bottom=0, top=1 - above / height, wspace=0.06, hspace=0.06)
    for line, (name, features) in zip(axes, lines.items()):
        for ax in line:
            ax.set_axis_off()
        for ax, weights in zip(line, features):
            show_feature(ax, weights)
        line[0].text(-0.12, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=fontsize)
    for ax, note in zip(axes[0], notes):
        ax.text(0.5, 1.04, note, transform=ax.transAxes, ha="center", va="bottom", fontsize=fontsize)
    if title:
        figure.suptitle(title, x=0.01, y=1 - 0.04 / height, ha="left", va="top", fontsize=1.1 * fontsize)
    return figure


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
