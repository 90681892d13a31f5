"""What the page on other ways to make features shows: gains in a linear probe, and what each way costs and keeps."""

from functools import cache

import pandas as pd

from ..experiments import data_label, runs_frame
from ..experiments.differences import difference_over_sets
from ..experiments.peers import CRITERIA, SETS, ranked, with_peers
from ..methods import GN, METHODS
from ..methods.others import BOLTZMANN, OWN_ROWS
from ..page import table
from ..paper import TABLE_3
from . import drawn, in_rows

LETTERS = {"font.size": 10}
RANDOM, SUMS, KMEANS = "random tanh", "mixes of GN's rows", "k-means"
NAMES = {
    "USV": "AE",
    "SV": "SUP",
    "random tanh": "random nodes",
    "mixes of GN's rows": "sums of GN's rows",
    "mixes of GCN's rows": "sums of GCN's rows",
    "PCA of GN's rows": "components of GN's rows",
    "PCA of GCN's rows": "components of GCN's rows",
}
"""Label of a way in the study -> its name here."""


@cache
def peers():
    """Gather the runs of all ways, the Boltzmann machine among them, with the column peer (pandas.DataFrame)."""
    machine = runs_frame("boltzmann", column="paper").assign(peer=BOLTZMANN.label)
    return pd.concat([with_peers(runs_frame("peers", column="paper")), machine])


@cache
def over_sets(base):
    """Tabulate what every way gains over one of them, or over "columns" (of nine sets), with its 95 % interval."""
    scores, sets = _scores(), list(TABLE_3) if base == "columns" else list(SETS)
    of_base = columns() if base == "columns" else scores.loc[base].loc[sets]
    others = [label for label in scores.index.unique(0) if label != base]
    rows = {of: difference_over_sets(scores.loc[of].loc[sets].to_numpy(), of_base.to_numpy())[:3] for of in others}
    found = pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "low", "high"])
    return found.sort_values("mean", ascending=False)


def _scores():
    """Gather accuracies: a row a way and set, a column a seed (pandas.DataFrame)."""
    return peers().pivot_table("probe_all", ["peer", "dataset"], "seed")


@cache
def columns():
    """Gather accuracies of a logistic regression on the columns themselves, a row a set, a column a seed."""
    runs = runs_frame("table3", column="paper").query("method == 'logistic' and not simulated")
    return runs.pivot(index="dataset", columns="seed", values="test").loc[list(TABLE_3), sorted(_scores())]


def seconds():
    """Give the CPU seconds that each way takes to fit all sets once, mean over seeds (pandas.Series)."""
    return peers().pivot_table("cpu_seconds", "dataset", "peer").sum()


def answer():
    """Draw what each way gains over random nodes, the largest on top, with its interval."""
    gained, letters = over_sets(RANDOM), LETTERS
    with drawn("GN gains as much as random sums, k-means more", letters=letters, figsize=(6.6, 3.6)) as ax:
        for place, (label, of) in enumerate(gained.iterrows()):
            _mark(ax, of, place, *_look(label))
        _finish(ax, [NAMES.get(label, label) for label in gained.index])
        ax.set_xlim(-0.13, 0.16)
        ax.set_xlabel("gain in accuracy over random nodes", fontsize=12)


def gains():
    """Draw what GN gains over three bases, a row a set: the mean over seeds, and a line from the worst to the best."""
    limit = 0.07  # where the axis ends on either side; beyond it a gain is an arrow with its number
    scores = _scores()
    bases = {"over the columns": columns(), "over k-means": scores.loc[KMEANS], "over random sums": scores.loc[SUMS]}
    title = "Columns win by a little on eight of nine sets, k-means by far on two"
    shape = {"figsize": (6.7, 4.4), "sharex": True, "sharey": True}
    with drawn(title, 1, 3, letters=LETTERS, **shape) as axes:
        for ax, (over, base) in zip(axes, bases.items()):
            by = (scores.loc["GN"] - base).agg(["mean", "min", "max"], axis=1).set_axis(["mean", "low", "high"], axis=1)
            for place, of in enumerate(by.loc[list(SETS)].to_dict("records")):
                if abs(of["mean"]) < limit:
                    _mark(ax, of, place, GN.colour, GN.marker)
                elif of["mean"] == of["mean"]:
                    side, align, at = (">", "right", limit) if of["mean"] > 0 else ("<", "left", -limit)
                    ax.plot(0.9 * at, place, side, color=GN.colour, markersize=8)
                    told = f"{of['mean']:+.2f}".replace("-", "\N{MINUS SIGN}")
                    ax.annotate(told, (0.75 * at, place), ha=align, va="center", fontsize=11)
            _finish(ax, [data_label(dataset) for dataset in SETS])
            ax.set_title(over, fontsize=12)
            ax.set_xlim(-limit, limit)
            ax.locator_params(axis="x", nbins=3)
        axes[0].figure.supxlabel("gain of GN in accuracy", fontsize=12)


def _mark(ax, of, place, colour, marker):
    """Draw a mean with its line, hollow where the line includes zero."""
    ax.plot([of["low"], of["high"]], [place, place], color=colour, linewidth=2.5, alpha=0.45)
    face = "white" if of["low"] <= 0 <= of["high"] else colour
    ax.plot(of["mean"], place, marker, color=colour, markerfacecolor=face, markersize=7)


def _finish(ax, names):
    """Name the rows, and draw a line at zero."""
    ax.axvline(0, color="0.6", linewidth=1, zorder=0)
    ax.tick_params(labelsize=11)
    in_rows(ax, names)


def _look(label):
    """Tell colour and marker of a way: the study's for its four methods, and one for all that is made of rows."""
    if label in ("GN", "GCN", "USV", "SV"):
        method = METHODS[label.lower()]
        return method.colour, method.marker
    return (OWN_ROWS.colour, OWN_ROWS.marker) if label.endswith("rows") else ("0.45", "D")


def ways():
    """Show what each way scores, keeps and takes."""
    of_all = peers().groupby("peer")
    means = of_all[["probe_all", "probe_10"]].mean()
    usps = peers().query("dataset == 'usps'").groupby("peer")
    rows = pd.DataFrame(
        {
            "all labels": means["probe_all"].map("{:.3f}".format),
            "10 a class": means["probe_10"].map("{:.3f}".format),
            "variance kept": peers().pivot_table("r2", "dataset", "peer").mean().map("{:.2f}".format),
            "best match": usps["best_image_median"].mean().map("{:.2f}".format),
            "seconds": seconds().map(lambda of: f"{of:.2f}" if of < 1 else f"{of:.1f}"),
        }
    ).loc[means["probe_all"].sort_values(ascending=False).index]
    _show(rows)


def _show(rows):
    """Show a table of ways by their names here."""
    table(rows.rename(index=lambda label: NAMES.get(label, label)).rename_axis("features").reset_index())


def ranks(column):
    """Show mean ranks in all five scores, with a star where no way is better by the critical difference."""
    runs, named = runs_frame("peers", column=column), dict(zip(CRITERIA, ("all labels", "10 a class", "50 a class")))
    named |= {"r2": "variance", "finetuned": "fine-tuned"}
    found = {name: ranked(runs, criterion) for criterion, name in named.items()}
    shown = {
        name: of["mean"].map("{:.1f}".format) + of["competitive"].map({True: " *", False: ""})
        for name, of in found.items()
    }
    _show(pd.DataFrame(shown).loc[found["all labels"].index].fillna("–"))
