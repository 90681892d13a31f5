"""Figures of the control "rows, not training": where trained and untrained nodes lie, and what each step adds."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator, PercentFormatter

from ..methods import METHODS

__all__ = ["medians_of_cells", "two_steps"]

UNTRAINED = "0.5"


def medians_of_cells(medians, looks, *, xlabel, line=None, title="", letters=10):
    """Draw a share's median over the nodes of each kind of features, seed by seed, and write the mean on the right.

    Parameters
    ----------
    medians : dict of str to sequence of float
        Name of the features -> their median in each seed. Drawn by the mean, the highest on top.
    looks : dict of str to str
        Name of the features -> a key of `gnode.study.methods.METHODS`, whose colour and mark they get.
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
    looks = (("step 1, to untrained mixes", UNTRAINED, "d", -0.14), ("step 2, by training", "black", "o", 0.14))
    for ax, (name, of_panel) in zip(axes[0], steps.items(), strict=True):
        for place, measure in enumerate(labels):
            for (mean, low, high), (what, colour, marker, shift) in zip(of_panel[measure], looks, strict=True):
                ax.plot([low, high], [place + shift] * 2, color=colour, linewidth=2.5, alpha=0.6)
                ax.plot(mean, place + shift, marker, color=colour, markersize=7, label=what)
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
