"""Features on a scale with noise as zero and untrained sums of the same examples as one."""

import matplotlib.pyplot as plt

from ..methods import METHODS

__all__ = ["on_one_scale"]

WORDS = {
    "best_image": "like one image",
    "best_class_mean": "like the mean of a class",
    "roughness": "smooth",
    "selectivity": "tells classes apart",
}


def on_one_scale(places, title=""):
    """Draw where the features of each method stand, a line a measure.

    Parameters
    ----------
    places : pandas.DataFrame
        From `study.claims.scale.on_scale`: the mean over seeds is drawn, with a standard deviation each way.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    cells = places.groupby(["method", "measure"])["scaled"].agg(["mean", "std"])
    figure, ax = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for at, name in ((0, "noise"), (1, "sums, untrained")):
        ax.axvline(at, color="0.4", linewidth=1, zorder=0)
        ax.annotate(name, (at, -0.62), ha="center", va="bottom", color="0.3")
    for shift, name in zip((-0.24, -0.08, 0.08, 0.24), ("usv", "gn", "sv", "gcn")):
        method, of = METHODS[name], cells.loc[name].reindex(WORDS)
        look = {"color": method.colour, "fmt": method.marker, "markeredgecolor": "black", "markeredgewidth": 0.6}
        y = [place + shift for place in range(len(WORDS))]
        ax.errorbar(of["mean"], y, xerr=of["std"], label=method.label, markersize=7, **look)
    ax.set(ylim=(len(WORDS) - 0.5, -0.65), xlabel="noise is 0, untrained sums of the same examples are 1")
    ax.set_yticks(range(len(WORDS)), WORDS.values())
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    figure.suptitle(title)
    return figure
