"""Figures and tables of the appendix of smaller remarks, and the small layers that it trains while it runs."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from gnode import GreedyByNode, LayerwiseAutoencoder
from gnode.reading import READINGS

from ..claims.controls import steps_of
from ..datasets import load
from ..experiments import runs_frame
from ..experiments.controls import CELLS, DIRECTIONS, SETS, cell_label, controls_nodes
from ..measures import absolute_cosines, first_component_correlations, mean_absolute_cosine
from ..methods import METHODS
from ..stats import interval_of_mean
from . import features
from .images import show_feature

__all__ = [
    "controls",
    "controls_table",
    "errors_by_rate",
    "facts",
    "first_node",
    "matches_by_examples",
    "mean_image",
    "medians_of_controls",
    "node_by_layer",
    "of_small_subsets",
    "outputs_table",
    "own_named",
    "planes_table",
    "sigmoid_errors",
    "small_subsets_table",
    "spans",
    "steps",
    "subsets",
    "subsets_table",
    "switch",
    "switched",
    "two_steps",
    "variants_table",
]

LETTERS, NAMES = features.LETTERS, features.NAMES
AS_WRITTEN = READINGS["paper"]
WITH_BIAS = replace(AS_WRITTEN, decoder_bias=True)
FOUR = {"max_epochs": 300}
SEEDS = range(5)


def spread(values, digits=3):
    """Write mean ± standard deviation, which is left out where it rounds to zero (str)."""
    values = np.asarray(values, dtype=float)
    mean, sd = f"{values.mean():.{digits}f}", f"{values.std(ddof=1):.{digits}f}" if len(values) > 1 else "0"
    return mean if float(sd) == 0 else f"{mean} ± {sd}"


# The first node and the first principal component --------------------------------------------------------------------


@cache
def facts():
    """Compute what the first section leans on: examples, their mean and the components of their covariance (dict)."""
    X, y = features.small_digits()
    mean, pca = X.mean(axis=0), PCA(4, svd_solver="full").fit(X)
    covariance = np.cov(X.T, bias=True)
    values, vectors = np.linalg.eigh(covariance + np.outer(mean, mean))
    return {
        "X": X,
        "y": y,
        "mean": mean,
        "covariance": covariance,
        "pc1": pca.components_[0],
        "scores": pca.transform(X),
        "uncentred": vectors[:, -1],
        "mean_saves": mean @ mean,
        "pc1_saves": np.linalg.eigvalsh(covariance)[-1],
        "most": values[-1],
    }


def accuracy(H):
    """Classify by five nearest neighbours on outputs H, cross-validated (float)."""
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return cross_val_score(KNeighborsClassifier(5), H, facts()["y"], cv=folds).mean()


def planes_table():
    """List the accuracy in each plane of two outputs, over the stored seeds (list of dict)."""
    runs = runs_frame("planes", column="paper").groupby("method")
    columns = {f"neighbours_{i}_{j}": f"{i + 1} and {j + 1}" for i, j in combinations(range(4), 2)}
    columns["neighbours_mean"] = "mean of the six"
    return [
        {"nodes": words} | {NAMES[name]: spread(runs.get_group(name)[column]) for name in ("usv", "gn", "pca")}
        for column, words in columns.items()
    ]


@cache
def node_by_layer():
    """Train four nodes in five ways, with five seeds each, and measure the first and all (pandas.DataFrame)."""
    of = facts()
    X, centred = of["X"], of["X"] - of["mean"]
    layers = {
        "AE": (LayerwiseAutoencoder(4, reading=AS_WRITTEN, **FOUR), X),
        "GN": (GreedyByNode(4, reading=AS_WRITTEN, **FOUR), X),
        "GN, mean taken out": (GreedyByNode(4, reading=AS_WRITTEN, **FOUR), centred),
        "GN, decoder bias": (GreedyByNode(4, reading=WITH_BIAS, **FOUR), X),
        "AE, one node": (LayerwiseAutoencoder(1, reading=AS_WRITTEN, **FOUR), X),
    }
    uncentred, scores = X @ of["uncentred"], of["scores"][:, 0]
    found = []
    for name, (layer, rows) in layers.items():
        for seed in SEEDS:
            H = layer.set_params(random_state=seed).fit(rows).transform(rows)
            h = H[:, 0]
            found.append(
                {
                    "layer": name,
                    "mean": abs(h.mean()),
                    "sd": h.std(),
                    "PC 1": abs(np.corrcoef(h, scores)[0, 1]),
                    "PC 1 uncentred": abs(np.corrcoef(h, uncentred)[0, 1]),
                    "all, PC 1": np.sqrt(LinearRegression().fit(H, scores).score(H, scores)),
                    "all, accuracy": accuracy(H),
                }
            )
    return pd.DataFrame(found)


def variants_table():
    """List what the first node and all four nodes do in each layer (list of dict)."""
    measured = node_by_layer().groupby("layer", sort=False)
    return [
        {"layer": name} | {column: spread(of[column], 2) for column in of.columns.drop(["layer", "sd"])}
        for name, of in measured
    ]


def first_node():
    """Draw how the first node's output correlates with the first component of either PCA."""
    measured = node_by_layer().groupby("layer", sort=False)
    stored = runs_frame("planes", column="paper").groupby("method")["first_node_correlation"]
    layers = list(measured.groups)
    names = list(dict.fromkeys(node_by_layer()["layer"]))
    with plt.rc_context(LETTERS):
        figure, axes = plt.subplots(1, 2, figsize=(7.4, 3.3), sharey=True, layout="constrained")
        for ax, column, head in zip(axes, ("PC 1", "PC 1 uncentred"), ("usual PCA", "PCA without centring")):
            for place, name in enumerate(names):
                method = METHODS["usv" if name.startswith("AE") else "gn"]
                values = measured.get_group(name)[column]
                if name in ("AE", "GN") and column == "PC 1":
                    values = stored.get_group(method.name)
                ax.plot(values, [place] * len(values), method.marker, color=method.colour, markersize=8, alpha=0.6)
            ax.axvline(0.95, color="0.4", linestyle="--", linewidth=1)
            ax.set(xlim=(-0.03, 1.05), ylim=(len(layers) - 0.5, -0.5), title=head)
            ax.spines[["top", "right", "left"]].set_visible(False)
            ax.tick_params(axis="y", length=0)
        axes[0].set_yticks(range(len(names)), names)
        figure.supxlabel("absolute correlation with the first component", fontsize=12)
        figure.suptitle("GN's first node is the first component, if nothing is centred")
    plt.show()


def mean_image():
    """Draw the mean image, the decoder weights of GN's first node, and both without the mean."""
    of = facts()

    def like(image, w):
        return w * np.sign(w @ image)

    kept = GreedyByNode(1, reading=AS_WRITTEN, random_state=0, **FOUR).fit(of["X"]).decoder_[0]
    out = GreedyByNode(1, reading=AS_WRITTEN, random_state=0, **FOUR).fit(of["X"] - of["mean"]).decoder_[0]
    images = {
        "mean image": of["mean"],
        "GN's first node": like(of["mean"], kept),
        "PC 1": of["pc1"],
        "first node,\nmean taken out": like(of["pc1"], out),
    }
    with plt.rc_context(LETTERS):
        figure, axes = plt.subplots(1, 4, figsize=(6.8, 2.5), layout="constrained")
        for ax, (name, weights) in zip(axes, images.items()):
            show_feature(ax, weights)
            ax.set_title(name, fontsize=12)
        figure.suptitle("GN's first node learns the mean image")
    plt.show()


@cache
def switched():
    """Take the mean out of the examples little by little: what the first node should be like, and is (two frames)."""
    of = facts()

    def cosines(v):
        return dict(zip(("the mean image", "PC 1"), absolute_cosines([v], [of["mean"], of["pc1"]])[0]))

    def predict(s):
        return cosines(np.linalg.eigh(of["covariance"] + s**2 * np.outer(of["mean"], of["mean"]))[1][:, -1])

    def train(s):
        layer = GreedyByNode(1, reading=AS_WRITTEN, random_state=0, **FOUR)
        return cosines(layer.fit(of["X"] - (1 - s) * of["mean"]).decoder_[0])

    return tuple(
        pd.DataFrame({round(s, 3): found(s) for s in np.linspace(0, 1, n)}).T
        for found, n in ((predict, 201), (train, 11))
    )


def switch():
    """Draw what the first node is like while the mean is taken out: predicted (lines) and trained (dots)."""
    predicted, trained = switched()
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(6.5, 3), layout="constrained")
        for name, colour, marker, end, side in zip(predicted, ("0.1", "0.55"), "os", (1, 0), ("right", "left")):
            ax.plot(predicted.index, predicted[name], color=colour, linewidth=1.5)
            ax.plot(trained.index, trained[name], marker, color=colour, markersize=7)
            at = (end, predicted[name][end])
            ax.annotate(name, at, (0, 8), textcoords="offset points", ha=side, color=colour)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.2), yticks=(0, 0.5, 1))
        ax.set_xlabel("share $s$ of the mean image left in the examples")
        ax.set_ylabel("likeness of the\nfirst node (cosine)")
        ax.spines[["top", "right"]].set_visible(False)
        figure.suptitle("With little of the mean left, the first node turns to PC 1")
    plt.show()


# Nodes on random examples ---------------------------------------------------------------------------------------------

SETTINGS = (("random", 0.0), ("random", 0.4), ("error", 0.0), ("error", 0.4))
LIKENESS = {
    "first_component_mean": "outputs and PC 1",
    "alike": "outputs, each other",
    "redundancy": "encoder weights",
    "decoder_redundancy": "decoder weights",
}


@cache
def subsets(column="paper"):
    """Give the mean likeness of GN's nodes on USPS in each setting (pandas.DataFrame)."""
    runs = runs_frame("subsets", column=column).groupby(["partition", "amnesia"])[list(LIKENESS)].mean()
    return runs.loc[list(SETTINGS)]


def subsets_table():
    """List how alike nodes are in each setting, in both versions (list of dict)."""
    return [
        {"version": column, "examples": {"random": "random", "error": "ranked"}[key[0]], "A": f"{key[1]:g}"}
        | {name: f"{subsets(column).loc[key, of]:.2f}" for of, name in LIKENESS.items()}
        for column in ("paper", "program")
        for key in SETTINGS
    ]


def on_random(reading, seed):
    """Train twenty nodes of GN on random parts of the small digits, without memory."""
    X = load("digits").X_train
    return GreedyByNode(20, amnesia=0.0, partition="random", reading=reading, random_state=seed, **FOUR).fit(X)


@cache
def of_small_subsets():
    """Measure nodes on random examples of the small digits, with and without a decoder bias (pandas.DataFrame)."""
    X = load("digits").X_train
    mean, first = X.mean(axis=0), PCA(1).fit(X).components_
    found = []
    for name, reading in (("no decoder bias", AS_WRITTEN), ("decoder bias", WITH_BIAS)):
        for seed in SEEDS:
            layer = on_random(reading, seed)
            V, H = layer.decoder_, layer.transform(X)
            found.append(
                {
                    "layer": name,
                    "decoder weights and mean image": absolute_cosines(V, [mean]).mean(),
                    "decoder weights and PC 1": absolute_cosines(V, first).mean(),
                    "decoder weights and each other": mean_absolute_cosine(V),
                    "outputs and PC 1": first_component_correlations(H, X).mean(),
                }
            )
    return pd.DataFrame(found)


def small_subsets_table():
    """List the likeness of nodes on random examples of the small digits (list of dict)."""
    measured = of_small_subsets().groupby("layer", sort=False)
    columns = of_small_subsets().columns.drop("layer")
    return [{"likeness of": column} | {name: spread(of[column], 2) for name, of in measured} for column in columns]


# Sigmoid output nodes -------------------------------------------------------------------------------------------------

RATES = (0.015, 0.03, 0.06, 0.12, 0.24)


def outputs_table():
    """List the scores with linear and sigmoid output nodes on USPS (list of dict)."""
    runs = runs_frame("outputs", column="paper").groupby(["method", "output"])
    columns = {
        "output_sd_median": "variation of the outputs",
        "test": "accuracy",
        "test_standardised": "accuracy, standardised",
    }
    return [
        {"layer": NAMES[method], "output nodes": output}
        | {words: spread(runs.get_group((method, output))[column]) for column, words in columns.items()}
        for method in ("gn", "gcn")
        for output in ("linear", "sigmoid")
    ]


@cache
def sigmoid_errors():
    """Train twenty nodes on the small digits at five rates with either output (pandas.Series of squared errors)."""
    X = (load("digits").X_train + 1) / 2
    found = {}
    for output in ("linear", "sigmoid"):
        for rate in RATES:
            for seed in range(3):
                settings = {"output": output, "learning_rate": rate, "max_epochs": 60, "amnesia": 1.0}
                layer = GreedyByNode(20, reading=AS_WRITTEN, random_state=seed, **settings).fit(X)
                again = layer.inverse_transform(layer.transform(X))
                found[output, rate, seed] = np.mean(np.sum((again - X) ** 2, axis=1))
    return pd.Series(found).rename_axis(["output", "rate", "seed"])


def errors_by_rate():
    """Draw the error against the learning rate, a curve for either kind of output nodes."""
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(5.8, 3.2), layout="constrained")
        looks = {"linear": ("0.5", "o", "--"), "sigmoid": ("0.1", "s", "-")}
        for output, (colour, marker, dash) in looks.items():
            of = sigmoid_errors()[output].groupby("rate").agg(["mean", "std"])
            ax.errorbar(of.index, of["mean"], of["std"], color=colour, marker=marker, linestyle=dash, linewidth=2)
            words = {"textcoords": "offset points", "color": colour, "va": "center"}
            ax.annotate(f"{output} output", (RATES[0], of["mean"].iloc[0]), (0, 14), **words)
        ax.set(xscale="log", yscale="log", xlabel="learning rate", ylabel="squared error")
        ax.set_xticks(RATES, [f"{rate:g}" for rate in RATES])
        ax.set_yticks([1, 2, 4, 8], ["1", "2", "4", "8"])
        ax.minorticks_off()
        ax.spines[["top", "right"]].set_visible(False)
        figure.suptitle("Sigmoid output wants a larger learning rate")
    plt.show()


# From noise to training -----------------------------------------------------------------------------------------------


@cache
def controls(column="paper"):
    """Read the nodes of all controls (pandas.DataFrame)."""
    names = ("controls", "noise", "mean_kept")
    return controls_nodes(pd.concat([runs_frame(name, column=column) for name in names], ignore_index=True))


@cache
def medians_of_controls(column="paper"):
    """Give the medians over the nodes by set, kind and seed (pandas.DataFrame)."""
    return controls(column).groupby(["dataset", "cell", "seed"])[list(DIRECTIONS)].median()


@cache
def own_named(column="paper"):
    """Give the share of the nodes for which the judge names the class of their own examples (pandas.Series)."""
    nodes = controls(column).query("own >= 0")
    return (nodes["digit"] == nodes["own"]).groupby([nodes["dataset"], nodes["cell"]]).mean()


WORDS = {
    "noise": "noise",
    "USV": "AE",
    "SV": "SUP",
    "GN": "GN",
    "GN of random rows": "GN, random examples",
    "mixes of GN's rows": "sums, GN's examples",
    "sums with the mean of GN's rows": "sums, GN's, with mean",
    "mixes of random rows": "sums, random examples",
    "mixes of all rows": "sums, all examples",
    "PCA of GN's rows": "row comp., GN's",
    "PCA of random rows": "row comp., random",
    "GCN": "GCN",
    "mixes of GCN's rows": "sums, GCN's examples",
    "sums with the mean of GCN's rows": "sums, GCN's, with mean",
    "PCA of GCN's rows": "row comp., GCN's",
}
"""Kind of features, as the runs name it -> as the page does."""
assert {cell_label(cell) for cell in CELLS} < WORDS.keys()

TITLES = {"usps": "USPS", "digits": "8 × 8"}
HEADS = {
    "roughness": "roughness",
    "best_image": "image",
    "best_class_mean": "mean",
    "selectivity": "selects",
    "confidence": "judge sure",
}


def controls_table():
    """List the medians of all kinds of features on both sets (list of dict)."""
    means = medians_of_controls().groupby(["dataset", "cell"]).mean()
    found = []
    for dataset in SETS:
        for cell, words in WORDS.items():
            if (dataset, cell) not in means.index:
                continue
            of = means.loc[(dataset, cell)]
            row = {"data": TITLES[dataset].replace(" ", "\N{NO-BREAK SPACE}"), "features": words}
            row |= {head: f"{of[measure]:.2f}" for measure, head in HEADS.items()}
            own = own_named().get((dataset, cell))
            found.append(row | {"own digit": "–" if own is None else f"{own:.2f}"})
    return found


@cache
def steps(column="paper"):
    """Compute both steps from layer by layer to node by node (dict of panel to dict of measure to list of tuples).

    Of each step, to sums of rows and on by training, and of own against random examples: mean and 95 % interval.
    """

    def with_interval(deltas):
        return (np.mean(deltas), *interval_of_mean(deltas))

    panels = {}
    for dataset in SETS:
        for measure in DIRECTIONS:
            for greedy, _, *effects in steps_of(controls(column), dataset, measure):
                of = panels.setdefault(f"{NAMES[greedy.name]}, {TITLES[dataset]}", {})
                of[measure] = [with_interval(deltas) for deltas in effects]
    return panels


def two_steps():
    """Draw how much more readable features become before training and by it, four panels."""
    words = {
        "roughness": "smooth",
        "best_image": "like one image",
        "best_class_mean": "like a class mean",
        "selectivity": "tells classes apart",
        "confidence": "judge sure",
    }
    panels = {name: steps()[name] for name in sorted(steps(), key=lambda of: (of.startswith("GCN"), "8" in of))}
    looks = (
        ("1: to sums of rows", {"color": METHODS["mixes"].colour, "marker": "d", "markersize": 9}, 4, -0.16),
        ("2: by training", {"color": "0.35", "marker": "o", "markersize": 7, "markerfacecolor": "white"}, 1.5, 0.18),
    )
    with plt.rc_context({"font.size": 11.5}):
        figure, axes = plt.subplots(1, 4, figsize=(6.8, 3.8), layout="constrained", sharey=True)
        for ax, (name, of_panel) in zip(axes, panels.items()):
            for place, measure in enumerate(words):
                for (mean, low, high), (what, look, width, shift) in zip(of_panel[measure], looks):
                    ax.plot([low, high], [place + shift] * 2, color=look["color"], linewidth=width)
                    ax.plot(mean, place + shift, **look, linestyle="none", label=what)
            ax.axvline(0, color="0.3", linewidth=1)
            ax.set(xlim=(-1.15, 1.15), xticks=[-1, 0, 1], ylim=(len(words) - 0.5, -0.6))
            ax.set_title(name.replace(", ", "\n"), fontsize=12)
            ax.spines[["top", "right", "left"]].set_visible(False)
            ax.tick_params(axis="y", length=0)
        axes[0].set_yticks(range(len(words)), words.values())
        by_name = dict(zip(*axes[0].get_legend_handles_labels()[::-1]))
        what = "Cliff's $\\delta$ of each step; right of zero reads better"
        legend = {"loc": "outside lower center", "ncols": 2, "frameon": False}
        figure.legend(by_name.values(), by_name, title=what, **legend)
        figure.suptitle("GN has its digits before any training", fontsize=13)
    plt.show()


# What the span of the examples allows ---------------------------------------------------------------------------------

SIZES = (5, 25, 100, 256, 1000, 5000)
MANY = {200: 25, 50: 100, 13: 385}
"""Nodes of a layer of GN -> about how many of 5,000 examples each of them sees."""


@cache
def matches_by_examples():
    """Match features of nodes that saw few and many examples (dict of str to dict of int to float)."""
    return {
        "sums": {n: features.directions(n, sums=True) for n in SIZES},
        "any": {n: features.directions(n, sums=False) for n in SIZES},
        "gn": {n: features.match(features.greedy("gn", k).components_[1:]) for k, n in MANY.items()},
        "usv": {n: features.match(features.autoencoder(300, n).components_) for n in MANY.values()},
    }


def spans():
    """Draw how well features match a digit against the number of examples that their nodes saw."""
    found = matches_by_examples()
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(6.5, 3.7), layout="constrained")
        lines = (("sums", "sums of the examples", "-", 8), ("any", "any direction in their span", "--", -18))
        for name, words, dash, above in lines:
            of = found[name]
            ax.plot(list(of), list(of.values()), dash, color="0.35", linewidth=2, zorder=1)
            at = (SIZES[-1], of[SIZES[-1]])
            ax.annotate(words, at, (0, above), textcoords="offset points", ha="right", color="0.25")
        for name in ("gn", "usv"):
            method, of = METHODS[name], found[name]
            look = {"color": method.colour, "markeredgecolor": "black", "markeredgewidth": 0.6, "markersize": 10}
            ax.plot(list(of), list(of.values()), method.marker, label=f"{NAMES[name]}, trained", **look)
        ax.set(xscale="log", ylim=(0.1, 0.8), xlabel="examples that a node sees", ylabel="best match with an image")
        ax.set_xticks([5, 25, 100, 385, 5000], ["5", "25", "100", "385", "5,000"])
        ax.minorticks_off()
        ax.spines[["top", "right"]].set_visible(False)
        ax.legend(frameon=False, loc="lower left")
        figure.suptitle("The more examples, the farther a trained feature is from a digit")
    plt.show()
