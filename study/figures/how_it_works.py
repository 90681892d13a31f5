"""Figures of "How it works": the idea in sketches, who sees which examples, and what the nodes make of them."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from gnode import GreedyByClassByNode, GreedyByNode
from gnode.reading import READINGS

from .. import diagrams
from ..datasets import load
from ..measures import mean_absolute_cosine
from ..methods import GCN, GN
from ..page import moving_picture
from . import CHART, LARGE, POINTS, WIDTH, headline, quietly, show_feature, square, turned
from .images import spread

IMAGES = Path(__file__).resolve().parents[2] / "book" / "images"
LIKE_AVERAGE = 0.9  # absolute cosine with it of what is nearly the average
ONE_SIGN = 0.8  # least sum, signs apart, of its shares: nearly all have one sign
SETTINGS = {"amnesia": 0.4, "learning_rate": 0.001, "max_epochs": 300, "reading": "paper", "random_state": 0}


@cache
def layers():
    """Train GN and GCN as the paper writes them on the 16 x 16 digits."""
    return layer_with("flat"), gcn_with(SETTINGS["amnesia"])


@cache
def gcn_with(amnesia):
    """Train GCN as the paper writes it on the 16 x 16 digits, but for its amnesia factor."""
    digits = load("mnist16")
    return quietly(GreedyByClassByNode(200, **SETTINGS | {"amnesia": amnesia}), digits.X_train, digits.y_train)


FEW, CLASSES, EACH = 6, (1, 3, 4), 5
"""Of the picture that moves: how many nodes, the classes of its digits, how many of each."""


@cache
def few():
    """Train both algorithms on a few digits; return these, their classes, and the layers of GN and GCN."""
    digits = load("mnist16")
    rows = np.sort(np.concatenate([np.flatnonzero(digits.y_train == k)[:EACH] for k in CLASSES]))
    X, y = digits.X_train[rows], digits.y_train[rows]
    return X, y, *(quietly(of(FEW, **SETTINGS), X, y) for of in (GreedyByNode, GreedyByClassByNode))


def own_means(layer, X):
    """Average the examples of each node."""
    return np.array([X[subset].mean(axis=0) for subset in layer.subsets_])


def in_turn(nodes, n_shown):
    """Choose nodes spread evenly over a layer, from the middle of as many equal parts."""
    return ((np.arange(n_shown) + 0.5) * nodes / n_shown).astype(int)


STUCK = 0.01  # standard deviation of the outputs of a node that says the same to all examples


def of_each_class():
    """Give of each class the first node of GCN from 101 on that is not stuck: its examples, and their weights in it."""
    X, y, gcn = load("mnist16").X_train, load("mnist16").y_train, layers()[1]
    first = {y[gcn.subsets_[i][0]]: i for i in np.flatnonzero(~stuck(gcn, X))[::-1] if i >= 100}
    seen = [(gcn.subsets_[first[of]], gcn.components_[first[of]]) for of in range(10)]
    return [(rows, np.linalg.lstsq(X[rows].T, w, rcond=None)[0]) for rows, w in seen]


def networks():
    """Draw layer by layer above node by node, three steps of each."""
    with plt.rc_context(LARGE):
        _, axes = plt.subplots(2, 3, figsize=(CHART, 3.7), layout="constrained")
        both = {"layer by layer": diagrams.LAYER_BY_LAYER, "node by node": diagrams.NODE_BY_NODE}
        for line, (title, sketches) in zip(axes, both.items()):
            for ax, sketch in zip(line, sketches):
                diagrams.draw(sketch, ax)
            _name_line(line[0], title, -0.1, POINTS, rotation=90)
        spread(axes)
    plt.show()


def _name_line(ax, name, left, fontsize, **look):
    """Write a name to the left of a line of axes."""
    ax.text(left, 0.5, name, transform=ax.transAxes, ha="right", va="center", fontsize=fontsize, **look)


def two_layers():
    """Draw the second node of a layer while it is trained, and what its output is compared with."""
    _, ax = plt.subplots(figsize=(WIDTH, 2.3), layout="constrained")
    diagrams.draw(diagrams.TWO_LAYERS, ax)
    ax.set_xlim(-2.6, 7.2)
    words = {
        2 * diagrams.STEP: (r"$A\,O_1 + O_2$", r"compared with $\mathbf{x}$"),
        diagrams.STEP: ("", r"$h_2 = \tanh(\mathbf{w}_2\cdot\mathbf{x} + b_2)$"),
        0.0: (r"$\mathbf{x}$", r"an example from $S_2$"),
    }
    for height, (left, right) in words.items():
        ax.text(-0.5, height, left, ha="right", va="center", fontsize=POINTS)
        ax.text(4.5, height, right, ha="left", va="center", fontsize=POINTS)
    ax.text(0.0, diagrams.STEP, "node 1:\nfixed ", ha="right", va="center", fontsize=POINTS)
    plt.show()


def first_errors(layer, X):
    """Return the squared error of the first node alone on each example."""
    return np.sum((np.outer(layer.transform(X)[:, 0], layer.decoder_[0]) - X) ** 2, axis=1)


def examples_flow():
    """Show how examples flow to nodes, by error and by class, and what the nodes make of them."""
    return moving_picture(
        IMAGES / "examples.webp",
        IMAGES / "examples.png",
        "Each node learns from examples of its own. Fifteen ones, threes and fours and six nodes, twice. Left, GN: all "
        "digits go into node 1 and come back ranked by its error; each other node gets a piece of the ranking, with "
        "digits of two or three classes, and its feature is a blend. Right, GCN: the digits are sorted by class; node "
        "1 gets ones, node 2 threes, node 3 fours, node 4 ones again, and so on, and their features show these digits.",
    )


def cosines(one, other):
    """Return the absolute cosine of each row of one array with that row of the other."""
    return np.abs(np.sum(one * other, axis=1)) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)


def stuck(layer, X):
    """Tell which nodes answer (almost) the same for all examples (ndarray of bool)."""
    return layer.transform(X).std(axis=0) < STUCK


@cache
def layer_with(memory, amnesia=0.4, centring=False):
    """Train GN on the 16 x 16 digits as the paper writes it, but for its memory, and its inputs centred or not."""
    changed = {"amnesia": amnesia, "reading": replace(READINGS["paper"], memory=memory, centring=centring)}
    return quietly(GreedyByNode(200, **SETTINGS | changed), load("mnist16").X_train)


def copies():
    """Measure how alike the nodes of GN are with four memories (list of dict, a line of the page's table each)."""
    lines = {
        ("none", "0"): layer_with("flat", amnesia=0.0),
        ("flat (the paper)", "0.4"): layer_with("flat"),
        ("fading", "0.4"): layer_with("fading"),
        ("fading, inputs centred (the program)", "0.4"): layer_with("fading", centring=True),
    }
    parts = {"encoder weights": "components_", "decoder weights": "decoder_"}
    return [
        {"memory": memory, "A": amnesia}
        | {name: mean_absolute_cosine(getattr(layer, part)) for name, part in parts.items()}
        for (memory, amnesia), layer in lines.items()
    ]


def in_figures(lines):
    """Write the numbers of a table with two decimals."""
    return [{k: f"{of:.2f}" if isinstance(of, float) else of for k, of in line.items()} for line in lines]


def left_for(layer, X, n_nodes, keep):
    """Yield what is left of the examples for each of the first nodes to say."""
    said = np.zeros_like(X)
    for h, v in zip(layer.transform(X).T[:n_nodes], layer.decoder_):
        yield X - layer.amnesia * said
        said = np.outer(h, v) + keep * said


def share_left(layer, X, n_nodes, keep):
    """Return what share of the squared length of examples is left for each of the first nodes to say."""
    return [np.sum(left**2) / np.sum(X**2) for left in left_for(layer, X, n_nodes, keep)]


FACTORS, FOLLOWED = (0, 0.1, 0.2, 0.4, 1), (1, 2, 3, 4, 8, 16, 32, 104)
"""Of the figure that follows a three: amnesia factors, and nodes of GCN, up to one that learns from it."""


def followed():
    """Return the place of the three that node 104 of GCN gives the largest weight."""
    rows, weights = of_each_class()[3]
    return rows[np.abs(weights).argmax()]


@cache
def fades(amnesia):
    """Return what is left of the three, and which share of all examples, for the nodes of GCN, and their features."""
    X, layer = load("mnist16").X_train, gcn_with(amnesia)
    h, v = layer.transform(X), layer.decoder_
    left = [X - amnesia * h[:, : n - 1] @ v[: n - 1] for n in FOLLOWED]
    shares = [np.sum(of**2) / np.sum(X**2) for of in left]
    return np.array([of[followed()] for of in left]), shares, layer.components_[np.array(FOLLOWED) - 1]


def memory_fades():
    """Draw what is left of a three for nodes of GCN, and what they learn."""
    missing, shares, learned = fades(SETTINGS["amnesia"])
    figure, axes = plt.subplots(2, len(FOLLOWED), figsize=(WIDTH, 3.4), layout="constrained")
    for ax, node, image, share, feature in zip(axes.T, FOLLOWED, missing, shares, turned(learned)):
        ax[0].imshow(square(image), cmap="RdBu_r", vmin=-1, vmax=1, interpolation="nearest")
        ax[0].set_axis_off()
        show_feature(ax[1], feature)
        for words, height, side in ((node, 1.06, "bottom"), (f"{share:.0%}", -0.06, "top")):
            ax[0].text(0.5, height, words, ha="center", va=side, transform=ax[0].transAxes, fontsize=POINTS)
    for ax, name in zip(axes[:, 0], ("still\nmissing", "learned")):
        _name_line(ax, name, -0.12, POINTS)
    axes[0, 0].text(-0.12, 1.06, "node", ha="right", va="bottom", transform=axes[0, 0].transAxes, fontsize=POINTS)
    spread(axes)
    headline(figure, "The shared part goes first", fontsize=POINTS)
    plt.show()


def trained_features(gn, gcn, X, n_classes):
    """Draw twenty features of GN, spread over the layer, and twenty of GCN, stuck nodes in a frame."""
    n = len(gn.components_)
    shown = {GN: in_turn(n, min(20, n)), GCN: np.arange(n // 2 // n_classes * n_classes, n)[:20]}
    figure = plt.figure(figsize=(WIDTH, 3.1))
    top = 0.89
    for of, layer in ((GN, gn), (GCN, gcn)):
        features = turned(layer.components_)
        place = {"left": 0.09, "right": 0.995, "bottom": top - 0.41, "top": top}
        grid = figure.add_gridspec(2, 10, wspace=0.08, hspace=0.08, **place)
        still = stuck(layer, X)
        for n, node in enumerate(shown[of]):
            ax = figure.add_subplot(grid[n // 10, n % 10])
            show_feature(ax, features[node], pale=1.6 if still[node] else 1)
            if still[node]:
                ax.add_patch(plt.Rectangle((0, 0), 1, 1, fill=False, linewidth=4, transform=ax.transAxes))
        figure.text(0.075, top - 0.205, of.label, color=of.colour, fontsize=POINTS, ha="right", va="center")
        top -= 0.46
    headline(figure, "GCN's features show digits; GN's blend them", fontsize=POINTS)
    plt.show()


def strongest(layer, X, n):
    """Find the n examples with the largest and with the smallest outputs of each node, most extreme first."""
    signs = np.sign(np.sum(turned(layer.components_) * layer.components_, axis=1))
    order = np.argsort(-signs * layer.transform(X), axis=0, kind="stable").T
    return order[:, :n], order[:, ::-1][:, :n]


def own_among(layer, X, y, n=50):
    """Give the share of a node's own class among its n most extreme outputs, at the better of both ends."""
    own = np.array([y[subset[0]] for subset in layer.subsets_])[:, np.newaxis]
    return np.max([np.mean(y[of] == own, axis=1) for of in strongest(layer, X, n)], axis=0)


def in_span(layer, X):
    """Return what share of the length of each node's encoder weights lies in the span of its examples."""
    pairs = [(X[subset].T, w) for subset, w in zip(layer.subsets_, layer.components_)]
    own = np.array([rows @ np.linalg.lstsq(rows, w, rcond=None)[0] for rows, w in pairs])
    return np.linalg.norm(own, axis=1) / np.linalg.norm(layer.components_, axis=1)


def net_weight(layer, X):
    """Tell of each node but the first how much of the weights of its examples is left where signs cancel."""
    pairs = zip(layer.subsets_[1:], layer.components_[1:])
    weights = [np.linalg.lstsq(X[subset].T, w, rcond=None)[0] for subset, w in pairs]
    return np.array([np.abs(of.sum()) / np.abs(of).sum() for of in weights])


def apart(weights, images):
    """Take out of each node's weights the direction of its image."""
    unit = images / np.linalg.norm(images, axis=1, keepdims=True)
    return weights - np.sum(weights * unit, axis=1, keepdims=True) * unit


def _moved(layer, X, other=0):
    """Compute C v for each node: the covariance of its examples times decoder weights, of a node some places on."""
    decoder = np.roll(layer.decoder_, -other, axis=0)
    moved = np.array([np.cov(X[subset].T) @ v for subset, v in zip(layer.subsets_, decoder)])
    return apart(moved, own_means(layer, X))


def alike(layer, X, other=0):
    """Return each node's absolute cosine of w and C v apart from its mean image, with v of a node some places on."""
    return cosines(apart(layer.components_, own_means(layer, X)), _moved(layer, X, other))


def covariances(layer, X):
    """Draw, for six nodes spread over a layer, decoder weights, these times the covariance, and the encoder weights."""
    nodes = in_turn(len(layer.components_), 6)
    w, cv = turned(apart(layer.components_, own_means(layer, X))), _moved(layer, X)
    signs = np.where(np.sum(cv * w, axis=1, keepdims=True) < 0, -1, 1)  # w decides
    figure, axes = plt.subplots(3, len(nodes), figsize=(6.2, 3.2), layout="constrained")
    lines = {r"decoder $\mathbf{v}$": signs * layer.decoder_, r"$\mathrm{C}\,\mathbf{v}$": signs * cv}
    for line, (name, images) in zip(axes, (lines | {r"encoder $\mathbf{w}$": w}).items()):
        for ax, node in zip(line, nodes):
            show_feature(ax, images[node])
        _name_line(line[0], name, -0.12, 13)
    for ax, cosine in zip(axes[2], alike(layer, X)[nodes]):
        ax.text(0.5, -0.06, f"{cosine:.2f}", transform=ax.transAxes, ha="center", va="top", fontsize=13)
    headline(figure, "Encoder weights follow from decoder weights")
    plt.show()
