"""Figures and tables of the page on accuracy, and the results that they show."""

from functools import cache

import numpy as np
import pandas as pd

from .. import paper, store
from ..claims.nine_sets import decided_pairs
from ..datasets import get_record
from ..experiments import data_label, plan, runs_frame
from ..experiments.set_tables import short_title
from ..experiments.table3 import compare
from ..forensics.grid import NAMED
from ..forensics.multiverse import evidence
from ..methods import BASELINES, CONTROLS, COUNTERPARTS, GCN, GN, METHODS, NONE, UNTRAINED
from ..paper import main_runs
from . import BELOW, FOUR, NAMES, drawn, fold, in_rows, look_of
from .faster import LETTERS, by_network


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


def _with_longer():
    """Give the runs on the nine sets, with a hundred epochs of fine-tuning on those that were repeated."""
    sets, longer = (main_runs(runs_frame(name, column="paper")) for name in ("table3", "longer"))
    once = sets[~sets["simulated"] & ~sets["dataset"].isin(longer["dataset"])]
    return pd.concat([once, longer], ignore_index=True)  # a test looks at all nine


@cache
def after_longer():
    """Compare GN and GCN as `differences` does, with a hundred epochs of fine-tuning on some of the nine sets."""
    bases = COUNTERPARTS, [(GN, NONE), (GCN, NONE)]
    return tuple(decided_pairs(_with_longer(), pairs=pairs).set_index(["dataset", "method"]) for pairs in bases)


@cache
def over_none():
    """Compare four methods with no pre-training on the nine sets, after few and many epochs of fine-tuning (dict)."""
    runs = {20: runs_frame("table3", column="paper"), 100: _with_longer()}
    pairs = [(METHODS[name], NONE) for name in FOUR]
    found = {epochs: decided_pairs(of, pairs=pairs).set_index(["dataset", "method"]) for epochs, of in runs.items()}
    return found | {100: found[100].loc[list(runs_frame("longer", column="paper")["dataset"].unique())]}


KINDS = {"isolet": "speech", "cnae9": "texts", "musk": "molecules", "chess": "endgames", "madelon": "artificial"}
KINDS |= {"cancer": "cells", "bank": "customers", "news": "articles", "poker": "hands"}


def nine_other_sets():
    """Draw what GN and GCN gain over no pre-training on the nine sets, with intervals, and AE and SUP on average."""
    title = "On three of nine sets, GN and GCN trail by a point or more"
    rows = [[name for name in KINDS if name in of.index.unique(0)] for of in over_none().values()]
    shape = {"figsize": (6.2, 6.8), "height_ratios": tuple(map(len, rows)), "sharex": True}
    with drawn(title, 2, 1, letters={"figure.titlesize": 14}, **shape) as axes:
        for ax, (epochs, found), shown in zip(axes, over_none().items(), rows):
            in_rows(ax, [f"{data_label(name)}, {KINDS[name]}" for name in shown])
            for row in range(0, len(shown), 2):
                ax.axhspan(row - 0.5, row + 0.5, color="0.955", zorder=0)
            ax.axvline(0, color="0.2", linewidth=1.2, zorder=1)
            for name, shift in {"gn": -0.25, "gcn": 0, "usv": 0.28, "sv": 0.28}.items():
                of, y = 100 * found.xs(name, level=1).loc[shown, ["mean", "low", "high"]], np.arange(len(shown)) + shift
                look = look_of(name, 8) | {"linestyle": "none"}
                if name in ("gn", "gcn"):
                    ax.hlines(y, of["low"], of["high"], color=METHODS[name].colour, linewidth=2.5)
                else:
                    look |= {"color": "0.6", "markersize": 6.5}
                ax.plot(of["mean"], y, label=NAMES[name], **look)
                for at in np.flatnonzero(of["mean"] < -10):
                    ax.text(
                        -10,
                        y[at],
                        f"\N{LEFTWARDS ARROW} {NAMES[name]} {of['mean'].iloc[at]:.0f}".replace("-", "\N{MINUS SIGN}"),
                        va="center",
                    )
            ax.set_title(f"{epochs} epochs of fine-tuning")
        ax.set(xlim=(-10.2, 8), xticks=[-10, -5, 0, 5], xlabel="points of test accuracy above no pre-training")
        axes[0].tick_params(labelbottom=True)
        ax.figure.legend(*ax.get_legend_handles_labels(), ncols=4, handletextpad=0, columnspacing=1, **BELOW)


@cache
def nine_sets(experiment="table3"):
    """Put our scores on the nine sets beside the paper's, see `study.experiments.table3.compare`, by set and method."""
    found = compare(runs_frame(experiment, column="paper"), plan(experiment, column="paper"))
    return found[found["dataset"].isin(paper.TABLE_3) & (found["rows"] != "simulated")].set_index(["dataset", "method"])


def folded_sets():
    """Show the scores on the nine sets and what the sets are, folded."""
    scores = (
        "**Table 3 of the paper, and ours.** Test accuracy, mean of 20 seeds (10 for AE and SUP on CNAE-9, ISOLET and "
        "MADELON), in brackets the paper's; ✘, farther from our mean than 0.010 and two standard deviations. *No "
        "network*: logistic regression or the largest class, whichever scores more."
    )
    sizes = (
        "**The nine sets.** Examples *N* and columns *d* in the paper and in the files, hidden layers, and learning "
        "rate. We had only part of NEWS and POKER ([The data sets](data.ipynb))."
    )
    runs = runs_frame("table3", column="paper").query("not simulated")
    of_sets = pd.DataFrame(_scores_of(name, runs) for name in paper.TABLE_3)
    fold("Table 3, and the nine sets", (scores, of_sets), (sizes, pd.DataFrame(map(_sizes_of, paper.TABLE_3))))


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
        row[NAMES[method]] = f"{ours} ({cell['test_paper']:.3f}){mark}"
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
    return by_network(UNTRAINED.name, ours=scores["mean"] + " ± " + scores["std"], paper=printed)


def digits():
    """Draw the test accuracy of all runs on USPS, four networks that were pre-trained and four that were not."""
    runs, (*names, last) = _on_usps(), table_1()["network"].str.replace(", small", ",\nsmall")
    names += [mlp := "MLPClassifier", last]
    of = store.read_json(store.results_folder() / "speed.json", "`make bench` writes it.")["parts"]["end to end"]
    with drawn("Without pre-training, in grey, three of four keep up", letters=LETTERS, figsize=(6.2, 4.2)) as ax:
        for y, name in enumerate([*FOUR, *CONTROLS, mlp, UNTRAINED.name]):
            test = pd.Series(of[mlp]["test_accuracy"]) if name == mlp else runs[runs["method"] == name]["test"]
            colour = METHODS[name].colour if name in FOUR else "0.35"
            ax.plot(test, y + 0.2 * np.sin(3 * np.arange(len(test))), "o", color=colour, alpha=0.55, markeredgewidth=0)
            ax.plot(test.mean(), y, "|", color="black", markersize=22, markeredgewidth=3)
            if name in paper.TABLE_1:
                ax.plot(paper.TABLE_1[name]["test"], y, "D", color="black", markerfacecolor="white", markersize=8)
        ax.plot([0.916, 0.916 + paper.MARGIN], [0, 0], color="black", linewidth=2)
        ax.text(0.921, -0.1, "one point", ha="center", va="bottom")
        ax.set(
            ylim=(len(names) - 0.5, -0.5), yticks=range(len(names)), yticklabels=names, xlabel="test accuracy on USPS"
        )
