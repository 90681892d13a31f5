"""Figures and tables of the page on the theorem on memory, and the layers that put it to the test."""

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from gnode import GreedyByNode
from gnode.reading import READINGS

from ..datasets import load
from ..measures import absolute_cosines, mean_absolute_cosine
from ..store import load_features
from ..theory import component_order, redundancy
from . import BELOW, drawn, quietly, tidy

N_NODES, EPOCHS, N_STARTS = 12, 60, 5
VERSIONS = {"mean kept": "paper", "mean subtracted": "mended"}
EXAMPLES = ("all", "own")
TESTED = (("flat", 0.4), ("flat", 0.7), ("fading", 0.7), ("fading", 0.9))
"""Rules and factors at which the theorem says neither of two simple guesses."""
RULES = ("flat", "fading")
FACTORS = (0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
GUESSES = {"theorem": None, "always component 1": 0, "node i takes i": np.arange(N_NODES)}
LETTERS = {"font.size": 12, "axes.titlesize": 12}


@cache
def spectrum():
    """Take the small digits apart: the images, their singular values and the right singular vectors."""
    X = load("digits").X_train
    return X, *np.linalg.svd(X, full_matrices=False)[1:]


def predicted(rule, factor):
    """Give the component that each node takes by the theorem, counted from 0 (ndarray)."""
    return component_order(spectrum()[1], factor, N_NODES, rule)


@cache
def _trained(version, rule, factor, examples, start):
    """Train a layer of tanh nodes on the small digits; return it."""
    partition = "error" if examples == "own" else lambda X, errors, n: [np.arange(len(X))] * n
    settings = {"amnesia": factor, "learning_rate": 0.001, "max_epochs": EPOCHS, "partition": partition}
    reading = replace(READINGS[VERSIONS[version]], memory=rule)
    return quietly(GreedyByNode(N_NODES, **settings, reading=reading, random_state=start), spectrum()[0])


def taken(version, rule, factor, examples="all", start=0):
    """Tell which component each trained node took: the one that its decoder weights are closest to."""
    cosines = absolute_cosines(_trained(version, rule, factor, examples, start).decoder_, spectrum()[2])
    return cosines.argmax(axis=1), cosines.max(axis=1)


def contested(rule, factor):
    """Tell at which nodes the theorem contradicts both guesses (ndarray of bool)."""
    by_theorem = predicted(rule, factor)
    return (by_theorem != 0) & (by_theorem != np.arange(N_NODES))


@cache
def shares():
    """Count which share of nodes takes what the theorem or a guess says, in the settings of `TESTED`."""
    found = {}
    for version, examples, (rule, factor) in product(VERSIONS, EXAMPLES, TESTED):
        took = np.array([taken(version, rule, factor, examples, start)[0] for start in range(N_STARTS)])
        hits = {name: took == (predicted(rule, factor) if of is None else of) for name, of in GUESSES.items()}
        apart = contested(rule, factor)
        of_all = {name: of.mean() for name, of in hits.items()}
        of_contested = {f"contested, {name}": of[:, apart].mean() for name, of in hits.items()}
        found[version, examples, rule, factor] = of_all | of_contested
    return pd.DataFrame(found).T.rename_axis(["version", "examples", "rule", "factor"])


def overall(version, examples):
    """Average `shares` over the settings: over nodes, and over contested nodes (pandas.Series)."""
    of, weights = shares().loc[version, examples], [contested(*setting).sum() for setting in TESTED]
    means = of.mean()
    for name in GUESSES:
        means[f"contested, {name}"] = np.average(of[f"contested, {name}"], weights=weights)
    return means


def four_settings():
    """Lay out `shares`: of nodes that take the component of the theorem, and component 1 (pandas.DataFrame of str)."""
    of = shares()[["theorem", "always component 1"]].map("{:.0%}".format).agg(" / ".join, axis=1)
    shown = pd.DataFrame({f"{examples} images, {v}": of.loc[v, examples] for examples in EXAMPLES for v in VERSIONS})
    return shown.rename(index="{:g}".format, level="factor").rename_axis(["memory", "A"]).reset_index()


def answer():
    """Draw which share of trained nodes the theorem and a guess get right, in three worlds."""
    worlds = (("all", "mean subtracted"), ("all", "mean kept"), ("own", "mean kept"))
    title, letters = "The theorem holds on all images, not on GN's own", LETTERS | {"axes.titlelocation": "left"}
    with drawn(title, len(worlds), 1, letters=letters, figsize=(5.8, 3.6), sharex=True) as axes:
        for ax, (examples, version) in zip(axes, worlds):
            shown = overall(version, examples)[["theorem", "always component 1"]][::-1]
            bars = ax.barh(list(shown.index), shown, color=["0.7", "black"], height=0.8)
            ax.bar_label(bars, [f"{share:.0%}" for share in shown], padding=4)
            ax.set(xlim=(0, 1), xticks=(), title=f"nodes see {examples} images, {version}")
            ax.tick_params(length=0)
            ax.spines["bottom"].set_visible(False)


def orders():
    """Plot the component that each node takes, by the theorem and as trained on all images less their mean."""
    nodes, title = np.arange(1, N_NODES + 1), "On all images, trained nodes mostly follow the theorem"
    letters = {"font.size": 11, "axes.titlesize": 12}
    with drawn(title, 2, 3, letters=letters, figsize=(7, 4.8), sharex=True, sharey=True) as axes:
        for ax, (rule, factor) in zip(axes.flat, product(RULES, (0.4, 0.7, 0.9))):
            ax.plot(nodes, predicted(rule, factor) + 1, "o", color="0.72", markersize=9, label="theorem")
            took = taken("mean subtracted", rule, factor)[0]
            ax.plot(nodes, took + 1, "o", color="black", markersize=3.5, label="trained")
            ax.set(xticks=range(1, 14, 3), yticks=range(1, 14, 3), xlim=(0.2, 13), ylim=(0.2, 13))
            ax.set(title=f"{rule}, A = {factor}", xlabel="node", ylabel="component")
            ax.label_outer()
            tidy(ax)
        axes[0, 0].figure.legend(*axes[0, 0].get_legend_handles_labels(), ncols=2, **BELOW)


@cache
def alike():
    """Compute how alike the decoder weights of a layer are, by the theorem and as trained, mean kept."""
    found = {
        (rule, factor): {"theorem": redundancy(predicted(rule, factor))} for rule, factor in product(RULES, FACTORS)
    }
    for (rule, factor), examples in product(found, EXAMPLES):
        layer = _trained("mean kept", rule, factor, examples, 0)
        found[rule, factor][examples] = mean_absolute_cosine(layer.decoder_)
    return pd.DataFrame(found).T.rename_axis(["rule", "factor"])


def curves():
    """Plot how alike the decoder weights are against the factor, a panel a rule."""
    looks = {
        "theorem": ("theorem", {"color": "0.65", "linewidth": 4}),
        "all": ("trained on all images", {"color": "black", "marker": "o", "linestyle": "none"}),
        "own": ("trained on own images", {"color": "#8c6d1f", "marker": "s", "linestyle": "none"}),
    }
    title = "Memory drives the nodes of small layers apart"
    with drawn(title, 1, 2, letters=LETTERS, figsize=(7, 3.6), sharey=True) as axes:
        for ax, rule in zip(axes, RULES):
            for name, (told, look) in looks.items():
                ax.plot(alike().loc[rule][name], label=told, **look)
            ax.set(xlabel="amnesia factor A", ylim=(0, 1.05), title=f"{rule} memory")
            tidy(ax)
        axes[0].set_ylabel("decoders' redundancy")
        handles = axes[0].get_legend_handles_labels()
        axes[0].figure.legend(*handles, ncols=3, fontsize=11, columnspacing=1, **BELOW)


def on_usps(reading="paper"):
    """Compute how alike the decoder weights of GN's stored layers on USPS are (dict of float to float, by factor)."""
    return {
        factor: mean_absolute_cosine(load_features("gn", amnesia=factor, reading=reading).decoder)
        for factor in (0.0, 0.4, 0.7, 1.0)
    }
