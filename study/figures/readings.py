"""Figures of the search for the reading that made the paper's numbers."""

from datetime import date

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.dates import DateFormatter, MonthLocator

from ..forensics.pipeline import INFERRED
from ..methods import METHODS
from .verdicts import TINTS

__all__ = [
    "by_factor",
    "coverage",
    "level_bars",
    "likeliest_values",
    "printed_counts",
    "printed_in_intervals",
    "stages",
    "time_line",
    "two_scores",
]

DARK, LIGHT = "0.15", "0.72"


def time_line(documents, title=""):
    """Draw dated documents along a line.

    Parameters
    ----------
    documents : dict of str to datetime.date
        What each is, in the order of time.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.2, 2.4), layout="constrained")
    days = list(documents.values())
    ax.axhline(0, color="0.6", zorder=0)
    for place, (name, day) in enumerate(documents.items()):
        height = (1, -1, 2, -2)[place % 4]
        ax.plot([day, day], [0, height * 0.8], color="0.75", zorder=0)
        ax.plot(day, 0, "o", color=DARK, markersize=6)
        ax.text(day, height * 0.85, name, ha="center", va="bottom" if height > 0 else "top", fontsize=9)
    margin = (max(days) - min(days)) / 6
    ax.set(ylim=(-4.2, 3.4), yticks=[], xlim=(min(days) - margin, max(days) + margin))
    ax.xaxis.set_major_locator(MonthLocator())
    ax.xaxis.set_major_formatter(DateFormatter("%b"))
    ax.set_xlabel(str(date.fromordinal(min(days).toordinal()).year))
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.set_title(title, fontsize=11)
    return figure


def printed_counts(runs, printed, chances=None, *, score="", title=""):
    """Draw how many test rows the runs of each reading classify rightly, beside the counts that a printed score allows.

    Parameters
    ----------
    runs : dict of str to array-like of int
        Name of a reading -> one count a seed.
    printed : array-like of int
        The counts that round to the printed score.
    chances : list of str, default=None
        At the right: how often a run of each reading prints the score.
    score : str, default=""
        As it is printed.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5, 0.58 * len(runs) + 1.3), layout="constrained")
    ax.axvspan(min(printed) - 0.5, max(printed) + 0.5, color=TINTS["partly"], zorder=0)
    ax.text(np.mean(printed), -0.6, f"{score} printed", fontsize=10, ha="right", va="bottom")
    for place, counts in enumerate(runs.values()):
        jitter = np.linspace(-0.18, 0.18, len(counts))
        ax.plot(counts, place + jitter, "o", color=DARK, markersize=5, alpha=0.6, markeredgewidth=0)
    ax.set_yticks(range(len(runs)), runs.keys(), fontsize=11)
    ax.set(ylim=(len(runs) - 0.5, -0.5), xlabel="test rows classified rightly")
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if chances:
        right = ax.secondary_yaxis("right")
        right.set_yticks(range(len(runs)), chances, fontsize=11)
        right.tick_params(length=0)
        right.spines["right"].set_visible(False)
        ax.text(1.03, -0.6, "chance", transform=ax.get_yaxis_transform(), fontsize=10, va="bottom")
    figure.suptitle(title, fontsize=12)
    return figure


def stages(rows, title=""):
    """Draw how a search narrows: a bar for each stage, with its number in it and what it is beside it; not to scale.

    Parameters
    ----------
    rows : list of (int, str)
        How many, and what they are.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5, 0.5 * len(rows) + 0.5), layout="constrained")
    widths = np.linspace(1, 0.3, len(rows))
    ax.barh(range(len(rows)), widths, 0.82, left=-widths / 2, color=plt.cm.cividis(0.25))
    for place, (number, told) in enumerate(rows):
        ax.text(0, place, f"{number:,}", color="white", fontsize=12, weight="bold", ha="center", va="center")
        ax.text(0.58, place, told, fontsize=11, va="center", linespacing=1.15)
    ax.set(xlim=(-0.52, 2.3), ylim=(len(rows) - 0.5, -0.5))
    ax.axis("off")
    figure.suptitle(title, fontsize=12)
    return figure


def coverage(cases, title=""):
    """Plot how often credible sets hold the truth against how often they say so.

    Parameters
    ----------
    cases : dict of str to list of (level, share, error)
        What each line is; the error is the Monte-Carlo standard error.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 3.2), layout="constrained")
    ax.plot([0.4, 1], [0.4, 1], color="0.7", zorder=0)
    markers = iter("osD^v")
    for shift, (name, points) in zip(np.linspace(-0.012, 0.012, len(cases)), cases.items()):
        level, share, error = np.array(points, dtype=float).T
        ax.errorbar(level + shift, share, 3 * error, fmt=next(markers), color=DARK, mfc="white", capsize=2, label=name)
    ax.set(
        xlabel="probability that the set claims",
        ylabel="how often it holds the truth",
        xlim=(0.42, 1),
        ylim=(0.38, 1.02),
    )
    ax.legend(loc="upper left", frameon=False, fontsize=9)
    ax.set_title(title, fontsize=11)
    return figure


def level_bars(levels, title=""):
    """Draw the probability of each value of each setting, before and after the tables.

    Parameters
    ----------
    levels : pandas.DataFrame
        From `study.forensics.report.levels_frame`; with a column "equal", the posterior if all readings were as
        likely beforehand.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows, places, place = [], [], 0.0
    for _, values in levels.groupby("setting", sort=False):
        for row in values.itertuples():
            rows.append(row)
            places.append(place)
            place += 1
        place += 0.6
    figure, ax = plt.subplots(figsize=(5.6, 0.24 * place + 1.1), layout="constrained")
    ax.barh(places, [row.posterior for row in rows], 0.75, color=plt.cm.cividis(0.35), label="after the tables")
    ax.plot([row.prior for row in rows], places, "|", color="black", markersize=11, markeredgewidth=1.6, label="before")
    if "equal" in levels:
        ax.plot(
            [row.equal for row in rows],
            places,
            "o",
            color="white",
            mec="black",
            label="after, equal priors",
            clip_on=False,
        )
    ax.axvline(INFERRED, color="0.6", linestyle=":", zorder=0)
    ax.text(INFERRED, 1, f"{INFERRED:.0%}", transform=ax.get_xaxis_transform(), ha="center", va="bottom", fontsize=9)
    ax.set_yticks(places, [f"{row.setting}: {row.value}" for row in rows], fontsize=9)
    ax.set(xlim=(0, 1), ylim=(max(places) + 0.7, -0.7), xlabel="probability")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_title(title, fontsize=11)
    return figure


def printed_in_intervals(rows, *, xlabel, title=""):
    """Draw intervals that were predicted, and what the paper prints.

    Parameters
    ----------
    rows : pandas.DataFrame
        The index says what a row is; printed, low, high, inside.
    xlabel : str
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    places = np.arange(len(rows))
    figure, ax = plt.subplots(figsize=(5, 0.25 * len(rows) + 1.1), layout="constrained")
    ax.hlines(places, rows["low"], rows["high"], color=LIGHT, linewidth=7)
    for inside, marker, colour in ((True, "o", "white"), (False, "X", plt.cm.cividis(0.95))):
        of = rows["inside"].to_numpy() == inside
        ax.plot(rows["printed"][of], places[of], marker, color=colour, markeredgecolor="black", markersize=7)
    ax.set_yticks(places, rows.index, fontsize=10)
    ax.set(ylim=(len(places) - 0.4, -0.6), xlabel=xlabel)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title, fontsize=11)
    return figure


def likeliest_values(levels, names, title=""):
    """Draw what the tables make of the likeliest value of each setting: its probability before and after.

    Parameters
    ----------
    levels : pandas.DataFrame
        From `study.forensics.report.levels_frame`.
    names : dict of str to dict of str to str
        Setting -> value -> how a reader calls it; the settings from top to bottom.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 0.36 * len(names) + 1.1), layout="constrained")
    by_setting = levels.set_index(["setting", "value"])[["prior", "posterior"]]
    likeliest = {setting: by_setting.loc[setting]["posterior"].idxmax() for setting in names}
    for place, setting in enumerate(names):
        before, after = by_setting.loc[(setting, likeliest[setting])]
        ax.annotate("", (after, place), (before, place), arrowprops={"arrowstyle": "->", "color": "0.5"})
        ax.plot(before, place, "|", color="black", markersize=12, markeredgewidth=1.6, label="before")
        ax.plot(after, place, "o", color=DARK, markersize=8, label="after the tables")
    ax.axvline(INFERRED, color="0.6", linestyle=":", zorder=0)
    ax.text(INFERRED, 1, f"{INFERRED:.0%}", transform=ax.get_xaxis_transform(), ha="center", va="bottom", fontsize=10)
    called = [of_setting[likeliest[setting]] for setting, of_setting in names.items()]
    ax.set_yticks(range(len(names)), called, fontsize=11)
    ax.set(xlim=(0, 1.04), ylim=(len(names) - 0.5, -0.5), xlabel="probability")
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles[:2], labels[:2], loc="outside lower center", ncols=2, frameon=False, fontsize=10)
    ax.grid(axis="x", color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title, fontsize=12)
    return figure


def by_factor(panels, printed, distances, title=""):
    """Plot test accuracy against the amnesia factor under some settings, a panel each, beside the paper's.

    The panels of a row share their scale.

    Parameters
    ----------
    panels : dict of str to pandas.DataFrame
        Name of a panel -> accuracies, a row a factor and a column a method.
    printed : pandas.Series
        The paper's test accuracy, by factor.
    distances : dict of str to mapping from str to float
        Name of a panel -> method -> how far it lies from the paper's, written into the panel.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    rows = -(-len(panels) // 2)
    figure, axes = plt.subplots(
        rows, 2, figsize=(5, 2 * rows + 0.9), layout="constrained", sharex=True, sharey="row", squeeze=False
    )
    for ax, (name, scores) in zip(axes.flat, panels.items(), strict=True):
        ax.plot(printed.index, printed, "D", color="black", mfc="none", markersize=7, label="paper")
        for method in scores:
            look, of = METHODS[method], scores[method].sort_index()
            ax.plot(of.index, of, look.marker + "-", color=look.colour, markersize=5, label=look.label)
        off = "\n".join(f"{METHODS[method].label}: {distance:.3f}" for method, distance in distances[name].items())
        ax.text(0.03, 0.04, off, fontsize=11, transform=ax.transAxes)
        ax.set_title(name, fontsize=11)
        ax.grid(axis="y", color="0.92")
        ax.spines[["top", "right"]].set_visible(False)
    for ax in axes[:, 0]:
        low, high = ax.get_ylim()
        ax.set_ylim(low - 0.3 * (high - low))  # room for the distances
    for ax in axes[-1]:
        ax.set_xlabel("amnesia factor A", fontsize=11)
    figure.supylabel("test accuracy on USPS", fontsize=11)
    figure.legend(
        *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=11
    )
    figure.suptitle(title, fontsize=12)
    return figure


def two_scores(runs, printed, corner, title=""):
    """Plot runs by their training and test accuracy, beside a printed pair: all of them, and a corner magnified.

    Parameters
    ----------
    runs : dict of str to pandas.DataFrame
        What they are -> train, test.
    printed : mapping from str to float
        train, test.
    corner : (float, float)
        Where the corner begins, of training and of test accuracy.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, 2, figsize=(5.2, 3.2), layout="constrained")
    for ax in axes:
        for (name, of), marker, shade in zip(runs.items(), "so", (0.15, 0.7)):
            look = {"color": plt.cm.cividis(shade), "markersize": 5, "alpha": 0.7, "markeredgewidth": 0}
            ax.plot(of["train"], of["test"], marker, label=name, **look)
        ax.plot(printed["train"], printed["test"], "D", color="black", mfc="none", markersize=9, label="paper")
        ax.grid(color="0.92")
        ax.set_axisbelow(True)
        ax.set_xlabel("training accuracy", fontsize=11)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("test accuracy", fontsize=11)
    left, bottom = corner
    top = max(printed["test"], *(of["test"].max() for of in runs.values())) + 0.01
    axes[0].add_patch(plt.Rectangle(corner, 1.01 - left, top - bottom, fill=False, edgecolor="0.4"))
    axes[1].set(xlim=(left, 1.005), ylim=(bottom, top))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False, fontsize=11)
    figure.suptitle(title, fontsize=12)
    return figure
