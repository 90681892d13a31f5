"""Accuracy against the time of pre-training."""

import matplotlib.pyplot as plt

from ..methods import LAYER_BY_LAYER, METHODS, NODE_BY_NODE
from ..methods.controls import UNTRAINED

__all__ = ["STAGES", "accuracy_by_seconds"]

STAGES = {"test_before": "output layer trained", "test": "and fine-tuned"}
"""Score of a run -> after which stage it was measured: a part of the figure each."""


def accuracy_by_seconds(networks, timed, title=""):
    """Draw test accuracy against seconds of pre-training, a curve a method with a mark for each number of epochs.

    Parameters
    ----------
    networks : pandas.DataFrame
        Runs of the experiment "epochs": the mean over seeds is drawn, with a standard deviation each way.
    timed : pandas.DataFrame
        Runs of "seconds": their median is drawn.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
        A part for each of `STAGES`, with a dashed line for the networks that were given no epoch.
    """
    by_method = timed.groupby(["method", "max_epochs"])["pretraining_seconds"].median()
    figure, axes = plt.subplots(1, len(STAGES), figsize=(7, 3.9), layout="constrained")
    for ax, (score, stage) in zip(axes, STAGES.items()):
        untrained = networks.loc[networks["method"] == UNTRAINED.name, score].mean()
        ax.axhline(untrained, color="0.3", linestyle="--", linewidth=1, label="no epoch of pre-training", zorder=0)
        for name in (*LAYER_BY_LAYER, *NODE_BY_NODE):
            scores = networks[networks["method"] == name].groupby("max_epochs")[score].agg(["mean", "std"])
            method, seconds = METHODS[name], by_method[name].reindex(scores.index)
            ax.errorbar(
                seconds,
                scores["mean"],
                yerr=scores["std"],
                color=method.colour,
                marker=method.marker,
                markeredgecolor="black",
                markeredgewidth=0.6,
                label=method.label,
            )
        ax.set(xscale="log", xlabel="seconds of pre-training", title=stage)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("test accuracy on USPS")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    figure.suptitle(title)
    return figure
