"""Figures and tables of the page on speed, and the results that they show."""

import json
from functools import cache

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgb

from .. import paper, store
from ..claims.running_time import PAIRS, ratios_as_counted, ratios_of
from ..experiments import runs_frame
from ..experiments.epochs import FULL_EPOCHS
from ..methods import CONTROLS, METHODS, NONE, UNTRAINED
from ..stats import interval_of_mean, unpacked
from . import CHART, FOUR, IN_FULL, LARGE, NAMES, beside, drawn, fold, in_rows, look_of, only_ticks

LESS = "gcn, A = 0.1"
"""GCN with this amnesia factor, apart from GCN with the usual one."""
LAST = 20  # seconds


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


@cache
def runs_by_rates():
    """Gather the runs on USPS of all learning rates; half an epoch is 0.5, and what sees batches is left out.

    GCN at A = 0.1 is a method of its own, `LESS`.
    """
    names = ("epochs", "other_rates", "race")
    runs = pd.concat([runs_frame(name, column="paper") for name in names]).drop_duplicates("key")
    runs = runs[runs["pretraining_batch_size"].isna()].dropna(subset=["max_epochs"])
    runs["method"] = runs["method"].mask(runs["amnesia"] == 0.1, LESS)
    return runs.assign(max_epochs=runs["max_epochs"] * 0.5 ** runs["half"].fillna(0).astype(float))


def seconds_of(method, n):
    """Give the seconds of so many epochs, as timed at 0.001 and A = 0.4, and by straight lines between.

    Those of a part of an epoch lie on the line through one and three.
    """
    took = by_epochs()["seconds"][method.partition(",")[0]]
    return np.interp(n, took.index, took) if n >= 1 else took[1] - (1 - n) * (took[3] - took[1]) / 2


@cache
def by_rates():
    """Tabulate test accuracy (mean, n, half its 95 % interval) and seconds by method, learning_rate and max_epochs."""
    tests = runs_by_rates().groupby(["method", "learning_rate", "max_epochs"])["test"]
    frame = tests.agg(mean="mean", n="count", half=lambda of: np.ptp(interval_of_mean(of)) / 2)
    return frame.assign(seconds=[seconds_of(of, n) for of, _, n in frame.index])


@cache
def by_halves():
    """Score each method's best setting within so many seconds of pre-training, chosen on the other half of the images.

    Test accuracy (test) and half the 95 % interval of the chosen setting (half), by method, seconds and draw of halves;
    GCN's two amnesia factors are settings, too.
    """
    runs, cells, rng = runs_by_rates(), by_rates(), np.random.default_rng(0)
    right = pd.DataFrame([unpacked(bits, int(n)) for bits, n in runs[["test_right", "n_test"]].to_numpy()])
    right = right.groupby([runs[name].to_numpy() for name in cells.index.names]).mean().to_numpy()  # shares of seeds
    method, seconds = np.array([name.partition(",")[0] for name, *_ in cells.index]), cells["seconds"].to_numpy()
    within = {at: np.flatnonzero((method == at[0]) & (seconds <= at[1])) for at in sorted({*zip(method, seconds)})}
    found = {}
    for draw in range(200):
        halves = np.array_split(rng.permutation(right.shape[1]), 2)
        one, other = (right[:, half].mean(axis=1) for half in halves)
        for at, settings in within.items():
            best = settings[one[settings].argmax()]
            found[*at, draw] = other[best], cells["half"].iloc[best]
    return pd.DataFrame(found, index=["test", "half"]).T.rename_axis(["method", "seconds", "draw"])


def raced():
    """Average what `by_halves` has over its draws, up to the last second that is shown (pandas.DataFrame)."""
    return by_halves().query("seconds < @LAST").groupby(["method", "seconds"]).mean()


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

    The rows paper, counted and weights are of pre-training, whole of all stages.
    """
    printed = pd.DataFrame(paper.TABLE_1).T
    seconds = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    rows = {
        "paper": ratios_of(printed["pretraining_seconds"]),
        "counted": ratios_as_counted(),
        "weights": ratios_of(seconds.groupby("method")["cpu_seconds"].mean()),
        "whole": ratios_of(_whole()["mean"]),
    }
    columns = [f"{IN_FULL[slow.name]} / {NAMES[fast.name]}" for slow, fast in PAIRS]
    return pd.DataFrame.from_dict(rows, "index", columns=columns)


def _whole():
    """Give mean and number of the seconds of all stages, by method."""
    return runs_frame("timing", column="paper").groupby("method")["total_seconds"].agg(["mean", "size"])


def by_network(*more, **columns):
    """Lay out columns by method, a row a network (pandas.DataFrame)."""
    shown = pd.DataFrame(columns).reindex([*FOUR, *CONTROLS, *more]).fillna("–")
    names = IN_FULL | {UNTRAINED.name: "no pre-training, small initialisation"}
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
        f"**Seconds of Table 1.** On one thread; medians of {n_seeds} runs for pre-training, whose means give the "
        f"factors, and means of {whole['size'].min()} for all stages."
    )
    fold("The seconds, the paper's and ours", (caption, by_network(**columns)))


def curves():
    """Draw the test accuracy on USPS after so many seconds of pre-training, a line of steps a method."""
    shifts, points, none = {"sv": 14, "gn": 0, "gcn": -14, "usv": 0}, raced(), by_epochs().attrs["none"]
    with drawn("The auto-encoder is early, but GN passes it", figsize=(CHART, 4)) as ax:
        ax.set(xscale="log", xlim=(0.045, LAST), xlabel="seconds of pre-training")
        ax.set(ylim=(0.915, 0.942), ylabel="test accuracy")
        only_ticks(ax, [0.05, 0.1, 0.5, 1, 5, 10])
        ax.set_yticks([0.92, 0.93, 0.94])
        ax.axhline(none, color="0.35", linestyle="--", linewidth=1.2, zorder=0)
        beside(ax, "no pre-training", (LAST, none), (0, -3), color="0.35", ha="right", va="top")
        for name, shift in shifts.items():
            of, look = points.loc[name], look_of(name)
            last = of["test"].iloc[-1]
            ax.step([*of.index, LAST], [*of["test"], last], where="post", color=look["color"], linewidth=2)
            ax.errorbar(of.index, of["test"], of["half"], **look | {"linestyle": "none"})
            dark = tuple(0.75 * part for part in to_rgb(look["color"]))  # can be read on white
            beside(ax, IN_FULL[name], (LAST, last), (5, shift), color=dark, weight="bold", va="center")


MARKS = {  # marker, colour and face, and a name at the mark of a row
    "paper": ("o", "0.4", "white", "the paper's seconds", 0, (-22, 18)),
    "whole": ("D", "0.15", "0.15", "our whole training", 3, (52, -28)),
    "counted": ("|", "0.15", "0.15", "count", 2, (-28, -6)),
    "weights": ("o", "0.15", "0.15", "our seconds", 0, (0, 18)),
}


def ratio_ranges():
    """Draw how many times as long training takes layer by layer, a row a pair of methods, a mark a way to tell."""
    of = ratios().sort_values("weights", axis="columns")
    with drawn("Our seconds agree with the count, the paper's do not", letters=LARGE, figsize=(CHART, 3.3)) as ax:
        in_rows(ax, of.columns)
        for times in (10, 100):
            ax.axvline(times, color="0.6", linestyle="--", linewidth=1, zorder=0)
        for row, (marker, color, face, name, at, offset) in MARKS.items():
            size = 24 if marker == "|" else 9
            ax.plot(of.loc[row], range(4), marker, color=color, markerfacecolor=face, markersize=size, mew=2)
            beside(ax, name, (of.loc[row].iloc[at], at), offset, ha="center", color=color)
        for at, times in enumerate(of.loc["weights"]):
            beside(ax, f"{times:.0f}", (times, at), (12, 0), va="center", weight="bold")
        ax.set(xscale="log", xlim=(1, 300), ylim=(4.2, -1.1), xlabel="times as long layer by layer")
        only_ticks(ax, [1, 3, 10, 30, 100, 300])


STAGES = {"pretraining": "pre-training", "output": "output layer", "finetuning": "fine-tuning"}


def stages():
    """Draw the mean seconds of each stage of a whole training, a bar a method."""
    order = [NONE.name, "gcn", "gn", "sv", "usv"]
    took = runs_frame("timing", column="paper").groupby("method")[[f"{of}_seconds" for of in STAGES]].mean().loc[order]
    ends = took.cumsum(axis="columns").to_numpy()
    with drawn("Node by node, pre-training takes under a second", letters=LARGE, figsize=(CHART, 3.3)) as ax:
        in_rows(ax, [IN_FULL[name] for name in order])
        for stage, end, seconds in zip(STAGES, ends.T, took.to_numpy().T):
            colors = {"output": "0.45", "finetuning": "0.75"}.get(stage, [METHODS[of].colour for of in order])
            ax.barh(range(5), seconds, left=end - seconds, height=0.6, color=colors, label=STAGES[stage])
        ax.legend(*(of[1:] for of in ax.get_legend_handles_labels()), loc="upper right", frameon=False)
        beside(ax, STAGES["pretraining"], (ends[-1, 0] / 2, 4), (0, 0), ha="center", va="center")
        ax.set(xlim=(0, 70), xlabel="seconds")
