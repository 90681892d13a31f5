"""The figure of what the study took."""

import matplotlib.pyplot as plt
import numpy as np

from .counts import for_answer

__all__ = ["hours_of_experiments"]

# What an experiment is about, where its name does not say it; `gnode run` has the names.
SHORT = {
    "table1": "Table 1",
    "table2": "Table 2",
    "table3": "Table 3",
    "rates": "Table 3, other rates",
    "fidelity": "text or program",
    "timing": "running time",
    "sensitivity": "perturbations",
    "outputs": "output nodes",
    "planes": "planes of outputs",
    "subsets": "random rows",
}


@for_answer
def hours_of_experiments(hours, title=""):
    """Draw the hours that the runs of each experiment took, a bar each, with the number.

    Parameters
    ----------
    hours : pandas.Series
        Name of an experiment -> hours.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    hours = hours.sort_values(ascending=False)
    places = np.arange(len(hours))
    figure, ax = plt.subplots(figsize=(4.6, 0.19 * len(hours) + 0.9), layout="constrained")
    bars = ax.barh(places, hours, color="0.6")
    ax.bar_label(bars, [f"{time:.1f}" if time >= 0.05 else "< 0.1" for time in hours], padding=3)
    ax.set(xticks=[], xlim=(0, 1.2 * hours.max()), ylim=(len(hours) - 0.5, -0.5))
    ax.set_yticks(places, [SHORT.get(name, name) for name in hours.index])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title(title)
    return figure
