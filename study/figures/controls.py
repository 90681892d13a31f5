"""Figures of the control "rows, not training": where trained and untrained nodes lie, and what each step adds."""

from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator, PercentFormatter

from ..methods import METHODS
from .images import show_feature

__all__ = ["gain_by_training", "judged_lines", "medians_of_cells", "paths", "two_steps"]


def medians_of_cells(medians, looks, *, xlabel, line=None, title="", letters=10):
    """Draw a share's median over the nodes of each kind of features, seed by seed, and write the mean on the right.

    Parameters
    ----------
    medians : dict of str to sequence of float
        Name of the features -> their median in each seed. Drawn by the mean, the highest on top.
    looks : dict of str to str
        Name of the features -> a key of `study.methods.METHODS`, whose colour and mark they get.
    xlabel : str
    line : tuple of float and str, default=None
        A value to hold them against, and its name.
    title : str
    letters : float, default=10
        Size of the letters in points.

    Returns
    -------
    matplotlib.figure.Figure
    """
    medians = dict(sorted(medians.items(), key=lambda of: -np.mean(of[1])))
    figure, ax = plt.subplots(figsize=(4.6, 0.032 * letters * len(medians) + 0.1 * letters), layout="constrained")
    for place, (name, values) in enumerate(medians.items()):
        of = METHODS[looks[name]]
        mean = np.mean(values)
        ax.plot(values, np.full(len(values), place), of.marker, color=of.colour, alpha=0.35, markersize=5)
        ax.plot(mean, place, of.marker, color=of.colour, markersize=8)
        ax.text(1.04, place, f"{mean:.0%}", transform=ax.get_yaxis_transform(), fontsize=letters, va="center")
    if line is not None:
        ax.axvline(line[0], color="0.4", linestyle="--", linewidth=1)
        ax.text(line[0], -0.8, f" {line[1]}, {line[0]:.0%}", color="0.3", fontsize=letters, va="center")
    ax.set_yticks(range(len(medians)), list(medians), fontsize=letters)
    ax.xaxis.set_major_locator(MultipleLocator(0.2))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_xlabel(xlabel, fontsize=letters)
    ax.set_ylim(len(medians) - 0.5, -1.2)
    if title:
        figure.suptitle(title, fontsize=letters + 1)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    ax.tick_params(axis="x", labelsize=letters)
    ax.grid(axis="y", color="0.92")
    ax.set_axisbelow(True)
    return figure


def two_steps(steps, labels, *, title=""):
    """Draw how much more readable features become before training and by it: two intervals for each measure.

    Parameters
    ----------
    steps : dict of str to dict of str to pair of tuple
        Name of a panel -> measure -> (mean, low, high) of the step before training, and of that by training.
    labels : dict of str to str
        Measure -> its name.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(
        1, len(steps), figsize=(7, 0.5 * len(labels) + 1.3), layout="constrained", sharey=True, squeeze=False
    )
    before, by = ({"color": METHODS["mixes"].colour, "markersize": 9}, {"color": "0.45", "markersize": 6})
    looks = (
        ("step 1, to untrained mixes", before | {"marker": METHODS["mixes"].marker}, 4, -0.15),
        ("step 2, by training", by | {"marker": "o", "markerfacecolor": "white"}, 1.5, 0.2),
    )
    for ax, (name, of_panel) in zip(axes[0], steps.items(), strict=True):
        for place, measure in enumerate(labels):
            for (mean, low, high), (what, look, width, shift) in zip(of_panel[measure], looks, strict=True):
                ax.plot([low, high], [place + shift] * 2, color=look["color"], linewidth=width)
                ax.plot(mean, place + shift, **look, linestyle="none", label=what)
        ax.axvline(0, color="0.3", linewidth=1)
        ax.set(xlim=(-1.15, 1.15), xticks=[-1, 0, 1], ylim=(len(labels) - 0.5, -0.75))
        ax.set_title(name, fontsize=11)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.tick_params(axis="y", length=0)
    axes[0, 0].set_yticks(range(len(labels)), list(labels.values()), fontsize=10)
    by_name = dict(zip(*axes[0, 0].get_legend_handles_labels()[::-1]))
    what = "Cliff's $\\delta$, right of zero reads better"
    figure.legend(
        by_name.values(), by_name, title=what, loc="outside lower center", ncols=2, fontsize=10, frameon=False
    )
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def judged_lines(lines, *, title="", width=6.4, fontsize=11):
    """Draw lines of features, below each tile the digit that the judge names, and on the right how sure it is.

    Parameters
    ----------
    lines : dict of str to tuple
        Name of a line -> its features (array-like of shape (n, n_pixels)); the digit of each, or none; how sure the
        judge is of all nodes of this kind (float).
    title : str
    width : float
        Of the figure, in inches.
    fontsize : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_columns = max(len(features) for features, _, _ in lines.values())
    names = 0.011 * fontsize * max(len(part) for name in lines for part in name.split("\n")) + 0.12  # inches
    right, above, gap = 0.062 * fontsize, 0.05 * fontsize, 0.025 * fontsize
    size = (width - names - right) / n_columns
    height = (size + gap) * len(lines) + above
    figure, axes = plt.subplots(len(lines), n_columns, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(
        left=names / width, right=1 - right / width, bottom=gap / height, top=1 - above / height,
        wspace=0.06, hspace=gap / size,
    )  # fmt: skip
    for line, (name, (features, digits, sure)) in zip(axes, lines.items()):
        for ax in line:
            ax.set_axis_off()
        for ax, weights in zip(line, features):
            show_feature(ax, weights)
        for ax, digit in zip(line, digits):
            ax.text(0.5, -0.03, f"{digit}", transform=ax.transAxes, ha="center", va="top", fontsize=fontsize)
        line[0].text(-0.12, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=fontsize)
        line[-1].text(1.15, 0.5, f"{sure:.0%}", transform=line[-1].transAxes, va="center", fontsize=1.15 * fontsize)
    axes[0, -1].text(1.15, 1.05, "sure", transform=axes[0, -1].transAxes, va="bottom", fontsize=fontsize)
    if title:
        figure.suptitle(title, x=0.01, y=1 - 0.04 / height, ha="left", va="top", fontsize=1.15 * fontsize)
    return figure


def paths(rows, looks, *, xlabel, line=None, title=""):
    """Draw ways from one kind of features to the next on one scale of shares: a mark a kind, an arrow a step.

    Parameters
    ----------
    rows : dict of str to dict of str to float
        Name of a row (after ", " a new line) -> the kinds on its way, in order, and their share; the last one is named
        below the line.
    looks : dict of str to str
        Name of a kind -> a key of `study.methods.METHODS`, whose colour and mark it gets.
    xlabel : str
    line : tuple of float and str, default=None
        A share to hold them against, and its name.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.4, 0.7 * len(rows) + 1.0), layout="constrained")
    for place, way in enumerate(rows.values()):
        shares = list(way.values())
        for start, end in pairwise(shares):
            arrow = {"arrowstyle": "-|>", "color": "0.45", "linewidth": 1.6, "shrinkA": 6, "shrinkB": 6}
            ax.annotate("", (end, place), (start, place), arrowprops=arrow)
        for kind, share in way.items():
            of, last = METHODS[looks[kind]], kind == list(way)[-1]
            ax.plot(share, place, of.marker, color=of.colour, markersize=9)
            short = "mixes" if kind.startswith("mixes") else kind
            at = {"va": "top" if last else "bottom", "ha": "center", "fontsize": 10, "color": of.colour}
            words = ax.text(share, place + (0.18 if last else -0.18), f"{short} {share:.0%}", **at)
            words.set_bbox({"color": "white", "pad": 0.5})
    if line is not None:
        ax.axvline(line[0], color="0.4", linestyle="--", linewidth=1)
        ax.text(line[0], -0.75, f" {line[1]}, {line[0]:.0%}", color="0.3", fontsize=10, va="center")
    ax.set_yticks(range(len(rows)), [name.replace(", ", "\n") for name in rows], fontsize=11)
    least = min(share for way in rows.values() for share in way.values())
    ax.set(xlim=(0 if line else max(0, least - 0.1), 1), ylim=(len(rows) - 0.45, -0.95))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_xlabel(xlabel, fontsize=10)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    if title:
        figure.suptitle(title, fontsize=12)
    return figure


def gain_by_training(gains, adds, marks):
    """Draw what training adds to the match with an image against how long a node trained.

    Parameters
    ----------
    gains : pandas.DataFrame
        Columns training (the learning rates of a node's steps, added up) and gain: layers of the small digits.
    adds : tuple of float
        From how much training on, and up to how much, it adds to the match; shaded.
    marks : dict of str to tuple
        Name -> training, gain, colour and mark of layers that the text speaks of, and where the name stands (points).

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
    ax.axvspan(*adds, color="#e6efe6", zorder=0)
    ax.text(np.sqrt(np.prod(adds)), 0.2, "training adds", color="0.25", ha="center", va="center", fontsize=11)
    ax.plot(gains["training"], gains["gain"], "o", color="0.65", markersize=5)
    for name, (training, gain, colour, marker, place) in marks.items():
        ax.plot(training, gain, marker, color=colour, markersize=9)
        side = {-1: "right", 0: "center", 1: "left"}[np.sign(place[0])]
        at = {"xytext": place, "textcoords": "offset points", "ha": side, "va": "center", "fontsize": 10}
        ax.annotate(name, (training, gain), color=colour, **at)
    ax.axhline(0, color="0.3", linewidth=1)
    ax.set_xscale("log")
    ax.set_ylim(top=0.26)
    ax.set_xlabel("total training of a node: steps × learning rate", fontsize=10)
    ax.set_ylabel("gain in best match (cosine)", fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle("Some training helps the likeness, much training ruins it", fontsize=12)
    return figure
