"""Figures and tables of the page on the theorem on memory, and the layers that put it to the test."""

import warnings
from dataclasses import replace
from functools import lru_cache
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode import GreedyByNode
from gnode.reading import READINGS

from ..datasets import load
from ..measures import absolute_cosines, mean_absolute_cosine
from ..store import load_features
from ..theory import component_order, redundancy

N_NODES, EPOCHS, N_STARTS = 12, 60, 5
VERSIONS = {"mean kept": "paper", "mean subtracted": "mended"}
EXAMPLES = ("all", "own")
TESTED = (("flat", 0.4), ("flat", 0.7), ("fading", 0.7), ("fading", 0.9))
"""Rules and factors at which the theorem says neither of two simple guesses."""
PANELS = tuple((rule, factor) for rule in ("flat", "fading") for factor in (0.4, 0.7, 0.9))
FACTORS = (0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
GUESSES = {"theorem": None, "always component 1": 0, "node i takes i": np.arange(N_NODES)}
LETTERS: dict[Any, Any] = {"font.size": 12, "axes.titlesize": 13}


@lru_cache
def spectrum():
    """Take the small digits apart: the images, their singular values and the right singular vectors."""
    X = load("digits").X_train
    return X, *np.linalg.svd(X, full_matrices=False)[1:]


def predicted(rule, factor):
    """Give the component that each node takes by the theorem, counted from 0 (ndarray)."""
    return component_order(spectrum()[1], factor, N_NODES, rule)


@lru_cache
def _trained(version, rule, factor, examples, start):
    """Train a layer of tanh nodes on the small digits; return it."""
    reading = replace(READINGS[VERSIONS[version]], memory=rule)
    partition = "error" if examples == "own" else lambda X, errors, n: [np.arange(len(X))] * n
    layer = GreedyByNode(
        N_NODES,
        amnesia=factor,
        learning_rate=0.001,
        max_epochs=EPOCHS,
        partition=partition,
        reading=reading,
        random_state=start,
    )
    with warnings.catch_warnings(action="ignore"):  # of nodes that hardly vary
        return layer.fit(spectrum()[0])


def taken(version, rule, factor, examples="all", start=0):
    """Tell which component each trained node took: the one that its decoder weights are closest to."""
    cosines = absolute_cosines(_trained(version, rule, factor, examples, start).decoder_, spectrum()[2])
    return cosines.argmax(axis=1), cosines.max(axis=1)


def contested(rule, factor):
    """Tell at which nodes the theorem contradicts both guesses (ndarray of bool)."""
    by_theorem = predicted(rule, factor)
    return (by_theorem != 0) & (by_theorem != np.arange(N_NODES))


@lru_cache
def shares():
    """Count which share of nodes takes what the theorem or a guess says, in the settings of `TESTED`."""
    found = {}
    for version in VERSIONS:
        for examples in EXAMPLES:
            for rule, factor in TESTED:
                took = np.array([taken(version, rule, factor, examples, start)[0] for start in range(N_STARTS)])
                says = {name: predicted(rule, factor) if of is None else of for name, of in GUESSES.items()}
                hits = {name: took == of for name, of in says.items()}
                apart = contested(rule, factor)
                found[version, examples, rule, factor] = {name: of.mean() for name, of in hits.items()} | {
                    f"contested, {name}": of[:, apart].mean() for name, of in hits.items()
                }
    return pd.DataFrame(found).T.rename_axis(["version", "examples", "rule", "factor"])


def overall(version, examples):
    """Average `shares` over the settings: over nodes, and over contested nodes (pandas.Series)."""
    of = shares().loc[version, examples]
    weights = pd.Series({setting: contested(*setting).sum() for setting in TESTED})
    means = of.mean()
    for name in GUESSES:
        means[f"contested, {name}"] = np.average(of[f"contested, {name}"], weights=weights)
    return means


def four_settings():
    """Lay out `shares`: of nodes that take the component of the theorem, and component 1 (pandas.DataFrame of str)."""
    rows = []
    for rule, factor in TESTED:
        row = {"memory": rule, "A": f"{factor:g}"}
        for examples in EXAMPLES:
            for version in VERSIONS:
                of = shares().loc[version, examples, rule, factor]
                row[f"{examples} images, {version}"] = f"{of['theorem']:.0%} / {of['always component 1']:.0%}"
        rows.append(row)
    return pd.DataFrame(rows)


@plt.rc_context(LETTERS)
def answer():
    """Draw which share of trained nodes the theorem and a guess get right, in three worlds."""
    groups = {
        "all images, mean subtracted": overall("mean subtracted", "all"),
        "all images, mean kept": overall("mean kept", "all"),
        "own images, mean kept": overall("mean kept", "own"),
    }
    figure, axes = plt.subplots(len(groups), 1, figsize=(5.8, 3.6), sharex=True, layout="constrained")
    for ax, (name, right) in zip(axes, groups.items()):
        shown = right[["theorem", "always component 1"]][::-1]
        bars = ax.barh(list(shown.index), shown, color=["0.7", "black"], height=0.8)
        ax.bar_label(bars, [f"{share:.0%}" for share in shown], padding=4)
        ax.set_title(f"nodes see {name}", fontsize=12, loc="left")
        ax.set(xlim=(0, 1), xticks=())
        ax.tick_params(length=0)
        ax.spines[["top", "right", "bottom"]].set_visible(False)
    figure.suptitle("The theorem holds on all images, not on GN's own")
    plt.show()


@plt.rc_context(LETTERS | {"font.size": 11})
def orders():
    """Plot the component that each node takes, by the theorem and as trained on all images less their mean."""
    figure, axes = plt.subplots(2, 3, figsize=(7, 4.8), layout="constrained", sharex=True, sharey=True)
    nodes = np.arange(1, N_NODES + 1)
    for ax, (rule, factor) in zip(axes.flat, PANELS):
        ax.plot(nodes, predicted(rule, factor) + 1, "o", color="0.72", markersize=9, label="theorem")
        took = taken("mean subtracted", rule, factor)[0]
        ax.plot(nodes, took + 1, "o", color="black", markersize=3.5, label="trained")
        ax.set(xticks=range(1, 14, 3), yticks=range(1, 14, 3), xlim=(0.2, 13), ylim=(0.2, 13))
        ax.set_title(f"{rule}, A = {factor}", fontsize=12)
        ax.grid(color="0.92")
        ax.set_axisbelow(True)
        ax.spines[["top", "right"]].set_visible(False)
    for ax in axes[-1]:
        ax.set_xlabel("node")
    for ax in axes[:, 0]:
        ax.set_ylabel("component")
    handles = axes[0, 0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=2, frameon=False)
    figure.suptitle("On all images, trained nodes mostly follow the theorem")
    plt.show()


@lru_cache
def alike():
    """Compute how alike the decoder weights of a layer are, by the theorem and as trained, mean kept."""
    found = {}
    for rule in ("flat", "fading"):
        for factor in FACTORS:
            found[rule, factor] = {"theorem": redundancy(predicted(rule, factor))} | {
                examples: mean_absolute_cosine(_trained("mean kept", rule, factor, examples, 0).decoder_)
                for examples in EXAMPLES
            }
    return pd.DataFrame(found).T.rename_axis(["rule", "factor"])


@plt.rc_context(LETTERS)
def curves():
    """Plot how alike the decoder weights are against the factor, a panel a rule."""
    figure, axes = plt.subplots(1, 2, figsize=(7, 3.6), layout="constrained", sharey=True)
    looks = {
        "theorem": ("theorem", {"color": "0.65", "linewidth": 4}),
        "all": ("trained on all images", {"color": "black", "marker": "o", "linestyle": "none"}),
        "own": ("trained on own images", {"color": "#8c6d1f", "marker": "s", "linestyle": "none"}),
    }
    for ax, rule in zip(axes, ("flat", "fading")):
        for name, (told, look) in looks.items():
            ax.plot(alike().loc[rule][name], label=told, **look)
        ax.set(xlabel="amnesia factor A", ylim=(0, 1.05))
        ax.set_title(f"{rule} memory", fontsize=12)
        ax.grid(color="0.92")
        ax.set_axisbelow(True)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("decoders' redundancy")
    handles = axes[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=3, frameon=False, fontsize=11, columnspacing=1)
    figure.suptitle("Memory drives the nodes of small layers apart")
    plt.show()


def on_usps(reading="paper"):
    """Compute how alike the decoder weights of GN's stored layers on USPS are (dict of float to float, by factor)."""
    return {
        factor: mean_absolute_cosine(load_features("gn", amnesia=factor, reading=reading).decoder)
        for factor in (0.0, 0.4, 0.7, 1.0)
    }
