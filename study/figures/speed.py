"""The figure of seconds: how long each way of pre-training takes."""

import matplotlib.pyplot as plt
import numpy as np

from ..methods import METHODS

__all__ = ["second_rows"]


def second_rows(times, title="", size=(4.6, 3.4), letters=12):
    """Draw how long something takes, a row a way: a dot at the median, and a line from the shortest to the longest.

    Parameters
    ----------
    times : dict of str to tuple of (str, list of float)
        Name of a row -> key of `study.methods.METHODS`, and CPU seconds of all rounds. A row of the dual form,
        which has it in its name, is hollow.
    title : str
    size : (float, float), default=(4.6, 3.4)
        In inches.
    letters : float, default=12
        Size of the letters in points.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": letters, "axes.titlesize": letters}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        for place, (name, (method, seconds)) in enumerate(times.items()):
            colour, middle = METHODS[method].colour, np.median(seconds)
            face = "white" if "dual form" in name else colour
            ax.plot([min(seconds), max(seconds)], [place, place], color=colour, linewidth=2, zorder=1)
            ax.plot(middle, place, "o", color=colour, markerfacecolor=face, markersize=8, zorder=2)
            text = f"{middle:.0f} s" if middle >= 10 else f"{middle:.1f} s"
            ax.annotate(text, (max(seconds), place), (8, 0), textcoords="offset points", va="center")
        ax.set_yticks(range(len(times)), times)
        ax.set(xscale="log", xlim=(0.2, 600), ylim=(len(times) - 0.5, -0.5), title=title)
        ax.set_xlabel("CPU seconds (logarithmic)")
        ax.set_xticks([1, 10, 100], ["1", "10", "100"])
        ax.minorticks_off()
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.grid(axis="x", color="0.93", zorder=0)
    return figure
