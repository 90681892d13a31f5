"""Figures and tables of the page on which program made the paper's tables, and the runs that they show."""

from dataclasses import replace
from functools import lru_cache

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode import GreedyByClassByNode
from gnode.reading import READINGS
from gnode.schedule import starting_weights

from .. import store
from ..claims.card import MARKS
from ..datasets import load
from ..experiments import fidelity as switches
from ..experiments import frame_of, runs_frame
from ..forensics.grid import FACTORS, NAMED, PAPER
from ..forensics.multiverse import evidence
from ..forensics.plan import SEEDS, runs_of
from ..forensics.printed import counts
from ..forensics.stages import CELLS, counts_of
from ..forensics.witnesses import SUSPECTS_FILE, counts_of_paper, stored
from ..measures import best_match
from ..methods import METHODS, NODE_BY_NODE
from ..paper import MARGIN, TABLE_2, TABLE_3, main_runs
from ..stats import differences
from . import drawn as drawing
from . import in_rows, quietly, show_feature, tidy, turned

TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0", "not testable": "0.9"}
VERSIONS = {
    "program": ("program's\nversion", NAMED["original"]),
    "program, flat": ("program's,\nflat memory", NAMED["original, flat"]),
    "paper": ("paper's\nversion", PAPER),
    "textbook": ("textbook", NAMED["text"]),
    "probable": ("most\nprobable", NAMED["original, flat, no centring, Glorot"]),
}
"""Name -> what figures call it, and its settings."""

# Setting -> what this page calls it, and its values from the first that the program has or the text names.
CALLED: dict[str, tuple[str, dict[str, str]]] = {
    "amnesia": ("memory", {"flat": "flat", "compounding": "fading"}),
    "centring": ("mean", {"off": "kept", "on": "subtracted"}),
    "later rates": ("later rates", {"text": "the text's"} | {rate: rate for rate in ("0.01", "0.001", "0.002", "0.1")}),
    "start": ("initialisation", {"Glorot": "Glorot", "small": "small", "tenfold": "tenfold"}),
    "row order": ("order of examples", {"file": "file", "shuffled": "shuffled"}),
    "rate decay": ("rate decay", {"on": "yes", "off": "no"}),
    "later batches": ("later batches", {"1": "one", "2": "two", "20": "20"}),
    "weight decay": ("weight decay", {"output layer": "output", "everywhere": "everywhere"}),
}
TESTED = ("program", "paper", "probable")
LINE = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
NAMES = [factor.name for factor in FACTORS]
DECIDED = 0.95
LETTERS = {"font.size": 12}
PAPER_LOOK = {"marker": "D", "color": "0.15", "linestyle": "none", "markerfacecolor": "white", "zorder": 5}


@lru_cache
def scored(name):
    """Count what the runs of one of `VERSIONS` get right in Table 2, by method and factor, see `counts_of` (dict)."""
    if name == "paper":
        return counts_of_paper()
    cells = {(method, a): runs_of(VERSIONS[name][1], method, a, SEEDS["survivors"]) for method, a in CELLS}
    return {cell: next(iter(counts_of(runs, store.results_folder()).values())) for cell, runs in cells.items()}


def runs_behind(name, method, factor):
    """Gather the runs that `scored` counts for a cell (pandas.DataFrame)."""
    if name == "paper":
        return runs_frame("table2", column="paper").query("method == @method and amnesia == @factor")
    runs = runs_of(VERSIONS[name][1], method, factor, SEEDS["survivors"])
    return frame_of(store.find_all(runs, store.results_folder()))


def printed(part="test"):
    """Give the scores of the paper's Table 2 by factor (pandas.Series)."""
    return pd.Series({factor: row[part] for factor, row in TABLE_2.items()}).sort_index()


def table_2(name):
    """Tabulate the Table 2 of a version: mean test accuracy, a line a factor, a column a method (pandas.DataFrame)."""
    means = {key: of["test"].mean() / of["n_test"] for key, of in scored(name).items()}
    return pd.Series(means).unstack(level=0).sort_index()[list(NODE_BY_NODE)]


def change(scores):
    """Give the change along a least-squares line through the scores at `LINE`; of scores of many seeds, each seed's."""
    return (LINE[-1] - LINE[0]) * np.polyfit(LINE, [scores[factor] for factor in LINE], 1)[0]


def choice(point):
    """Give what a reader can choose of a version: memory, mean and initialisation, as this page calls them (tuple)."""
    return tuple(CALLED[name][1][level] for name, level in zip(NAMES, point[:3]))


def fits(chosen):
    """Put a version to three tests: GCN's scores at A = 1 and at 0 near the paper's, and features that are no noise."""
    ours, wanted = choices()[chosen]["gcn"], printed()
    return [*(abs(ours[factor] - wanted[factor]) < MARGIN for factor in (1.0, 0.0)), drawn()[chosen]["kept"] < 0.5]


def answer():
    """Draw how the pairs of mean and initial weights fare in three tests, with three features each."""
    called = ("program's version", "paper's version", "third version")
    known = {choice(VERSIONS[name][1])[1:]: (name, told) for name, told in zip(TESTED, called)}
    with drawing("No version passes all three tests", letters=LETTERS, figsize=(6.2, 4.4)) as ax:
        ax.set(xlim=(-0.64, 3), ylim=(2.02, -0.16), xticks=[], yticks=[], frame_on=False)
        for left, (start, word) in enumerate({"small": "small", "tenfold": "tenfold", "Glorot": "large"}.items()):
            ax.text(left + 0.5, -0.05, f"{word} weights", ha="center", weight="bold")
            for top, mean in enumerate(("kept", "subtracted")):
                ax.text(-0.64, top + 0.5, f"mean\n{mean}", va="center", weight="bold")
                name, label = known.get((mean, start), ("paper", ""))  # others have the paper's memory
                ax.text(left + 0.03, top + 0.14, label, style="italic")
                chosen = (choice(VERSIONS[name][1])[0], mean, start)
                of, n_of = choices()[chosen]["gcn"], choices()[chosen].attrs["n"]
                tests = [(f"A = {A:g}: {of[A]:.3f}", n_of[A]) for A in (1.0, 0.0)] + [("features", None)]
                for line, (fit, (words, n)) in enumerate(zip(fits(chosen), tests)):
                    verdict, at = "reproduced" if fit else "not reproduced", top + 0.18 + 0.18 * line
                    look = {"fc": TINTS[verdict], "alpha": 0.4 if n in (0, 1) else 1}
                    ax.add_patch(plt.Rectangle((left + 0.03, at), 0.94, 0.16, **look))
                    ax.text(left + 0.07, at + 0.085, f"{MARKS[verdict]} {words}", va="center")
                for i, feature in enumerate(shown(chosen)[:3]):
                    box = (left + 0.03 + 0.32 * i, top + 0.73, 0.3, 0.24)
                    show_feature(ax.inset_axes(box, transform=ax.transData), feature)


FOLD, SQUEEZE = 0.9, 0.06
"""Below this accuracy the axis is squeezed by this factor: differences above it count, and collapses stay on it."""


def over_the_paper(ax, means):
    """Draw a Table 2 over the paper's."""
    of_paper = printed()
    ax.plot(of_paper.index, of_paper, markersize=6, label="paper", **PAPER_LOOK)
    for name in means:
        method, of = METHODS[name], means[name]
        look = {"color": method.colour, "marker": method.marker, "markersize": 4.5}
        ax.plot(of.iloc[1:], label=method.label, **look)
        ax.plot(of.iloc[:1], **look)  # nothing was tried between 0 and 0.4
    ax.set_yscale("function", functions=(_by(SQUEEZE), _by(1 / SQUEEZE)))
    ax.axhspan(0.5, FOLD, color="0.93", zorder=0)
    ax.set(ylim=(0.5, 0.945), xlim=(-0.06, 1.06), yticks=[0.5, 0.7, 0.9, 0.91, 0.92, 0.93, 0.94])
    ax.set_xticks([0, 0.4, 0.7, 1], ["0", "0.4", "0.7", "1"])
    tidy(ax, "y")


def _by(factor):
    """Make the function that stretches what lies below the fold."""
    return lambda score: np.where(score < FOLD, FOLD + factor * (score - FOLD), score)


@lru_cache
def choices():
    """Read the tables of the versions that a reader can choose, with GCN's runs, by memory, mean and start (dict)."""
    stored, found = store.read_json(store.results_folder() / SUSPECTS_FILE, "`gnode report --write` writes it."), {}
    for of in stored["versions"]:  # the last one is the paper's, which differs in two more settings from the program
        if of["point"][-2:] == ["text", "1"]:
            means = {method: [cell["mean"] for cell in of[method]] for method in NODE_BY_NODE}
            of_choice = found[choice(of["point"])] = pd.DataFrame(means, index=stored["factors"])
            of_choice.attrs["n"] = {factor: cell["n"] for factor, cell in zip(stored["factors"], of["gcn"])}
    return found


def pick(memory, mean, initialisation):
    """Draw the table of the version with three settings over the paper's, how it fares in the tests, and features."""
    title, chosen = f"{memory} memory, mean {mean}, {initialisation} initial weights", (memory, mean, initialisation)
    with drawing(title, letters=LETTERS, figsize=(5.6, 3.9)) as ax:
        over_the_paper(ax, choices()[chosen])
        at_1, at_0, digits = ["✔" if fit else "✘" for fit in fits(chosen)]
        ax.set(xlabel="amnesia factor A", ylabel="test accuracy")
        for left, told in ((0, f"{at_0} A = 0"), (1, f"{at_1} A = 1"), (1.24, f"{digits} features")):
            ax.text(left, 1.14 if left > 1 else 1.02, told, ha="center", transform=ax.get_xaxis_transform())
        for i, feature in enumerate(shown(chosen)):
            show_feature(ax.inset_axes((0.1 * i, 1.1, 0.096, 0.14)), feature)
        ax.figure.legend(*ax.get_legend_handles_labels(), loc="outside right center", frameon=False)


def suspects(method="gcn", factor=1.0):
    """Count the test images that runs of both versions get right, and those that the paper's score allows, of n."""
    cells = {name: scored(name)[method, factor] for name in ("program", "paper")}
    right, n_test = {name: of["test"] for name, of in cells.items()}, cells["program"]["n_test"]
    return right, counts(TABLE_2[factor]["test"], n_test)[0], n_test


def counted():
    """Draw how many test images GCN gets right at A = 1 under both versions, with the counts that .923 allows."""
    right, allowed, n_test = suspects()
    with drawing("Which version could have printed the score?", letters=LETTERS, figsize=(6.2, 2.9)) as ax:
        ax.axvspan(min(allowed) - 0.5, max(allowed) + 0.5, color="#E9BD55", zorder=0)
        ax.text(np.mean(allowed), -0.58, f"printed: {TABLE_2[1.0]['test']:.3f}", ha="center", va="bottom")
        for place, of in enumerate(right.values()):
            inside = np.isin(of, allowed)
            heights = place + np.linspace(-0.24, 0.24, len(of))
            ax.plot(of[~inside], heights[~inside], "o", color="0.45", markersize=5, markeredgewidth=0, alpha=0.8)
            ax.plot(of[inside], heights[inside], "o", color="black", markersize=7)
            ax.text(1.01, place, f"{inside.sum()} of {len(of)}", transform=ax.get_yaxis_transform(), va="center")
        in_rows(ax, [VERSIONS[name][0] for name in right])
        ax.set(ylim=(len(right) - 0.5, -0.55), xlabel=f"test images classified correctly, of {n_test:,}")
        ax.grid(axis="x", color="0.93")
        ax.set_axisbelow(True)


# Switch of the experiment "fidelity" -> what this page calls it.
SWITCHES = {
    "flat amnesia": "flat memory",
    "no centring": "mean kept",
    "Glorot start": "Glorot's initialisation",
    "no rate decay": "no rate decay",
    "shuffled rows": "examples shuffled",
    "weight decay everywhere": "weight decay everywhere",
    "batches of 2": "later batches of 2",
    "batches of 20": "later batches of 20",
}


@lru_cache
def changes():
    """Compare test accuracy of each switch with the program's, seed by seed: mean, low, high by method and switch."""
    runs = runs_frame("fidelity")
    found = {name: differences(switches.of_method(runs, name), "switch", "original", "test") for name in NODE_BY_NODE}
    return pd.concat(found, names=["method"])


def one_at_a_time():
    """Draw the change of test accuracy that each setting makes alone."""
    frame = changes()
    shown = frame[frame.index.get_level_values("switch").isin(SWITCHES)]
    largest = shown["mean"].abs().groupby("switch").max().sort_values(ascending=False)
    with drawing("Batch size aside, no single setting matters much", letters=LETTERS, figsize=(6.2, 3.7)) as ax:
        ax.axvspan(-MARGIN, MARGIN, color="0.93", zorder=0)
        ax.axvline(0, color="0.35", linewidth=0.8)
        for shift, name in zip((-0.17, 0.17), NODE_BY_NODE):
            method, of = METHODS[name], shown.loc[name].loc[largest.index]
            look = {"fmt": method.marker, "color": method.colour, "markersize": 6, "elinewidth": 1.4}
            spread = [of["mean"] - of["low"], of["high"] - of["mean"]]
            ax.errorbar(of["mean"], np.arange(len(largest)) + shift, xerr=spread, label=method.label, **look)
        in_rows(ax, [SWITCHES[switch] for switch in largest.index])
        ax.set_xlabel("change of test accuracy")
        ax.legend(loc="lower left", frameon=False)


@lru_cache
def witnesses():
    """Read what the tables say of the settings (dict, see `study.forensics.witnesses.what_witnesses_say`)."""
    return stored(store.results_folder())


def weighed(witness="test scores"):
    """Give the probability of each value of each setting, as this page calls them, before and after the tables."""
    after = witnesses()["witnesses"][witness]["settings"]
    before = {factor.name: {level.name: level.prior for level in factor.levels} for factor in FACTORS}
    rows = {
        (called, word): {"before": before[name][value], "after": after[name][value]}
        for name, (called, values) in CALLED.items()
        for value, word in values.items()
    }
    return pd.DataFrame(rows).T.rename_axis(["setting", "value"])


SAID = {
    "amnesia": ("flat", "fading"),
    "centring": ("–", "subtracted"),
    "start": ("–", "small"),
    "rate decay": ("not significant", "yes"),
    "row order": ("stochastic", "file"),
    "weight decay": ("all stages", "output"),
    "later rates": ("0.002, 0.001", "–"),
    "later batches": ("–", "20 or 2"),
}


def settings():
    """Tabulate the eight open settings: what text / program say, and the values of the versions (pandas.DataFrame)."""
    shown = {"probable": "most probable", "paper": "paper's", "program": "program's", "textbook": "textbook"}
    rows = []
    for factor, said in SAID.items():
        called, values = CALLED[factor]
        row = {"setting": f"**{called}**", "text / program": " / ".join(said)}
        rows.append(row | {told: values[VERSIONS[name][1][NAMES.index(factor)]] for name, told in shown.items()})
    return pd.DataFrame(rows)


@lru_cache
def distances():
    """Give how far Table 3 is from each version: root mean square over the sets, by version and method."""
    called = {"mended": "program", "text": "textbook", "original, flat": "program, flat"}
    called |= {"original, flat, no centring, Glorot": "probable"}
    rows = pd.DataFrame(witnesses()["table_3"]).replace(called)
    return rows.set_index(["version", "method"])["rms"].unstack()[list(NODE_BY_NODE)]


def table_3():
    """Tabulate the `distances` of GCN with its score on two sets that separate the versions (pandas.DataFrame)."""
    separate, of_sets = ("madelon", "isolet"), on_sets()
    rows = []
    for name, (called, _) in VERSIONS.items():
        scores = {dataset.upper(): f"{of_sets[dataset][name, 'gcn']:.3f}" for dataset in separate}
        rows.append({"version": called.replace("\n", " "), "rms": f"{distances()['gcn'][name]:.3f}"} | scores)
    scores = {dataset.upper(): f"{TABLE_3[dataset]['gcn'][1]:.3f}" for dataset in separate}
    return pd.DataFrame([*rows, {"version": "*the paper*", "rms": "0"} | scores])


@lru_cache
def on_sets():
    """Gather the mean test accuracy on each set of Table 3: a line a version and method (pandas.DataFrame)."""
    found = {}
    for name, (_, point) in VERSIONS.items():
        ours = name in ("paper", "program")
        frame = runs_frame("table3", column=name) if ours else evidence(point, store.results_folder())("table3").data
        for method in NODE_BY_NODE:
            means = main_runs(frame[frame["method"] == method]).groupby("dataset")["test"].mean()
            found[name, method] = means[list(TABLE_3)]
    return pd.DataFrame(found).T


N_NODES, FIRST_SHOWN = 200, 20


@lru_cache
def drawn():
    """Train GCN on 16 x 16 digits in each of `choices`; `kept` is a feature's correlation with its beginning (dict)."""
    digits, found = load("mnist16"), {}
    starts = {"small": {}, "tenfold": {"initialisation_scale": 10.0}, "Glorot": {"initialisation": "glorot"}}
    for memory, mean, start in choices():
        of = READINGS["paper" if (mean, start) == ("kept", "small") else "mended"]
        reading = replace(of, memory=memory, centring=mean == "subtracted", **starts[start])
        layer = GreedyByClassByNode(N_NODES, amnesia=0.4, random_state=0, reading=reading)
        features = quietly(layer, digits.X_train, digits.y_train).components_
        n_features = features.shape[1]
        before, *_ = starting_weights(reading, "GCN", N_NODES, n_features, n_features, 0)
        kept = np.median([np.corrcoef(one, other)[0, 1] for one, other in zip(features, before)])
        found[memory, mean, start] = {"features": features, "kept": float(kept)}
    return found


def shown(chosen):
    """Give ten features of a version, one of each class, turned (array)."""
    return turned(drawn()[chosen]["features"][FIRST_SHOWN : FIRST_SHOWN + 10])


def matches(*versions):
    """Give how well features of versions, and noise, match an image of a digit at best: medians (list)."""
    rows, noise = load("mnist16").X_train, np.random.default_rng(0)
    layers = [drawn()[chosen]["features"] for chosen in versions]
    return [float(np.median(best_match(of, rows))) for of in (*layers, noise.standard_normal((N_NODES, rows.shape[1])))]
