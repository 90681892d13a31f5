"""Figures and tables of the page on speed and accuracy, and the results that they show."""

import json
from functools import cache
from itertools import product

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb

from .. import paper, store
from ..claims.nine_sets import decided_pairs
from ..claims.running_time import PAIRS, ratios_as_counted, ratios_of
from ..datasets import get_record
from ..experiments import data_label, plan, runs_frame
from ..experiments.epochs import FULL_EPOCHS
from ..experiments.set_tables import short_title
from ..experiments.table3 import compare
from ..forensics.grid import NAMED
from ..forensics.multiverse import evidence
from ..methods import BASELINES, CONTROLS, COUNTERPARTS, GCN, GN, METHODS, NONE, UNTRAINED
from ..paper import main_runs
from . import BELOW, EDGED, FOUR, NAMES, beside, differences_in_rows, drawn, fold, look_of, only_ticks

LETTERS = {"figure.titlesize": 14}


@cache
def by_epochs():
    """Gather test accuracy (mean, sd, n) and the median seconds of pre-training on weights, by method and max_epochs.

    In `attrs` the mean test accuracy without pre-training, from Glorot's weights (none) and from small ones (small).
    """
    networks, timed = (runs_frame(name, column="paper") for name in ("epochs", "seconds"))
    cell = ["method", "max_epochs"]
    frame = networks.groupby(cell)["test"].agg(mean="mean", sd="std", n="count")
    frame["seconds"] = timed.groupby(cell)["pretraining_seconds"].median()
    usps = runs_frame("table1", column="paper").groupby("method")["test"].mean()
    small = networks[networks["method"] == UNTRAINED.name]["test"].mean()
    frame.attrs = {"none": usps[NONE.name], "small": small}
    return frame


def author_program():
    """Read seconds, the interpreter's part of them, and updates of 300 epochs of the first author's program."""
    stored = json.loads((store.results_folder() / "author_program.json").read_text(encoding="utf-8"))["methods"]
    names = {
        "seconds_of_300_epochs": "seconds",
        "interpreter_seconds": "interpreter",
        "updates_of_300_epochs": "updates",
    }
    return pd.DataFrame(stored).T[list(names)].rename(columns=names).astype(float)


@cache
def ratios():
    """Gather how many times as long training takes layer by layer, a row a way to tell, a column a pair of methods.

    The rows paper, program, counted and weights are of pre-training, whole_paper and whole of all stages.
    """
    printed = pd.DataFrame(paper.TABLE_1).T
    seconds = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    rows = {
        "paper": ratios_of(printed["pretraining_seconds"]),
        "program": ratios_of(author_program()["seconds"]),
        "counted": ratios_as_counted(),
        "weights": ratios_of(seconds.groupby("method")["cpu_seconds"].mean()),
        "whole_paper": ratios_of(printed["total_seconds"]),
        "whole": ratios_of(_whole()["mean"]),
    }
    columns = [f"{NAMES[slow.name]} / {NAMES[fast.name]}" for slow, fast in PAIRS]
    return pd.DataFrame.from_dict(rows, "index", columns=columns)


def _whole():
    """Give mean and number of the seconds of all stages, by method."""
    return runs_frame("timing", column="paper").groupby("method")["total_seconds"].agg(["mean", "size"])


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
    mixed = pd.concat([sets[~sets["simulated"] & ~sets["dataset"].isin(longer["dataset"])], longer], ignore_index=True)
    bases = COUNTERPARTS, [(GN, NONE), (GCN, NONE)]  # the test looks at all nine
    return tuple(decided_pairs(mixed, pairs=pairs).set_index(["dataset", "method"]) for pairs in bases)


@cache
def nine_sets(experiment="table3"):
    """Put our scores on the nine sets beside the paper's, see `study.experiments.table3.compare`, by set and method."""
    found = compare(runs_frame(experiment, column="paper"), plan(experiment, column="paper"))
    return found[found["dataset"].isin(paper.TABLE_3) & (found["rows"] != "simulated")].set_index(["dataset", "method"])


def _by_network(*more, **columns):
    """Lay out columns by method, a row a network (pandas.DataFrame)."""
    shown = pd.DataFrame(columns).reindex([*FOUR, *CONTROLS, *more]).fillna("–")
    told = {"sv": "supervised layers", "usv": "auto-encoders", "gn": "by node", "gcn": "by class by node"}
    names = NAMES | {name: f"{NAMES[name]}, {words}" for name, words in told.items()}
    names[UNTRAINED.name] = "no pre-training, small initialisation"
    return shown.rename(index=names).rename_axis("network").reset_index()


def folded_seconds():
    """Show our seconds and the paper's, folded."""
    n_seeds = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")["seed"].nunique()
    printed, whole = pd.DataFrame(paper.TABLE_1).T, _whole()
    columns = {
        "pre-training": by_epochs()["seconds"].xs(FULL_EPOCHS, level="max_epochs").map("{:.2g}".format),
        "paper": printed["pretraining_seconds"].map("{:,.0f}".format),
        "all stages": whole["mean"].map("{:.2g}".format),
        "paper, all": printed["total_seconds"].map("{:,.0f}".format),
    }
    caption = (
        f"**Seconds of Table 1.** On one thread; means of {n_seeds} runs for pre-training and {whole['size'].min()} "
        "for all stages."
    )
    fold("The seconds, the paper's and ours", (caption, _by_network(**columns)))


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


def table_1():
    """Put our test scores beside the paper's Table 1, with the network from small weights (DataFrame of strings)."""
    runs = [runs_frame(name, column="paper") for name in ("table1", "epochs")]
    runs[1] = runs[1][runs[1]["method"] == UNTRAINED.name]
    scores = pd.concat(runs).groupby("method")["test"].agg(["mean", "std"]).map("{:.3f}".format)
    printed = pd.DataFrame(paper.TABLE_1).T["test"].map("{:.3f}".format)
    return _by_network(UNTRAINED.name, ours=scores["mean"] + " ± " + scores["std"], paper=printed)


def curves():
    """Draw test accuracy on USPS against seconds of pre-training, a curve a method."""
    told = {"none": "no pre-training", "small": "no pre-training, small initialisation"}
    at = {"gn": (0.17, 0.9412), "gcn": (0.75, 0.9342), "usv": (150, 0.9338), "sv": (30, 0.9395)}
    with drawn("Only supervised layers need their 300 epochs", letters=LETTERS, figsize=(6, 4)) as ax:
        for of, words in told.items():
            ax.axhline(by_epochs().attrs[of], color="0.35", linestyle="--", linewidth=1.2, zorder=0)
            ax.text(1200, by_epochs().attrs[of] - 0.0003, words, color="0.35", ha="right", va="top")
        ax.set(xscale="log", xlim=(0.04, 1300), xlabel="seconds of pre-training", ylabel="test accuracy")
        only_ticks(ax, [0.1, 1, 10, 100])
        ax.set_yticks([0.92, 0.93, 0.94])
        for name in FOUR:
            of, look = by_epochs().loc[name], look_of(name)
            ax.plot(of["seconds"], of["mean"], linewidth=2, **look)
            if name == "usv":  # large, for GCN's mark is upon it
                ax.plot(of["seconds"].iloc[0], of["mean"].iloc[0], "^", color=look["color"], markersize=15, zorder=1)
            dark = tuple(0.75 * part for part in to_rgb(look["color"]))  # can be read on white
            ax.text(*at[name], NAMES[name], color=dark, weight="bold", ha="center", va="center")


RANGES = {
    "pre-training": {
        "paper": "the paper's seconds",
        "program": "its author's program",
        "counted": "operations, counted",
        "weights": "our seconds",
    },
    "whole training": {"whole_paper": "the paper's seconds", "whole": "our seconds"},
}


def ratio_ranges():
    """Draw how many times as long training takes layer by layer, a row a way to tell, a mark a pair of methods."""
    title, places, top = "Our seconds agree with the count; the paper's do not", {}, 0.0
    with drawn(title, letters={"font.size": 13, "figure.titlesize": 14}, figsize=(6.3, 4.1)) as ax:
        for part, rows in RANGES.items():
            ax.text(-0.01, top, part, transform=ax.get_yaxis_transform(), ha="right", va="center", fontweight="bold")
            for place, (row, name) in enumerate(rows.items(), start=1):
                of, at = ratios().loc[row], top + place
                ours = row in ("counted", "weights", "whole")
                ax.hlines(at, of.min(), of.max(), color="0.15" if ours else "0.6", linewidth=2)
                for slow, fast in (PAIRS[1], PAIRS[0], *PAIRS[2:]):
                    pair = f"{NAMES[slow.name]} / {NAMES[fast.name]}"
                    look = {"color": fast.colour, "marker": slow.marker, "markersize": 8, "linestyle": "none"} | EDGED
                    ax.plot(of[pair], at, label=pair if row == "paper" else None, **look)
                for end, offset, side in ((of.min(), -10, "right"), (of.max(), 10, "left")):
                    beside(ax, f"{end:.0f}", (end, at), (offset, 0), ha=side, va="center", color="black")
                places[at] = name
            top += len(rows) + 1.2
        for times in (10, 100):
            ax.axvline(times, color="0.6", linestyle="--", linewidth=1, zorder=0)
        ax.set(xscale="log", xlim=(1, 300), ylim=(max(places) + 0.6, -0.6))
        ax.set_xlabel("time layer by layer, as a multiple of node by node")
        only_ticks(ax, [1, 3, 10, 30, 100, 300])
        ax.set_yticks(list(places), places.values())
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        ax.figure.legend(ncols=4, handletextpad=0.1, **BELOW)


def gains_and_losses():
    """Draw test accuracy of GN and GCN on ten sets minus that of no pre-training, sorted."""
    found = differences()[1]
    order = list(found["mean"].groupby("dataset").mean().sort_values(ascending=False).index)
    with drawn("On three sets the mean loss exceeds a point", letters=LETTERS, figsize=(6, 4.6)) as ax:
        _gains_in_rows(ax, {data_label(name): found.loc[name] for name in order})


def remedies():
    """Draw those differences on three sets with a hundred epochs of fine-tuning, and with larger initial weights."""
    frames = {"as above": differences()[1], "100 epochs": after_longer()[1], "larger weights": from_glorot()}
    rows = {f"{data_label(of)}, {how}": frames[how].loc[of] for of, how in product(("isolet", "cnae9", "musk"), frames)}
    with drawn("Longer fine-tuning closes the wide gaps, not MUSK's", letters=LETTERS, figsize=(6, 4.4)) as ax:
        _gains_in_rows(ax, rows)
        for place in (2.5, 5.5):
            ax.axhline(place, color="0.6", linewidth=1, zorder=0)


def _gains_in_rows(ax, rows):
    """Draw what GN and GCN gain over no pre-training, with intervals: a frame by method a row."""
    differences_in_rows(ax, list(rows))
    for shift, name in ((-0.17, "gn"), (0.17, "gcn")):
        of, y = pd.DataFrame([row.loc[name] for row in rows.values()]), np.arange(len(rows)) + shift
        ax.hlines(y, of["low"], of["high"], color=METHODS[name].colour, linewidth=2)
        ax.plot(of["mean"], y, label=NAMES[name], **look_of(name) | {"linestyle": "none"})
    ax.set(xlim=(-0.18, 0.08), xticks=[-0.15, -0.1, -0.05, 0, 0.05])
    ax.set_xlabel("test accuracy minus that of no pre-training")
    ax.figure.legend(ncols=2, handletextpad=0.1, **BELOW)
