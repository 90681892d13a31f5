"""Figures on running time and accuracy: how much faster node by node is, and whether it is as accurate."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS
from .counts import for_answer

__all__ = ["before_and_after", "differences", "stages", "time_and_accuracy"]

PAPER = {"marker": "D", "color": "0.55", "linestyle": "none"}

# Where a name stands if not to the right of its mark, in points; a far one has a line to its mark.
BESIDE = {"none": (1, -42), "random": (22, 3)}


@for_answer
def time_and_accuracy(seconds, accuracy):
    """Plot the test accuracy of each method against the seconds of its whole training.

    Parameters
    ----------
    seconds : pandas.Series
        Mean seconds, by method.
    accuracy : pandas.DataFrame
        Columns mean and sd, by method.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 2.9), layout="constrained")
    for name, cell in accuracy.iterrows():
        method = METHODS[name]
        at = seconds[name], cell["mean"]
        ax.errorbar(*at, cell["sd"], fmt=method.marker, color=method.colour, capsize=3)
        offset = BESIDE.get(name, (7, 0))
        line = {"arrowstyle": "-", "color": method.colour, "linewidth": 0.8, "shrinkA": 1, "shrinkB": 4}
        _name(ax, method.label, at, method.colour, offset, arrowprops=line if max(map(abs, offset)) > 10 else None)
    ax.set(
        title="Node-by-node training is faster,\nand as accurate within 0.01",
        xlabel="whole training (s)",
        ylabel="test accuracy",
        xscale="log",
        xlim=(seconds.min() * 0.7, seconds.max() * 3),
        ylim=(0.918, 0.944),
        yticks=np.arange(0.92, 0.941, 0.01),
    )
    _plain_ticks(ax, (3, 10, 30, 100))
    ax.grid(axis="y", color="0.9")
    return figure


def stages(seconds, ratios):
    """Draw the seconds of each method's training as a bar: pre-training in colour, what follows it in grey.

    Parameters
    ----------
    seconds : pandas.DataFrame
        Columns pretraining_seconds and total_seconds, by method, in the order of the rows.
    ratios : dict of str to str
        Method -> what is to be written into its bar.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 3), layout="constrained")
    for place, (name, of) in enumerate(seconds.iterrows()):
        before, total = of["pretraining_seconds"], of["total_seconds"]
        ax.barh(place, before, color=METHODS[name].colour, height=0.65)
        ax.barh(place, total - before, left=before, color="0.8", height=0.65)
        _name(ax, f"{total:.0f} s" if total >= 10 else f"{total:.1f} s", (total, place), "black", (5, 0))
        if name in ratios:
            _name(ax, ratios[name], (0, place), "black", (5, 0))
    last = len(seconds) - 1
    key = "colour: pre-training\ngrey: output layer and fine-tuning"
    ax.text(0.99, last + 0.3, key, transform=ax.get_yaxis_transform(), ha="right", va="bottom", color="0.3")
    ax.set(
        title="Layer by layer, most of the time goes into pre-training",
        xlabel="seconds",
        xlim=(0, 1.1 * seconds["total_seconds"].max()),
        ylim=(last + 0.6, -0.6),
    )
    ax.set_yticks(range(len(seconds)), [METHODS[name].label for name in seconds.index])
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def before_and_after(runs, printed):
    """Plot the test accuracy of each method before and after fine-tuning, on one scale, beside the paper's.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run: method, test, and test_before, which is not shown where it is below one half: nothing has been
        trained by then.
    printed : dict of str to float
        The paper's test accuracy, by method.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 3.6), layout="constrained")
    names = [name for name in METHODS if name in set(runs["method"])]
    for place, name in enumerate(names):
        method, scores = METHODS[name], runs[runs["method"] == name]
        look = {"fmt": method.marker, "color": method.colour, "capsize": 3}
        before, after = scores["test_before"], scores["test"]
        if before.mean() > 0.5:
            ax.plot([before.mean(), after.mean()], [place, place], color=method.colour, alpha=0.4)
            ax.errorbar(before.mean(), place, xerr=before.std(), markerfacecolor="white", **look)
        ax.errorbar(after.mean(), place, xerr=after.std(), **look)
        if name in printed:
            ax.plot(printed[name], place + 0.25, **PAPER)
    first, place = METHODS["gn"], names.index("gn")
    scores = runs[runs["method"] == "gn"]
    _name(ax, "before fine-tuning", (scores["test_before"].mean(), place), first.colour, (0, 11), "center")
    _name(ax, "after", (scores["test"].mean(), place), first.colour, (0, 11), "center")
    _name(ax, "paper", (printed["gcn"], names.index("gcn") + 0.25), PAPER["color"], (7, -3))
    ax.set(
        title="Fine-tuning brings all six within 0.01 of each other",
        xlabel="test accuracy",
        ylim=(len(names) - 0.4, -0.7),
    )
    _rows(ax, [METHODS[name].label for name in names])
    return figure


def differences(groups, margin, printed):
    """Plot differences of mean test accuracy with their intervals, all on one scale and beside the margin.

    Parameters
    ----------
    groups : dict of str to pandas.DataFrame
        Title of each part of the figure -> a row a difference: one, other (names of methods), mean, low, high.
    margin : float
        Half the width of the grey band.
    printed : list of float
        The paper's, of the rows of the first part.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(7, 4.6), layout="constrained")
    ax.axvspan(-margin, margin, color="0.92", zorder=0)
    ax.axvline(0, color="0.4", linestyle="--", linewidth=1, zorder=0)
    names, top = {}, -0.3
    for title, compared in groups.items():
        ax.text(0.01, top, title, transform=ax.get_yaxis_transform(), va="center", fontweight="bold")
        for place, row in enumerate(compared.itertuples(), start=1):
            one, spread = METHODS[row.one], [[row.mean - row.low], [row.high - row.mean]]
            ax.errorbar(row.mean, top + place, xerr=spread, fmt=one.marker, color=one.colour, capsize=4)
            names[top + place] = f"{one.label} − {METHODS[row.other].label}"
        top += len(compared) + 1.2
    places = list(names)[: len(printed)]
    ax.plot(printed, [place + 0.22 for place in places], **PAPER)
    _name(ax, "paper", (printed[-1], places[-1] + 0.22), PAPER["color"], (7, 2))
    ax.set(
        title=f"Within ±{margin:g} of layer by layer.\nGN and GCN show no clear gain over the controls.",
        xlabel="difference of mean test accuracy",
        xlim=(-2 * margin, 2 * margin),
        xticks=margin * np.arange(-2, 2.1),
        ylim=(max(names) + 0.6, -0.9),
    )
    _rows(ax, names.values(), list(names))
    return figure


def _name(ax, text, at, colour, offset, side=None, **look):
    """Write a name beside a mark, to the right or left as its offset (in points) goes, or above ("center")."""
    side = side or ("left" if offset[0] > 0 else "right")
    ax.annotate(text, at, offset, textcoords="offset points", ha=side, va="center", color=colour, **look)


def _rows(ax, labels, places=None):
    """Name the rows of a dot plot and draw a faint line along each."""
    places = list(range(len(labels))) if places is None else places
    ax.set_yticks(places, labels)
    ax.tick_params(axis="y", length=0)
    ax.hlines(places, *ax.get_xlim(), color="0.93", zorder=0)
    ax.margins(x=0)


def _plain_ticks(ax, ticks):
    """Write the ticks of a logarithmic axis as plain numbers, those of them that it shows."""
    low, high = ax.get_xlim()
    shown = [tick for tick in ticks if low <= tick <= high]
    ax.set_xticks(shown, [f"{tick:g}" for tick in shown])
    ax.minorticks_off()
