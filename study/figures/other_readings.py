"""Figures of claims under other readings: verdicts, pairs of methods, rules of memory, groups of readings."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator

from ..claims.card import MARKS
from ..methods import COUNTERPARTS, METHODS
from ..paper import MARGIN
from .verdicts import TINTS

__all__ = ["claim_matrix", "in_groups", "over_factors", "pairs_in_margin"]

LETTERS = 11  # points; with the width, large enough on a telephone
OF_MATRIX = {"font.size": 13, "xtick.labelsize": 11.5}  # the small figure of the answer
WIDTH = 5.6  # inches


def claim_matrix(groups, settings, title=""):
    """Draw the verdict on each claim (a row) under each reading (a column).

    Parameters
    ----------
    groups : dict of str to dict of str to dict of str to str
        Name of a group -> what a claim is called -> name of a reading -> verdict.
    settings : dict of str to dict of str to str
        Name of a setting -> name of a reading -> its value, which stands above the verdicts.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    readings = list(next(iter(settings.values())))
    centres = np.arange(len(readings)) + 0.46
    ticks, place = {}, 0.0
    with plt.rc_context(OF_MATRIX):
        figure, ax = plt.subplots(layout="constrained")
        for setting, values in settings.items():
            ticks[place] = setting
            for centre, value in zip(centres, values.values()):
                ax.text(centre, place, value, ha="center", va="center", color="0.35")
            place += 0.8
        for group, claims in groups.items():
            ax.text(-0.1, place + 0.1, group, ha="right", va="center", weight="bold")
            ax.plot([-0.05, len(readings)], [place + 0.1] * 2, color="0.6", linewidth=0.8)
            for claim, of_claim in claims.items():
                place += 1
                ticks[place] = claim
                for column, reading in enumerate(readings):
                    verdict = of_claim.get(reading, "not run")
                    tint = TINTS.get(verdict, "0.93")
                    ax.barh(place, 0.92, left=column, color=tint, edgecolor="black", linewidth=0.7)
                    ax.text(centres[column], place, MARKS[verdict], ha="center", va="center")
            place += 1
        ax.set_yticks(list(ticks), ticks.values())
        ax.set_xticks(centres, [name.replace(", ", ",\n").replace(" ", "\n") for name in readings])
        ax.xaxis.tick_top()
        ax.set(ylim=(place - 0.4, -0.5), xlim=(-0.05, len(readings)))
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
        figure.set_size_inches(4.9, 0.3 * place + 0.8)
        figure.suptitle(title)
    return figure


def pairs_in_margin(differences, printed, around, *, xlabel, title=""):
    """Draw how far each pair of methods is apart under each reading, beside the margin of equal accuracy.

    Parameters
    ----------
    differences : dict of str to dict of str to tuple of float
        What a row is called -> name of the pair's first method -> mean, low and high.
    printed : dict of str to float
        Name of the pair's first method -> the paper's difference, in a row of its own on top.
    around : dict of str to tuple of float
        Name of the pair's first method -> how far a wider, thin interval reaches below and above each mean.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    names = ["the paper", *differences]
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(WIDTH, 0.4 * len(names) + 1.2), layout="constrained")
        ax.axvspan(-MARGIN, MARGIN, color=TINTS["reproduced"], alpha=0.6, zorder=0)
        ax.text(0, -0.62, "equal", ha="center", va="bottom", color="0.35")
        ax.axhline(0.5, color="0.6", linewidth=0.8)
        for shift, method in zip((-0.16, 0.16), printed):
            look = METHODS[method]
            ax.plot(printed[method], shift, look.marker, color=look.colour, mfc="white", markersize=8)
            for place, of_reading in enumerate(differences.values(), 1):
                mean, low, high = of_reading[method]
                below, above = around[method]
                ax.plot([mean - below, mean + above], [place + shift] * 2, color=look.colour, linewidth=0.9)
                ax.plot([low, high], [place + shift] * 2, color=look.colour, linewidth=3.5)
                ax.plot(mean, place + shift, look.marker, color=look.colour, markersize=7)
        ax.set_yticks(range(len(names)), names)
        ax.set(ylim=(len(names) - 0.4, -0.6), xlabel=xlabel)
        ax.xaxis.set_major_locator(MultipleLocator(MARGIN))
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        handles = [
            plt.Line2D(
                [],
                [],
                linestyle="none",
                color=one.colour,
                marker=one.marker,
                label=f"{one.label} \N{MINUS SIGN} {other.label}",
            )
            for one, other in COUNTERPARTS
            if one.name in printed
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def over_factors(panels, best, title=""):
    """Plot quantities against the amnesia factor, a row each, under several rules, a column each.

    Parameters
    ----------
    panels : dict of str to dict of str to pandas.DataFrame
        What is plotted -> name of a rule -> a number for each factor (the index) and method (the columns).
    best : dict of str to callable
        What is plotted -> the place of its best value in a column, as `pandas.Series.idxmax` gives it. That mark is
        ringed.
    title : str, default=""

    Returns
    -------
    matplotlib.figure.Figure
    """
    rules = list(next(iter(panels.values())))
    with plt.rc_context({"font.size": LETTERS}):
        figure, axes = plt.subplots(
            len(panels),
            len(rules),
            figsize=(WIDTH, 2 * len(panels) + 0.8),
            layout="constrained",
            sharex=True,
            sharey="row",
        )
        for row, (quantity, by_rule) in zip(axes, panels.items()):
            for ax, numbers in zip(row, by_rule.values()):
                ax.axvspan(0.35, 0.55, color="0.92", zorder=0)
                for method in numbers:
                    look, of = METHODS[method], numbers[method].sort_index()
                    ax.plot(of, look.marker + "-", color=look.colour, markersize=4, label=look.label)
                    at = best[quantity](of)
                    ax.plot(at, of[at], look.marker, color=look.colour, mfc="none", markersize=12, markeredgewidth=1.6)
                ax.spines[["top", "right"]].set_visible(False)
            row[0].set_ylabel(quantity)
            for ax in row:
                ax.margins(y=0.12)
        for ax, rule in zip(axes[0], rules):
            ax.set_title(rule, fontsize=LETTERS)
        for ax in axes[-1]:
            ax.set(xlabel="amnesia factor A", xlim=(-0.08, 1.08), xticks=(0, 0.5, 1))
        figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure


def in_groups(groups, references, hollow, *, xlabel, title=""):
    """Draw a mark for each reading and method, a row for each group of readings.

    Parameters
    ----------
    groups : dict of str to pandas.DataFrame
        Name of a group -> a number for each reading (the index) and method (the columns).
    references : dict of str to float
        Method -> where a line of its colour goes.
    hollow : dict of str to str
        A level of the index -> the value with which a mark is hollow. The legend calls it by both.
    xlabel, title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    ((level, value),) = hollow.items()
    with plt.rc_context({"font.size": LETTERS}):
        figure, ax = plt.subplots(figsize=(WIDTH, 0.4 * len(groups) + 1.3), layout="constrained")
        for method, at in references.items():
            ax.axvline(at, color=METHODS[method].colour, linestyle="--", linewidth=1.2, zorder=0)
            ax.text(at, -0.62, METHODS[method].label, ha="center", va="bottom", color=METHODS[method].colour)
        for place, numbers in enumerate(groups.values()):
            for shift, method in zip((-0.18, 0.18), numbers):
                look = METHODS[method]
                for of_value, of in numbers[method].groupby(level=level):
                    name = f"{look.label}, {level} {of_value}" if place == 0 else None
                    inside = "white" if of_value == value else look.colour
                    style = {"color": look.colour, "mfc": inside, "markersize": 6, "label": name}
                    ax.plot(of, np.full(len(of), place + shift), look.marker, **style)
        for place in range(1, len(groups)):
            ax.axhline(place - 0.5, color="0.92", linewidth=0.8, zorder=0)
        ax.set_yticks(range(len(groups)), groups)
        ax.set(ylim=(len(groups) - 0.5, -0.6), xlabel=xlabel)
        ax.tick_params(axis="y", length=0)
        ax.spines[["top", "right", "left"]].set_visible(False)
        handles, names = ax.get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=2, frameon=False)
        figure.suptitle(title, fontsize=LETTERS + 1)
    return figure
