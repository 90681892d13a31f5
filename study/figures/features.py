"""Figures of the page on what the nodes learn, and the small layers that it trains while it runs."""

import warnings
from dataclasses import replace
from functools import cache
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display
from matplotlib.layout_engine import ConstrainedLayoutEngine

from gnode import (
    GreedyByClassByNode,
    GreedyByNode,
    LayerwiseAutoencoder,
    LayerwiseSupervisedEncoder,
    OwnRowsPCA,
    SaturationWarning,
)
from gnode.reading import READINGS

from ..claims.features import LABELS, RECOGNISABLE, effects
from ..claims.scale import on_scale
from ..datasets import load
from ..experiments import nodes_frame, runs_frame
from ..experiments.controls import controls_nodes
from ..measures import best_match
from ..methods import COUNTERPARTS, METHODS
from ..page import table
from ..store import load_features
from .images import nine_nodes, show_feature, turned
from .quiz import load_quiz

__all__ = [
    "NAMES",
    "QUIZ",
    "TEN",
    "after_epochs",
    "among_sums",
    "answer",
    "autoencoder",
    "blocks",
    "by_epochs",
    "compared",
    "components",
    "digits",
    "directions",
    "effects_shown",
    "effects_table",
    "extent",
    "feature_lines",
    "few_examples",
    "few_or_many",
    "greedy",
    "held_out",
    "judged",
    "match",
    "medians_of_cells",
    "medians_table",
    "most_readable",
    "nine_of_each",
    "noise",
    "of_the_quiz",
    "on_the_scale",
    "places",
    "planes",
    "quiz",
    "row_components",
    "sums_of",
    "supervised",
    "without_mean",
]

NAMES = {"usv": "AE", "sv": "SUP", "gn": "GN", "gcn": "GCN", "pca": "PCA"}
LETTERS = {"font.size": 13, "axes.titlesize": 13}

N_NODES, SEED, FEW_EPOCHS = 200, 0, 30
FEW_NODES = 13  # so that a node of GN may see 384 of 5,000 examples

# Classes are no methods; these colours can be told apart by people who do not see all colours.
CLASS_COLOURS = ("#4477AA", "#EE6677", "#228833", "#AA3377", "#C8A415")


# Layers on digits of MNIST at 16 x 16 ---------------------------------------------------------------------------------


@cache
def digits():
    """Give the training images of MNIST at 16 x 16 and their classes."""
    data = load("mnist16")
    return data.X_train, data.y_train


@cache
def greedy(name="gn", n_nodes=N_NODES, epochs=300):
    """Train a layer node by node, as the paper writes it."""
    layer = {"gn": GreedyByNode, "gcn": GreedyByClassByNode}[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SaturationWarning)  # after few epochs most nodes hardly vary
        return layer(n_nodes, max_epochs=epochs, reading="paper", random_state=SEED).fit(*digits())


@cache
def autoencoder(epochs, n_examples=None):
    """Train an auto-encoder on all images, or on the first of them in a drawn order, without weight decay."""
    X, _ = digits()
    drawn = np.random.default_rng(SEED).permutation(len(X))[:n_examples]
    reading = replace(READINGS["paper"], weight_decay="nowhere")
    return LayerwiseAutoencoder(N_NODES, max_epochs=epochs, reading=reading, random_state=SEED).fit(X[drawn])


@cache
def few_or_many(n_examples, epochs):
    """Train GN on pieces of the ranking that are all as large as the usual ones, or cut down to some drawn examples."""

    def partition(X, errors, n_subsets):
        pieces = np.array_split(np.argsort(errors, kind="stable"), n_subsets)
        rng = np.random.default_rng(SEED)
        return [np.sort(rng.choice(piece, n_examples, replace=False)) for piece in pieces]

    layer = GreedyByNode(FEW_NODES, partition=partition, max_epochs=epochs, reading="paper", random_state=SEED)
    return layer.fit(digits()[0])


@cache
def supervised(epochs=10):
    """Train a supervised layer for some epochs."""
    settings = {"max_epochs": epochs, "reading": "paper", "random_state": SEED}
    return LayerwiseSupervisedEncoder(N_NODES, **settings).fit(*digits())


@cache
def sums_of(name="gn", with_mean=False):
    """Add up the examples of each node, less their mean or with it, with random weights: no training (ndarray)."""
    X, _ = digits()
    rng = np.random.default_rng(SEED)
    parts = [X[rows] - (0 if with_mean else X[rows].mean(axis=0)) for rows in greedy(name).subsets_]
    return np.array([rng.standard_normal(len(part)) @ part for part in parts])


def without_mean(features):
    """Take out of features made of GN's examples what each has of the mean of its examples (ndarray)."""
    X, _ = digits()
    means = np.array([X[rows].mean(axis=0) for rows in greedy("gn").subsets_])
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    return features - np.sum(features * means, axis=1, keepdims=True) * means


@cache
def row_components(name="gn"):
    """Give the first principal component of the examples of each node (ndarray)."""
    X, y = digits()
    partition = {"gn": "error", "gcn": "class"}[name]
    return OwnRowsPCA(N_NODES, partition=partition, random_state=SEED).fit(X, y).components_


@cache
def noise():
    """Draw weights at random, without any image (ndarray)."""
    return np.random.default_rng(SEED).standard_normal((N_NODES, digits()[0].shape[1]))


def match(weights):
    """Give the median over the nodes of the best match with a training image."""
    return float(np.median(best_match(weights, digits()[0])))


@cache
def held_out():
    """Match sums, trained features and noise with images that no layer has seen (dict of str to float)."""
    unseen = load("mnist16").X_test
    kinds = {
        "noise": noise(),
        "sums": sums_of("gn"),
        "GN": greedy("gn").components_[1:],
        "class sums": sums_of("gcn"),
        "GCN": greedy("gcn").components_,
        "sums with the mean": sums_of("gn", with_mean=True),
        "class sums with the mean": sums_of("gcn", with_mean=True),
    }
    return {name: float(np.median(best_match(weights, unseen))) for name, weights in kinds.items()}


# Pictures of features -------------------------------------------------------------------------------------------------


def feature_lines(lines, *, title="", width=7.0, fontsize=12, notes=()):
    """Draw lines of features, each with its name on the left.

    Parameters
    ----------
    lines : dict of str to array-like of shape (n, n_pixels)
        Name of each line and the weights into its nodes.
    title : str
    width : float
        Of the figure, in inches.
    fontsize : float
    notes : sequence of str
        What stands above each column.

    Returns
    -------
    matplotlib.figure.Figure
    """
    n_columns = max(map(len, lines.values()))
    names = 0.0095 * fontsize * max(len(part) for name in lines for part in name.split("\n")) + 0.12  # inches
    size = (width - names) / n_columns
    above = 0.032 * fontsize * bool(title) + 0.02 * fontsize * bool(len(notes))
    height = size * len(lines) + above
    figure, axes = plt.subplots(len(lines), n_columns, figsize=(width, height), squeeze=False)
    figure.subplots_adjust(left=names / width, right=1, bottom=0, top=1 - above / height, wspace=0.06, hspace=0.06)
    for line, (name, features) in zip(axes, lines.items()):
        for ax in line:
            ax.set_axis_off()
        for ax, weights in zip(line, features):
            show_feature(ax, weights)
        line[0].text(-0.15, 0.5, name, transform=line[0].transAxes, ha="right", va="center", fontsize=fontsize)
    for ax, note in zip(axes[0], notes):
        ax.text(0.5, 1.04, note, transform=ax.transAxes, ha="center", va="bottom", fontsize=fontsize)
    if title:
        figure.suptitle(title, x=0.01, y=1 - 0.04 / height, ha="left", va="top", fontsize=1.1 * fontsize)
    return figure


def blocks(groups, *, columns=3, width=8.0, title="", labels=()):
    """Draw blocks of features side by side, each under its name.

    Parameters
    ----------
    groups : dict of str to array-like of shape (n, n_pixels)
    columns : int
        Of each block.
    width : float
        Of the figure, in inches.
    title : str
    labels : sequence of str
        What stands below each tile, block by block.

    Returns
    -------
    matplotlib.figure.Figure
    """
    gap, above = 0.3, 0.08 + 0.26 * any(groups) + 0.3 * bool(title)
    below = 0.24 * bool(labels)
    size = (width - gap * (len(groups) - 1)) / (columns * len(groups))
    lines = -(-max(map(len, groups.values())) // columns)
    height = lines * (size + below) + above
    figure = plt.figure(figsize=(width, height))
    written = iter(labels)
    lefts = [place * (columns * size + gap) for place in range(len(groups))]
    for left, (name, features) in zip(lefts, groups.items()):
        middle = (left + columns * size / 2) / width
        figure.text(middle, 1 - (above - 0.06) / height, name, ha="center", va="bottom", fontsize=13)
        for number, weights in enumerate(features):
            line, column = divmod(number, columns)
            bottom = height - above - (line + 1) * size - line * below
            at = ((left + column * size) / width, bottom / height, 0.95 * size / width, 0.95 * size / height)
            ax = figure.add_axes(at)
            show_feature(ax, weights)
            if labels:
                ax.text(0.5, -0.04, next(written), transform=ax.transAxes, ha="center", va="top", fontsize=13)
    if title:
        figure.suptitle(title, x=0.5, y=1 - 0.03 / height, va="top", fontsize=14)
    return figure


@cache
def stored():
    """Read the stored weights of the first layers on USPS, as the paper writes the methods (dict of ndarray)."""
    return {name: turned(load_features(name, reading="paper").components) for name in NAMES}


TEN = slice(100, 110)
"""The nodes of the first figure."""


def answer():
    """Draw noise, sums of digits and trained features alongside each other: ten nodes each, chosen by number."""
    lines = {
        "noise": noise()[TEN],
        "sums": turned(sums_of("gn"))[TEN],
        "GN": turned(greedy("gn").components_)[TEN],
        "class sums": turned(sums_of("gcn"))[TEN],
        "GCN": turned(greedy("gcn").components_)[TEN],
    }
    feature_lines(lines, title="By class, features look like digits, trained or not", width=6.2, fontsize=13.5)
    plt.show()


def nine_of_each():
    """Draw nine features of each method on USPS, without and with labels: the paper's Figures 2 and 4."""
    chosen = nine_nodes(N_NODES, n_classes=10)
    tile, gap, above, width = 0.88, 0.4, 0.62, 5.7
    height = 2 * (3 * tile + above) + 0.3
    figure = plt.figure(figsize=(width, height))
    for line, (which, pair) in enumerate(zip(("without labels", "with labels"), COUNTERPARTS)):
        top = height - 0.3 - line * (3 * tile + above)
        for block, method in enumerate((pair[1], pair[0])):
            left = block * (3 * tile + gap)
            words = f"{NAMES[method.name]}, {'one by one' if block else 'together'}"
            figure.text((left + 1.5 * tile) / width, (top - above + 0.08) / height, words, ha="center", fontsize=13)
            for number, feature in enumerate(stored()[method.name][chosen]):
                row, column = divmod(number, 3)
                corner = (left + column * tile) / width, (top - above - (row + 1) * tile) / height
                show_feature(figure.add_axes((*corner, 0.95 * tile / width, 0.95 * tile / height)), feature)
        figure.text(0.5, (top - 0.28) / height, which, ha="center", fontsize=13, color="0.35")
    figure.suptitle("After 300 epochs, nodes trained one by one draw strokes", x=0.5, y=1, va="top", fontsize=14)
    plt.show()


def components():
    """Draw principal components of USPS, the first nine and nine spread over all, and nine features of GN."""
    chosen = nine_nodes(N_NODES, n_classes=10)
    pca = stored()["pca"]
    groups = {
        "PCA, first nine": pca[:9],
        "PCA, 9 of 200": pca[chosen],
        "GN, 9 of 200": stored()["gn"][chosen],
    }
    blocks(groups, width=6.2, title="Of PCA, only the first components can be read")
    plt.show()


@cache
def readable():
    """Rank the nodes of seed 0 on USPS by each measure and give, best first, those of each method (dict of ndarray)."""
    nodes = nodes_frame(column="paper").query("seed == 0").set_index(["method", "node"])[list(LABELS)]
    ranks = (nodes * pd.Series(RECOGNISABLE)).rank().mean(axis=1)
    return {name: ranks[name].nlargest(10).index.to_numpy() for name in NAMES}


def most_readable():
    """Draw the ten nodes of each method on USPS that the four measures rank highest."""
    lines = {NAMES[name]: stored()[name][best] for name, best in readable().items()}
    feature_lines(lines, title="The best ten of 200, chosen after training", width=6.2)
    plt.show()
    under(
        "The ten nodes of each method on USPS with the best mean of four ranks. Chosen after training, GN and GCN look "
        "far better than by our rule. Red positive, blue negative."
    )


def under(caption):
    """Show a caption inside a fold, where the page's own text cannot stand."""
    display(Markdown(f"<small>{caption}</small>"))


# The quiz -------------------------------------------------------------------------------------------------------------

QUIZ = {
    "GN": 2,
    "GCN": 2,
    "SUP": 1,
    "AE": 1,
    "sum": 2,
    "sum, by class": 1,
    "row component": 2,
    "noise": 1,
}
"""Kind of a tile -> how many of the quiz's tiles are of it. The first four are trained."""


@cache
def of_the_quiz(seed=16):
    """Draw twelve tiles and their order by a fixed seed (list of pairs of kind and weights)."""
    kinds = {
        "GN": greedy("gn").components_,
        "GCN": greedy("gcn").components_,
        "SUP": supervised().components_,
        "AE": autoencoder(FEW_EPOCHS).components_,
        "sum": sums_of("gn"),
        "sum, by class": sums_of("gcn"),
        "row component": row_components(),
        "noise": noise(),
    }
    rng = np.random.default_rng(seed)
    tiles = [
        (kind, turned(kinds[kind])[node])
        for kind, n in QUIZ.items()
        for node in rng.choice(np.arange(1, N_NODES), n, replace=False)
    ]
    return [tiles[place] for place in rng.permutation(len(tiles))]


def quiz():
    """Draw the twelve tiles with their letters."""
    tiles = [weights for _, weights in of_the_quiz()]
    blocks({"": tiles}, columns=6, width=6.2, labels="ABCDEFGHIJKL", title="Six of these were trained. Which?")
    plt.show()


# Measures -------------------------------------------------------------------------------------------------------------


@cache
def places(column="paper"):
    """Put the first layers on USPS on the scale of `study.claims.scale` (pandas.DataFrame)."""
    return on_scale(*(runs_frame(name, column=column) for name in ("controls", "noise")))


@cache
def medians_of_cells(column="paper"):
    """Give the medians over the nodes of all kinds of features, by data set, kind and seed (pandas.DataFrame)."""
    names = ("controls", "noise", "mean_kept")
    runs = pd.concat([runs_frame(name, column=column) for name in names], ignore_index=True)
    return controls_nodes(runs).groupby(["dataset", "cell", "seed"])[[*LABELS, "confidence"]].median()


ON_SCALE = {"usv": ("USV", "GN"), "gn": ("GN", "GN"), "sv": ("SV", "GCN"), "gcn": ("GCN", "GCN")}
"""Method -> its cell, and whose examples the sums are made of that are one on its scale."""


@cache
def among_sums():
    """Put the first layers on USPS on a scale from noise, 0, to sums that keep the mean of their examples, 1.

    Unplanned, unlike the scale of `places`, whose sums leave the mean out.

    Returns
    -------
    pandas.DataFrame
        By method and seed, a column a measure: where the median of the nodes stands.
    """
    seeds = medians_of_cells().loc["usps"][list(WORDS)]
    noise = seeds.loc["noise"]
    scaled = {
        method: (seeds.loc[cell] - noise) / (seeds.loc[f"sums with the mean of {whose}'s rows"] - noise)
        for method, (cell, whose) in ON_SCALE.items()
    }
    return pd.concat(scaled, names=["method"])


WORDS = {
    "best_image": "like one image",
    "best_class_mean": "like a class mean",
    "roughness": "smooth",
    "selectivity": "tells classes apart",
}


def on_the_scale():
    """Draw where the features of each method stand between noise and sums of rows, a line a measure."""
    cells = among_sums().groupby("method").agg(["mean", "std"]).stack(level=0, future_stack=True)
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(6.2, 3.9), layout="constrained")
        for at, name in ((0, "noise"), (1, "sums")):
            ax.axvline(at, color="0.4", linewidth=1.2, zorder=0)
            ax.annotate(name, (at, -0.6), ha="center", va="bottom", color="0.25")
        for shift, name in zip((-0.27, -0.09, 0.09, 0.27), ("usv", "gn", "sv", "gcn")):
            method, of = METHODS[name], cells.loc[name].reindex(WORDS)
            look = {"color": method.colour, "fmt": method.marker, "markeredgecolor": "black", "markeredgewidth": 0.6}
            y = [place + shift for place in range(len(WORDS))]
            ax.errorbar(of["mean"], y, xerr=of["std"], label=NAMES[name], markersize=8, **look)
        ax.set(ylim=(len(WORDS) - 0.5, -0.65), xlabel="noise = 0, sums of the same digits = 1")
        ax.set_yticks(range(len(WORDS)), WORDS.values())
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        for place in range(1, len(WORDS)):
            ax.axhline(place - 0.5, color="0.9", linewidth=1, zorder=0)
        figure.legend(loc="outside lower center", ncols=4, frameon=False)
        figure.suptitle("Trained nodes fall short of sums of the same digits")
    plt.show()


KINDS = {
    "noise": "noise",
    "USV": "AE",
    "GN": "GN",
    "sums with the mean of GN's rows": "sums of rows",
    "mixes of GN's rows": "sums, no mean",
    "GCN": "GCN",
    "sums with the mean of GCN's rows": "class sums",
    "mixes of GCN's rows": "class sums, no mean",
    "SV": "SUP",
    "PCA of GN's rows": "row components",
}
"""Kind of features on USPS, as the runs name it -> as the page does."""


COLUMNS = {"best_image": "image", "roughness": "rough", "selectivity": "selective"}
"""Measure -> the column of the table of medians, narrow."""


def medians_table():
    """List the raw medians of each kind of features on USPS (list of dict)."""
    means = medians_of_cells().loc["usps"].groupby("cell").mean()
    return [
        {"features": name} | {label: f"{means.loc[cell, measure]:.2f}" for measure, label in COLUMNS.items()}
        for cell, name in KINDS.items()
    ]


def judged():
    """List in how many features of each kind the blind judge sees a digit, most first (list of dict)."""
    kinds = sorted(load_quiz()["kinds"], key=lambda kind: -kind["seen"])
    return [{"features": kind["name"], "a digit is seen in": f"{kind['seen']:.0%}"} for kind in kinds]


def first_components(n):
    """Give the nodes of the stored layers without all principal components after the first n (pandas.DataFrame)."""
    nodes = nodes_frame(column="paper")
    return nodes[(nodes["method"] != "pca") | (nodes["node"] < n)]


@cache
def compared():
    """Compute effects, signed so that above zero the first reads better (dict of str to dict of str to tuple)."""
    pairs = {
        "GCN against SUP": ("gcn", "sv", N_NODES),
        "GN against all of PCA": ("gn", "pca", N_NODES),
        "GN against the first nine": ("gn", "pca", 9),
    }
    found = {}
    for name, (one, other, n) in pairs.items():
        for measure, better in RECOGNISABLE.items():
            mean, low, high, _ = effects(first_components(n), one, other, measure)
            found.setdefault(name, {})[measure] = (better * mean, *sorted((better * low, better * high)))
    return found


def effects_table():
    """List the effects behind two verdicts, a line a measure (list of dict)."""
    return [
        {"measure": label} | {name: f"{of[measure][0]:+.2f}" for name, of in compared().items()}
        for measure, label in LABELS.items()
    ]


def effects_shown():
    """Show the effects behind two verdicts, and below them what they are."""
    table(effects_table())
    found = [numbers for of in compared().values() for numbers in of.values()]
    farthest = max(max(high - mean, mean - low) for mean, low, high in found)
    under(
        "Cliff's δ on USPS, positive where the first one reads better: 1 if each of its nodes beats each node of the "
        f"other. Means of five seeds; no 95% interval reaches farther than {farthest:.2f} from its mean."
    )


# Epochs ---------------------------------------------------------------------------------------------------------------


@cache
def after_epochs():
    """Read what the first layer on USPS was like after each number of epochs (pandas.DataFrame)."""
    runs = runs_frame("epochs", column="paper").dropna(subset="max_epochs")
    return runs.assign(alike=runs["redundancy"])


def by_epochs():
    """Draw how well features match a digit while they are trained."""
    cells = after_epochs().groupby(["method", "max_epochs"])["best_image_median"].agg(["mean", "std"])
    lines = medians_of_cells().loc["usps"]["best_image"].groupby("cell").mean()
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(6.2, 3.7), layout="constrained")
        for cell, words in (("sums with the mean of GN's rows", "sums of rows"), ("noise", "noise")):
            ax.axhline(lines[cell], color="0.4", linewidth=1.2, zorder=0)
            ax.annotate(words, (380, lines[cell]), (0, 4), textcoords="offset points", color="0.25")
        for name in ("gcn", "gn", "sv", "usv"):
            method, of = METHODS[name], cells.loc[name]
            look = {"color": method.colour, "marker": method.marker, "markeredgecolor": "black", "markeredgewidth": 0.6}
            ax.errorbar(of.index, of["mean"], of["std"], linewidth=2, markersize=8, **look)
            last, shift = of["mean"].loc[300], {"gn": 0.02, "sv": -0.02}.get(name, 0)
            ax.annotate(NAMES[name], (380, last + shift), va="center", color=method.colour, weight="bold")
        ax.set(xscale="log", xlim=(0.8, 1200), ylim=(0.08, 0.75), xlabel="epochs", ylabel="best match with an image")
        ax.set_xticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
        ax.minorticks_off()
        ax.spines[["top", "right"]].set_visible(False)
        figure.suptitle("Long training wears the likeness off")
    plt.show()


# Few examples ---------------------------------------------------------------------------------------------------------

EXTENTS = {(25, 7_500): 300, (25, 115_000): 4_600, (384, 7_500): 20, (384, 115_000): 300}
"""Examples a node sees and about how often it is updated -> the epochs that this takes."""

N_DRAWN = 100


@cache
def directions(n, sums):
    """Match vectors in the spans of n examples each, drawn anew: random sums of them, or any direction there."""
    X, _ = digits()
    rng, found = np.random.default_rng(SEED), []
    for _ in range(N_DRAWN):
        rows = X[rng.choice(len(X), n, replace=False)].astype(float)
        if sums:
            found.append(rng.standard_normal(n) @ (rows - rows.mean(axis=0)))
        elif n < rows.shape[1]:
            basis = np.linalg.qr(rows.T)[0]
            found.append(basis @ rng.standard_normal(basis.shape[1]))
        else:
            found.append(rng.standard_normal(rows.shape[1]))
    return match(np.array(found))


@cache
def extent():
    """Train GN and the auto-encoder with few and many examples and updates (dict of (method, n, updates) to layer)."""
    of = {"gn": few_or_many, "usv": lambda n, epochs: autoencoder(epochs, n)}
    return {(name, *key): train(key[0], epochs) for name, train in of.items() for key, epochs in EXTENTS.items()}


def few_examples():
    """Draw features of nodes that saw few and many examples, few and many times: of GN and of the auto-encoder."""
    tiles, size, name, gap, above, between, width = 4, 0.57, 1.25, 0.2, 0.82, 0.14, 6.1
    height = above + 4 * size + between
    figure = plt.figure(figsize=(width, height))
    lefts = {7_500: name, 115_000: name + tiles * size + gap}
    for updates, left in lefts.items():
        middle = (left + tiles * size / 2) / width
        figure.text(middle, 1 - (above - 0.07) / height, f"{updates:,} updates", ha="center", fontsize=13)
    for (method, n, updates), layer in extent().items():
        line = 2 * (method == "usv") + (n > 25)
        bottom = height - above - (line + 1) * size - between * (line > 1)
        if updates == 7_500:
            words = f"{NAMES[method]}, {n} ex."
            figure.text(
                (name - 0.08) / width, (bottom + size / 2) / height, words, ha="right", va="center", fontsize=13
            )
        chosen = np.linspace(3, len(layer.components_) - 1, tiles).round().astype(int)
        for column, feature in enumerate(turned(layer.components_)[chosen]):
            corner = (lefts[updates] + column * size) / width, bottom / height
            show_feature(figure.add_axes((*corner, 0.95 * size / width, 0.95 * size / height)), feature)
    title = "Strokes dissolve only where examples\nand updates are both many"
    figure.suptitle(title, fontsize=14, y=1, va="top", linespacing=1.1)
    plt.show()


# Planes of two outputs ------------------------------------------------------------------------------------------------


@cache
def small_digits():
    """Give the 8 x 8 digits of classes 0 to 4, all rows."""
    data = load("digits", random_state=0)
    X, y = np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])
    return X[y < 5], y[y < 5]


@cache
def outputs_of(name):
    """Train four nodes on the small digits, as the paper writes the method, and give their outputs."""
    layer = {"usv": LayerwiseAutoencoder, "gn": GreedyByNode}[name]
    return layer(4, max_epochs=300, reading="paper", random_state=0).fit_transform(small_digits()[0])


def planes():
    """Draw three planes of two outputs each of the auto-encoder and of GN: the paper's Figure 6."""
    _, y = small_digits()
    stored = runs_frame("planes", column="paper").groupby("method").mean(numeric_only=True)
    with plt.rc_context(LETTERS):
        layout = ConstrainedLayoutEngine(h_pad=0.08, w_pad=0.05)
        figure, axes = plt.subplots(2, 3, figsize=(6.2, 5), layout=layout)
        for line, name in zip(axes, ("usv", "gn")):
            H = outputs_of(name)
            for ax, (i, j) in zip(line, combinations(range(3), 2)):
                for k, colour in enumerate(CLASS_COLOURS):
                    ax.scatter(*H[y == k][:, [i, j]].T, s=6, color=colour, alpha=0.6, linewidth=0)
                score = stored.loc[name, f"neighbours_{i}_{j}"]
                ax.set_title(f"{i + 1} and {j + 1}: {score:.2f}")
                ax.set(xticks=[], yticks=[])
                ax.set_box_aspect(1)
            line[0].set_ylabel(NAMES[name], fontsize=14)
        dot = {"marker": "o", "linestyle": "none", "markersize": 8}
        marks = [plt.Line2D([], [], color=colour, label=str(k), **dot) for k, colour in enumerate(CLASS_COLOURS)]
        look = {"frameon": False, "handletextpad": 0, "columnspacing": 1}
        figure.legend(handles=marks, loc="outside lower center", ncols=5, **look)
        figure.suptitle("Two nodes of GN separate five digits as well as AE's")
    plt.show()
