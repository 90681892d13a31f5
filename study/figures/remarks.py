"""Figures and tables of the appendix of smaller remarks, and the small layers that it trains while it runs."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

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
from ..claims.features import LABELS
from ..datasets import load
from ..experiments import runs_frame
from ..experiments.controls import CELLS, DIRECTIONS, SETS, cell_label
from ..measures import absolute_cosines, first_component_correlations, mean_absolute_cosine
from ..methods import METHODS
from ..page import table
from ..stats import interval_of_mean
from . import (
    BELOW,
    NAMES,
    beside,
    drawn,
    feature_blocks,
    features,
    headline,
    in_rows,
    nine_nodes,
    only_ticks,
    show_feature,
    under,
)
from .features import SEED

AS_WRITTEN = READINGS["paper"]
WITH_BIAS = replace(AS_WRITTEN, decoder_bias=True)
SEEDS = range(5)


def spread(values, digits=3):
    """Write mean ± standard deviation, which is left out where it rounds to zero (str)."""
    mean, sd = f"{values.mean():.{digits}f}", f"{values.std():.{digits}f}"
    return mean if len(values) == 1 or float(sd) == 0 else f"{mean} ± {sd}"


def components():
    """Draw principal components of USPS, the first nine and nine spread over all, and nine features of GN."""
    chosen, pca = nine_nodes(features.N_NODES, n_classes=10), features.stored()["pca"]
    blocks = {"PCA, first nine": pca[:9], "PCA, 9 of 200": pca[chosen]}
    with plt.rc_context({"font.size": 13}):
        figure = plt.figure(figsize=(6.2, 2.6), layout="constrained")
        headline(figure, "Of PCA, only the first components can be read")
        feature_blocks(blocks | {"GN, 9 of 200": features.stored()["gn"][chosen]}, figure)
    plt.show()


def effects_shown():
    """Show the effects behind two verdicts, a line a measure, and below them what they are."""
    effects = features.compared()
    means = effects["mean"].map("{:+.2f}".format).unstack(0, sort=False).rename(LABELS)
    table(means.rename_axis("measure").reset_index())
    farthest = max((effects["high"] - effects["mean"]).max(), (effects["mean"] - effects["low"]).max())
    under(
        "Cliff's δ on USPS, positive where the first one reads better: 1 if each of its nodes beats each node of the "
        f"other. Means of five seeds; no 95% interval reaches farther than {farthest:.2f} from its mean."
    )


# Classes are no methods; these colours can be told apart by people who do not see all colours.
CLASS_COLOURS = ("#4477AA", "#EE6677", "#228833", "#AA3377", "#C8A415")


def planes():
    """Draw three planes of two outputs each of the auto-encoder and of GN: the paper's Figure 6."""
    X, y = facts()["X"], facts()["y"]
    scores = runs_frame("planes", column="paper").groupby("method").mean(numeric_only=True)
    with drawn("Two nodes of GN separate five digits as well as AE's", 2, 3, figsize=(6.2, 5)) as axes:
        figure = axes[0, 0].figure
        figure.get_layout_engine().set(h_pad=0.08, w_pad=0.05)
        for line, (name, layer) in zip(axes, (("usv", LayerwiseAutoencoder), ("gn", GreedyByNode))):
            H = layer(4, max_epochs=300, reading="paper", random_state=SEED).fit_transform(X)
            for ax, (i, j) in zip(line, combinations(range(3), 2)):
                for k, colour in enumerate(CLASS_COLOURS):
                    ax.scatter(*H[y == k][:, [i, j]].T, s=6, color=colour, alpha=0.6, linewidth=0)
                ax.set_title(f"{i + 1} and {j + 1}: {scores.loc[name, f'neighbours_{i}_{j}']:.2f}")
                ax.set(xticks=[], yticks=[])
                ax.spines[:].set_visible(True)
                ax.set_box_aspect(1)
            line[0].set_ylabel(NAMES[name], fontsize=14)
        dot = {"marker": "o", "linestyle": "none", "markersize": 8}
        marks = [plt.Line2D([], [], color=colour, label=str(k), **dot) for k, colour in enumerate(CLASS_COLOURS)]
        figure.legend(handles=marks, ncols=5, handletextpad=0, columnspacing=1, **BELOW)


@cache
def facts():
    """Compute what two sections lean on: small digits 0 to 4, their mean, the components of their covariance (dict)."""
    data = load("digits", random_state=0)
    X, y = np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])
    X, y = X[y < 5], y[y < 5]
    mean, pca = X.mean(axis=0), PCA(4, svd_solver="full").fit(X)
    covariance = np.cov(X.T, bias=True)
    return {
        "X": X,
        "y": y,
        "mean": mean,
        "covariance": covariance,
        "pc1": pca.components_[0],
        "scores": pca.transform(X)[:, 0],
        "uncentred": np.linalg.eigh(covariance + np.outer(mean, mean))[1][:, -1],
    }


def planes_table():
    """List the accuracy in each plane of two outputs, over the stored seeds (pandas.DataFrame)."""
    columns = {f"neighbours_{i}_{j}": f"{i + 1} and {j + 1}" for i, j in combinations(range(4), 2)}
    columns["neighbours_mean"] = "mean of the six"
    runs = runs_frame("planes", column="paper").groupby("method")[list(columns)].agg(spread)
    return runs.loc[["usv", "gn", "pca"]].rename(index=NAMES, columns=columns).T.rename_axis("nodes").reset_index()


@cache
def node_by_layer():
    """Train four nodes in five ways, with five seeds each, and measure the first and all (pandas.DataFrame)."""
    of = facts()
    X, centred = of["X"], of["X"] - of["mean"]
    layers = {
        "AE": (LayerwiseAutoencoder(4, reading=AS_WRITTEN), X),
        "GN": (GreedyByNode(4, reading=AS_WRITTEN), X),
        "GN, mean taken out": (GreedyByNode(4, reading=AS_WRITTEN), centred),
        "GN, decoder bias": (GreedyByNode(4, reading=WITH_BIAS), X),
        "AE, one node": (LayerwiseAutoencoder(1, reading=AS_WRITTEN), X),
    }
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    uncentred, scores = X @ of["uncentred"], of["scores"]

    def measured(name, layer, rows, seed):
        H = layer.set_params(random_state=seed, max_epochs=300).fit(rows).transform(rows)
        h = H[:, 0]
        return {
            "layer": name,
            "mean": abs(h.mean()),
            "PC 1": abs(np.corrcoef(h, scores)[0, 1]),
            "PC 1 uncentred": abs(np.corrcoef(h, uncentred)[0, 1]),
            "all, PC 1": np.sqrt(LinearRegression().fit(H, scores).score(H, scores)),
            "all, accuracy": cross_val_score(KNeighborsClassifier(5), H, of["y"], cv=folds).mean(),
        }

    return pd.DataFrame([measured(name, *of, seed) for name, of in layers.items() for seed in SEEDS])


def by_layer(measured):
    """List what was measured on layers, a line a layer: mean ± standard deviation over seeds (pandas.DataFrame)."""
    return measured.groupby("layer", sort=False).agg(spread, 2).reset_index()


def first_node():
    """Draw how the first node's output correlates with the first component of either PCA."""
    measured = node_by_layer().groupby("layer", sort=False)
    stored = runs_frame("planes", column="paper").groupby("method")["first_node_correlation"]
    with drawn(
        "GN's first node is the first component, if nothing is centred", 1, 2, figsize=(7.4, 3.3), sharey=True
    ) as axes:
        for ax, column, head in zip(axes, ("PC 1", "PC 1 uncentred"), ("usual PCA", "PCA without centring")):
            for place, (name, of) in enumerate(measured):
                method = METHODS["usv" if name.startswith("AE") else "gn"]
                is_stored = name in ("AE", "GN") and column == "PC 1"
                values = stored.get_group(method.name) if is_stored else of[column]
                ax.plot(values, [place] * len(values), method.marker, color=method.colour, markersize=8, alpha=0.6)
            ax.axvline(0.95, color="0.4", linestyle="--", linewidth=1)
            ax.set(xlim=(-0.03, 1.05), xticks=np.arange(0, 1.1, 0.2), title=head)
            in_rows(ax, list(measured.groups))
        axes[0].figure.supxlabel("absolute correlation with the first component", fontsize=12)


def first_decoder(X):
    """Train one node of GN and give its decoder weights."""
    return GreedyByNode(1, max_epochs=300, reading=AS_WRITTEN, random_state=SEED).fit(X).decoder_[0]


def mean_image():
    """Draw the mean image, the decoder weights of GN's first node, and both without the mean."""
    of = facts()
    kept, out = first_decoder(of["X"]), first_decoder(of["X"] - of["mean"])
    images = {
        "mean image": of["mean"],
        "GN's first node": kept * np.sign(kept @ of["mean"]),
        "PC 1": of["pc1"],
        "first node,\nmean taken out": out * np.sign(out @ of["pc1"]),
    }
    with drawn("GN's first node learns the mean image", 1, 4, figsize=(6.8, 2.5)) as axes:
        for ax, (name, weights) in zip(axes, images.items()):
            show_feature(ax, weights)
            ax.set_title(name, fontsize=12)


@cache
def switched():
    """Take the mean out of the examples little by little: what the first node should be like, and is (two frames)."""
    of = facts()

    def cosines(v):
        return dict(zip(("the mean image", "PC 1"), absolute_cosines([v], [of["mean"], of["pc1"]])[0]))

    def predict(s):
        return np.linalg.eigh(of["covariance"] + s**2 * np.outer(of["mean"], of["mean"]))[1][:, -1]

    def train(s):
        return first_decoder(of["X"] - (1 - s) * of["mean"])

    pairs = ((predict, 201), (train, 11))
    return tuple(pd.DataFrame({round(s, 3): cosines(v(s)) for s in np.linspace(0, 1, n)}).T for v, n in pairs)


def switch():
    """Draw what the first node is like while the mean is taken out: predicted (lines) and trained (dots)."""
    predicted, trained = switched()
    with drawn("With little of the mean left, the first node turns to PC 1", figsize=(6.5, 3)) as ax:
        for name, colour, marker, end, side in zip(predicted, ("0.1", "0.55"), "os", (1, 0), ("right", "left")):
            ax.plot(predicted.index, predicted[name], color=colour, linewidth=1.5)
            ax.plot(trained.index, trained[name], marker, color=colour, markersize=7)
            beside(ax, name, (end, predicted[name][end]), (0, 8), ha=side, color=colour)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.2), yticks=(0, 0.5, 1))
        ax.set_xlabel("share $s$ of the mean image left in the examples")
        ax.set_ylabel("likeness of the\nfirst node (cosine)")


LIKENESS = {
    "first_component_mean": "outputs and PC 1",
    "alike": "outputs, each other",
    "redundancy": "encoder weights",
    "decoder_redundancy": "decoder weights",
}


def subsets(column):
    """Give the mean likeness of GN's nodes on USPS in each setting (pandas.DataFrame)."""
    settings = list(product(("random", "error"), (0.0, 0.4)))
    return runs_frame("subsets", column=column).groupby(["partition", "amnesia"])[list(LIKENESS)].mean().loc[settings]


def subsets_table():
    """List how alike nodes are in each setting, in both versions (pandas.DataFrame)."""
    both = pd.concat({column: subsets(column) for column in ("paper", "program")}).map("{:.2f}".format)
    shown = both.rename(index={"error": "ranked", 0.0: "0", 0.4: "0.4"}, columns=LIKENESS)
    return shown.rename_axis(["version", "examples", "A"]).reset_index()


@cache
def of_small_subsets():
    """Measure twenty nodes on random parts of the small digits, without memory, by decoder bias (pandas.DataFrame)."""
    X = load("digits").X_train
    mean, first = X.mean(axis=0), PCA(1).fit(X).components_
    settings = {"amnesia": 0.0, "partition": "random", "max_epochs": 300}

    def measured(name, reading, seed):
        layer = GreedyByNode(20, reading=reading, random_state=seed, **settings).fit(X)
        return {
            "layer": name,
            "decoder weights and mean image": absolute_cosines(layer.decoder_, [mean]).mean(),
            "decoder weights and PC 1": absolute_cosines(layer.decoder_, first).mean(),
            "decoder weights and each other": mean_absolute_cosine(layer.decoder_),
            "outputs and PC 1": first_component_correlations(layer.transform(X), X).mean(),
        }

    biases = {"no decoder bias": AS_WRITTEN, "decoder bias": WITH_BIAS}
    return pd.DataFrame([measured(*of, seed) for of in biases.items() for seed in SEEDS])


RATES = (0.015, 0.03, 0.06, 0.12, 0.24)


def outputs_table():
    """List the scores with linear and sigmoid output nodes on USPS (pandas.DataFrame)."""
    columns = {"output_sd_median": "variation of the outputs", "test": "accuracy"}
    columns["test_standardised"] = "accuracy, standardised"
    runs = runs_frame("outputs", column="paper").groupby(["method", "output"])[list(columns)].agg(spread)
    shown = runs.loc[["gn", "gcn"]].rename(index=NAMES, columns=columns)
    return shown.rename_axis(["layer", "output nodes"]).reset_index()


@cache
def sigmoid_errors():
    """Train twenty nodes on the small digits at five rates with either output (pandas.Series of squared errors)."""
    X = (load("digits").X_train + 1) / 2
    found = {}
    for output, rate, seed in product(("linear", "sigmoid"), RATES, range(3)):
        settings = {"output": output, "learning_rate": rate, "max_epochs": 60, "amnesia": 1.0}
        layer = GreedyByNode(20, reading=AS_WRITTEN, random_state=seed, **settings).fit(X)
        again = layer.inverse_transform(layer.transform(X))
        found[output, rate, seed] = np.mean(np.sum((again - X) ** 2, axis=1))
    return pd.Series(found).rename_axis(["output", "rate", "seed"])


def errors_by_rate():
    """Draw the error against the learning rate, a curve for either kind of output nodes."""
    with drawn("Sigmoid output wants a larger learning rate", figsize=(5.8, 3.2)) as ax:
        looks = {"linear": ("0.5", "o", "--"), "sigmoid": ("0.1", "s", "-")}
        for output, (colour, marker, dash) in looks.items():
            of = sigmoid_errors()[output].groupby("rate").agg(["mean", "std"])
            ax.errorbar(of.index, of["mean"], of["std"], color=colour, marker=marker, linestyle=dash, linewidth=2)
            beside(ax, f"{output} output", (RATES[0], of["mean"].iloc[0]), (0, 14), color=colour, va="center")
        ax.set(xscale="log", yscale="log", xlabel="learning rate", ylabel="squared error")
        ax.set_yticks([1, 2, 4, 8], ["1", "2", "4", "8"])
        only_ticks(ax, RATES)


@cache
def own_named():
    """Give the share of the nodes for which the judge names the class of their own examples (pandas.Series)."""
    nodes = features.controls().query("own >= 0")
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
MEASURED = {
    "best_image": "like one image",
    "best_class_mean": "like a class mean",
    "roughness": "smooth",
    "selectivity": "tells classes apart",
}

assert {cell_label(cell) for cell in CELLS} < WORDS.keys()

TITLES = {"usps": "USPS", "digits": "8 × 8"}
HEADS = dict(zip(DIRECTIONS, ("roughness", "image", "mean", "selects", "judge sure"), strict=True))


def controls_table():
    """List the medians of all kinds of features on both sets (pandas.DataFrame)."""
    means = features.medians().groupby(["dataset", "cell"]).mean()[list(HEADS)].assign(own=own_named())
    means = means.reindex([key for key in product(SETS, WORDS) if key in means.index])
    shown = means.map(lambda value: "–" if np.isnan(value) else f"{value:.2f}").reset_index()
    shown["dataset"] = shown["dataset"].map(TITLES).str.replace(" ", "\N{NO-BREAK SPACE}")
    shown["cell"] = shown["cell"].map(WORDS)
    return shown.rename(columns={"dataset": "data", "cell": "features", "own": "own digit"} | HEADS)


@cache
def steps():
    """Compute both steps from layer by layer to node by node (dict of panel to dict of measure to list)."""
    # Of each step, to random sums and on by training, and of own against random examples: mean and 95% interval.
    panels = {}
    for dataset, measure in product(SETS, DIRECTIONS):
        for greedy, _, *effects in steps_of(features.controls(), dataset, measure):
            of = panels.setdefault(f"{NAMES[greedy.name]}, {TITLES[dataset]}", {})
            of[measure] = [(np.mean(deltas), *interval_of_mean(deltas)) for deltas in effects]
    return panels


def two_steps():
    """Draw how much more readable features become before training and by it, four panels."""
    words = MEASURED | {"confidence": "judge sure"}
    looks = (
        ("1: to random sums", {"color": METHODS["mixes"].colour, "marker": "d", "markersize": 9}, 4, -0.16),
        ("2: by training", {"color": "0.35", "marker": "o", "markersize": 7, "markerfacecolor": "white"}, 1.5, 0.18),
    )
    letters, title = {"font.size": 11.5, "axes.titlesize": 12}, "GN has its digits before any training"
    with drawn(title, 1, 4, letters=letters, figsize=(6.8, 3.8), sharey=True) as axes:
        for ax, name in zip(axes, sorted(steps(), key=lambda of: (of.startswith("GCN"), "8" in of))):
            for place, measure in enumerate(HEADS):
                for (mean, low, high), (what, look, width, shift) in zip(steps()[name][measure], looks):
                    ax.plot([low, high], [place + shift] * 2, color=look["color"], linewidth=width)
                    ax.plot(mean, place + shift, **look, linestyle="none", label=what if not place else None)
            ax.axvline(0, color="0.3", linewidth=1)
            in_rows(ax, [words[measure] for measure in HEADS])
            ax.set(xlim=(-1.15, 1.15), xticks=[-1, 0, 1], ylim=(len(HEADS) - 0.5, -0.6), title=name.replace(", ", "\n"))
        what = "Cliff's $\\delta$ of each step; right of zero reads better"
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), title=what, ncols=2, **BELOW)
