"""Figures of the chapter on speed."""

import matplotlib.pyplot as plt

from ..methods import METHODS
from .counts import for_answer

__all__ = ["ratios"]


@for_answer
def ratios(frame):
    """Draw how many times longer pre-training takes layer by layer: printed, on weights and with the dual form.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns slow, fast (names of `METHODS`), paper, weights, dual; a row of the figure each.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.6, 2.8), layout="constrained")
    for place, row in enumerate(frame.itertuples()):
        fast = METHODS[row.fast]
        ax.plot([row.paper, row.dual], [place, place], color="0.85", zorder=1)
        ax.plot(row.paper, place, "x", color="0.35", ms=7, mew=2)
        ax.plot(row.weights, place, fast.marker, color=fast.colour, ms=8)
        ax.plot(row.dual, place, fast.marker, color=fast.colour, mfc="white", mew=1.5, ms=8)
    last = frame.iloc[-1]
    for name, column, side in (
        ("paper", "paper", "center"),
        ("weights", "weights", "right"),
        ("dual form", "dual", "left"),
    ):
        at = last[column], len(frame) - 1
        shift = {"center": 0, "right": 5, "left": -5}[side]
        ax.annotate(name, at, (shift, -9), textcoords="offset points", ha=side, va="top", color="0.25")
    names = [f"{METHODS[row.slow].label} / {METHODS[row.fast].label}" for row in frame.itertuples()]
    ax.set_yticks(range(len(frame)), names)
    ax.set(xscale="log", xlabel="times longer in pre-training", ylim=(len(frame) - 0.2, -0.6))
    ticks = (1, 10, 100, 1000)
    ax.set_xticks(ticks, map("{:,}".format, ticks))
    ax.set_title("Node by node beats layer by layer\nby more than the paper prints")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return figure
