"""Figures of the page on what the nodes learn, and the small layers that it trains while it runs."""

from functools import cache
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode import GreedyByNode

from ..claims.features import LABELS, RECOGNISABLE, effects
from ..datasets import load
from ..experiments import nodes_frame, runs_frame
from ..experiments.controls import DIRECTIONS, controls_nodes
from ..experiments.epochs import EPOCHS, FULL_EPOCHS
from ..measures import likeness as by_node
from ..measures import without_mean
from ..methods import COUNTERPARTS
from ..methods.others import TopKAutoencoder
from ..store import load_features
from . import BELOW, CHART, IN_FULL, LARGE, POINTS, WIDTH, beside, drawn, in_rows, lay, look_of, only_ticks, quietly
from .faster import by_epochs as accuracy_by_epochs
from .how_it_works import of_each_class
from .images import feature_lines, headline, nine_nodes, show_feature, spread, turned
from .likeness import LONG_EPOCHS, SETS, load_likeness
from .quiz import EARLY, as_features, bare, load_quiz, pixels
from .sliders import load_sliders

SHOWN = ("usv", "sv", "gn", "gcn", "pca")  # methods
N_NODES, SEED = 200, 0

UNTRAINED = {"averages": ("averages", ":", 4500, 4), "sums": ("random sums", "--", 2, -15)}
"""What GCN's features are compared with -> its name, its line, and where its name stands."""

MADE_OF = {
    "noise": "noise",
    "balanced": "random, no average",
    "sums": "random",
    "shuffled": "trained, shuffled",
    "trained": "trained",
    "averages": "equal: the average",
}
"""Noise, and what GCN's nodes saw, added up -> how the page calls the weights."""

SUMS = {"gn": "sums with the mean of GN's rows", "gcn": "sums with the mean of GCN's rows"}
"""The control of the page, as the runs name it: sums that keep the mean of their examples, as nodes do."""


@cache
def digits():
    """Give the training images of MNIST at 16 x 16 and their classes."""
    data = load("mnist16")
    return data.X_train, data.y_train


@cache
def stored():
    """Read the stored weights of the first layers on USPS, as the paper writes the methods (dict of ndarray)."""
    return {name: turned(load_features(name, reading="paper").components) for name in SHOWN}


@cache
def of_the_quiz():
    """Read some features of each kind (dict of kind to ndarray of shape (30, 256))."""
    return {kind: as_features(pixels) for kind, pixels in load_quiz()["kinds"].items()}


N_PAIRS = 6


@cache
def early_and_late():
    """Give the quiz: nodes early and late, in an order that is drawn (epochs, and features, by pairs)."""
    features = {int(of): as_features(W) for of, W in load_quiz()["pairs"].items()}
    epochs = np.array([(EARLY, FULL_EPOCHS), (FULL_EPOCHS, EARLY)])[np.random.RandomState(0).permutation(N_PAIRS) % 2]
    return epochs, bare([features[of][node] for of in pair] for node, pair in enumerate(epochs))


@cache
def by_epoch():
    """Give ten features of GCN by epochs, without the mean image, a byte a weight (ndarray)."""
    return bare(as_features(of["features"]) for of in load_sliders()["epochs"])


def quiz():
    """Draw the pairs of the quiz with their numbers."""
    ratios = [1, 1, 0.15, 1, 1, 0.15, 1, 1]
    figure, axes = plt.subplots(2, 8, figsize=(WIDTH, 2.75), width_ratios=ratios, layout="constrained")
    for ax in axes[:, 2::3].flat:
        ax.set_axis_off()
    pairs = axes[:, [0, 1, 3, 4, 6, 7]].reshape(N_PAIRS, 2)
    for n, (pair, features) in enumerate(zip(pairs, early_and_late()[1]), 1):
        for ax, weights in zip(pair, features):
            show_feature(ax, weights)
        pair[0].set_title(f"{n}", fontsize=POINTS, loc="left", pad=2)
    headline(figure, "Which of each pair was trained longer?", fontsize=POINTS)
    plt.show()


def trained_and_not():
    """Draw noise, sums of digits and trained features alongside each other, five nodes each."""
    lines = {"noise": "noise", "GN's sums": "GN’s sum", "GN": "GN", "GCN's sums": "GCN’s sum", "GCN": "GCN"}
    shown = {words: of_the_quiz()[kind][10:20:2] for words, kind in lines.items()}
    feature_lines(shown, title="Sums that nobody trained show digits, too", fontsize=13.5)
    plt.show()


def split(digit=3):
    """Draw sums of the digits that a node of GCN saw, on the left, as a multiple of their average and strokes."""
    own, trained = of_each_class()[digit]
    X, images = digits()[0], digits()[0][own]
    weights = np.vstack([np.random.default_rng(0).standard_normal((10, len(own))), trained, np.ones(len(own))])
    weights *= np.sign(weights.sum(axis=1, keepdims=True)) / np.linalg.norm(weights, axis=1, keepdims=True)
    most, *_, least = np.argsort(-weights[:10].sum(axis=1))
    names = "equal", "random", "random,\nagain", "trained"
    with drawn("A sum is part average, part strokes", 4, 3, letters=LARGE, figsize=(WIDTH, 7.5)) as axes:
        for line, name, of in zip(axes, names, weights[[11, most, least, 10]]):
            parts = without_mean([of @ images, of.sum() * images.mean(axis=0), (of - of.mean()) @ images], X)
            titles = "sum", f"{of.sum():.2f} × average", "strokes"
            for ax, part, title, sign in zip(line, parts, titles, (name, "=", "+")):
                show_feature(ax, part, np.abs(parts).max() / max(np.abs(part).max(), 1e-9))
                ax.set_title(title)
                ax.text(-0.5 if sign in "=+" else -0.1, 0.5, sign, transform=ax.transAxes, ha="right", va="center")
        spread(axes)


def nine_of_each():
    """Draw nine features of each method on USPS, without and with labels: the paper's Figures 2 and 4."""
    chosen = nine_nodes(N_NODES, n_classes=10)
    lines, title = {}, "After 300 epochs, nodes trained one by one draw strokes"
    for which, pair in zip(("without labels", "with labels"), COUNTERPARTS):
        for of, how in zip(pair[::-1], ("together", "one by one")):
            lines[f"{IN_FULL[of.name]}, {how}, {which}"] = stored()[of.name][chosen]
    feature_lines(lines, title=title, width=WIDTH, fontsize=POINTS, over=True)
    plt.show()


def most_readable():
    """Draw the ten nodes of each method on USPS that the four measures rank highest."""
    nodes = nodes_frame(column="paper").query("seed == 0").set_index(["method", "node"])[list(LABELS)]
    ranks = (nodes * pd.Series(RECOGNISABLE)).rank().mean(axis=1)
    lines = {IN_FULL[name]: stored()[name][ranks[name].nlargest(10).index] for name in SHOWN}
    feature_lines(lines, title="The best ten of 200, chosen after training")
    plt.show()


@cache
def controls(column="paper"):
    """Read what was measured on the nodes of all kinds of features, trained and not (pandas.DataFrame)."""
    names = ("controls", "noise", "mean_kept")
    return controls_nodes(pd.concat([runs_frame(name, column=column) for name in names], ignore_index=True))


@cache
def medians():
    """Give the medians over the nodes of all kinds of features, by data set, kind and seed (pandas.DataFrame)."""
    return controls().groupby(["dataset", "cell", "seed"])[list(DIRECTIONS)].median()


@cache
def seen():
    """Give the share of the nodes on USPS in which the judge sees a digit, by kind and seed (pandas.Series)."""
    nodes = controls().query("dataset == 'usps'")
    line = nodes[nodes["cell"] == "noise"]["confidence"].quantile(0.95)
    return (nodes["confidence"] > line).groupby([nodes["cell"], nodes["seed"]]).mean()


CONTROLS = {  # the untrained controls of a layer, as the runs name them and as the page does
    "GN": {SUMS["gn"]: "GN's sums", "mixes of GN's rows": "GN's sums, no mean"},
    "GCN": {SUMS["gcn"]: "GCN's sums", "mixes of GCN's rows": "GCN's sums, no mean"},
}


def like(data, version, name, kind):
    """Give the stored likeness of features of a kind, averaged over seeds (float)."""
    return float(np.mean(load_likeness()[data][version][name][kind]))


LAYERS = {"noise": "noise", "USV": "AE", "GN": "GN", "SV": "SUP", "GCN": "GCN"}


def scores_table():
    """List what is measured of features of USPS, controls below their layer, in bold where they beat it (DataFrame)."""
    heads = dict(zip(DIRECTIONS, ("rough", "best match", "class match", "selective", "digit seen")))
    heads = {name: heads[name] for name in ("confidence", "best_image", "best_class_mean", "roughness", "selectivity")}
    means = medians().loc["usps"].assign(confidence=seen()).groupby("cell").mean()[list(heads)]
    rows = []
    for layer, name in LAYERS.items():
        for cell, words in {layer: name, **CONTROLS.get(layer, {})}.items():
            texts = [f"{of:.0%}" if head == "confidence" else f"{of:.2f}" for head, of in means.loc[cell].items()]
            ahead = (means.loc[cell] - means.loc[layer]) * [1, 1, 1, -1, 1] > 0
            rows.append([words, *(f"**{text}**" if bold else text for text, bold in zip(texts, ahead))])
    return pd.DataFrame(rows, columns=["features", *heads.values()])


def right_digit():
    """Draw how many of GCN's features match the right digit by epochs, a panel a set, with averages and random sums."""
    title, blue = "The match rises, then falls, sooner on USPS than on MNIST", look_of("gcn")["color"]
    with drawn(title, 2, figsize=(CHART, 5.4), sharex=True) as axes:
        for ax, data in zip(axes, SETS):
            own = np.array(load_likeness()["epochs, own class"][data])
            ax.errorbar(LONG_EPOCHS, own.mean(axis=1), own.std(axis=1, ddof=1), linewidth=2, **look_of("gcn"))
            untrained = {of: np.mean(load_likeness()[data]["paper"]["GCN"][f"{of}, own class"]) for of in UNTRAINED}
            for of, (name, line, at, offset) in UNTRAINED.items():
                ax.axhline(untrained[of], color="0.35", linestyle=line, linewidth=1.5, zorder=0)
                words, look = f"{name}: {untrained[of]:.{int(untrained[of] > 0.99)}%}", {"color": "0.25"}
                beside(ax, words, (at, untrained[of]), (0, offset), ha="right" if at > 100 else "left", **look)
            at = own.mean(axis=1)[LONG_EPOCHS.index(FULL_EPOCHS)]
            beside(ax, f"{at:.0%}", (FULL_EPOCHS, at), (7, 0), color=blue, weight="bold")
            ax.axvline(FULL_EPOCHS, color="0.8", linewidth=1, zorder=0)
            ax.set(title=f"GCN on {data}", xscale="log", xlim=(0.8, 4500), ylim=(0.5, 1.06))
            ax.set_yticks([0.6, 0.8, 1], ["60%", "80%", "100%"])
            only_ticks(ax, [1, 10, 100, 1000])
            ax.set_ylabel("features that match")
        axes[1].set_xlabel("epochs for each node")


def made_of():
    """Draw how many features match the right digit by what they are made of, a panel a set."""
    title = "Most sums of one class match, with any of these weights"
    colours = [look_of("gcn")["color"] if of == "trained" else "0.72" for of in MADE_OF]
    with drawn(title, 1, 2, figsize=(CHART, 3.3), sharey=True) as axes:
        for ax, data in zip(axes, SETS):
            own = np.array([load_likeness()[data]["paper"]["GCN"][f"{of}, own class"] for of in MADE_OF]) * 100
            ax.barh(range(len(own)), own.mean(axis=1), xerr=own.std(axis=1, ddof=1), color=colours, ecolor="0.25")
            for y, of in enumerate(own.mean(axis=1)):
                beside(ax, f"{of:.{int(of > 99)}f}%", (103, y), (0, 0), va="center")
            in_rows(ax, MADE_OF.values())
            ax.set(title=data, xlim=(0, 130), xticks=[])
            ax.spines["bottom"].set_visible(False)


def likeness():
    """Draw how much sums, averages and trained nodes look like digits: the medians over 200 features."""
    hollow = {"color": "0.25", "markerfacecolor": "white", "markeredgewidth": 1.8, "markersize": 9}
    cases = [(data, name) for name in ("GN", "GCN") for data in SETS]
    with drawn("In three cases of four, random sums are closer to a digit", figsize=(6.2, 3.3)) as ax:
        in_rows(ax, [f"{name}, {data}" for data, name in cases])
        at = np.mean([like(data, "paper", name, "noise") for data, name in cases])
        ax.axvline(at, color="0.4", linestyle=":", zorder=0)
        ax.text(at, -0.6, "noise", ha="center", va="bottom", fontsize=13, color="0.35")
        for y, (data, name) in enumerate(cases):
            for kind, marker in {"sums": "o", "averages": "D", "trained": None}.items():
                look = hollow | {"marker": marker} if marker else look_of(name.lower(), 10)
                shown = (kind if marker else name) if y == 0 or (not marker and y == 2) else None
                ax.plot(like(data, "paper", name, kind), y, **look, linestyle="none", label=shown)
        ax.set(xlim=(0.15, 0.9), xlabel="likeness to an unseen digit")
        ax.figure.legend(*ax.get_legend_handles_labels(), ncols=4, handletextpad=0.1, **BELOW)


@cache
def compared():
    """Compute effects, by pair and measure; above zero the first one reads better (pandas.DataFrame)."""
    nodes = nodes_frame(column="paper")
    pairs = {
        "GCN against SUP": ("gcn", "sv", N_NODES),
        "GN against all of PCA": ("gn", "pca", N_NODES),
        "GN against the first nine": ("gn", "pca", 9),
    }
    found = {}
    for (name, (one, other, n)), (measure, better) in product(pairs.items(), RECOGNISABLE.items()):
        mean, *ends, _ = effects(nodes[(nodes["method"] != "pca") | (nodes["node"] < n)], one, other, measure)
        found[name, measure] = (better * mean, *sorted(better * end for end in ends))
    return pd.DataFrame(found, index=["mean", "low", "high"]).T


@cache
def sparse():
    """Train sparse auto-encoders on digits with three seeds (list of fitted)."""
    return [TopKAutoencoder(100, max_epochs=20, random_state=seed).fit(digits()[0]) for seed in range(3)]


def own_examples():
    """Draw nodes of a layer of GN, and random sums and averages of the digits that each of them saw."""
    X, rng = digits()[0], np.random.default_rng(0)
    unseen = load("mnist16").X_test  # the page takes off their mean
    layer = quietly(GreedyByNode(100, reading="paper", random_state=0), X)
    behind = [X[rows] for rows in layer.subsets_[1:]]
    found = {"learned": as_features(pixels(layer.components_[1:]))[np.newaxis]}  # a byte a weight, as the site has them
    found["random sums"] = np.array([[rng.standard_normal(len(of)) @ of for of in behind] for _ in range(10)])
    found["averages"] = np.array([[of.mean(axis=0) for of in behind]])
    chosen, lines = (98 * np.arange(7) + 3) // 6, {}
    for name, of in found.items():
        like_digits = np.median([np.median(by_node(W, unseen, unseen)) for W in of])
        shown, average = (without_mean(W[0][chosen], unseen) for W in (of, found["averages"]))
        lines[f"{name}\n{like_digits:.2f}"] = shown * np.sign(np.sum(shown * average, axis=1, keepdims=True))
    feature_lines(lines, title="Random sums and averages look more like digits", width=WIDTH, fontsize=POINTS)
    plt.show()


def clear_and_poor():
    """Draw four nodes of GCN by epochs; above them how accurate the network is, and how many match the right digit."""
    curves = accuracy_by_epochs()
    accuracy, at = curves.loc["gcn"], np.arange(len(EPOCHS)) + 0.5
    own = load_likeness()["epochs, own class"]["USPS"][: len(EPOCHS)]
    size, left, step, top, width, height = 0.74, 0.7, 0.88, 3.25, CHART, 6.23
    with plt.rc_context({"font.size": 13, "axes.spines.top": False, "axes.spines.right": False}):
        figure = plt.figure(figsize=(width, height))
        headline(figure, "Clear digits do not mean an accurate network", y=1, va="top")
        ax, below = (
            figure.add_axes((left / width, 1 - end / height, len(EPOCHS) * step / width, high / height))
            for end, high in ((1.85, 1.15), (top - 0.32, 0.55))
        )
        for name, up, words in (("none", 2, "without pre-training"), ("small", -2, "from small weights")):
            ax.axhline(curves.attrs[name], color="0.35", linestyle="--", linewidth=1.2, zorder=0)
            beside(ax, words, (0.05, curves.attrs[name]), (0, up), color="0.35", va="bottom" if up > 0 else "top")
        ax.errorbar(at, accuracy["mean"], accuracy["sd"], linewidth=2, **look_of("gcn"))
        ax.set(xlim=(0, len(EPOCHS)), ylim=(0.9115, 0.943), yticks=[0.92, 0.93, 0.94])
        ax.set_xticks(at, [""] * len(EPOCHS))
        ax.set_title("test accuracy of the network, with standard deviations", loc="left", fontsize=13)
        below.errorbar(at, np.mean(own, axis=1), np.std(own, axis=1, ddof=1), linewidth=2, **look_of("gcn"))
        below.set(xlim=(0, len(EPOCHS)), ylim=(0.65, 1.03), yticks=[0.7, 1], yticklabels=["70%", "100%"])
        below.set_xticks(at, ["1 epoch", *map(str, EPOCHS[1:])])
        below.set_title("features that match", loc="left", fontsize=13)
        for column, of in enumerate(by_epoch()):
            lay(figure, of[:4], left + (column + 0.5) * step - size / 2, top, size, 1)
        plt.show()


def few_examples():
    """Draw features of nodes that saw few and many examples, few and many times: of GN and of the auto-encoder."""
    tiles, size, name, gap, above, between, width = 4, 0.5, 1.25, 0.55, 0.82, 0.14, 6.35
    height = above + 4 * size + between
    figure = plt.figure(figsize=(width, height))
    lefts = {7_500: name, 115_000: name + tiles * size + gap}
    for updates, left in lefts.items():
        middle = (left + tiles * size / 2) / width
        figure.text(middle, 1 - (above - 0.07) / height, f"{updates:,} updates", ha="center", fontsize=13)
    for place, of in enumerate(load_likeness()["few"]):
        line, left = place // 2, lefts[of["updates"]]
        top = above + line * size + between * (line > 1)
        middle = 1 - (top + size / 2) / height
        if of["updates"] == 7_500:
            words, look = f"{of['method']}, {of['examples']} ex.", {"ha": "right", "va": "center", "fontsize": 13}
            figure.text((name - 0.08) / width, middle, words, **look)
        at = (left + tiles * size + 0.06) / width, middle
        figure.text(*at, f"{np.mean(of['likeness']):.2f}", va="center", fontsize=12)
        lay(figure, as_features(of["pixels"]), left, top, size, tiles)
    title = "Strokes dissolve only with many examples\nand many updates"
    headline(figure, title, y=1, va="top", linespacing=1.1)
    plt.show()
