"""The figure of what the study took."""

import matplotlib.pyplot as plt
import numpy as np

from .counts import for_answer

__all__ = ["hours_of_experiments"]

# What an experiment is about, where its name does not say it; `gnode run` has the names.
SHORT = {
    "readings": "search for the reading",
    "table1": "Table 1",
    "table2": "Table 2",
    "table3": "Table 3",
    "rates": "Table 3, other rates",
    "fidelity": "text or program",
    "timing": "running time",
    "sensitivity": "perturbations",
    "outputs": "output nodes",
    "peers": "GN among its peers",
    "planes": "planes of outputs",
    "subsets": "random rows",
}


LATER = "#D55E00"


@for_answer
def hours_of_experiments(hours, later=(), title="", most=7):
    """Draw the hours that the runs of the longest experiments took, a bar each, with the number; the others as one bar.

    Parameters
    ----------
    hours : pandas.Series
        Name of an experiment, or "readings" -> hours.
    later : sequence of str
        Those that were planned after a result. Their bars, and their part of the others' bar, have a colour.
    title : str, default=""
    most : int, default=7
        How many have a bar of their own.

    Returns
    -------
    matplotlib.figure.Figure
    """
    order = hours.sort_values(ascending=False).index
    bars = {SHORT.get(name, name): [name] for name in order[:most]}
    if len(order) > most:
        bars[f"{len(order) - most} others"] = list(order[most:])
    whole = np.array([hours[names].sum() for names in bars.values()])
    after = np.array([hours[[name for name in names if name in later]].sum() for names in bars.values()])
    places = np.arange(len(bars))
    figure, ax = plt.subplots(figsize=(4.6, 0.27 * len(bars) + 1.5), layout="constrained")
    first = ax.barh(places, whole - after, color="0.6", label="planned before")
    last = ax.barh(places, after, left=whole - after, color=LATER, label="planned after a result")
    ax.bar_label(last, [f"{time:.1f}" if time >= 0.05 else "< 0.1" for time in whole], padding=3)
    ax.set(xticks=[], xlim=(0, 1.2 * whole.max()), ylim=(len(bars) - 0.5, -0.5))
    ax.set_yticks(places, bars)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    if after.any():
        figure.legend(handles=[first, last], loc="outside lower center", frameon=False)
    figure.suptitle(title, fontsize=plt.rcParams["axes.titlesize"])
    return figure
