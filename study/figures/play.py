"""Try it yourself: what the page shows, as pictures and as numbers."""

from functools import cache, partial

import numpy as np
from sklearn.linear_model import Ridge

from gnode import GreedyByClassByNode, GreedyByNode
from study.datasets import load

from . import beside, drawn, look_of, quietly, show_image, tidy
from .home import untrained

RIDGE = 1e-8  # times the number of rows: as in the page that trains (`readout.js`), for nodes that are all alike
EXAMPLE = 44  # of the unseen digits, the one that the page shows first
METHODS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}
digits = cache(partial(load, "mnist16"))


@cache
def trained(method, A=0.4, nodes=200, **settings):
    """Train the layer as the page does with flat memory."""
    layer = METHODS[method](nodes, amnesia=A, reading="paper", random_state=0, **settings)
    return quietly(layer, digits().X_train.astype("float32"), digits().y_train)


@cache
def outputs(source, *settings, **more):
    """Give outputs for the digits and for the unseen ones: of GN, of GCN, of a draw of random nodes, or the pixels.

    A draw is a number, of random weights, or ("sums", a number), of sums of the digits that GCN's nodes saw.
    """
    X, unseen = digits().X_train, digits().X_test
    if source == "pixels":
        return X, unseen
    if source in METHODS:
        layer = trained(source, *settings, **more)
        return tuple(layer.transform(of.astype("float32")).astype(float) for of in (X, unseen))
    if isinstance(source, tuple):
        W, b = untrained(trained("GCN").subsets_, *source)
        return tuple(np.tanh(of @ W.T + b) for of in (X, unseen))
    W = np.random.default_rng(source).standard_normal((200, X.shape[1]))
    W /= (X @ W.T).std(axis=0)[:, np.newaxis]  # inputs of mean 0 and standard deviation 1
    return tuple(np.tanh((of - X.mean(axis=0)) @ W.T) for of in (X, unseen))


@cache
def named(source, *settings, **more):
    """Give the class that a linear read-out names for each unseen digit, of the first output, of two, ... (ndarray)."""
    H, unseen = outputs(source, *settings, **more)
    Z, targets = H - H.mean(axis=0), np.eye(10)[digits().y_train]
    # As in the page, a Cholesky factor of the outputs' products gives the fits of all first outputs at once.
    L = np.linalg.cholesky(Z.T @ Z + RIDGE * len(H) * np.eye(H.shape[1]))
    of_targets, of_unseen = (np.linalg.solve(L, of) for of in (Z.T @ targets, (unseen - H.mean(axis=0)).T))
    parts = of_unseen[:, :, np.newaxis] * of_targets[:, np.newaxis]
    return (targets.mean(axis=0) + parts.cumsum(axis=0)).argmax(axis=2)


def share(n, source, *settings, **more):
    """Give the share of unseen digits that a read-out of the first n outputs classifies correctly (float)."""
    return np.mean(named(source, *settings, **more)[n - 1] == digits().y_test)


def random_share(n, sums=False):
    """Give the same for n random nodes, or for n sums of digits, on average over ten draws (float)."""
    return np.mean([share(n, ("sums", draw) if sums else draw) for draw in range(10)])


def answer():
    """Draw what the first nodes make of a digit, and how many digits they read, by their number."""
    steps, (H, unseen) = (1, 5, 10, 20, 50, 200), outputs("GCN")
    curves = {name: [100 * share(n, name.upper()) for n in steps] for name in ("gn", "gcn")}
    curves |= {name: [100 * random_share(n, name == "sums") for n in steps] for name in ("sums", "random")}
    pixels = 100 * share(256, "pixels")
    with drawn("More nodes read more digits, trained or not", figsize=(7.5, 5)) as ax:
        for at, n in enumerate(steps):
            best = Ridge(RIDGE * len(H)).fit(H[:, :n], digits().X_train).predict(unseen[[EXAMPLE], :n])
            show_image(ax.inset_axes((at - 0.4, 103, 0.8, 35), transform=ax.transData), best[0])
        for name, offset in (("gn", 19), ("gcn", 5), ("sums", -9), ("random", -23)):
            grey = {"sums": "0.1", "random": "0.45"}.get(name)
            look = {"color": grey, "marker": "o", "linestyle": "--"} if grey else look_of(name)
            ax.plot(curves[name], linewidth=2, **look)
            words = name if grey else name.upper()
            beside(ax, words, (5, curves[name][-1]), (9, offset), color=look["color"], fontweight="bold")
        ax.axhline(pixels, 0, 0.6, color="0.35", linestyle=":")
        beside(ax, "all 256 pixels", (-0.3, pixels), (0, 5), color="0.35")
        ax.set(xlim=(-0.5, 6), ylim=(0, 140), yticks=range(0, 101, 20), xticks=range(6), xticklabels=steps)
        ax.set(xlabel="nodes that are read out", ylabel="unseen digits read (%)")
        ax.yaxis.set_label_coords(-0.08, 50 / 140)
        ax.spines["left"].set_bounds(0, 100)
        tidy(ax, "y")
