"""Try it yourself: what the page shows, as pictures and as numbers."""

from functools import cache, partial

import numpy as np
from sklearn.linear_model import Ridge

from gnode import GreedyByClassByNode, GreedyByNode
from study.datasets import load

from . import CHART, beside, drawn, look_of, quietly, show_image, signed, tidy
from .home import untrained

RIDGE = 1e-8  # times the number of rows: as in the page that trains (`readout.js`), for nodes that are all alike
EXAMPLE = 44  # of the unseen digits, the one that the page shows first
METHODS = {"GN": GreedyByNode, "GCN": GreedyByClassByNode}
digits = cache(partial(load, "mnist16"))


@cache
def trained(method, A=0.4, nodes=200, seed=0, **settings):
    """Train the layer as the page does with flat memory."""
    layer = METHODS[method](nodes, amnesia=A, reading="paper", random_state=seed, **settings)
    return quietly(layer, digits().X_train.astype("float32"), digits().y_train)


@cache
def outputs(source, *settings, **more):
    """Give outputs for the digits and for the unseen ones: of GN, of GCN, of a draw of noise, or the pixels.

    A draw is a number, of random weights for the pixels, or ("sums", a number), of sums of the digits of GCN's nodes.
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


def shares(n, kind):
    """Give the same for ten initialisations of GN or GCN, or draws of "noise" or "random sums" (list)."""
    if kind in METHODS:
        return [share(n, kind, seed=seed) for seed in range(10)]
    return [share(n, ("sums", draw) if kind == "random sums" else draw) for draw in range(10)]


def mean_share(n, kind):
    """Give their mean (float)."""
    return np.mean(shares(n, kind))


def answer():
    """Draw what the first nodes make of a digit, and how many more digits they read than noise does."""
    steps, (H, unseen) = (1, 5, 10, 20, 50, 200), outputs("GCN")
    noise = np.array([mean_share(n, "noise") for n in steps])
    names = {"gn": "GN", "gcn": "GCN", "random sums": "random sums"}
    curves = {name: [mean_share(n, kind) for n in steps] for name, kind in names.items()}
    spreads = {name: [100 * np.std(shares(n, kind), ddof=1) for n in steps] for name, kind in names.items()}
    with drawn("At 200 nodes, training gains three to four\npoints, and so do random sums", figsize=(CHART, 4.6)) as ax:
        for at, n in enumerate(steps):
            best = Ridge(RIDGE * len(H)).fit(H[:, :n], digits().X_train).predict(unseen[[EXAMPLE], :n])
            show_image(ax.inset_axes((at - 0.35, 11, 0.7, 10), transform=ax.transData), best[0])
        for name, at, offset in (("gn", 1, (12, -4)), ("gcn", 1, (12, -8)), ("random sums", 4, (-36, 17))):
            look = {"color": "0.1", "marker": "o", "linestyle": "--"} if name == "random sums" else look_of(name)
            gained = 100 * (curves[name] - noise)
            ax.errorbar(range(6), gained, spreads[name], linewidth=2, **look)
            beside(ax, names[name], (at, gained[at]), offset, color=look["color"], fontweight="bold")
        worst, best = (100 * of(curve[-1] for curve in curves.values()) for of in (min, max))
        told = f"{worst:.0f}\N{EN DASH}{best:.0f}%: GN, GCN,\nrandom sums", f"{noise[-1]:.0%}: noise"
        for words, y, side in zip(told, (gained[-1], 0), ("bottom", "top")):
            beside(ax, words, (5, y), (12, 0), va=side, color="0.1" if y else "0.45", fontweight="bold")
        ax.plot([0] * 6, color="0.45", linewidth=2)
        ax.set(xlim=(-0.5, 6.1), ylim=(-19, 21), yticks=[-15, -10, -5, 0, 5, 10], xticks=range(6), xticklabels=steps)
        ax.set(xlabel="nodes that are read out", ylabel="points above noise")
        ax.yaxis.set_major_formatter(signed)
        ax.yaxis.set_label_coords(-0.12, 14 / 40)
        ax.spines["left"].set_bounds(-19, 10)
        tidy(ax, "y")
