"""Figures and tables of the page on how much a node should remember, and the runs that they show."""

from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode.amnesia import memory

from ..datasets import load
from ..experiments import runs_frame
from ..forensics.grid import NAMED
from ..forensics.plan import SEEDS, runs_of
from ..forensics.stages import counts_of
from ..measures import absolute_cosines
from ..methods import METHODS, NODE_BY_NODE
from ..paper import TABLE_2
from ..stats import summary
from ..store import load_features, results_folder
from .images import nine_nodes, show_feature, turned
from .which_program import scored

__all__ = [
    "COLUMNS",
    "N_NODES",
    "answer",
    "bars",
    "best_factors",
    "clearest",
    "dial_curves",
    "dialled",
    "drawn_best",
    "kept",
    "left_before_nodes",
    "measures",
    "memory_of_last",
    "noise",
    "of_table_2",
    "over_seeds",
    "peaks",
    "printed",
    "scores",
    "seen_by_outsiders",
    "stuck",
    "table_2",
    "three_curves",
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
LOWEST = 0.9  # of the axes of accuracy
VERSIONS = {"paper": "as written", "program, flat": "flat", "program": "fading"}  # of Table 2
RATE = 0.001  # the paper's, on USPS
PRINTED = "0.4"  # grey of what the paper printed


DIALLED = {
    "roughness_median": {
        "low": 2.15,
        "high": 0.2,
        "best": "smoothest",
        "of": "roughness,\nsmooth is up",
        "form": ".1f",
    },
    "test": {"low": 0.83, "high": 0.94, "best": "most accurate", "of": "unseen digits\nnamed", "form": ".0%"},
    "r2": {"low": 0.68, "high": 0.93, "best": "best recovered", "of": "images\nrecovered", "form": ".0%"},
}
"""What a turn of the dial changes -> the ends of its axis; smoother is up."""


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


@lru_cache
def dialled(column):
    """Gather what the factor does to a layer of GCN on the digits of MNIST.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    pandas.DataFrame
        Indexed by factor; for each measure of `DIALLED` its mean and std over seeds. roughness_median, of the median
        node; test, the share of unseen digits that a linear read-out names; r2, the share of their variance that it
        gives back.
    """
    return runs_frame("dial", column=column).groupby("amnesia")[list(DIALLED)].agg(["mean", "std"]).sort_index()


def peaks(column):
    """Find the factors with the smoothest features, the highest accuracy and the best reconstruction.

    Parameters
    ----------
    column : {"paper", "program"}

    Returns
    -------
    dict of str to float
        By the measures of `DIALLED`.
    """
    means = dialled(column).xs("mean", axis=1, level=1)
    return {
        name: means[name].idxmin() if of["low"] > of["high"] else means[name].idxmax() for name, of in DIALLED.items()
    }


def dial_curves():
    """Give what the page's dial shows of the stored runs, in terms of JSON (dict).

    Returns
    -------
    dict
        factors, ends (of the axes, by measure), and by "flat" and "fading" and measure: mean and std (lists by factor)
        and best, the place of the best factor among them.
    """
    factors = list(dialled("paper").index)
    given = {"factors": factors, "ends": {name: [of["low"], of["high"]] for name, of in DIALLED.items()}}
    for column, rule in RULES.items():
        frame = dialled(column)
        given[rule] = {
            name: {which: frame[name][which].round(5).tolist() for which in ("mean", "std")}
            | {"best": factors.index(peaks(column)[name])}
            for name in DIALLED
        }
    return given


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


def of_table_2(version, name):
    """Give the test scores of a version's Table 2, all of twenty seeds.

    Parameters
    ----------
    version : str
        Of `study.figures.which_program.VERSIONS`.
    name : {"gn", "gcn"}

    Returns
    -------
    pandas.DataFrame
        Indexed by factor: mean, sd.
    """
    cells = {factor: scored(version)[name, factor] for factor in sorted(TABLE_2)}
    shares = {factor: of["test"] / of["n_test"] for factor, of in cells.items()}
    return pd.DataFrame({factor: {"mean": of.mean(), "sd": of.std(ddof=1)} for factor, of in shares.items()}).T


def table_2(name="gcn"):
    """Lay out the paper's Table 2 alongside that of three versions (pandas.DataFrame of str).

    Parameters
    ----------
    name : {"gn", "gcn"}, default="gcn"
    """
    shown = pd.DataFrame(
        {"A": [f"{factor:g}" for factor in TABLE_2], "paper": [f"{printed()[of]:.3f}" for of in TABLE_2]}
    )
    for version, told in VERSIONS.items():
        means = of_table_2(version, name)["mean"]
        shown[told] = [f"{means[factor]:.3f}" for factor in TABLE_2]
    return shown


def measures():
    """Lay out how alike features are and how much of the images comes back, by factor (pandas.DataFrame of str)."""
    shown = {"A": [f"{factor:g}" for factor in sorted(TABLE_2)]}
    for value, called, form in (("redundancy", "alike", ".2f"), ("r2", "comes back", ".0%")):
        for column, told in COLUMNS.items():
            of = [kept(column)[value][name] for name in NODE_BY_NODE]
            shown[f"{called}, {told}"] = [
                " / ".join("–" if one[at] < 0 else format(one[at], form) for one in of) for at in sorted(TABLE_2)
            ]
    return pd.DataFrame(shown)


def over_seeds(factors, measured):
    """Lay out the share of stuck outputs and the accuracy of a layer, mean and sd over seeds (pandas.DataFrame of str).

    Parameters
    ----------
    factors : sequence of float
    measured : array-like of shape (n_factors, n_seeds, 2)
    """
    measured = np.asarray(measured)
    told = [[f"{mean:.2f} ± {sd:.2f}" for mean, sd in zip(of.mean(axis=0), of.std(axis=0, ddof=1))] for of in measured]
    shown = pd.DataFrame(told, columns=["stuck outputs", "test accuracy"])
    shown.insert(0, "A", [f"{factor:g}" for factor in factors])
    return shown


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
    """Draw test accuracy against the factor with either memory, the best factors marked, and what the paper prints."""
    figure, axes = plt.subplots(1, 2, figsize=(6.1, 3.6), sharey=True, layout="constrained")
    for ax, (column, rule) in zip(axes, RULES.items()):
        ax.axvspan(0.02, 0.38, color="0.94", zorder=0)
        ax.plot(printed(), "D", color="0.6", markersize=5, label="paper")
        cells = summary(scores(column), ["method", "amnesia"]).sort_index()
        for place, name in enumerate(NODE_BY_NODE):
            method, of = METHODS[name], cells.loc[name]
            look = {"color": method.colour}
            seen = of[of["mean"] >= LOWEST]
            ax.errorbar(
                seen.index,
                seen["mean"],
                seen["sd"],
                fmt=f"{method.marker}-",
                markersize=4,
                elinewidth=0.8,
                label=method.label,
                **look,
            )
            at = best_factors()[column, name]
            ax.plot(at, of["mean"][at], method.marker, markersize=10, markeredgecolor="black", zorder=4, **look)
            top = (at, of["mean"][at] + of["sd"][at])
            side = "left" if at > best_factors()[column, NODE_BY_NODE[1 - place]] else "right"
            ax.annotate(f"{at:g}", top, (0, 4), textcoords="offset points", ha=side, **look)
            for factor in of.index.difference(seen.index):
                at, side = (-0.07, "left") if factor < 0.5 else (1.07, "right")
                height = LOWEST - 0.0005 + 0.0045 * (place if factor < 0.5 else 0)
                ax.text(at, height, f"↓ {of['mean'][factor]:.2f}", va="bottom", ha=side, **look)
        ax.set(xlim=(-0.09, 1.09), ylim=(LOWEST - 0.001, 0.948), xlabel=FACTOR)
        ax.set_title(f"{rule} memory,\n{COLUMNS[column]}", loc="left", fontsize=12)
        ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"])
        ax.set_yticks([0.91, 0.92, 0.93, 0.94])
        ax.grid(axis="y", color="0.92")
        ax.set_axisbelow(True)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].text(0.21, 0.9185, "not tried in\nthe paper", ha="center", va="bottom", color=PRINTED, fontsize=11)
    axes[0].set_ylabel("test accuracy")
    axes[1].legend(loc="lower left", frameon=False, handlelength=1.2, borderpad=0, bbox_to_anchor=(0.28, 0.02))
    figure.suptitle("Flat memory works best with little, fading with much", fontsize=14)
    plt.show()


@plt.rc_context(LETTERS)
def three_curves():
    """Draw roughness, accuracy and reconstruction against the factor, with either memory, and where each is best."""
    colour = METHODS["gcn"].colour
    figure, axes = plt.subplots(len(DIALLED), 2, figsize=(6.1, 5.4), sharex=True, sharey="row", layout="constrained")
    for line, (name, of) in zip(axes, DIALLED.items()):
        line[0].set_ylabel(of["of"])
        for ax, column in zip(line, RULES):
            frame, best = dialled(column)[name], peaks(column)[name]
            ax.errorbar(frame.index, frame["mean"], frame["std"], fmt="-", color=colour, elinewidth=0.8)
            ax.plot(best, frame["mean"][best], "D", color=colour, markeredgecolor="black", markersize=9, zorder=4)
            for factor in frame.index[(frame["mean"] < of["low"]) & (of["low"] < of["high"])]:
                told = f"↓ {frame['mean'][factor]:{of['form']}} at {factor:g}"
                ax.text(factor + 0.12, of["low"], told, color=colour, va="bottom", ha="left")
            ax.set(ylim=(of["low"], of["high"]), xlim=(-0.06, 1.06))
            ax.yaxis.set_major_formatter(lambda value, _, form=of["form"]: format(value, form))
            ax.set_title(f"{of['best']} at A = {best:g}", loc="left", fontsize=12)
            ax.grid(color="0.93")
            ax.spines[["top", "right"]].set_visible(False)
    for ax, (column, rule) in zip(axes[0], RULES.items()):
        ax.set_title(f"{rule}, {COLUMNS[column]}\n{ax.get_title('left')}", loc="left", fontsize=12)
    for ax in axes[-1]:
        ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"])
        ax.set_xlabel(FACTOR)
    figure.suptitle("Features are smoothest where the layer is worst", fontsize=14)
    plt.show()


def _shown():
    """Give the nodes that are drawn, by a rule that knows nothing of what they have learned."""
    return nine_nodes(N_NODES, n_classes=10)


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
    figure, axes = plt.subplots(2, n_nodes, figsize=(6, 3.5), sharex=True, sharey=True, layout="constrained")
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
def clearest():
    """Draw nine features of GCN at four settings, their roughness and the network's accuracy."""
    shown = [("paper", 0.4), ("paper", 0.0), ("program", 0.7), ("program", 1.0)]
    figure = plt.figure(figsize=(6, 4.3), layout="constrained")
    for part, (column, factor) in zip(figure.subfigures(len(shown), 1), shown):
        layer = load_features("gcn", amnesia=factor, reading=READINGS[column])
        for ax, weights in zip(part.subplots(1, 9), turned(layer.components)[_shown()]):
            show_feature(ax, weights)
        score, weight = of_table_2(column, "gcn")["mean"][factor], "bold" if factor in (0, 1) else "normal"
        rough = drawn_best(column, "gcn")["roughness"][factor]
        told = f"{COLUMNS[column]}, A = {factor:g}: roughness {rough:.2f}, accuracy {score:.3f}"
        part.suptitle(told, fontsize=12, x=0.01, ha="left", weight=weight)
    figure.suptitle("GCN's smoothest features score worst", fontsize=14)
    plt.show()


@plt.rc_context(LETTERS)
def stuck():
    """Draw the share of stuck outputs against the factor, both versions, the most accurate factor marked."""
    figure, axes = plt.subplots(1, 2, figsize=(6, 3.3), sharey=True, layout="constrained")
    for ax, column in zip(axes, COLUMNS):
        for name in NODE_BY_NODE:
            method, of = METHODS[name], kept(column)["saturated"][name]
            ax.plot(of, f"{method.marker}-", color=method.colour, markersize=4, linewidth=1.2)
            at = best_factors()[column, name]
            look = {"color": method.colour, "markersize": 11, "markeredgecolor": "black", "linestyle": "none"}
            ax.plot(at, of[at], method.marker, label=f"{method.label}, most accurate", clip_on=False, **look)
        ax.set(ylim=(0, 1), xlim=(-0.06, 1.06), xlabel=FACTOR)
        ax.set_title(COLUMNS[column], loc="left", fontsize=12)
        ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"])
        ax.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(color="0.93")
    axes[0].set_ylabel("stuck outputs")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle("Accuracy peaks where few outputs are stuck", fontsize=14)
    plt.show()
