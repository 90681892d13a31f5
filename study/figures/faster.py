"""Figures and tables of the page on speed and accuracy, and the results that they show."""

import json
from functools import cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display
from matplotlib.colors import to_rgb
from matplotlib.ticker import FuncFormatter

from .. import paper, store
from ..claims.accuracy import differences_of_methods
from ..claims.nine_sets import decided_pairs
from ..claims.running_time import PAIRS, ratios_as_counted, ratios_of
from ..datasets import get_record
from ..experiments import data_label, plan, runs_frame
from ..experiments.epochs import FULL_EPOCHS
from ..experiments.peers import gains as gains_of_peers
from ..experiments.set_tables import short_title
from ..experiments.table3 import compare
from ..forensics.grid import NAMED
from ..forensics.multiverse import evidence
from ..methods import BASELINES, CONTROLS, COUNTERPARTS, GCN, GN, METHODS, NONE, UNTRAINED
from ..page import typeset
from ..paper import MARGIN, main_runs

__all__ = [
    "NAMES",
    "answer",
    "author_program",
    "by_epochs",
    "data_table",
    "differences",
    "folded_seconds",
    "folded_sets",
    "from_glorot",
    "gains_and_losses",
    "nine_sets",
    "ratio_ranges",
    "ratios",
    "seconds_table",
    "table_1",
    "table_3",
    "usps_differences",
    "worth",
]

NAMES = {
    "sv": "SUP",
    "usv": "AE",
    "gn": "GN",
    "gcn": "GCN",
    "none": "no pre-training",
    "random": "random layers",
}
FOUR = ("sv", "usv", "gn", "gcn")
MINUS, NO_BREAK = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
LETTERS = {"font.size": 12, "axes.titlesize": 13, "figure.titlesize": 13}


# Results ------------------------------------------------------------------------------------------------------------


@cache
def by_epochs():
    """Gather test accuracy and seconds of pre-training by method and epochs.

    Returns
    -------
    pandas.DataFrame
        Indexed by method and max_epochs: mean, sd and n of the test accuracy after fine-tuning, and seconds, the median
        of pre-training with every node on its weights. In `attrs` the mean test accuracy of the networks without
        pre-training, from Glorot's weights (none) and from the program's small ones (small).
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
    """Read what the first author's program takes (pandas.DataFrame by method: seconds, interpreter, microseconds).

    Microseconds are those of an update, in all and of the interpreter alone.
    """
    stored = json.loads((store.results_folder() / "author_program.json").read_text(encoding="utf-8"))["methods"]
    rows = {
        method: {
            "seconds": of["seconds_of_300_epochs"],
            "interpreter": of["interpreter_seconds"],
            "update": 1e6 * of["seconds_of_300_epochs"] / of["updates_of_300_epochs"],
            "of_interpreter": of["interpreter_microseconds_per_update"],
        }
        for method, of in stored.items()
    }
    return pd.DataFrame(rows).T


@cache
def ratios():
    """Gather how many times as long training takes layer by layer, a row a way to tell, a column a pair of methods.

    Returns
    -------
    pandas.DataFrame
        The rows paper, program, bare (the program without its interpreter's time), counted and weights are of
        pre-training, whole_paper and whole of all stages. Ours are of the algorithm as the paper writes it.
    """
    printed = pd.DataFrame(paper.TABLE_1).T
    program = author_program()
    seconds = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    whole = runs_frame("timing", column="paper").groupby("method")["total_seconds"].mean()
    rows = {
        "paper": ratios_of(printed["pretraining_seconds"]),
        "program": ratios_of(program["seconds"]),
        "bare": ratios_of(program["seconds"] - program["interpreter"]),
        "counted": ratios_as_counted(),
        "weights": ratios_of(seconds.groupby("method")["cpu_seconds"].mean()),
        "whole_paper": ratios_of(printed["total_seconds"]),
        "whole": ratios_of(whole),
    }
    columns = [f"{NAMES[slow.name]} / {NAMES[fast.name]}" for slow, fast in PAIRS]
    return pd.DataFrame([list(of) for of in rows.values()], list(rows), columns)


@cache
def usps_differences(column="paper"):
    """Compare methods on USPS, over seeds and test rows (pandas.DataFrame by the pair: mean, low, high).

    Node by node against layer by layer has 90 % intervals, as the test of equivalence asks, all others 95 %.
    """
    runs = runs_frame("table1", column=column)
    pairs = [(one.name, other.name) for one, other in COUNTERPARTS]
    controlled = [(one, other) for one in FOUR for other in CONTROLS]
    frame = pd.concat([differences_of_methods(runs, pairs, 0.9), differences_of_methods(runs, controlled)])
    return frame.set_index(["one", "other"])


@cache
def differences():
    """Compare GN and GCN on ten sets with layer by layer and with no pre-training (two pandas.DataFrame, by set)."""
    sets, usps = (runs_frame(name, column="paper") for name in ("table3", "table1"))
    bases = COUNTERPARTS, [(GN, NONE), (GCN, NONE)]
    return tuple(decided_pairs(sets, usps, pairs=pairs).set_index(["dataset", "method"]) for pairs in bases)


@cache
def from_glorot(version="text"):
    """Compare GN and GCN from Glorot's weights with no pre-training, which always begins there, on the seeds of both.

    Parameters
    ----------
    version : str, default="text"
        One of `NAMED` with Glorot's initialisation. "text", the textbook version, differs from the algorithm as the
        paper writes it in that and in the order of examples, which is shuffled.

    Returns
    -------
    pandas.DataFrame
        See `decided_pairs`, by set and method, and test, the mean score. On USPS intervals are over seeds alone.
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
def nine_sets(experiment="table3"):
    """Put our scores on the nine sets beside the paper's, see `study.experiments.table3.compare`, by set and method."""
    found = compare(runs_frame(experiment, column="paper"), plan(experiment, column="paper"))
    return found[found["dataset"].isin(paper.TABLE_3) & (found["rows"] != "simulated")].set_index(["dataset", "method"])


@cache
def worth():
    """Give what features gain over random nodes in a linear probe (pandas.DataFrame, see `peers.gains`)."""
    return gains_of_peers(runs_frame("peers", column="paper"), "probe_all", "random tanh")


# Tables -------------------------------------------------------------------------------------------------------------


def _fold(summary, *captioned):
    """Show tables, each under its caption, behind a line that opens them, in every viewer of the page."""
    parts = [
        f"{caption}\n\n{typeset(frame.to_markdown(index=False, disable_numparse=True))}" for caption, frame in captioned
    ]
    display(Markdown("\n\n".join([f"<details><summary>{summary}</summary>", *parts, "</details>"])))


def folded_seconds():
    """Show our seconds and the paper's, folded."""
    seconds = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    n_whole = runs_frame("timing", column="paper").groupby("method").size().min()
    caption = (
        "**Seconds of Table 1.** On one thread; means of "
        f"{seconds['seed'].nunique()} runs for pre-training and {n_whole} for all stages."
    )
    _fold("The seconds, the paper's and ours", (caption, seconds_table()))


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
    _fold("Table 3, nine sets", (scores, table_3()))
    _fold("Sizes, networks and rates", (sizes, data_table()))


def table_1():
    """Put our test scores beside the paper's Table 1 (pandas.DataFrame of strings)."""
    scores = runs_frame("table1", column="paper").groupby("method")["test"].agg(["mean", "std"])
    rows = []
    for name in (*FOUR, *CONTROLS):
        ours = f"{scores['mean'][name]:.3f} ± {scores['std'][name]:.3f}"
        printed = f"{paper.TABLE_1[name]['test']:.3f}" if name in paper.TABLE_1 else "–"
        rows.append({"network": NAMES[name], "ours": ours, "paper": printed})
    return pd.DataFrame(rows)


def seconds_table():
    """Put our seconds beside those of the paper's Table 1 (pandas.DataFrame of strings)."""
    whole = runs_frame("timing", column="paper").groupby("method")["total_seconds"].mean()
    alone = by_epochs()["seconds"].xs(FULL_EPOCHS, level="max_epochs")
    rows = []
    for name in (*FOUR, *CONTROLS):
        printed = paper.TABLE_1.get(name)
        rows.append(
            {
                "network": NAMES[name],
                "pre-training": f"{alone[name]:.2g}" if name in alone else "–",
                "paper": f"{printed['pretraining_seconds']:,}" if printed else "–",
                "all stages": f"{whole[name]:.2g}",
                "paper, all": f"{printed['total_seconds']:,}" if printed else "–",
            }
        )
    return pd.DataFrame(rows)


def data_table():
    """Put the paper's sizes of the nine sets beside those of the files (pandas.DataFrame of strings)."""
    rows = []
    for name in paper.TABLE_3:
        record = get_record(name)
        row = {"data set": short_title(record).split(" ")[0]}
        for size, (said, found, same) in paper.sizes_beside_files(record).items():
            row[f"{size}, paper"] = f"{said:,}"
            row[f"{size}, files"] = "same" if same else " + ".join(f"{int(of):,}" for of in found.split(" + "))
        said = record.in_paper
        row |= {"network": "-".join(map(str, said.network)), "rate η": said.learning_rate.replace("-", " to ")}
        rows.append(row | {"classes": str(len(record.study_names))})
    return pd.DataFrame(rows)


def table_3():
    """Put our test scores beside the paper's on the nine sets (pandas.DataFrame of strings, ours first)."""
    found = nine_sets()
    runs = runs_frame("table3", column="paper").query("not simulated")
    base = runs[runs["method"].isin(BASELINES)].groupby(["dataset", "method"])["test"].mean().unstack()
    rows = []
    for name in paper.TABLE_3:
        row = {"data set": data_label(name)}
        for method in FOUR:
            cell = found.loc[(name, method)]
            ours = f"{cell['test']:.3f}" if cell["n"] else "diverged"
            mark = f"{NO_BREAK}✘" if cell["how"] == "missed" else ""
            row[NAMES[method]] = f"{ours} ({cell['test_paper']:.3f}){mark}"
        row[NAMES["none"]] = f"{found.loc[(name, 'none'), 'test']:.3f}"
        rows.append(row | {"no network": f"{base.loc[name].max():.3f}"})
    return pd.DataFrame(rows)


# Figures ------------------------------------------------------------------------------------------------------------


# The points that the text speaks of: method, epochs, name, where it stands, and its side there.
NAMED_POINTS = (
    ("gn", 30, "GN, 30", (-24, 24), "right"),
    ("usv", 1, "AE, 1 epoch", (-40, 1), "right"),
    ("gcn", 100, "GCN, 100", (-36, -22), "right"),
    ("gn", 100, "GN, 100", (0, 20), "center"),
    ("gn", FULL_EPOCHS, "GN, 300", (9, 2), "left"),
    ("gcn", FULL_EPOCHS, "GCN, 300", (10, 1), "left"),
    ("sv", FULL_EPOCHS, "SUP, 300", (0, 24), "center"),
    ("usv", FULL_EPOCHS, "AE, 300", (3, 30), "center"),
)


def answer():
    """Draw test accuracy on USPS against seconds of pre-training, a pale curve a method, some points with names."""
    frame = by_epochs()
    with plt.rc_context({"font.size": 13, "axes.titlesize": 14}):
        figure, ax = plt.subplots(figsize=(6, 4.2), layout="constrained")
        for of, text in (("none", "no pre-training (Glorot's)"), ("small", "no pre-training (small)")):
            ax.axhline(frame.attrs[of], color="0.35", linestyle="--", linewidth=1.2, zorder=0)
            _name(ax, text, (170, frame.attrs[of]), "0.35", (0, -3), "right", "top")
        for name in FOUR:
            method, of = METHODS[name], frame.loc[name]
            look = {"color": _pale(method.colour), "marker": method.marker, "markersize": 3.5, "linewidth": 1.5}
            ax.plot(of["seconds"], of["mean"], zorder=1, **look)
        for name, epochs, text, offset, side in NAMED_POINTS:
            method, of = METHODS[name], frame.loc[(name, epochs)]
            at, dark = (of["seconds"], of["mean"]), _dark(method.colour)
            look = {"color": method.colour, "marker": method.marker, "markersize": 10 if name == "gcn" else 8}
            look |= {"markeredgecolor": "black", "markeredgewidth": 0.6, "elinewidth": 1}
            ax.errorbar(*at, yerr=of["sd"], zorder=2 + (name == "usv"), **look)
            arrow = {"arrowstyle": "-", "color": dark, "linewidth": 1, "shrinkA": 1, "shrinkB": 4}
            named = {"textcoords": "offset points", "ha": side, "va": "center", "color": dark, "fontweight": "bold"}
            ax.annotate(text, at, offset, arrowprops=arrow if offset[0] < -20 else None, **named)
        ax.set(xscale="log", xlim=(0.022, 190), ylim=(0.9125, 0.944))
        ax.set(xlabel="seconds of pre-training", ylabel="test accuracy")
        ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
        ax.minorticks_off()
        ax.set_yticks([0.92, 0.93, 0.94])
        ax.spines[["top", "right"]].set_visible(False)
        figure.suptitle("On USPS, one epoch of an auto-encoder does what 300 do", fontsize=13.5)
    plt.show()


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
    frame = ratios()
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(6.4, 4), layout="constrained")
        places, top = {}, 0.0
        for part, rows in RANGES.items():
            ax.text(-0.01, top, part, transform=ax.get_yaxis_transform(), ha="right", va="center", fontweight="bold")
            for place, (row, name) in enumerate(rows.items(), start=1):
                of, at = frame.loc[row], top + place
                ours = row in ("counted", "weights", "whole")
                ax.hlines(at, of.min(), of.max(), color="0.15" if ours else "0.6", linewidth=2)
                for (slow, fast), ratio in zip(PAIRS, of):
                    look = {"color": METHODS[fast.name].colour, "markeredgecolor": "black", "markeredgewidth": 0.6}
                    ax.plot(ratio, at, METHODS[slow.name].marker, markersize=8, **look)
                for end, offset, side in ((of.min(), -10, "right"), (of.max(), 10, "left")):
                    _name(ax, f"{end:.0f}", (end, at), "black", (offset, 0), side)
                places[at] = name
            top += len(rows) + 1.2
        for times in (10, 100):
            ax.axvline(times, color="0.6", linestyle="--", linewidth=1, zorder=0)
        ax.set(xscale="log", xlim=(1, 300), ylim=(max(places) + 0.6, -0.6))
        ax.set_xlabel("time layer by layer / time node by node")
        ax.set_xticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
        ax.minorticks_off()
        ax.set_yticks(list(places), places.values())
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        figure.suptitle("The clock agrees with the count, the paper's seconds do not")
        marks = [
            plt.Line2D(
                [],
                [],
                linestyle="none",
                marker=METHODS[slow.name].marker,
                color=METHODS[fast.name].colour,
                markeredgecolor="black",
                markersize=8,
                label=f"{NAMES[slow.name]} / {NAMES[fast.name]}",
            )
            for slow, fast in (PAIRS[1], PAIRS[0], PAIRS[2], PAIRS[3])
        ]
        figure.legend(handles=marks, loc="outside lower center", ncols=4, frameon=False, handletextpad=0.1)
    plt.show()


DISCUSSED = ("musk", "cnae9", "isolet")


def gains_and_losses():
    """Draw test accuracy of GN and GCN on ten sets minus that of no pre-training, sorted."""
    written, glorot = differences()[1], from_glorot()
    order = list(written["mean"].groupby("dataset").mean().sort_values(ascending=False).index)
    places = {name: place for place, name in enumerate(order)}
    with plt.rc_context({"font.size": 13, "figure.titlesize": 14}):
        figure, ax = plt.subplots(figsize=(6, 5.8), layout="constrained")
        for place in range(1, len(order), 2):
            ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
        ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for frame, sets, light in ((written, order, False), (glorot, DISCUSSED, True)):
            for side, name in ((-1, "gn"), (1, "gcn")):
                method, of = METHODS[name], frame.xs(name, level="method").loc[list(sets)]
                shift = [side * ((0.1 if light else 0.32) if known in DISCUSSED else 0.18) for known in sets]
                y = np.array([places[known] for known in sets]) + shift
                colour = _pale(method.colour) if light else method.colour
                ax.hlines(y, of["low"], of["high"], color=colour, linewidth=1 if light else 2)
                look = {"color": colour, "markersize": 7 if light else 8, "linestyle": "none"}
                look |= {"markerfacecolor": "white" if light else colour}
                name += ", Glorot's" if light else ", as written"
                label = name.replace("gcn", "GCN").replace("gn", "GN")
                ax.plot(of["mean"], y, marker=method.marker, label=label, **look)
        ax.set(xlim=(-0.18, 0.08), xticks=[-0.15, -0.1, -0.05, 0, 0.05], ylim=(len(order) - 0.4, -0.5))
        ax.xaxis.set_major_formatter(FuncFormatter(_signed))
        ax.set_yticks(range(len(order)), [data_label(name) for name in order])
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.set_xlabel("test accuracy minus that of no pre-training")
        figure.suptitle("On three sets GN and GCN end below no pre-training")
        handles, labels = ax.get_legend_handles_labels()
        look = {"ncols": 2, "frameon": False, "handletextpad": 0.1}
        figure.legend(
            [handles[of] for of in (0, 2, 1, 3)],
            [labels[of] for of in (0, 2, 1, 3)],
            loc="outside lower center",
            **look,
        )
    plt.show()


def _signed(value, _):
    """Write a tick of an axis of differences with its sign (str)."""
    return f"{value:+.2f}".replace("-", MINUS) if round(value, 9) else "0"


def _dark(colour):
    """Darken a colour, so that letters of it can be read on white (tuple of float)."""
    return tuple(0.75 * part for part in to_rgb(colour))


def _pale(colour):
    """Lighten a colour (tuple of float)."""
    return tuple(0.45 + 0.55 * part for part in to_rgb(colour))


def _name(ax, text, at, colour, offset, side, level="center", weight="normal"):
    """Write a text beside a mark, so many points away from it."""
    named = {"textcoords": "offset points", "ha": side, "va": level, "color": colour, "fontweight": weight}
    ax.annotate(text, at, offset, **named)
