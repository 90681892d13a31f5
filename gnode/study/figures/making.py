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


@for_answer
def hours_of_experiments(hours, title="", most=7):
    """Draw the hours that the runs of the longest experiments took, a bar each, with the number; the others as one bar.

    Parameters
    ----------
    hours : pandas.Series
        Name of an experiment, or "readings" -> hours.
    title : str, default=""
    most : int, default=7
        How many have a bar of their own.

    Returns
    -------
    matplotlib.figure.Figure
    """
    hours = hours.sort_values(ascending=False)
    shown, others = hours[:most], hours[most:]
    hours = shown.rename(index=SHORT)
    if len(others):
        hours[f"{len(others)} others"] = others.sum()
    places = np.arange(len(hours))
    figure, ax = plt.subplots(figsize=(4.6, 0.27 * len(hours) + 0.9), layout="constrained")
    bars = ax.barh(places, hours, color="0.6")
    ax.bar_label(bars, [f"{time:.1f}" if time >= 0.05 else "< 0.1" for time in hours], padding=3)
    ax.set(xticks=[], xlim=(0, 1.2 * hours.max()), ylim=(len(hours) - 0.5, -0.5))
    ax.set_yticks(places, hours.index)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    figure.suptitle(title, fontsize=plt.rcParams["axes.titlesize"])
    return figure
