"""Figures of the chapter on features: nodes as images, what is measured on them, and effects on one scale."""

import matplotlib.pyplot as plt
import numpy as np

from ..claims.features import LABELS, RECOGNISABLE
from ..methods import COUNTERPARTS, METHODS
from .images import show_feature

__all__ = ["effects_of_components", "effects_of_pairs", "feature_lines", "first_look", "measures_of_nodes"]

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


def first_look(nine):
    """Draw a few features of each method, what the paper compares below each other, for the small figure of an answer.

    Parameters
    ----------
    nine : dict of str to array-like of shape (n, n_pixels)
        For each label of a method, the weights into its nodes; the first five are shown.

    Returns
    -------
    matplotlib.figure.Figure
    """
    labels = [of.label for greedy, layerwise in COUNTERPARTS for of in (layerwise, greedy)]
    lines = {label: nine[label][:5] for label in labels}
    return feature_lines(lines, title="GN and GCN trace strokes", width=4.6, fontsize=16)


def measures_of_nodes(nodes, noise, *, title=""):
    """Draw where the nodes of each method lie in each measure: the median, the middle half and the middle 90 %.

    Parameters
    ----------
    nodes : pandas.DataFrame
        From `study.experiments.nodes_frame`.
    noise : float
        Roughness of a feature that is pure noise.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
        One panel a measure, what reads better on the right; each method in its colour and with its mark, node by node
        below layer by layer.
    """
    pairs = [of for greedy, layerwise in COUNTERPARTS for of in (layerwise, greedy)]
    others = [of for of in METHODS.values() if of not in pairs]
    methods = [of for of in (*pairs, *others) if (nodes["method"] == of.name).any()]
    figure, grid = plt.subplots(2, 2, figsize=(6.4, 5.2), sharey=True, layout="constrained")
    axes = grid.ravel()
    for ax, (measure, label) in zip(axes, LABELS.items()):
        for place, of in enumerate(methods):
            values = nodes.loc[nodes["method"] == of.name, measure]
            ends = values.quantile([0.05, 0.95, 0.25, 0.75]).to_numpy()
            ax.plot(ends[:2], [place, place], color=of.colour, linewidth=1)
            ax.plot(ends[2:], [place, place], color=of.colour, linewidth=5, alpha=0.45, solid_capstyle="butt")
            ax.plot(values.median(), place, marker=of.marker, color=of.colour, markersize=7, linestyle="none")
        ax.set_title(label, fontsize=11)
        ax.set_xlabel(f"{BETTER} →", fontsize=10)
        ax.set_xlim(0, None if measure == "roughness" else 1)
        if RECOGNISABLE[measure] < 0:
            ax.invert_xaxis()
            ax.set_title(f"{label} (axis reversed)", fontsize=11)
        ax.tick_params(labelsize=10)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="y", color="0.92")
        ax.set_axisbelow(True)
    axes[0].axvline(noise, color="0.4", linestyle="--", linewidth=1)
    axes[0].text(noise - 0.05, -0.65, "noise", color="0.3", ha="left", va="center", fontsize=10)
    axes[0].set_yticks(range(len(methods)), [of.label for of in methods])
    axes[0].set_ylim(len(methods) - 0.5, -0.9)
    if title:
        figure.suptitle(title, fontsize=12)
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


def effects_of_components(method, against, band, *, title=""):
    """Draw effects of a method against more and more principal components, beside the band of small ones.

    Parameters
    ----------
    method : str
    against : dict of int or str to pandas.DataFrame
        What each frame is about; for each measure (the index) it has mean, low and high of the effect,
        signed as for `effects_of_pairs`.
    band : float
        Effects within ± this are small.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    of = METHODS[method]
    first = next(iter(against.values()))
    figure, ax = plt.subplots(figsize=(7, 0.5 * len(first) + 1.35), layout="constrained")
    ax.axvspan(-band, band, color="0.92", zorder=0)
    ax.text(0, -0.95, "comparable", color="0.25", ha="center", va="center", fontsize=10, backgroundcolor="0.92")
    ax.text(-1.03, -0.95, f"← PCA {BETTER}", color="0.25", ha="left", va="center", fontsize=10)
    ax.text(1.03, -0.95, f"{of.label} {BETTER} →", color=of.colour, ha="right", va="center", fontsize=10)
    shades = np.linspace(0.35, 1, len(against))[::-1]
    for (name, frame), shade in zip(against.items(), shades):
        for place, (_, effect) in enumerate(frame.iterrows()):
            _interval(ax, effect, place, of, alpha=shade, value=False)
            ax.text(effect["mean"], place - 0.22, str(name), ha="center", va="bottom", fontsize=9)
    _scale(ax, dict(enumerate(LABELS[measure] for measure in first.index)), len(first))
    ax.set_ylim(len(first) - 0.5, -1.3)
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
