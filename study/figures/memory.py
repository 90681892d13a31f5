"""Figures and tables of the page on how much a node should remember, and the runs that they show."""

from functools import cache

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
from . import BELOW, beside, drawn, nine_nodes, show_feature, tidy, turned
from .which_program import printed, scored

COLUMNS = {"paper": "as written", "program": "by the program"}
READINGS = {"paper": "paper", "program": "mended"}
RULES = {"paper": "flat", "program": "fading"}
VERSIONS = {"paper": "as written", "program, flat": "flat", "program": "fading"}  # of Table 2
N_NODES = 200  # of the first layer
DRAWN = (0.0, 0.4, 0.7, 1.0)  # factors whose weights are stored
LETTERS = {"font.size": 12, "axes.titlesize": 12, "axes.titlelocation": "left", "figure.titlesize": 14}
LOWEST = 0.9  # of the axes of accuracy
RATE = 0.001  # the paper's, on USPS

# What a turn of the dial changes: the ends of its axis (smoother is up), and its names.
DIALLED = {
    "roughness_median": (2.05, 0.7, "smoothest", "roughness,\nsmooth is up", ".1f"),
    "test": (0.84, 0.945, "most accurate", "test accuracy", ".0%"),
    "r2": (0.5, 0.9, "best recovered", "images\nrecovered", ".0%"),
}


@cache
def scores(column):
    """Gather the runs of the network of Table 2 at all eleven factors, a row a run (pandas.DataFrame)."""
    return pd.concat([runs_frame(name, column=column) for name in ("table2", "low_factors")], ignore_index=True)


@cache
def kept(column):
    """Gather what is measured on first layers (pandas.DataFrame by method and factor).

    Of r2 the median over seeds: one in which nodes hardly answer can make a mean meaningless. Of all else the mean.
    """
    layers = runs_frame("reconstruction", column=column).groupby(["method", "amnesia"])
    networks = scores(column).groupby(["method", "amnesia"])[["redundancy", "test"]].mean()
    return networks.assign(r2=layers["r2"].median(), saturated=layers["saturated"].mean()).sort_index()


def memory_of_last(rule, factor):
    """Give how many nodes' worth of output the last node of the layer remembers (float)."""
    return float(memory(rule, factor, N_NODES - 1).sum())


def without_memory_from_glorot(name):
    """Give the test scores at A = 0 of networks that begin with Glorot's weights and keep the mean (ndarray)."""
    point = NAMED["original, flat, no centring, Glorot"]
    (cell,) = counts_of(runs_of(point, name, 0.0, SEEDS["survivors"]), results_folder()).values()
    return cell["test"] / cell["n_test"]


def seen_by_outsiders():
    """Give by factor the share of GCN's nodes, as written, whose most similar digit of MNIST is of their class."""
    digits = load("mnist16")
    layers = {factor: load_features("gcn", amnesia=factor, reading="paper").components for factor in DRAWN}
    nearest = {factor: absolute_cosines(of, digits.X_train).argmax(axis=1) for factor, of in layers.items()}
    classes = np.arange(N_NODES) % len(digits.target_names)
    return {factor: float(np.mean(digits.y_train[of] == classes)) for factor, of in nearest.items()}


@cache
def dialled(column):
    """Gather what the factor does to GCN: the middle of all seeds and their std (pandas.DataFrame by factor)."""
    networks = scores(column).query("method == 'gcn'").groupby("amnesia")[["roughness_median", "test"]]
    layers = runs_frame("reconstruction", column=column).query("method == 'gcn'").groupby("amnesia")["r2"]
    spread = layers.agg(lambda of: (of - of.median()).abs().median())
    recovered = pd.DataFrame({("r2", "mean"): layers.median(), ("r2", "std"): spread})  # as in `kept`
    return networks.agg(["mean", "std"]).join(recovered).sort_index()


def peaks(column):
    """Find the factor where each measure of `DIALLED` is best (dict of str to float)."""
    means = dialled(column).xs("mean", axis=1, level=1)
    return {name: (means[name] * np.sign(high - low)).idxmax() for name, (low, high, *_) in DIALLED.items()}


def dial_curves():
    """Give the means behind the page's dial, and where they are best (dict in terms of JSON)."""
    factors = list(dialled("paper").index)
    given = {"factors": factors, "ends": {name: of[:2] for name, of in DIALLED.items()}}
    for column, rule in RULES.items():
        best, frame = peaks(column), dialled(column)
        given[rule] = {
            name: {"mean": frame[name]["mean"].round(5).tolist(), "best": factors.index(best[name])} for name in DIALLED
        }
    return given


def best_factors():
    """Find the most accurate factors (dict of (column, method) to float)."""
    return {(column, name): kept(column)["test"][name].idxmax() for column in COLUMNS for name in NODE_BY_NODE}


def roughness(column):
    """Give the roughness of GCN's median node by factor, mean over seeds (pandas.Series)."""
    return scores(column).query("method == 'gcn'").groupby("amnesia")["roughness_median"].mean()


def of_table_2(version, name):
    """Give mean and sd over twenty seeds of a version's Table 2 (pandas.DataFrame by factor)."""
    cells = {factor: scored(version)[name, factor] for factor in sorted(TABLE_2)}
    shares = pd.DataFrame({factor: of["test"] / of["n_test"] for factor, of in cells.items()})
    return pd.DataFrame({"mean": shares.mean(), "sd": shares.std()})


def table_2(name):
    """Lay out the paper's Table 2 alongside that of three versions (pandas.DataFrame of str)."""
    columns = {"paper": printed()} | {told: of_table_2(version, name)["mean"] for version, told in VERSIONS.items()}
    return by_factor(pd.DataFrame(columns).loc[list(TABLE_2)].map("{:.3f}".format))


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
        runs = runs_frame("sensitivity", column=column).query("learning_rate == @RATE")
        change = runs.groupby(["method", "amnesia"])["change_median"].median()
        shown |= {f"{METHODS[name].label} {told}": change[name].map(in_powers) for name in NODE_BY_NODE}
    return by_factor(pd.DataFrame(shown))


def against_factor(ax):
    """Make the factor an axis."""
    ax.set_xlabel("amnesia factor A")
    ax.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"])
    tidy(ax, "y")


def answer():
    """Draw test accuracy against the factor with either memory, the best factors marked, and what the paper prints."""
    title, best = "Any factor between 0.2 and 0.6 does nearly as well as the best", best_factors()
    with drawn(title, 1, 2, letters=LETTERS, figsize=(6.1, 3.6), sharey=True) as axes:
        for ax, (column, rule) in zip(axes, RULES.items()):
            ax.axvspan(0.2, 0.6, color="0.93", zorder=0)
            ax.plot(printed(), "D", color="0.6", markersize=5, label="paper")
            cells = summary(scores(column), ["method", "amnesia"]).sort_index()
            for place, name in enumerate(NODE_BY_NODE):
                method, of, at = METHODS[name], cells.loc[name], best[column, name]
                look, seen = {"color": method.colour}, of[of["mean"] >= LOWEST]
                line = {"fmt": f"{method.marker}-", "markersize": 4, "elinewidth": 0.8, "label": method.label}
                ax.errorbar(seen.index, seen["mean"], seen["sd"], **line, **look)
                ax.plot(at, of["mean"][at], method.marker, markersize=10, markeredgecolor="black", zorder=4, **look)
                side = "left" if at > best[column, NODE_BY_NODE[1 - place]] else "right"
                beside(ax, f"{at:g}", (at, of.loc[at, ["mean", "sd"]].sum()), (0, 4), ha=side, **look)
                for factor in of.index.difference(seen.index):
                    left, side = (-0.07, "left") if factor < 0.5 else (1.07, "right")
                    height = LOWEST - 0.0005 + 0.0045 * (place if factor < 0.5 else 0)
                    ax.text(left, height, f"↓ {of['mean'][factor]:.2f}", va="bottom", ha=side, **look)
            ax.set(xlim=(-0.09, 1.09), ylim=(LOWEST - 0.001, 0.948), yticks=[0.91, 0.92, 0.93, 0.94])
            ax.set_title(f"{rule} memory,\n{COLUMNS[column]}")
            against_factor(ax)
        axes[0].text(0.4, 0.9105, "within a point\nof the best", ha="center", va="bottom", color="0.3", fontsize=11)
        axes[0].set_ylabel("test accuracy")
        axes[1].legend(loc="lower left", frameon=False, handlelength=1.2, borderpad=0, bbox_to_anchor=(0.28, 0.02))


def three_curves():
    """Draw roughness, accuracy and reconstruction against the factor, with either memory, and where each is best."""
    colour, title = METHODS["gcn"].colour, "Features are smoothest where the layer is worst"
    settings = {"letters": LETTERS, "figsize": (6.1, 5.4), "sharex": True, "sharey": "row"}
    with drawn(title, len(DIALLED), 2, **settings) as axes:
        for line, (name, (low, high, best_is, label, form)) in zip(axes, DIALLED.items()):
            line[0].set_ylabel(label)
            for ax, (column, rule) in zip(line, RULES.items()):
                frame, best = dialled(column)[name], peaks(column)[name]
                ax.errorbar(frame.index, frame["mean"], frame["std"], fmt="-", color=colour, elinewidth=0.8)
                ax.plot(best, frame["mean"][best], "D", color=colour, markeredgecolor="black", markersize=9, zorder=4)
                for factor in frame.index[(frame["mean"] < low) & (low < high)]:
                    worst = frame["mean"][factor]
                    told = f"↓ {worst:{form}} at {factor:g}" if worst > 0 else f"↓ none at {factor:g}"
                    ax.text(factor + 0.12, low, told, color=colour, va="bottom", ha="left")
                above = f"{rule}, {COLUMNS[column]}\n" if line is axes[0] else ""
                ax.set_title(f"{above}{best_is} at A = {best:g}")
                against_factor(ax)
                ax.set(ylim=(low, high), xlim=(-0.06, 1.06))
                ax.yaxis.set_major_formatter(lambda value, _, form=form: format(value, form))
                ax.label_outer()


@plt.rc_context(LETTERS)
def clearest():
    """Draw nine features of GCN at four settings, their roughness and the network's accuracy."""
    shown = [("paper", 0.4), ("paper", 0.0), ("program", 0.7), ("program", 1.0)]
    figure = plt.figure(figsize=(6, 4.3), layout="constrained")
    for part, (column, factor) in zip(figure.subfigures(len(shown), 1), shown):
        layer = load_features("gcn", amnesia=factor, reading=READINGS[column])
        nodes = nine_nodes(N_NODES, n_classes=10)  # by a rule that knows nothing of what they have learned
        for ax, weights in zip(part.subplots(1, 9), turned(layer.components)[nodes]):
            show_feature(ax, weights)
        rough, score = roughness(column)[factor], of_table_2(column, "gcn")["mean"][factor]
        told = f"{COLUMNS[column]}, A = {factor:g}: roughness {rough:.2f}, accuracy {score:.3f}"
        part.suptitle(told, fontsize=12, x=0.01, ha="left", weight="bold" if factor in (0, 1) else "normal")
    figure.suptitle("GCN's smoothest features score worst")
    plt.show()


def stuck():
    """Draw the share of saturated outputs against the factor, both versions, the most accurate factor marked."""
    title = "Accuracy peaks where few outputs are saturated"
    with drawn(title, 1, 2, letters=LETTERS, figsize=(6, 3.3), sharey=True) as axes:
        for ax, column in zip(axes, COLUMNS):
            for name in NODE_BY_NODE:
                method, of, best = METHODS[name], kept(column)["saturated"][name], best_factors()[column, name]
                ax.plot(of, f"{method.marker}-", color=method.colour, markersize=4, linewidth=1.2)
                look = {"color": method.colour, "markersize": 11, "markeredgecolor": "black", "linestyle": "none"}
                ax.plot(best, of[best], method.marker, label=f"{method.label}, most accurate", clip_on=False, **look)
            ax.set(ylim=(0, 1), xlim=(-0.06, 1.06), title=COLUMNS[column])
            against_factor(ax)
            ax.set_yticks([0, 0.5, 1], ["0", "50%", "100%"])
        axes[0].set_ylabel("saturated outputs")
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), ncols=2, **BELOW)
