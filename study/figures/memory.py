"""Figures and tables of the page on how much a node should remember, and the runs that they show."""

import base64
from functools import cache, partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from ..experiments import runs_frame
from ..methods import METHODS, NODE_BY_NODE, NONE
from ..paper import TABLE_2
from . import BELOW, CHART, POINTS, WIDTH, beside, drawn, feature_lines, look_of, tidy
from .quiz import as_features, bare
from .sliders import FACTORS, load_sliders
from .which_program import printed
from .which_program import table_2 as means_of_table_2

COLUMNS = {"paper": "paper's version", "program": "program's version"}
LETTERS = {"font.size": 12, "axes.titlesize": 12, "axes.titlelocation": "left"}


@cache
def scores(column):
    """Gather the runs of the network of Table 2 at all eleven factors, a row a run (pandas.DataFrame)."""
    return pd.concat([runs_frame(name, column=column) for name in ("table2", "low_factors")], ignore_index=True)


def accuracies(column):
    """Give mean test accuracy, a line a factor, a column a method: of twenty seeds where Table 2 has the factor."""
    low = runs_frame("low_factors", column=column).groupby(["amnesia", "method"])["test"].mean().unstack()
    return pd.concat([means_of_table_2(column), low])[list(NODE_BY_NODE)].sort_index()


@cache
def kept(column):
    """Gather what is measured on first layers (pandas.DataFrame by method and factor).

    Of r2 the median over seeds: one in which nodes hardly answer can make a mean meaningless. Of all else the mean.
    """
    layers = runs_frame("reconstruction", column=column).groupby(["method", "amnesia"])
    alike = scores(column).groupby(["method", "amnesia"])[["redundancy"]].mean()
    measured = {"test": accuracies(column).unstack(), "r2": layers["r2"].median()}
    return alike.assign(**measured, saturated=layers["saturated"].mean()).sort_index()


def ends(name):
    """Give the lowest and highest test accuracy of an algorithm's runs (pandas.DataFrame by factor, min and max)."""
    return scores("paper").query("method == @name").groupby("amnesia")["test"].agg(["min", "max"])


@cache
def features():
    """Give ten features of GCN at each factor, without the mean image, a byte a weight (ndarray, ink stays red)."""
    return bare(map(as_features, load_sliders()["memory"]["flat"]))


def dial_data():
    """Give features and accuracies of the page's dial, and those that the paper prints (dict in terms of JSON)."""
    means, stored = accuracies("paper"), {"printed": [*map(list, printed().items())], "none": untrained()}
    stored |= {METHODS[name].label: means[name].round(5).tolist() for name in NODE_BY_NODE}
    stored["ends"] = {METHODS[name].label: ends(name).round(5).to_numpy().tolist() for name in NODE_BY_NODE}
    stored["features"] = [base64.b64encode(of.tobytes()).decode() for of in features()]
    return {"factors": means.index.tolist()} | stored


def untrained():
    """Give the mean test accuracy without pre-training (float)."""
    means = runs_frame("table1", column="paper").groupby("method")["test"].mean()
    return round(float(means[NONE.name]), 5)


def plateau(column):
    """Find the factors at which GN and GCN are both within a point of their best in a version (list of float)."""
    means = accuracies(column)
    return means.index[(means > means.max() - 0.01).all(axis=1)].tolist()


def best_factors():
    """Find the most accurate factors (dict of (column, method) to float)."""
    return {(column, name): accuracies(column)[name].idxmax() for column in COLUMNS for name in NODE_BY_NODE}


def roughness(column):
    """Give the roughness of GCN's median node by factor, mean over seeds (pandas.Series)."""
    return scores(column).query("method == 'gcn'").groupby("amnesia")["roughness_median"].mean()


def table_2():
    """Lay out the paper's Table 2 alongside those of both versions, which have more rows (pandas.DataFrame of str)."""
    pairs = [(column, name) for name in reversed(NODE_BY_NODE) for column in COLUMNS]
    means = {f"{METHODS[name].label}, {column}'s": accuracies(column)[name] for column, name in pairs}
    return by_factor(pd.DataFrame({"printed": printed()} | means).map("{:.3f}".format).replace("nan", "–"))


def by_factor(shown):
    """Put the factors, which are the index, into a column."""
    return shown.rename(index="{:g}".format).rename_axis("A").reset_index()


def measures():
    """Lay out how alike features are and how much of the images comes back (pandas.DataFrame of str)."""
    shown = {}
    for value, called, form in (("redundancy", "alike", ".2f"), ("r2", "comes back", ".0%")):
        for column, told in COLUMNS.items():
            of = kept(column)[value].unstack("method").loc[sorted(TABLE_2), list(NODE_BY_NODE)]
            written = of.map(lambda one, form=form: "–" if one < 0 else format(one, form))
            shown[f"{called}, {told}"] = written.agg(" / ".join, axis=1)
    return by_factor(pd.DataFrame(shown))


def over_seeds(factors, measured):
    """Lay out saturated outputs and accuracy, mean and sd (pandas.DataFrame of str)."""
    told = [[f"{mean:.2f} ± {sd:.2f}" for mean, sd in zip(of.mean(axis=0), of.std(axis=0, ddof=1))] for of in measured]
    return by_factor(pd.DataFrame(told, index=factors, columns=["saturated outputs", "test accuracy"]))


def trouble():
    """Lay out what noise of 10⁻¹² changes at the paper's rate, median node (pandas.DataFrame of str)."""

    def in_powers(change):
        power = "10" + str(round(np.log10(change))).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        return f"{change:.2f}" if change >= 0.01 else power

    shown = {}
    for column, told in COLUMNS.items():
        runs = runs_frame("sensitivity", column=column).query("learning_rate == 0.001")
        change = runs.groupby(["method", "amnesia"])["change_median"].median()
        shown |= {f"{METHODS[name].label}, {told}": change[name].map(in_powers) for name in NODE_BY_NODE}
    return by_factor(pd.DataFrame(shown))


def against_factor(ax):
    """Make the factor an axis."""
    ax.set_xlabel("amnesia factor A")
    ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"])
    tidy(ax, "y")


def answer():
    """Draw test accuracy against the factor as the paper writes it, stretched above 0.9, with what the paper prints."""
    known, shown, near, points = (0, 0.9, 0.95), (-0.05, 0.35, 1), plateau("paper"), printed()
    texts = ("within a point\nof the best", np.mean(near), 0.906), ("the axis is squeezed below 90%", 0.7, 0.1)
    title, letters = "How much memory does a network need?", {"axes.titlelocation": "left"}
    with drawn(title, letters=letters, figsize=(CHART, 4.1)) as ax:
        ax.axvspan(near[0], near[-1], color="0.92", zorder=0)
        ax.axhline(0.9, color="0.5", linewidth=1, linestyle=(0, (2, 4)))
        ax.axhline(untrained(), color="0.35", linestyle="--", linewidth=1.2, zorder=0)
        beside(ax, "no pre-training", (0.13, untrained()), (0, -3), color="0.35", va="top")
        for name, at, side, y in zip(NODE_BY_NODE, ((0.73, 0.939), (0.66, 0.9205)), (-0.008, 0.008), (0.3, 0.6)):
            label, colour, of = METHODS[name].label, METHODS[name].colour, accuracies("paper")[name]
            ax.plot(of[of.index > 0], **look_of(name, 5))
            low, high = ends(name).loc[0.0]
            ax.vlines(side, low, high, color=colour, linewidth=3, alpha=0.5)
            ax.plot(side, of[0.0], **look_of(name, 5))
            words = f"{label} {of[0.0]:.1%}, from {low:.0%} to {high:.0%}"
            beside(ax, words, (0.03, y), (0, 0), color=colour, fontweight="bold", va="center")
            beside(ax, label, at, (0, 0), color=colour, fontweight="bold")
        for words, *place in texts:
            ax.text(*place, words, ha="center", va="center", color="0.25")
        ax.plot(points, "D", color="0.15", markerfacecolor="white", markersize=5, label="the paper's Table 2")
        ax.legend(loc=(0.62, 0.4), frameon=False, handletextpad=0)
        beside(ax, f"{points[0.0]:.1%}", (0, points[0.0]), (8, 0), fontweight="bold", va="center")
        both = (known, shown), (shown, known)
        ax.set_yscale("function", functions=[partial(np.interp, xp=there, fp=here) for there, here in both])
        ax.set(xlim=(-0.03, 1.03), ylim=(0, 0.95), title="test accuracy", yticks=(0, 0.9, 0.92, 0.94))
        ax.yaxis.set_major_formatter("{x:.0%}")
        against_factor(ax)


def ten_features(title, told):
    """Draw ten features of GCN in the paper's version at some factors, with what is told of each (dict)."""
    shown = {f"A = {A:g}{told[A]}": features()[FACTORS.index(A)] for A in told}
    feature_lines(shown, title=title, width=WIDTH, fontsize=POINTS, over=True)
    plt.show()


def clearest():
    """Draw features with some memory and with none, and the networks' accuracy."""
    right, runs = accuracies("paper")["gcn"], "single runs from {min:.1%} to {max:.1%}"
    told = {A: f": {right[A]:.1%} correct; {runs.format(**ends('gcn').loc[A])}" for A in (0.4, 0.0)}
    ten_features("GCN's worst network has clearer digits than a good one", told)


def stuck():
    """Draw the share of saturated outputs against the factor, both versions, the most accurate factor marked."""
    title = "Accuracy peaks where few outputs are saturated"
    with drawn(title, 1, 2, letters=LETTERS, figsize=(CHART, 3.3), sharey=True) as axes:
        for ax, column, rule in zip(axes, COLUMNS, ("flat", "fading")):
            for name in NODE_BY_NODE:
                method, of, best = METHODS[name], kept(column)["saturated"][name], best_factors()[column, name]
                ax.plot(of, f"{method.marker}-", color=method.colour, markersize=4, linewidth=1.2)
                look = {"color": method.colour, "markersize": 11, "markeredgecolor": "black", "linestyle": "none"}
                ax.plot(best, of[best], method.marker, label=f"{method.label}, most accurate", clip_on=False, **look)
            ax.set(ylim=(0, 1), xlim=(-0.06, 1.06), title=f"{COLUMNS[column]}:\n{rule} memory")
            against_factor(ax)
            ax.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        axes[0].set_ylabel("saturated outputs")
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), ncols=2, **BELOW)
