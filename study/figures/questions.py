"""Figures and tables of the page on the paper's open questions, and the runs that they show."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd

from gnode import GreedyByNode
from gnode.reading import READINGS

from ..datasets import get_record, load
from ..experiments import data_label, runs_frame
from ..experiments.blocks import BLOCK_SIZES
from ..experiments.differences import LEAST_GAIN, against_base
from ..experiments.own_rates import BASE, LOST, THIRD
from ..methods import GCN, GN, METHODS
from ..stats import interval_of_mean
from . import BELOW, beside, drawn, in_rows, quietly, tidy

LETTERS = {"font.size": 12}
DARK, LIGHT = "0.15", "0.6"
DEEP = ("usps", "musk", "chess")
SIZES = (*map(str, BLOCK_SIZES[1:-1]), "all")
WAYS = {
    "clusters": "clusters of the errors",
    "random": "random parts",
    "class": "classes, as GCN",
    "k-means": "k-means",
    "near": "nearest to a random one",
    "bootstrap": "random draws that overlap",
    "bids": "nodes bid for examples",
}
RULES = {
    "relaxed": "A = 1 − 1/i at node i",
    "held out": "A chosen on held-out examples",
    "spectrum": "A chosen by the theorem",
    "A = 0.4, flat": "flat, A = 0.4",
    "held out, flat": "flat, A chosen on held-out examples",
    "spectrum, flat": "flat, A chosen by the theorem",
}


@lru_cache
def deep(column, method):
    """Give the test accuracy by depth, a column a set (pandas.DataFrame of means over seeds)."""
    return runs_frame("depths", column=column).query("method == @method").pivot_table("test", "depth", "dataset")


def largest():
    """Give the share of the largest class in the test examples, by set (dict of str to float)."""
    guessed = runs_frame("table3").query("method == 'majority'").groupby("dataset")["test"].mean()
    of_classes = get_record("usps").forms[0].holds.test_class_counts
    return {"usps": max(of_classes) / sum(of_classes)} | {name: float(guessed[name]) for name in DEEP[1:]}


def gains(experiment, variant, base, value="probe_all", column="paper", corrected=0):
    """Compare each variant with its base: the mean over the sets of what it gains, with an interval."""
    level = 1 - 0.05 / (corrected or 1)
    found = against_base(runs_frame(experiment, column=column), variant, base, [value], level).set_index("variant")
    return found.drop(index=base)[["mean", "low", "high"]].dropna()


def of_sets(experiment, variant, base):
    """Give what each variant gains on each set, as written (pandas.DataFrame, a row a variant)."""
    score = runs_frame(experiment, column="paper").pivot_table("probe_all", variant, "dataset")
    return score - score.loc[base]


def gains_of_blocks(column):
    """Give what blocks of nodes gain over one node after the other (pandas.DataFrame, by size)."""
    return gains("blocks", "blocks of", "1", column=column).loc[list(SIZES)]


@lru_cache
def gains_of_rates():
    """Give what a rate of each node's own gains over the paper's, on scaled columns (dict of pandas.DataFrame)."""
    third = runs_frame("auto_rate_third")
    found = {}
    for method in (GN, GCN):
        of = third[(third["method"] == f"{method.name}_varied") & third["rows scaled"]]
        of = of.pivot_table("probe_all", ["rate name", "dataset"], "seed")
        by_seed = (of.loc[THIRD] - of.loc[BASE]).rename(data_label)
        found[method.label] = by_seed.agg(["mean"], axis=1)
        found[method.label][["low", "high"]] = list(map(interval_of_mean, by_seed.to_numpy()))
    return found


def spreads():
    """Measure how much the outputs of the median node vary, layer by layer, in a deep stack on the 8 x 8 digits."""
    X = load("digits").X_train.astype(np.float32)
    found = {}
    for column, name in {"flat": "paper", "fading": "mended"}.items():
        outputs, reading = X, replace(READINGS[name], memory=column)
        for layer in range(1, 5):
            gn = GreedyByNode(60, learning_rate=0.01, reading=reading, random_state=0)
            outputs = quietly(gn, outputs).transform(outputs)
            found[layer, column] = np.median(outputs.std(axis=0))
    return pd.Series(found).unstack()


def memories():
    """Lay out what other rules of memory gain over A = 0.4 in both versions (pandas.DataFrame of str)."""
    columns = {"paper": "over flat memory, as written", "program": "over fading memory, by the program"}
    found = {told: gains("memories", "rule", "A = 0.4", column=column) for column, told in columns.items()}
    written = "{mean:+.3f} [{low:+.3f}, {high:+.3f}]".format_map
    shown = pd.DataFrame({told: of.apply(written, axis=1) for told, of in found.items()})
    return shown.reindex(RULES).dropna(how="all").fillna("").rename(index=RULES).rename_axis("rule").reset_index()


def answer():
    """Draw test accuracy against the number of hidden layers on three sets."""
    random = METHODS["random"]
    lines = {
        "GN as written": (deep("paper", "gn"), GN, "-", GN.colour),
        "GN by the program": (deep("program", "gn"), GN, "--", "white"),
        "random layers": (deep("paper", "random"), random, "-", random.colour),
    }
    title, letters = "As written, depth does GN no harm, and no good", LETTERS | {"axes.titlesize": 12}
    with drawn(title, 1, 3, letters=letters, figsize=(6.6, 3.8)) as axes:
        for ax, name in zip(axes, DEEP):
            for told, (scores, method, style, face) in lines.items():
                look = {"color": method.colour, "marker": method.marker, "markerfacecolor": face}
                ax.plot(scores[name], linestyle=style, label=told, **look)
            ax.axhline(largest()[name], color="0.4", linestyle=":", label="largest class")
            ax.set(title=data_label(name), xlabel="hidden layers", xticks=[2, 4, 6, 8])
            ax.locator_params(axis="y", nbins=5)
            ax.grid(axis="y", color="0.92")
        axes[0].set_ylabel("test accuracy")
        legend = {"ncols": 2, "fontsize": 12, "columnspacing": 1, "handlelength": 1.6} | BELOW
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), **legend)


def sharing():
    """Draw what other ways to share out the examples gain over GN's own."""
    found = gains("partitions", "partition", "error").sort_values("mean", ascending=False)
    wider = gains("partitions", "partition", "error", corrected=len(found)).loc[found.index]
    title = "No other way to share out the examples is shown to win"
    with drawn(title, letters=LETTERS, figsize=(6.4, 3.3)) as ax:
        for place, (way, of) in enumerate(found.iterrows()):
            ax.plot(wider.loc[way, ["low", "high"]], [place, place], color=LIGHT, linewidth=1)
            ax.plot(of[["low", "high"]], [place, place], color=LIGHT, linewidth=4, solid_capstyle="butt")
            ax.plot(of["mean"], place, "o", color=DARK)
        _rows(ax, [WAYS[way] for way in found.index], LEAST_GAIN, "asked for", ha="left")


def _rows(ax, names, asked, told, ha):
    """Name a line of marks each, the first on top, and draw lines at zero and at what is asked for."""
    ax.axvline(0, color="0.3", linewidth=1)
    in_rows(ax, names)
    tidy(ax, "x")
    ax.axvline(asked, color="0.3", linewidth=1, linestyle="--")
    ax.text(asked, 1, told, transform=ax.get_xaxis_transform(), ha=ha, va="bottom", fontsize=11)
    ax.set_xlabel("gain in test accuracy of the probe")


def blocks():
    """Draw what blocks of nodes that are trained at once cost, in both versions."""
    looks = {"paper": ("as written", DARK, "o"), "program": ("by the program", LIGHT, "s")}
    with drawn("As written, more than a few learners at once hurt", letters=LETTERS, figsize=(6.4, 3.4)) as ax:
        for shift, (column, (told, colour, marker)) in zip((-0.08, 0.08), looks.items()):
            found = gains_of_blocks(column)
            places = np.arange(len(found)) + shift
            error = [found["mean"] - found["low"], found["high"] - found["mean"]]
            ax.errorbar(places, found["mean"], error, fmt=f"{marker}-", color=colour, capsize=2)
            beside(ax, told, (places[-1], found["mean"].iloc[-1]), (9, 0), va="center", color=colour)
        ax.axhline(0, color="0.3", linewidth=1)
        ax.axhline(-LEAST_GAIN, color="0.3", linewidth=1, linestyle="--")
        ax.set_xticks(range(len(SIZES)), SIZES)
        ax.set(xlabel="nodes trained at once", ylabel="gain in test accuracy\nof the probe", xlim=(-0.4, 7))
        ax.grid(axis="y", color="0.92")


def rates():
    """Draw what a rate of each node's own gains over the paper's, set by set."""
    gained = gains_of_rates()
    order = sum(of["mean"] for of in gained.values()).sort_values(ascending=False).index
    title = "With a rate of its own for each node no set loses much"
    with drawn(title, letters=LETTERS, figsize=(6.4, 4.6)) as ax:
        for shift, method in ((-0.15, GN), (0.15, GCN)):
            of, places = gained[method.label].loc[order], np.arange(len(order)) + shift
            ax.hlines(places, of["low"], of["high"], color=method.colour, linewidth=2, alpha=0.4)
            ax.plot(of["mean"], places, method.marker, color=method.colour, label=method.label)
        _rows(ax, order, -LOST, "allowed", ha="center")
        ax.legend(loc="lower right", frameon=False)
