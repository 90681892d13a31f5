"""Figures and tables of the page on accuracy, and the results that they show."""

from functools import cache

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle

from .. import paper, store
from ..claims.nine_sets import decided_pairs
from ..datasets import get_record
from ..experiments import data_label, plan, runs_frame
from ..experiments.set_tables import short_title
from ..experiments.table3 import compare
from ..forensics.grid import NAMED
from ..forensics.multiverse import evidence
from ..methods import BASELINES, COUNTERPARTS, GCN, GN, METHODS, NONE, UNTRAINED
from ..paper import main_runs
from ..stats import interval_of_mean
from . import BELOW, CHART, FOUR, IN_FULL, LARGE, NAMES, beside, drawn, fold, in_rows, look_of, signed
from .faster import by_network


@cache
def differences():
    """Compare GN and GCN on ten sets with layer by layer and with no pre-training (two pandas.DataFrame, by set)."""
    sets, usps = (runs_frame(name, column="paper") for name in ("table3", "table1"))
    bases = COUNTERPARTS, [(GN, NONE), (GCN, NONE)]
    return tuple(decided_pairs(sets, usps, pairs=pairs).set_index(["dataset", "method"]) for pairs in bases)


@cache
def from_glorot(version="text"):
    """Compare GN and GCN from Glorot's weights with no pre-training, which begins there, as `decided_pairs` does.

    Version: one of `NAMED` with Glorot's initialisation; "text", the textbook's, also shuffles the examples. With the
    mean score, test. On USPS intervals are over seeds alone.
    """
    stored, pairs = evidence(NAMED[version], store.results_folder()), [(GN, NONE), (GCN, NONE)]
    both, scores = [], []
    for name in ("table3", "table1"):
        controls = runs_frame(name, column="paper").query("method == @NONE.name")
        trained = main_runs(stored(name).data).query("method in ['gn', 'gcn']")
        controls = controls[controls["seed"].isin(trained["seed"])] if name == "table3" else controls
        runs = pd.concat([trained, controls], ignore_index=True)
        both.append(runs.astype({"simulated": bool}) if name == "table3" else runs)
        scores.append(trained.groupby(["dataset", "method"])["test"].mean())
    found = decided_pairs(both[0], both[1], pairs=pairs).set_index(["dataset", "method"])
    return found.assign(test=pd.concat(scores))


@cache
def after_longer():
    """Compare GN and GCN as `differences` does, with a hundred epochs of fine-tuning on some of the nine sets."""
    sets, longer = (main_runs(runs_frame(name, column="paper")) for name in ("table3", "longer"))
    once = sets[~sets["simulated"] & ~sets["dataset"].isin(longer["dataset"])]
    both = pd.concat([once, longer], ignore_index=True)  # a test looks at all nine
    bases = COUNTERPARTS, [(GN, NONE), (GCN, NONE)]
    return tuple(decided_pairs(both, pairs=pairs).set_index(["dataset", "method"]) for pairs in bases)


def repairs():
    """Draw the test accuracy on USPS after 20 and 100 epochs of fine-tuning, with GN and without pre-training."""
    names = {"gn": "GN, from\ntiny weights", "none": "standard weights,\nno pre-training"}
    names |= {UNTRAINED.name: "tiny weights,\nno pre-training"}
    after = [of.groupby("method")["test"] for of in (_on_usps(), runs_frame("patience", column="paper"))]
    with drawn("GN mostly repairs its own tiny weights", letters=LARGE, figsize=(CHART, 3.8)) as ax:
        for name, words in names.items():
            tests = [100 * of.get_group(name) for of in after]
            few, many = means = [of.mean() for of in tests]
            halves = [np.ptp(interval_of_mean(of)) / 2 for of in tests]
            look = {"color": METHODS[name].colour, "va": "center", "weight": "bold"}
            ax.errorbar([0, 1], means, halves, **look_of(name, 9) | {"marker": "o"}, linewidth=2.5)
            beside(ax, words, (0, few), (-75, 0), ha="right", **look)
            beside(ax, f"{few:.1f}%", (0, few), (-14, 0), ha="right", **look)
            if name != UNTRAINED.name:  # which ends where "none" does
                beside(ax, f"{many:.1f}%", (1, many), (14, 0), **look)
        ax.set(xlim=(-1.1, 1.3), yticks=[])
        ax.set_xticks([0, 1], ["20 epochs\nof fine-tuning", "100 epochs\nof fine-tuning"])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)


RANDOM = "random hidden layers"
KINDS = {"isolet": "speech", "cnae9": "texts", "musk": "molecules", "chess": "endgames", "madelon": "artificial"}
KINDS |= {"cancer": "cells", "bank": "customers", "news": "articles", "poker": "hands"}


def nine_other_sets():
    """Draw by how much GN and GCN differ from no pre-training on the nine sets."""
    left, right, places = -11, 7.5, np.arange(len(KINDS))
    with drawn("On three data sets, both end a point or more behind", letters=LARGE, figsize=(CHART, 4.8)) as ax:
        in_rows(ax, [f"{data_label(name)}, {what}" for name, what in KINDS.items()])
        ax.axvspan(left, -100 * paper.MARGIN, color="#f6d5cf", zorder=0)
        ax.text(left + 0.15, 8.3, "a point or more behind", color="#8c2d19")
        ax.axvline(0, color="0.2", linewidth=1.2, zorder=1)
        ax.hlines(places[1:] - 0.5, left, right, color="0.85", linewidth=0.8, zorder=0.5)
        for name, side in {"gn": -0.18, "gcn": 0.18}.items():
            look = look_of(name, 7) | {"linestyle": "none"}
            of = 100 * differences()[1].xs(name, level=1).loc[list(KINDS)]
            ax.hlines(places + side, of["low"], of["high"], color=look["color"], linewidth=2.5)
            ax.plot(of["mean"], places + side, label=IN_FULL[name], **look)
            for place in np.flatnonzero(of["mean"] < left):  # beyond the axis
                words, at = f"← {signed(of['mean'].iloc[place])}", (left, place + side)
                beside(ax, words, at, (3, 0), color=look["color"], va="center", weight="bold")
        ax.set(xlim=(left, right), xticks=[-10, -5, 0, 5])
        ax.set_xlabel("points of test accuracy above no pre-training")
        ax.xaxis.set_major_formatter(signed)
        ax.figure.legend(ncols=2, handletextpad=0.1, **BELOW)


HOW = {"missed": "not", "spread": "within two standard deviations", "met": "within a point"}


def reproduced(instead=None):
    """Tell how our means, or those of one method instead, meet the scores of Table 3 (pandas.DataFrame of `HOW`)."""
    ours, how = nine_sets(), {}
    for name, scores in paper.TABLE_3.items():
        of = {method: ours.loc[name, instead or method] for method in FOUR}
        cells = {method: {"mean": cell["test"], "sd": cell["test_sd"]} for method, cell in of.items()}
        how[data_label(name)] = {IN_FULL[method]: paper.how_met(scores[method][1], cells[method]) for method in FOUR}
    return pd.DataFrame.from_dict(how, "index")


def squares():
    """Draw which scores of Table 3 the paper's methods reproduce, and which no pre-training does."""
    colours, of_each = ["0.9", "#7fd0b5", "#00795a"], {"the paper's four methods": None, "no pre-training": NONE.name}
    with drawn(
        "No pre-training reproduces as many scores", 1, 2, letters=LARGE, figsize=(CHART, 5.4), sharey=True
    ) as axes:
        for ax, (told, instead) in zip(axes, of_each.items()):
            how = reproduced(instead)
            ax.pcolormesh(how.map(list(HOW).index), cmap=ListedColormap(colours), edgecolors="white", linewidth=2)
            ax.set_title(f"{told}\nreproduce {(how != 'missed').sum(axis=None)} of {how.size}")
            ax.set_xticks(np.arange(4) + 0.5, how.columns, rotation=90)
            ax.set_yticks(np.arange(9) + 0.5, how.index)
            ax.tick_params(length=0)
            ax.spines[:].set_visible(False)
        axes[0].invert_yaxis()
        marks = [Rectangle((0, 0), 1, 1, color=colour) for colour in colours]
        axes[0].figure.legend(marks, HOW.values(), ncols=3, handlelength=1, columnspacing=1, **BELOW)


@cache
def nine_sets(experiment="table3"):
    """Put our scores on the nine sets beside the paper's, see `study.experiments.table3.compare`, by set and method."""
    found = compare(runs_frame(experiment, column="paper"), plan(experiment, column="paper"))
    return found[found["dataset"].isin(paper.TABLE_3) & (found["rows"] != "simulated")].set_index(["dataset", "method"])


def folded_sets():
    """Show the scores on the nine sets and what the sets are, folded."""
    scores = (
        "**Table 3 of the paper, and ours.** Test accuracy, mean of 20 seeds (10 for auto-encoders and supervised "
        "layers on CNAE-9, ISOLET and MADELON), in brackets the paper's; ✘, farther from our mean than 0.010 and two "
        "standard deviations. *No network*: logistic regression or the largest class, whichever scores more."
    )
    sizes = (
        "**The nine sets.** Examples *N* and columns *d* in the paper and in the files, hidden layers, and learning "
        "rate. We had only part of NEWS and POKER ([The data sets](data.ipynb))."
    )
    patient = (
        "**Longer fine-tuning.** Points above no pre-training after 20 and 100 epochs of fine-tuning, on the four "
        "sets where GN or GCN was clearly behind its rival."
    )
    runs = runs_frame("table3", column="paper").query("not simulated")
    of_sets = pd.DataFrame(_scores_of(name, runs) for name in paper.TABLE_3)
    both = {"20": differences()[1]["mean"].unstack(), "100": after_longer()[1]["mean"].unstack()}
    longer = {f"{NAMES[of]}, {n}": 100 * both[n][of] for of in ("gn", "gcn") for n in both}
    longer = pd.DataFrame(longer).loc[runs_frame("longer", column="paper")["dataset"].unique()].map("{:+.1f}".format)
    longer.insert(0, "data set", [data_label(name) for name in longer.index])
    found = ((scores, of_sets), (patient, longer), (sizes, pd.DataFrame(map(_sizes_of, paper.TABLE_3))))
    fold("Table 3, longer fine-tuning, and the nine sets", *found)


def _sizes_of(name):
    """Put the paper's sizes of a set beside those of the files (dict of str)."""
    record = get_record(name)
    row = {"data set": short_title(record).split(" ")[0]}
    for size, (said, found, same) in paper.sizes_beside_files(record).items():
        row[f"{size}, paper"] = f"{said:,}"
        row[f"{size}, files"] = "same" if same else " + ".join(f"{int(of):,}" for of in found.split(" + "))
    said = record.in_paper
    row |= {"network": "-".join(map(str, said.network)), "rate η": said.learning_rate.replace("-", " to ")}
    return row | {"classes": str(len(record.study_names))}


def _scores_of(name, runs):
    """Put our test scores on a set beside the paper's (dict of str, ours first)."""
    found = nine_sets().loc[name]
    row = {"data set": data_label(name)}
    for method in FOUR:
        cell = found.loc[method]
        ours = f"{cell['test']:.3f}" if cell["n"] else "diverged"
        mark = "\N{NO-BREAK SPACE}✘" if cell["how"] == "missed" else ""
        row[IN_FULL[method]] = f"{ours} ({cell['test_paper']:.3f}){mark}"
    base = runs[(runs["dataset"] == name) & runs["method"].isin(BASELINES)].groupby("method")["test"].mean().max()
    return row | {NAMES["none"]: f"{found.loc['none', 'test']:.3f}", "no network": f"{base:.3f}"}


def _on_usps():
    """Gather the runs of Table 1 and those of the network from small weights."""
    networks = runs_frame("epochs", column="paper")
    return pd.concat([runs_frame("table1", column="paper"), networks[networks["method"] == UNTRAINED.name]])


def table_1():
    """Put our test scores beside the paper's Table 1, with the network from small weights (DataFrame of strings)."""
    scores = _on_usps().groupby("method")["test"].agg(["mean", "std"]).map("{:.3f}".format)
    printed = pd.DataFrame(paper.TABLE_1).T["test"].map("{:.3f}".format)
    of = by_network(UNTRAINED.name, ours=scores["mean"] + " ± " + scores["std"], paper=printed)
    return of.assign(network=of["network"].str.replace(NAMES["random"], RANDOM))


def six():
    """Give the test accuracies on USPS of six networks: two that the page's question names, then its four (dict)."""
    runs, names = runs_frame("table1", column="paper").groupby("method")["test"].agg(list), NAMES | {"random": RANDOM}
    return {names[name]: runs[name] for name in ("gn", "sv", "gcn", "random", "usv", "none")}


def digits():
    """Draw the test accuracy of all runs on USPS of six networks, four of them without their names."""
    with drawn("Two of A to D were never pre-trained. Which?", figsize=(CHART, 4.1)) as ax:
        in_rows(ax, [IN_FULL["gn"], IN_FULL["sv"], *(f"network {letter}" for letter in "ABCD")])
        whole = ax.inset_axes((0, -0.36, 1, 0.06), xlim=(0, 1), yticks=[])  # how small all this is
        whole.vlines(list(map(np.mean, six().values())), 0, 1, color="black")
        whole.set(xticks=[0, 0.5, 1], xticklabels=["0%", "50%", "100%"], ylabel="the same means")
        whole.yaxis.label.set(rotation=0, ha="right", va="center")
        colours = [METHODS["gn"].colour, METHODS["sv"].colour, *["0.35"] * 4]
        for y, (test, colour) in enumerate(zip(six().values(), colours)):
            ax.plot(test, y + 0.2 * np.sin(3 * np.arange(len(test))), "o", color=colour, alpha=0.55, markeredgewidth=0)
            ax.plot(np.mean(test), y, "|", color="black", markersize=22, markeredgewidth=3)
        ax.set(xticks=[0.93, 0.935, 0.94], xticklabels=["93%", "93.5%", "94%"], xlabel="test accuracy on USPS")
