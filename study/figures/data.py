"""Figures and tables of the page on the data sets, and what their printed scores say of the test sets behind them."""

from functools import cache
from math import ceil

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.ticker import MultipleLocator, PercentFormatter

from .. import paper
from ..datasets import get_record, load, names
from ..datasets.sets.chess import DEPTHS, compute_table
from ..experiments import runs_frame
from ..experiments.set_tables import n_rows, short_title
from ..forensics.printed import fits, n_fitting, sizes_that_fit
from . import beside, drawn, feature_lines, in_rows, show_image

LETTERS = {"font.size": 12, "axes.titlesize": 13}
PIECES = "\u2654\u2656\u265a"  # white king, white rook, black king
WITHOUT_FILES = {
    "scikit-learn": "comes with scikit-learn",
    "computed": "computed",
    "simulated": "simulated",
    "this repository": "comes with this repository",
}
N_DRAWS = 5_000
LOWEST = 900  # thousandths: random scores are drawn from here to 0.999


def sizes_of(n_examples, low=20, high=40):
    """List the sizes of a test set from low to high % of the examples (range)."""
    return range(-(-n_examples * low // 100), n_examples * high // 100 + 1)


@cache
def candidates():
    """List the sets whose test set is in doubt: name -> examples, printed test scores, printed training scores."""
    train, test = zip(*paper.TABLE_3["cancer"].values())
    train_cnae9, test_cnae9 = zip(*paper.TABLE_3["cnae9"].values())
    original = get_record("cancer_original")
    complete = n_rows(original) - original.forms[0].holds.n_missing
    return {
        "CANCER, Original": (n_rows(original), test, train),
        "CANCER, Original, complete": (complete, test, train),
        "CANCER, Diagnostic": (n_rows(get_record("cancer")), test, train),
        "CNAE-9": (n_rows(get_record("cnae9")), (*test_cnae9, paper.TEXT_SCORES["cnae9", "gcn", 0.15]), train_cnae9),
    }


def fits_by_chance(n_examples, n_test, n_train, sizes):
    """Tell for each draw of as many random scores whether some size of the test set fits them all (ndarray of bool)."""
    units = range(LOWEST, 1000)
    drawn = np.random.default_rng(0).integers(len(units), size=(N_DRAWS, n_test + n_train))
    fit_all = np.ones((len(sizes), N_DRAWS), dtype=bool)
    for part, columns in ((sizes, drawn.T[:n_test]), ([n_examples - n for n in sizes], drawn.T[n_test:])):
        fit = np.array([[fits(unit / 1000, n) for unit in units] for n in part])
        for column in columns:
            fit_all &= fit[:, column]
    return fit_all.any(axis=0)


@cache
def by_chance(low=20, high=40):
    """Give the share of draws with a size that fits: candidate -> by test scores, by all; "any of CANCER" -> by all."""
    found, draws = {}, []
    for name, (n, test, train) in candidates().items():
        sizes = sizes_of(n, low, high)
        n_test, n_train = (len({*of} - {1.0}) for of in (test, train))  # a score of 1 says nothing
        of_all = fits_by_chance(n, n_test, n_train, sizes)
        found[name] = fits_by_chance(n, n_test, 0, sizes).mean(), of_all.mean()
        if name.startswith("CANCER"):
            draws.append(of_all)
    return found | {"any of CANCER": np.any(draws, axis=0).mean()}


@cache
def digits(low=20, high=40):
    """List the sizes of the test set that fit: candidate -> by its test scores, by all its scores (two lists)."""
    return {
        name: (sizes_that_fit(test, sizes_of(n, low, high)), sizes_that_fit(test, sizes_of(n, low, high), train, n))
        for name, (n, test, train) in candidates().items()
    }


def digits_table():
    """Tabulate the sizes that fit, and how often some size fits random scores (pandas.DataFrame of strings)."""
    chance = by_chance()
    return pd.DataFrame(
        {
            "data set": name,
            "examples": candidates()[name][0],
            "sizes that fit the test scores": len(of_test),
            "by chance": f"{chance[name][0]:.0%}",
            "sizes that fit all scores": ", ".join(map(str, of_all)) or "none",
            "by chance ": f"{chance[name][1]:.0%}",
        }
        for name, (of_test, of_all) in digits().items()
    )


def _of_sets(row):
    """Tabulate what `row` makes of each record, the set's name before it (pandas.DataFrame)."""
    records = map(get_record, names())
    return pd.DataFrame({"data set": short_title(record)} | row(record) for record in records)


def _told(text):
    """Say what a record tells in the words of the pages (str)."""
    for word, other in (("original program", "program"), ("rows", "examples"), ("for SV", "for supervised layers")):
        text = text.replace(word, other)
    return text


def differences_table():
    """Tell for each of the paper's sets whose sizes differ what the records know of the reason (pandas.DataFrame)."""
    return pd.DataFrame(
        {"data set": short_title(record), "why the paper's size may differ": _told(record.differences)}
        for record in map(get_record, paper.TABLE_3)
        if not all(same for *_, same in paper.sizes_beside_files(record).values())
    )


def homes_table():
    """Tabulate where each set comes from and what there is without its files (pandas.DataFrame, in Markdown)."""

    def home(record):
        kept = [form.source for form in record.forms if form.source]
        link = f"[{record.home.split('/')[2]}]({record.home})"
        link += f", [doi](https://doi.org/{record.doi})" if record.doi else ""
        without = WITHOUT_FILES[kept[0]] if kept else "–"
        return {"for `load`": record.name, "home": link, "licence": record.license, "without files": without}

    return _of_sets(home)


def parts_table():
    """Tabulate the forms that hold only a part of a set (pandas.DataFrame, in Markdown)."""
    return pd.DataFrame(
        {"data set": short_title(record), "its `form`": form.name, "holds": _told(form.part)}
        for record in map(get_record, names())
        for form in record.forms
        if form.part
    )


def splits_table():
    """Tabulate training and test examples of each whole set, and why these are tested (pandas.DataFrame)."""

    def split(record):
        size = record.split.test_size or sum(record.study_counts(record.forms[0])[1])
        n_test = ceil(size * n_rows(record)) if size < 1 else size
        shown = {"training": f"{n_rows(record) - n_test:,}", "test": f"{n_test:,}"}
        return shown | {"why these test examples": _told(record.split.why)}

    return _of_sets(split)


def scalings_table():
    """Tabulate how columns are scaled and why, sets with the same reason together (pandas.DataFrame)."""
    frame = _of_sets(lambda record: {"scaling": record.scaling, "why": _told(record.scaling_why)})
    found = frame.groupby(["scaling", "why"], sort=False).agg(", ".join).reset_index()
    return found.rename(columns={"data set": "data sets"})[["data sets", "scaling", "why"]]


@cache
def balance():
    """Put the largest class (scored on the test examples, or on all) and a logistic regression beside the paper's."""
    runs = runs_frame("table3", column="paper").query("not simulated and method == 'logistic'")
    logistic = runs.groupby("dataset")["test"].mean()
    scores = {"usps": [row["test"] for row in paper.TABLE_1.values()]}
    scores |= {name: [test for _, test in row.values()] for name, row in paper.TABLE_3.items()}
    rows = {}
    for name, printed in scores.items():
        record = get_record(name)
        counts, test_counts = map(np.array, record.study_counts(record.forms[0]))
        shares = counts if test_counts.ndim == 0 else test_counts
        rows[name] = {
            "label": short_title(record),
            "classes": len(record.study_names),
            "name": record.study_names[counts.argmax()],
            "majority": shares[counts.argmax()] / shares.sum(),
            "logistic": logistic.get(name, np.nan),
            "lowest": min(printed),
            "best": max(printed),
        }
    return pd.DataFrame(rows).T


def majority_table():
    """Tabulate the largest class, a logistic regression and the paper's scores (pandas.DataFrame of strings)."""
    return pd.DataFrame(
        {
            "data set": of.label,
            "classes": of.classes,
            "largest class": of.name,
            "its score": f"{of.majority:.3f}",
            "logistic regression": "–" if np.isnan(of.logistic) else f"{of.logistic:.3f}",
            "paper's four": f"{of.lowest:.3f} to {of.best:.3f}",
        }
        for of in balance().itertuples()
    )


def answer():
    """Draw for each size of CANCER's test set how many of the paper's eight scores it can give, a strip a candidate."""
    chosen = {name: of for name, of in candidates().items() if name.startswith("CANCER")}
    title, shape = "Only the Diagnostic set can give the paper's scores", {"figsize": (6.4, 3.6), "sharex": True}
    with drawn(title, len(chosen), **shape) as axes:
        for ax, (name, (n, test, train)) in zip(axes, chosen.items()):
            counts = pd.Series({size: n_fitting(test, size) + n_fitting(train, n - size) for size in sizes_of(n)})
            n_scores = len(test) + len(train)
            whole = counts == n_scores
            ax.bar(counts.index / n, counts, width=1 / n, color=np.where(whole, "black", "0.78"))
            ax.axhline(n_scores, color="0.6", linestyle=":", linewidth=0.8, zorder=0)
            ax.set(ylim=(0, 1.75 * n_scores))
            ax.set_yticks([n_scores], [f"all {n_scores}"])
            ax.tick_params(axis="y", length=0, labelleft=False, labelright=True)
            ax.spines["left"].set_visible(False)
            ax.set_ylabel(f"{name.split(', ')[-1]}\n{n} examples", rotation=0, ha="right", va="center")
            fit = list(counts.index[whole])
            if fit:
                at = fit[-1] / n, 1.42 * n_scores
                beside(ax, f"{fit[0]} to {fit[-1]} give all", at, (6, 0), va="center", fontweight="bold")
            else:
                ax.text(0.99, 0.95, "no size gives all", transform=ax.transAxes, ha="right", va="top")
        axes[-1].xaxis.set_major_locator(MultipleLocator(0.05))
        axes[-1].xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes[-1].set_xlabel("share of the examples in the test set")


def largest_class():
    """Draw what the largest class scores on each set, a bar, and the paper's best score, a dot."""
    frame = balance()
    numbers = ["majority", "logistic", "lowest", "best"]
    frame = frame.astype(dict.fromkeys(numbers, float))
    frame = frame.loc[(frame["best"] - frame["majority"]).sort_values(ascending=False).index]
    places = np.arange(len(frame))
    title = "On BANK and POKER the largest class does nearly as well"
    with drawn(title, letters=LETTERS, figsize=(6.4, 4.2)) as ax:
        ax.barh(places, frame["majority"], color="0.85", edgecolor="0.4", linewidth=0.6)
        ax.hlines(places, frame["lowest"], frame["best"], color="black", linewidth=2)
        ax.plot(frame["best"], places, "o", color="black", markersize=7)
        ax.plot(frame["logistic"], places, "|", color="#C0504D", markersize=17, markeredgewidth=2.5)
        beside(ax, "largest class", (frame["majority"].iloc[0], 0), (7, 0), va="center", color="0.25")
        beside(ax, "paper's four", (frame["lowest"].iloc[0], 0), (-9, 0), ha="right", va="center", color="0.25")
        at = frame["logistic"]["chess"], frame.index.get_loc("chess")
        beside(ax, "logistic regression", at, (7, 0), va="center", color="#A03A35")
        in_rows(ax, frame["label"])
        ax.set(xlim=(0, 1.02), ylim=(len(frame) - 0.4, -0.6), xlabel="test accuracy")


def two_digits():
    """Draw a training image of each class of the 8 x 8 digits and of MNIST at 16 x 16."""
    lines = {}
    for name, label in (("digits", "8 × 8"), ("mnist16", "16 × 16")):
        data = load(name)
        lines[label] = [data.X_train[np.flatnonzero(data.y_train == k)[1]] for k in range(10)]
    feature_lines(lines, width=6.8, show=show_image)
    plt.show()


chess_table = cache(compute_table)


def chess_boards():
    """Draw a position of each of the four classes that the paper keeps."""
    table = chess_table()
    of_class = {name: np.flatnonzero(table.y == DEPTHS.index(name)) for name in get_record("chess").study_names}
    squares = np.add.outer(np.arange(8), np.arange(8)) % 2
    with plt.rc_context(LETTERS):
        axes = plt.subplots(1, len(of_class), figsize=(6.6, 2.2), layout="constrained")[1]
        for ax, (title, rows) in zip(axes, of_class.items()):
            ax.imshow(squares, cmap="gray", vmin=-5, vmax=1.2, origin="lower")
            position = np.reshape(table.X[rows[len(rows) // 2]], (3, 2)).astype(int) - 1
            for piece, (file, rank) in zip(PIECES, position):
                ax.text(file, rank, piece, size=19, ha="center", va="center")
            ax.set(xticks=range(8), xticklabels="abcdefgh", yticks=range(8), yticklabels=range(1, 9))
            ax.set_title(title)
            ax.tick_params(length=0, labelsize=11)
    plt.show()
