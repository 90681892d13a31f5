"""Figures and tables of the page with all scores: the paper's beside ours, as written and by the program."""

import re
from functools import cache
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from .. import paper
from ..claims.nine_sets import decided_pairs
from ..datasets import get_record
from ..experiments import data_label, plan, runs_frame
from ..experiments.table3 import CELL_MARKS, baselines, compare
from ..methods import BASELINES, CONTROLS, COUNTERPARTS, GCN, GN, METHODS, NONE, RANDOM
from ..paper import how_met
from . import BELOW, FOUR, NAMES, beside, differences_in_rows, drawn

COLUMNS = {"paper": "as\N{NO-BREAK SPACE}written", "program": "program"}
SIX = (*FOUR, *CONTROLS)
PARTS = {"test": "test", "train": "training"}
FAR = 0.05  # from the paper, of a cell that a figure shows
MOVED = 0.02  # by the rate, of a cell that a figure shows
LOWEST = -0.105  # of the axes of the first figure
MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"


@cache
def cells(column="paper", experiment="table3"):
    """Put our scores beside the paper's, see `study.experiments.table3.compare` (pandas.DataFrame by label, method)."""
    found = compare(runs_frame(experiment, column=column), plan(experiment, column=column))
    return found.set_index(["label", "method"])


@cache
def base():
    """Score the sets without a network, see `study.experiments.table3.baselines` (pandas.DataFrame by label)."""
    found = baselines(runs_frame("table3", column="paper"), plan("table3", column="paper"))
    return found.dropna(subset=["best_paper"]).set_index("label")


@cache
def usps(column="paper"):
    """Summarise Table 1 by method: mean, sd and n of train, test, train_before and test_before (pandas.DataFrame)."""
    frame = runs_frame("table1", column=column).groupby("method")
    return frame[["train", "test", "train_before", "test_before"]].agg(["mean", "std", "count"])


@cache
def decided(column, *others):
    """Test GN and GCN on the nine sets, by set and method, see `study.claims.nine_sets.decided_pairs`."""
    pairs = [(GN, others[0]), (GCN, others[0])] if others else COUNTERPARTS
    return decided_pairs(runs_frame("table3", column=column), pairs=pairs).set_index(["dataset", "method"])


def far_from_paper():
    """Gather the cells of Table 3 farther than FAR from the paper on training or test examples (pandas.DataFrame)."""
    of = cells()[cells()["in_d1"]].dropna(subset=["test"])
    of = of.assign(first=of["train"] - of["train_paper"], second=of["test"] - of["test_paper"])
    size = of[["first", "second"]].abs().max(axis=1).sort_values(ascending=False)
    return of.loc[size.index[size > FAR]]


def moved_by_rate():
    """Gather the cells of Table 3 that the rate in all stages moves by more than MOVED (pandas.DataFrame)."""
    of, rated = cells()[cells()["in_d1"]], cells("paper", "rates")["test"]
    of = of.assign(first=of["test"] - of["test_paper"], second=rated - of["test_paper"]).dropna(subset=["second"])
    size = (of["second"] - of["first"]).abs().sort_values(ascending=False)
    return of.loc[size.index[size > MOVED]]


def _score(mean, sd=np.nan, mark=None):
    """Write a mean, its spread if there is one, and a mark (str)."""
    if np.isnan(mean):
        return "–"
    told = f"{mean:.3f}" + ("" if np.isnan(sd) else f" ± {sd:.3f}")
    return _short(told + (f" {CELL_MARKS[mark]}" if mark in CELL_MARKS else ""))


def _short(told):
    """Leave out the zero before a point, put minus signs and let nothing break (str): wide tables are to fit a page."""
    return re.sub(r"(?<![\d.])0\.", ".", told).replace("-", MINUS).replace(" ", NO_BREAK)


def _scored(of, part, printed=np.nan):
    """Write mean and spread of runs, for test scores with the mark of claim D1."""
    marked = part == "test" and not np.isnan(printed)
    mark = how_met(printed, {"mean": of["mean"], "sd": of["std"]}) if marked else None
    return _score(of["mean"], of["std"], mark)


def _compared(of):
    """Write mean, spread and mark of a cell of `cells`, for each part."""
    if not of["n"]:
        return dict.fromkeys(PARTS, "diverged")
    return {part: _score(of[part], of[f"{part}_sd"], of["how"] if part == "test" else None) for part in PARTS}


def _once(rows):
    """Name what lines have in common, in their first column, in the first of them alone (pandas.DataFrame)."""
    frame = pd.DataFrame(rows)
    of = frame.iloc[:, 0]
    return frame.assign(**{of.name: of.where(of != of.shift(), "")})


def table_1():
    """Tabulate test and training accuracy on USPS, two lines a network (pandas.DataFrame of strings)."""
    rows = []
    for name, (part, words) in product(SIX, PARTS.items()):
        printed = paper.TABLE_1.get(name, {}).get(part, np.nan)
        ours = {version: _scored(usps(column).loc[name, part], part, printed) for column, version in COLUMNS.items()}
        rows.append({"network": NAMES[name], "examples": words, "paper": _score(printed)} | ours)
    return _once(rows)


def table_1_before():
    """Tabulate accuracy on USPS before fine-tuning (pandas.DataFrame of strings)."""
    parts = [("train_before", "training"), ("test_before", "test")]
    return pd.DataFrame(
        {"network": NAMES[name]}
        | {
            f"{words}, {version}": _scored(usps(column).loc[name, part], part)
            for (part, words), (column, version) in product(parts, COLUMNS.items())
        }
        for name in (*FOUR, "random")
    )


def table_2(part):
    """Tabulate accuracy ("train" or "test") on USPS by amnesia factor, the paper's and ours (pandas.DataFrame)."""
    frames = {}
    for column in COLUMNS:
        runs = pd.concat([runs_frame(name, column=column) for name in ("table2", "low_factors")])
        frames[column] = runs.groupby(["method", "amnesia"])[part].agg(["mean", "std"])
    rows = []
    for factor in sorted(frames["paper"].index.unique("amnesia"), reverse=True):
        printed = paper.TABLE_2.get(factor, {}).get(part, np.nan)
        row = {"A": f"{factor:.1f}", "paper": _score(printed)}
        for (column, version), name in product(COLUMNS.items(), ("gn", "gcn")):
            row[f"{NAMES[name]}, {version}"] = _scored(frames[column].loc[(name, factor)], part, printed)
        rows.append(row)
    return pd.DataFrame(rows)


def table_3(part="test", experiment="table3"):
    """Tabulate accuracy on the sets of Table 3, a line of the paper and two of ours for each (pandas.DataFrame)."""
    rows = []
    for label in cells("paper", experiment).index.unique("label"):
        printed = cells("paper", experiment)[f"{part}_paper"][label]
        known = printed.notna().any()
        if known:
            rows.append({"data set": f"**{label}**"} | {NAMES[of]: _score(printed[of]) for of in FOUR})
        for column, version in COLUMNS.items():
            of_set = cells(column, experiment).loc[label]
            told = {NAMES[name]: _compared(of_set.loc[name])[part] for name in FOUR}
            rows.append({"data set": version if known else f"**{label}**, {version}"} | told)
    return pd.DataFrame(rows)


def settings_table():
    """Tabulate network, rate, classes and examples of each set (pandas.DataFrame of strings and numbers)."""
    runs = paper.main_runs(runs_frame("table3", column="paper").query("method in @FOUR"))
    rows = []
    for (dataset, kind, label), _ in cells().reset_index().groupby(["dataset", "rows", "label"], sort=False):
        record, of_set = get_record(dataset), runs[(runs["dataset"] == dataset) & (runs["rows"] == kind)]
        row = {"data set": label, "network": "-".join(map(str, record.in_paper.network)), "rate η": rates_of(of_set)}
        row |= {"A": record.in_paper.amnesia, "classes": len(record.study_names)}
        rows.append(
            row
            | {part: f"{of_set[f'n_{key}'].iloc[0]:,.0f}" for key, part in (("train", "training"), ("test", "test"))}
        )
    return pd.DataFrame(rows)


def rates_of(runs):
    """Tell the learning rate of some runs, with the methods that have it where they differ (str)."""
    rates = runs.drop_duplicates("method").groupby("learning_rate")["method"].agg(list)
    told = {f"{rate:g}": " and ".join(NAMES[name] for name in of) for rate, of in rates.items()}
    return ", ".join(rate if len(told) == 1 else f"{rate} ({who})" for rate, who in told.items())


def networks_table(label):
    """Tabulate the networks of one set, test and training accuracy (pandas.DataFrame of strings)."""
    return _once(_networks(label))


def _networks(label):
    rows = []
    for name, (part, told) in product(SIX, PARTS.items()):
        ours = {version: _compared(cells(column).loc[(label, name)])[part] for column, version in COLUMNS.items()}
        printed = _score(cells().loc[(label, name), f"{part}_paper"])
        rows.append({"network": NAMES[name], "examples": told, "paper": printed} | ours)
    return rows


def cnae9_table():
    """Tabulate the networks of CNAE-9, with GCN at the rate of the paper's text (pandas.DataFrame of strings)."""
    ((name, method, rate), printed), *_ = paper.TEXT_SCORES.items()
    rows, chosen = _networks("CNAE-9"), f"dataset == {name!r} and method == {method!r} and learning_rate == {rate!r}"
    for part, told in PARTS.items():
        row = {"network": f"{NAMES[method]}, η = {rate}", "examples": told}
        row["paper"] = _score(printed) if part == "test" else "–"
        for column, version in COLUMNS.items():
            of = runs_frame("table3", column=column).query(chosen)[part].agg(["mean", "std"])
            row[version] = _scored(of, part, printed)
        rows.append(row)
    return _once(rows)


def _difference(of):
    """Write a difference with its interval and what the test says of it (str)."""
    if not of["n"]:
        return "–"
    sign = ("▲" if of["mean"] > 0 else "▼") if of["apart"] else "=" if of["alike"] else ""
    return _short(f"{of['mean']:+.3f} [{of['low']:+.3f}, {of['high']:+.3f}] {sign}".rstrip())


def _differences_of(dataset, method, *control):
    return {version: _difference(decided(of, *control).loc[(dataset, method)]) for of, version in COLUMNS.items()}


def pairs_table():
    """Tabulate node by node minus layer by layer, the paper's and ours (pandas.DataFrame of strings)."""
    rows = []
    for (dataset, method), of in decided("paper").iterrows():
        printed = paper.TABLE_3[dataset][method][1] - paper.TABLE_3[dataset][of["other"]][1]
        row = {"data set": data_label(dataset), "pair": _short(f"{NAMES[method]} - {NAMES[of['other']]}")}
        row["paper"] = _short(f"{round(printed, 3) + 0.0:+.3f}")
        rows.append(row | _differences_of(dataset, method))
    return _once(rows)


def controls_table():
    """Tabulate node by node minus each control, as written and by the program (pandas.DataFrame of strings)."""
    rows = []
    for (dataset, method), control in product(decided("paper").index, (NONE, RANDOM)):
        row = {"network": _short(f"{NAMES[method]} on ") + data_label(dataset), "minus": control.name}
        rows.append(row | _differences_of(dataset, method, control))
    return _once(rows)


def base_table():
    """Tabulate what no network scores and the paper's best, ✔ if that beats both clearly (pandas.DataFrame)."""
    runs = runs_frame("table3", column="paper").query("not simulated")
    rows = []
    for label, of in base().iterrows():
        row = {"data set": label}
        for name, words in zip(BASELINES, ("largest class", "logistic regression")):
            scores = runs["test"][(runs["dataset"] == of["dataset"]) & (runs["method"] == name)]
            row[words] = _score(scores.mean(), np.nan if scores.std() < 1e-9 else scores.std())
        row["paper's best"] = _short(f"{of['best_paper']:.3f} {'✔' if of['informative'] else '✘'}")
        best = cells()["test"][label][list(FOUR)]
        row["our best network"] = _short(f"{best.max():.3f} ({NAMES[best.idxmax()]})")
        rows.append(row)
    return pd.DataFrame(rows)


def without_pretraining_table():
    """Tabulate training and test accuracy of the controls, two lines a set (pandas.DataFrame of strings)."""
    rows = []
    for label, (column, version) in product(cells().index.unique("label"), COLUMNS.items()):
        row = {"data set": label, "whose": version}
        for name, part in product(CONTROLS, ("train", "test")):
            of = cells(column).loc[(label, name)]
            row[f"{NAMES[name]}, {PARTS[part]}"] = _score(of[part], of[f"{part}_sd"])
        rows.append(row)
    return _once(rows)


def answer():
    """Draw our test scores on the nine sets minus the paper's, a panel a version, filled where the criterion is met."""
    title, letters = "More than half of Table 3's scores come out", {"font.size": 12.5}
    with drawn(title, 1, 2, letters=letters, figsize=(6.3, 3.6), sharey=True, sharex=True) as axes:
        for ax, (column, version) in zip(axes, COLUMNS.items()):
            of = cells(column)[cells(column)["in_d1"]].rename(index={"CANCER, Diagnostic": "CANCER"}, level="label")
            order = [label.removesuffix(" (part)") for label in of.index.unique("label")]
            differences_in_rows(ax, order)
            n_beyond = np.zeros(len(order), int)
            for shift, name in zip((-0.27, -0.09, 0.09, 0.27), FOUR):
                method, cell = METHODS[name], of.xs(name, level="method")
                gap = (cell["test"] - cell["test_paper"]).to_numpy()
                for place in np.flatnonzero(~np.isnan(gap)):
                    value, how = gap[place], cell["how"].iloc[place]
                    face = "white" if how == "missed" else method.colour
                    look = {"color": method.colour, "markerfacecolor": face, "markersize": 6.5, "linestyle": "none"}
                    marker = method.marker if value >= LOWEST else "<"
                    ax.plot(max(value, LOWEST), place + shift, marker, zorder=3, **look)
                    if value < LOWEST:
                        at, offset = (LOWEST, place + 0.1), (8 + 32 * n_beyond[place], 0)
                        named = {"va": "center", "fontsize": 11.5, "color": method.colour, "fontweight": "bold"}
                        beside(ax, _short(f"{value:.2f}"), at, offset, **named)
                        n_beyond[place] += 1
            n_met = int(of["met"].astype(bool).sum())
            ax.set_title(f"{'by the program' if column == 'program' else version}: {n_met} of {len(of)}")
            ax.set_xlabel(f"test accuracy, ours {MINUS} paper's")
            ax.set(xlim=(LOWEST - 0.012, 0.085), xticks=[-0.1, -0.05, 0, 0.05])
            ax.set_xticklabels([f"{MINUS}.10", f"{MINUS}.05", "0", "+.05"])
        looks = ({"marker": METHODS[of].marker, "color": METHODS[of].colour, "label": NAMES[of]} for of in FOUR)
        _legend(axes[0].figure, looks)


def fit_figure():
    """Draw training and test scores minus the paper's, of the cells that are far from it."""
    title = "Far-off scores are off on the training examples already"
    _two_gaps(far_from_paper(), title, "accuracy, ours minus the paper's", ("training", "test"))


def rates_figure():
    """Draw test scores minus the paper's, with the rate in pre-training alone and in all stages."""
    title, names = "With the rate in all stages GN and GCN lose ISOLET", ("rate in pre-training", "rate in all stages")
    _two_gaps(moved_by_rate(), title, "test accuracy, ours minus the paper's", names)


def _two_gaps(gaps, title, xlabel, names):
    """Draw the columns first (hollow) and second (filled) of the cells, the largest on top."""
    labels = [f"{NAMES[name]} on {label.split(' (')[0].split(',')[0]}" for label, name in gaps.index]
    letters = {"font.size": 12}
    with drawn(title, letters=letters, figsize=(6.6, 0.32 * len(gaps) + 1.8)) as ax:
        differences_in_rows(ax, labels)
        for place, ((_, name), of) in enumerate(gaps.iterrows()):
            method = METHODS[name]
            look = {"color": method.colour, "marker": method.marker, "markersize": 7.5, "linestyle": "none"}
            ax.plot([of["first"], of["second"]], [place] * 2, color=method.colour, linewidth=1.6)
            ax.plot(of["first"], place, markerfacecolor="white", zorder=3, **look)
            ax.plot(of["second"], place, zorder=3, **look)
        ax.set_xlabel(xlabel)
        look = {"marker": "o", "color": "0.3"}
        _legend(ax.figure, [look | {"markerfacecolor": face, "label": of} for of, face in zip(names, ("white", "0.3"))])


def _legend(figure, looks):
    marks = [plt.Line2D([], [], linestyle="none", **look) for look in looks]
    figure.legend(handles=marks, ncols=len(marks), handletextpad=0.1, **BELOW)
