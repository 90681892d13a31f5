"""Figures and tables of the page on how much a node should remember, and the runs that they show."""

from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.ticker import FixedLocator, NullLocator

from gnode.amnesia import memory

from ..datasets import load
from ..experiments import runs_frame
from ..forensics.grid import NAMED
from ..forensics.plan import SEEDS, runs_of
from ..forensics.stored import counts_of
from ..measures import absolute_cosines
from ..methods import METHODS, NODE_BY_NODE
from ..paper import TABLE_1, TABLE_2
from ..stats import summary
from ..store import load_features, results_folder
from .images import nine_nodes, show_feature, turned

__all__ = [
    "COLUMNS",
    "N_NODES",
    "answer",
    "bars",
    "best_factors",
    "clearest",
    "drawn_best",
    "in_nodes",
    "kept",
    "left_before_nodes",
    "memory_of_last",
    "noise",
    "peaks",
    "printed",
    "remembered",
    "scores",
    "seen_by_outsiders",
    "table_2",
    "trouble",
    "without_memory_from_glorot",
]

COLUMNS = {"paper": "as written", "program": "by the program"}
READINGS = {"paper": "paper", "program": "mended"}
RULES = {"paper": "flat", "program": "fading"}
N_NODES = 200  # of the first layer
DRAWN = (0.0, 0.4, 0.7, 1.0)  # factors whose weights are stored
FACTOR = "amnesia factor A"
LETTERS: dict[Any, Any] = {"font.size": 12, "axes.titlesize": 13}
LOWEST = 0.903  # of the axes of accuracy
RATE = 0.001  # the paper's, on USPS
PRINTED = "0.4"  # grey of what the paper printed


# Runs ---------------------------------------------------------------------------------------------------------------


@lru_cache
def scores(column):
    """Gather the runs of the network of Table 2 at all eleven factors.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    pandas.DataFrame
        A row a run.
    """
    return pd.concat([runs_frame(name, column=column) for name in ("table2", "low_factors")], ignore_index=True)


@lru_cache
def kept(column):
    """Gather what is measured on first layers at all eleven factors.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    pandas.DataFrame
        Indexed by method and factor: r2, the median over seeds of the share of the test images' variance that a
        least-squares decoder gives back (one seed in which nodes hardly answer can make a mean meaningless);
        saturated, the mean share of outputs beyond 0.99; redundancy, the mean absolute cosine between two features,
        of the networks of Table 2.
    """
    layers = runs_frame("reconstruction", column=column).groupby(["method", "amnesia"])
    networks = scores(column).groupby(["method", "amnesia"])
    return pd.DataFrame(
        {
            "r2": layers["r2"].median(),
            "saturated": layers["saturated"].mean(),
            "redundancy": networks["redundancy"].mean(),
            "test": networks["test"].mean(),
        }
    ).sort_index()


def printed():
    """Give the test scores of the paper's Table 2 by factor (pandas.Series)."""
    return pd.Series({factor: row["test"] for factor, row in TABLE_2.items()})


def remembered(column, factor):
    """Give how many nodes' worth of output a node remembers, on average over the nodes of the layer (float)."""
    return float(np.mean([memory(RULES[column], factor, n_earlier).sum() for n_earlier in range(N_NODES)]))


def memory_of_last(rule, factor):
    """Give how many nodes' worth of output the last node of the layer remembers (float)."""
    return float(memory(rule, factor, N_NODES - 1).sum())


def without_memory_from_glorot(name):
    """Give the test scores at A = 0 of networks that begin with Glorot's weights and keep the mean (ndarray)."""
    point = NAMED["original, flat, no centring, Glorot"]
    found = counts_of(runs_of(point, name, 0.0, SEEDS["survivors"]), results_folder())
    (cell,) = found.values()
    return cell["test"] / cell["n_test"]


def seen_by_outsiders(column):
    """Let the digits of another collection judge whether a feature of GCN shows its node's own class.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    share : dict of float to float
        By the factor, the share of nodes whose most similar digit of MNIST is of the class that they were trained on.
    n_digits : int
    """
    digits = load("mnist16")
    shares = {}
    for factor in DRAWN:
        layer = load_features("gcn", amnesia=factor, reading=READINGS[column])
        nearest = absolute_cosines(layer.components, digits.X_train).argmax(axis=1)
        classes = np.arange(len(nearest)) % len(digits.target_names)
        shares[factor] = float(np.mean(digits.y_train[nearest] == classes))
    return shares, len(digits.X_train)


def best_factors(value="test"):
    """Find where a mean is largest.

    Parameters
    ----------
    value : str, default="test"
        A column of `kept`.

    Returns
    -------
    dict of (str, str) to float
        By column and method.
    """
    return {(column, name): kept(column)[value][name].idxmax() for column in COLUMNS for name in NODE_BY_NODE}


def drawn_best(column, name):
    """Give the measured smoothness and likeness of features, means over seeds of the median node.

    Parameters
    ----------
    column : {"paper", "program"}
    name : {"gn", "gcn"}

    Returns
    -------
    pandas.DataFrame
        Indexed by factor: roughness, best_image.
    """
    runs = scores(column)
    means = runs[runs["method"] == name].groupby("amnesia")[["roughness_median", "best_image_median"]].mean()
    return means.rename(columns=lambda measure: measure.removesuffix("_median"))


def noise(column):
    """Tell how the change by noise of 10⁻¹² goes with the factor.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    runs : pandas.DataFrame
        A row a run.
    rises : pandas.DataFrame
        Indexed by method and learning rate: Spearman's correlation of the factor with the change of the node that is
        hit worst (change_max) and of the median node (change_median), means over seeds.
    """
    runs = runs_frame("sensitivity", column=column)
    changes = runs.groupby(["method", "learning_rate", "amnesia"])[["change_max", "change_median"]].mean()
    rises = changes.groupby(["method", "learning_rate"]).agg(
        lambda change: change.droplevel([0, 1]).reset_index().corr(method="spearman").iloc[0, 1]
    )
    return runs, rises


# Tables -------------------------------------------------------------------------------------------------------------


def table_2():
    """Lay out the paper's Table 2 beside ours (pandas.DataFrame of str)."""
    shared = {
        factor: METHODS[name].label
        for name, row in TABLE_1.items()
        for factor, scored in TABLE_2.items()
        if (row["train"], row["test"]) == (scored["train"], scored["test"])
    }
    shown = pd.DataFrame({"A": [f"{factor:g}" for factor in TABLE_2], "paper": [_told(of, shared) for of in TABLE_2]})
    for column, told in COLUMNS.items():
        cells = summary(scores(column), ["method", "amnesia"])
        for name in reversed(NODE_BY_NODE):
            of = [cells.loc[(name, factor)] for factor in TABLE_2]
            shown[f"{METHODS[name].label} {told}"] = [f"{at['mean']:.3f} ± {at['sd']:.3f}" for at in of]
    return shown


def _told(factor, shared):
    """Write a score of the paper's Table 2, with the method whose line of Table 1 is the same (str)."""
    return f"{printed()[factor]:.3f}" + (f"\N{NO-BREAK SPACE}({shared[factor]})" if factor in shared else "")


def trouble():
    """Lay out what noise of 10⁻¹² changes at the paper's rate, median node (pandas.DataFrame of str)."""
    shown = {"A": [f"{factor:g}" for factor in sorted(TABLE_2)]}
    for column, told in COLUMNS.items():
        runs = noise(column)[0]
        runs = runs[runs["learning_rate"] == RATE]
        for name in NODE_BY_NODE:
            change = runs[runs["method"] == name].groupby("amnesia")["change_median"].median().sort_index()
            shown[f"{METHODS[name].label} {told}"] = [_in_powers(of) for of in change]
    return pd.DataFrame(shown)


def _in_powers(change):
    """Write a change of less than a hundredth as a power of ten (str)."""
    if change >= 0.01:
        return f"{change:.2f}"
    return "10" + str(round(np.log10(change))).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


# Figures ------------------------------------------------------------------------------------------------------------


@plt.rc_context(LETTERS)
def answer():
    """Draw test accuracy against the factor with features of GCN above it, where their weights are stored."""
    figure = plt.figure(figsize=(5.8, 3.6), layout="constrained")
    above, ax = figure.subplots(2, 1, sharex=True, height_ratios=(1, 1.9))
    ax.set(xlim=(-0.13, 1.25), ylim=(LOWEST, 0.943), xlabel=FACTOR, ylabel="test accuracy")
    above.set_axis_off()
    for factor in DRAWN:
        layer = load_features("gcn", amnesia=factor, reading=READINGS["paper"])
        block = above.inset_axes((factor - 0.12, 0, 0.24, 1), transform=above.get_xaxis_transform())
        block.set_axis_off()
        block.set_anchor("S")
        show_feature(block, _tiled(turned(layer.components)[_shown()[1:5]]))
    ax.axvspan(0.02, 0.38, color="0.93", zorder=0)
    ax.text(0.23, LOWEST + 0.001, "not tried\nin the paper", ha="center", va="bottom", color=PRINTED, fontsize=11)
    ax.plot(printed(), "D", color="0.6", markersize=7)
    ax.annotate("paper", (1, printed()[1.0]), (9, -4), textcoords="offset points", color=PRINTED)
    cells = summary(scores("paper"), ["method", "amnesia"]).sort_index()
    for name, aside, foot in (("gn", 0.0012, 2), ("gcn", -0.0068, 17)):
        method, of = METHODS[name], cells.loc[name].iloc[1:]
        look = {"color": method.colour}
        ax.errorbar(of.index, of["mean"], of["sd"], fmt=f"{method.marker}-", capsize=2, **look)
        ax.text(1.04, of["mean"][1.0] + aside, method.label, **look)
        at_none = (0, LOWEST)
        ax.annotate(
            f"{cells['mean'][name, 0.0]:.2f} ↓", at_none, (0, foot), textcoords="offset points", ha="center", **look
        )
    ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    ax.grid(axis="y", color="0.92")
    ax.spines[["top", "right"]].set_visible(False)
    figure.suptitle("No memory: the clearest digits, the worst network")
    plt.show()


def _shown():
    """Give the nodes that are drawn, by a rule that knows nothing of what they have learned."""
    return nine_nodes(N_NODES, n_classes=10)


def _tiled(features):
    """Put four features into one square image, each scaled to its own largest weight and with a white line between."""
    side = round(np.sqrt(features.shape[1]))
    tiles = [(of / np.abs(of).max()).reshape(side, side) for of in features]
    tiles = [np.pad(of, 1) for of in tiles]
    return np.block([tiles[:2], tiles[2:]]).ravel()


def left_before_nodes(sizes, factor, rule, n_nodes):
    """List what is left of each component before each node, which takes the largest whole.

    Parameters
    ----------
    sizes : sequence of float
    factor : float
    rule : {"flat", "fading"}
    n_nodes : int

    Returns
    -------
    ndarray of shape (n_nodes, n_components)
    """
    sizes, remembers = np.asarray(sizes, dtype=float), np.zeros(len(sizes))
    steps = []
    for _ in range(n_nodes):
        left = sizes - factor * remembers
        steps.append(left)
        taken = left.argmax()
        remembers *= factor if rule == "fading" else 1
        remembers[taken] += left[taken]
    return np.array(steps)


@plt.rc_context(LETTERS)
def bars(sizes=(10, 6, 4), factor=0.7, n_nodes=4):
    """Draw what is left of three components before each of four nodes, under both rules of memory."""
    figure, axes = plt.subplots(2, n_nodes, figsize=(6.4, 3.5), sharex=True, sharey=True, layout="constrained")
    components = np.arange(1, len(sizes) + 1)
    for line, (rule, told) in zip(axes, {"flat": "flat\n(the paper)", "fading": "fading\n(the program)"}.items()):
        line[0].set_ylabel(told)
        steps = left_before_nodes(sizes, factor, rule, n_nodes)
        for node, (ax, left) in enumerate(zip(line, steps), start=1):
            colours = np.where(components == 1 + left.argmax(), "black", "0.75")
            ax.bar(components, sizes, color="none", edgecolor="0.8", width=0.8)
            drawn = ax.bar(components, left, color=colours, width=0.8)
            ax.bar_label(drawn, [f"{value:.3g}" for value in left.round(1)], fontsize=11)
            ax.set(xticks=components, yticks=(), ylim=(0, 1.25 * max(sizes)))
            ax.tick_params(length=0)
            ax.spines[["top", "right", "left"]].set_visible(False)
            if ax in axes[0]:
                ax.set_title(f"node {node}", fontsize=12)
    figure.supxlabel("component", fontsize=12)
    figure.suptitle("Flat memory uses up, fading memory brings back")
    plt.show()


@plt.rc_context(LETTERS)
def in_nodes():
    """Draw test accuracy against the number of nodes that a node remembers, both rules on one axis."""
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 3.4), sharey=True, layout="constrained")
    for ax, name in zip(axes, NODE_BY_NODE):
        method = METHODS[name]
        for column, filled in (("paper", True), ("program", False)):
            cells = summary(scores(column), ["method", "amnesia"]).sort_index().loc[name].iloc[1:]
            places = [remembered(column, factor) for factor in cells.index]
            look = {"color": method.colour, "markerfacecolor": method.colour if filled else "white"}
            ax.errorbar(places, cells["mean"], cells["sd"], fmt=method.marker, capsize=2, **look)
            before_all = len(cells) - (not filled)  # fading memory leaps from a few nodes to all
            ax.plot(places[:before_all], cells["mean"].iloc[:before_all], color=method.colour, linewidth=1)
            best = cells["mean"].argmax()
            at = (places[best], cells["mean"].iloc[best] + cells["sd"].iloc[best])
            side = "left" if filled else "right"
            words = f"flat: {cells.index[best]:g}" if filled else f"fading: {cells.index[best]:g}"
            ax.annotate(words, at, (0, 4), textcoords="offset points", ha=side, color=method.colour)
            if cells["mean"][1.0] < LOWEST:
                told = f"{cells['mean'][1.0]:.2f} ↓"
                ax.annotate(
                    told, (places[-1], LOWEST), (4, 3), textcoords="offset points", ha="right", color=method.colour
                )
        ax.set(xscale="log", xlabel="nodes remembered, on average", ylim=(LOWEST, 0.9475))
        ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
        ax.xaxis.set_minor_locator(NullLocator())
        ax.set_title(method.label, color=method.colour, loc="left")
        ax.grid(axis="y", color="0.92")
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("test accuracy")
    figure.suptitle("Counted in nodes, both versions want some and not all")
    plt.show()


@plt.rc_context(LETTERS)
def clearest():
    """Draw nine features of GCN at four settings, with the test accuracy of the network that begins with them."""
    shown = [("paper", 0.4), ("paper", 0.0), ("program", 0.7), ("program", 1.0)]
    figure, axes = plt.subplots(len(shown), 9, figsize=(8, 3.9), layout="constrained")
    for line, (column, factor) in zip(axes, shown):
        layer = load_features("gcn", amnesia=factor, reading=READINGS[column])
        score = kept(column)["test"]["gcn", factor]
        for ax, weights in zip(line, turned(layer.components)[_shown()]):
            show_feature(ax, weights)
        told = f"{COLUMNS[column]},\nA = {factor:g}"
        line[0].text(-0.15, 0.5, told, transform=line[0].transAxes, ha="right", va="center")
        weight = "bold" if factor in (0, 1) else "normal"
        line[-1].text(1.12, 0.5, f"{score:.3f}", transform=line[-1].transAxes, ha="left", va="center", weight=weight)
    axes[0, -1].text(1.12, 1.02, "test", transform=axes[0, -1].transAxes, ha="left", va="bottom")
    figure.suptitle("In both versions the clearest digits score worst")
    plt.show()


@plt.rc_context(LETTERS)
def peaks():
    """Draw three measures against the factor in small panels, both versions, the most accurate factor marked."""
    measures = {
        "saturated": ("stuck outputs", (0, 1)),
        "r2": ("reconstruction", (0.5, 0.95)),
        "redundancy": ("redundancy", (0.05, 0.33)),
    }
    figure, axes = plt.subplots(2, 3, figsize=(8, 4.3), sharex=True, sharey="col", layout="constrained")
    for line, column in zip(axes, COLUMNS):
        for ax, (value, (told, limits)) in zip(line, measures.items()):
            for name in NODE_BY_NODE:
                method, of = METHODS[name], kept(column)[value][name]
                ax.plot(of, f"{method.marker}-", color=method.colour, markersize=3, linewidth=1)
                at = best_factors()[column, name]
                look = {"color": method.colour, "markersize": 10, "markeredgecolor": "black", "linestyle": "none"}
                ax.plot(at, of[at], method.marker, label=f"{method.label}, most accurate", **look)
            ax.set(ylim=limits, xlim=(-0.06, 1.06))
            ax.xaxis.set_major_locator(FixedLocator([0, 0.5, 1]))
            ax.locator_params(axis="y", nbins=4)
            ax.spines[["top", "right"]].set_visible(False)
            ax.grid(color="0.93")
            if column == "paper":
                ax.set_title(told, fontsize=12)
        line[0].set_ylabel(COLUMNS[column])
    for ax in axes[-1]:
        ax.set_xlabel(FACTOR)
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle("Accuracy is best where the fewest outputs are stuck")
    plt.show()
