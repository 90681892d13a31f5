"""The figures of the article."""

import matplotlib.pyplot as plt
import numpy as np

from study.claims.features import LABELS
from study.methods import METHODS, NODE_BY_NODE
from study.paper import MARGIN
from study.stats import summary

EDGE = 0.06  # of the axes of factors, beyond 0 and 1
LETTERS = 8.5
BETTER = "reads better"


def amnesia_accuracy(runs, printed, *, lowest, best):
    """Plot test accuracy against the amnesia factor, a line a method, beside the paper's, whose best are shaded."""
    figure, ax = plt.subplots(figsize=(5.4, 2.1), layout="constrained")
    ax.axvspan(*best, color="0.92", zorder=0)
    _name(ax, "best in\nthe paper", np.mean(best), lowest, "0.4", (0, 14), "center")
    ax.plot(printed, "D", color="0.55", markersize=11)
    _name(ax, "paper", 1.0, printed[1.0], "0.4")
    for name, of_method in runs.groupby("method", sort=False):
        method = METHODS[name]
        cells = summary(of_method, "amnesia").sort_index()
        mean = cells["mean"]
        ax.errorbar(cells.index, mean, cells["sd"], fmt=method.marker, color=method.colour, capsize=3)
        # Dashed up to the smallest factor above 0, as none was run on the way.
        ax.plot(mean.iloc[:2], "--", color=method.colour, linewidth=1)
        ax.plot(mean.iloc[1:], "-", color=method.colour)
        if mean[1.0] >= lowest:
            _name(ax, method.label, 1.0, mean[1.0], method.colour)
        else:
            _name(ax, f"{method.label}: {mean[1.0]:.3f}", 1.0, lowest, method.colour, (9, 9))
    ax.set(xlabel="amnesia factor A", ylabel="test accuracy", ylim=(lowest, 0.945), xlim=(-EDGE, 1.32))
    ax.set_xticks(np.arange(0, 1.01, 0.2))
    ax.grid(axis="y", color="0.92")
    return figure


def _name(ax, text, x, y, colour, offset=(9, 0), side="left"):
    """Write a name beside a mark, in its colour."""
    ax.annotate(text, (x, y), offset, textcoords="offset points", ha=side, va="center", color=colour)


def method_differences(found):
    """Draw how far node by node is ahead of other methods, a row a set; filled marks are apart or alike."""
    found = found.assign(middle=found.groupby("label")["mean"].transform("mean"))
    order = found.groupby("label", sort=False)["middle"].median().sort_values(ascending=False, kind="stable")
    labels = list(order.index)
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(5.4, 2.2), layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color="0.85", zorder=0.5)
        ax.axvline(0, color="0.35", linewidth=0.8, zorder=1)
        for shift, name in zip((-0.17, 0.17), NODE_BY_NODE):
            of_pair = found[found["method"] == name].set_index("label").loc[labels]
            method, other = METHODS[name], METHODS[of_pair["other"].iloc[0]]
            y, mean = np.arange(len(labels)) + shift, of_pair["mean"]
            ax.hlines(y, of_pair["low"], of_pair["high"], color=method.colour, linewidth=1.4)
            ax.plot([], [], method.marker, color=method.colour, label=f"{method.label} − {other.label}")
            decided = of_pair["apart"] | of_pair["alike"]
            for faces, chosen in (({}, decided), ({"markerfacecolor": "white"}, ~decided)):
                ax.plot(mean[chosen], y[chosen], method.marker, color=method.colour, **faces)
            for missing in np.flatnonzero(mean.isna()):
                ax.annotate(
                    f"no {other.label}", (0, y[missing]), (-8, 0), textcoords="offset points", ha="right", va="center",
                    fontsize=LETTERS - 2, color="0.35",
                )  # fmt: skip
        for place in range(1, len(labels), 2):
            ax.axhspan(place - 0.5, place + 0.5, color="0.955", zorder=0)
        # Without the form of its rows, as the nine sets of the paper are named.
        ax.set_yticks(range(len(labels)), [label.split(" (")[0].split(",")[0] for label in labels])
        ax.set_ylim(len(labels) - 0.5, -0.5)
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="x", color="0.9", zorder=0)
        ax.set_axisbelow(True)
        ax.set_xlabel("difference of test accuracy\n(filled: decided, hollow: undecided)")
        figure.legend(loc="outside lower center", ncols=2, frameon=False, handletextpad=0.1, columnspacing=1)
    return figure


def effects_of_pairs(pairs):
    """Draw effects of one method against another as a forest plot: right of zero the first one reads better."""
    n_lines = sum(len(frame) + 1 for frame in pairs.values())
    figure, ax = plt.subplots(figsize=(7, 0.32 * n_lines + 0.95), layout="constrained")
    place, ticks = 0, {}
    for (name, against), frame in pairs.items():
        of, other = METHODS[name], METHODS[against]
        ax.text(-1.03, place, f"← {other.label} {BETTER}", color="0.25", ha="left", va="center", fontsize=10)
        ax.text(1.03, place, f"{of.label} {BETTER} →", color=of.colour, ha="right", va="center", fontsize=10)
        ticks[place] = f"{of.label} against {other.label}"
        for measure, effect in frame.iterrows():
            place += 1
            ax.plot([effect["low"], effect["high"]], [place, place], color=of.colour, linewidth=2.5, alpha=1.0)
            ax.plot(effect["mean"], place, of.marker, color=of.colour, alpha=1.0, markersize=8)
            told = f"{effect['mean']:+.2f}".replace("-", "−")
            ax.text(1.06, place, told, ha="left", va="center", fontsize=10, clip_on=False)
            ticks[place] = LABELS[measure]
        place += 1
    ax.axvline(0, color="0.3", linewidth=1)
    ax.set(xlim=(-1.05, 1.05), ylim=(n_lines - 0.4, -0.6), xticks=np.linspace(-1, 1, 5))
    ax.set_xlabel("Cliff's $\\delta$, with the sign that makes better positive", fontsize=10)
    ax.set_yticks(list(ticks), list(ticks.values()), fontsize=10)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    for tick in (tick for tick in ax.get_yticklabels() if " against " in tick.get_text()):
        tick.set_fontweight("bold")
    return figure
