"""Figures of the data: sizes told and found, sizes that scores allow, what the majority class scores, chess boards."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator, PercentFormatter

__all__ = ["chess_boards", "feasible_strip", "majority_rows", "size_marks"]

UNLIKE = "#A63603"  # of sizes that differ
PIECES = "\u2654\u2656\u265a"  # white king, white rook, black king


def size_marks(sizes, title=""):
    """Write the sizes of each data set in the paper, with a tick where the files have the same, else with the files'.

    Parameters
    ----------
    sizes : dict of str to dict of str to tuple
        Name of a set -> heading of a column -> the paper's number, the files' and whether they agree.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
        Small, for a chapter's answer.
    """
    headings = list(next(iter(sizes.values())))
    figure, ax = plt.subplots(figsize=(4.6, 4), layout="constrained")
    for place, of_set in enumerate(sizes.values()):
        for column, heading in enumerate(headings):
            told, held, same = of_set[heading]
            colour, text = ("black", f"\u2714 {told}") if same else (UNLIKE, f"\u2718 {told}, files {held}")
            ax.text(column, place, text, va="center_baseline", color=colour, fontsize=12)
    for column, heading in enumerate(headings):
        ax.text(column, -1, heading, va="center", fontsize=12, fontweight="bold")
    for place in range(1, len(sizes), 2):
        ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
    ax.set(xticks=[], xlim=(-0.05, len(headings) - 0.25), ylim=(len(sizes) - 0.4, -1.5))
    ax.set_yticks(range(len(sizes)), sizes, fontsize=12)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    figure.suptitle(title, fontsize=14)
    return figure


def feasible_strip(possible, n_scores, title="", figsize=(5.6, 3.5), letters=12):
    """Draw, for each size of a test set, how many printed scores it can give; sizes that give all are labelled.

    Parameters
    ----------
    possible : dict of str to (int, pandas.Series)
        Name of a lane; the rows of the whole set; number of test rows -> number of scores that fit.
    n_scores : int
        How many there are.
    title : str, default=""
    figsize : tuple of float, in inches
    letters : float, default=12
        Size of the letters in points.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(len(possible), 1, figsize=figsize, sharex=True, layout="constrained", squeeze=False)
    for ax, (name, (n_rows, counts)) in zip(axes[:, 0], possible.items()):
        whole = counts == n_scores
        shares = counts.index.to_numpy() / n_rows
        ax.bar(shares, counts, width=1 / n_rows, color=np.where(whole, "black", "0.75"))
        ax.axhline(n_scores, color="0.6", linestyle=":", linewidth=0.8, zorder=0)
        ax.set(ylim=(0, 1.75 * n_scores))
        ax.set_yticks([n_scores], [f"all {n_scores}"])
        ax.tick_params(axis="y", length=0, labelleft=False, labelright=True)
        ax.set_ylabel(name, rotation=0, ha="right", va="center", fontsize=letters)
        ax.spines[["top", "right", "left"]].set_visible(False)
        for run in np.split(counts.index[whole], np.flatnonzero(np.diff(counts.index[whole]) > 1) + 1):
            if len(run):
                told = f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}"
                place = run[-1] / n_rows, 1.35 * n_scores
                ax.annotate(f"{told} rows", place, (4, 0), textcoords="offset points", fontsize=letters)
        if not whole.any():
            ax.text(0.99, 0.95, "no size gives all", transform=ax.transAxes, ha="right", va="top", fontsize=letters)
        ax.tick_params(labelsize=letters)
    ax.xaxis.set_major_locator(MultipleLocator(0.05))
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_xlabel("share of the rows that is the test set", fontsize=letters)
    figure.suptitle(title, fontsize=letters + 1)
    return figure


def majority_rows(majority, scores, title="", figsize=(5.6, 4.2)):
    """Draw what the majority class scores on each data set, a bar, and the range of the paper's test scores, a line.

    Parameters
    ----------
    majority : pandas.Series
        Name of a set as it is to be shown -> share of the test rows, in [0, 1]. Drawn in this order.
    scores : pandas.DataFrame
        The same index; a column a method.
    title : str, default=""
    figsize : tuple of float, in inches

    Returns
    -------
    matplotlib.figure.Figure
        A dot is the best of the paper's scores, a line through it leads down to the lowest.
    """
    places = np.arange(len(majority))
    lowest, best = scores.loc[majority.index].min(axis=1), scores.loc[majority.index].max(axis=1)
    figure, ax = plt.subplots(figsize=figsize, layout="constrained")
    ax.barh(places, majority, color="0.85", edgecolor="0.4", linewidth=0.6)
    ax.hlines(places, lowest, best, color="black", linewidth=2)
    ax.plot(best, places, "o", color="black", markersize=6)
    first = {
        "majority class": (majority.iloc[0], (6, 0), "left"),
        "paper's four scores": (lowest.iloc[0], (-6, 0), "right"),
    }
    for text, (at, shift, side) in first.items():
        ax.annotate(text, (at, 0), shift, textcoords="offset points", ha=side, va="center", fontsize=12, color="0.3")
    ax.set(xlim=(0, 1.02), ylim=(len(majority) - 0.4, -0.6))
    ax.set_yticks(places, majority.index, fontsize=12)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("test accuracy", fontsize=12)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_title(title, fontsize=13)
    return figure


def chess_boards(positions):
    """Draw positions of white king, white rook and black king.

    Parameters
    ----------
    positions : dict of str to array-like of shape (6,)
        Title of each board; file and rank, from 1, of the three pieces.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, axes = plt.subplots(1, len(positions), figsize=(7, 2.3), layout="constrained", squeeze=False)
    squares = np.add.outer(np.arange(8), np.arange(8)) % 2
    for ax, (title, position) in zip(axes[0], positions.items()):
        ax.imshow(squares, cmap="gray", vmin=-5, vmax=1.2, origin="lower")
        for piece, (file, rank) in zip(PIECES, np.reshape(position, (3, 2)).astype(int) - 1):
            ax.text(file, rank, piece, size=18, ha="center", va="center")
        ax.set(xticks=range(8), xticklabels="abcdefgh", yticks=range(8), yticklabels=range(1, 9))
        ax.set_title(title, fontsize=14)
        ax.tick_params(length=0, labelsize=11)
    return figure
