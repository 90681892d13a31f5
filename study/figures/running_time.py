"""Figures on running time and accuracy: how much faster node by node is, and whether it is as accurate."""

import matplotlib.pyplot as plt

from ..methods import METHODS
from .counts import for_answer
from .ratios import LOOKS

__all__ = ["before_and_after", "differences", "ranges", "seconds_and_scores"]

PAPER = {"marker": "D", "color": "0.55", "linestyle": "none"}
LETTERS = {"font.size": 12, "axes.titlesize": 13}


@for_answer
def seconds_and_scores(seconds, scores):
    """Draw the seconds of each method's training as a bar, pre-training in colour, with its test accuracy beside it.

    Parameters
    ----------
    seconds : pandas.DataFrame
        Columns pretraining_seconds and total_seconds, by method, in the order of the rows.
    scores : pandas.Series
        Test accuracy, by method.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure, ax = plt.subplots(figsize=(4.8, 3.2), layout="constrained")
    right = 1.85 * seconds["total_seconds"].max()
    for place, (name, of) in enumerate(seconds.iterrows()):
        before, total = of["pretraining_seconds"], of["total_seconds"]
        ax.barh(place, before, color=METHODS[name].colour, height=0.65)
        ax.barh(place, total - before, left=before, color="0.8", height=0.65)
        _name(ax, f"{total:.0f} s", (total, place), "black", (5, 0))
        _name(ax, f"{scores[name]:.3f}", (right, place), "black", (-1, 0))
    _name(ax, "accuracy", (right, -1), "0.3", (-1, 0))
    ax.set(
        title="Seconds differ, scores hardly do",
        xlabel="whole training (s)",
        xlim=(0, right),
        xticks=(0, 50, 100),
        ylim=(len(seconds) - 0.4, -1.4),
    )
    ax.set_yticks(range(len(seconds)), [METHODS[name].label for name in seconds.index])
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right"]].set_visible(False)
    return figure


def ranges(parts):
    """Draw how many times as long training takes layer by layer, a row a way to take the time, with its range.

    Parameters
    ----------
    parts : dict of str to dict of str to tuple of (str, pandas.Series)
        Title of each part of the figure -> name of the way -> its look in `study.figures.ratios.LOOKS`, and the
        ratio of each pair of methods.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(5.8, 4.3), layout="constrained")
        names, place = {}, 0.0
        for part, ways in parts.items():
            ax.text(0.01, place, part, transform=ax.get_yaxis_transform(), va="center", fontweight="bold")
            for way, (look, ratios) in ways.items():
                place += 1
                names[place] = way
                ends = ratios.min(), ratios.max()
                ax.hlines(place, *ends, color=LOOKS[look]["color"], linewidth=1.2)
                ax.plot(ratios, [place] * len(ratios), linestyle="none", **LOOKS[look])
                for end, away in zip(ends, (-8, 8)):
                    _name(ax, f"{end:.{int(end < 10)}f}", (end, place), "black", (away, 0))
            place += 1.3
        for times, name in {10: "tenfold", 100: "hundredfold"}.items():
            ax.axvline(times, color="0.6", linestyle="--", linewidth=1, zorder=0)
            ax.text(times, 1.01, name, transform=ax.get_xaxis_transform(), ha="center", va="bottom", color="0.4")
        ax.set_title("How much faster? It depends on what you time", pad=22)
        ax.set(xlabel="time layer by layer / time node by node", xscale="log", xlim=(1, 500))
        ax.set_ylim(max(names) + 0.6, -0.7)
        ax.set_yticks(list(names), names.values())
        ax.tick_params(axis="y", length=0)
        ax.set_xticks((1, 3, 10, 30, 100, 300), ("1", "3", "10", "30", "100", "300"))
        ax.minorticks_off()
    return figure


def before_and_after(runs, printed):
    """Plot the test accuracy of each method before and after fine-tuning, on one scale, beside the paper's.

    Parameters
    ----------
    runs : pandas.DataFrame
        A row a run: method, test, and test_before, which is not shown where it is below one half: nothing has been
        trained by then.
    printed : dict of str to float
        The paper's test accuracy, by method.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(5.8, 3.7), layout="constrained")
        names = [name for name in METHODS if name in set(runs["method"])]
        for place, name in enumerate(names):
            method, scores = METHODS[name], runs[runs["method"] == name]
            look = {"fmt": method.marker, "color": method.colour, "capsize": 3}
            before, after = scores["test_before"], scores["test"]
            if before.mean() > 0.5:
                ax.plot([before.mean(), after.mean()], [place, place], color=method.colour, alpha=0.4)
                ax.errorbar(before.mean(), place, xerr=before.std(), markerfacecolor="white", **look)
            ax.errorbar(after.mean(), place, xerr=after.std(), **look)
            if name in printed:
                ax.plot(printed[name], place + 0.3, **PAPER)
        first, place = METHODS["gn"], names.index("gn")
        scores = runs[runs["method"] == "gn"]
        _name(ax, "before", (scores["test_before"].mean(), place), first.colour, (0, 12), "center")
        _name(ax, "after", (scores["test"].mean(), place), first.colour, (0, 12), "center")
        _name(ax, "paper", (printed["gcn"], names.index("gcn") + 0.3), PAPER["color"], (-7, -3))
        ax.set_title("Fine-tuning brings all six within 0.01 of each other", loc="right")
        ax.set(xlabel="test accuracy", ylim=(len(names) - 0.4, -0.7))
        _rows(ax, [METHODS[name].label for name in names])
    return figure


def differences(parts, margin, printed):
    """Plot differences of mean test accuracy with their intervals: hollow where they do not meet what is asked.

    Parameters
    ----------
    parts : dict of str to tuple of (pandas.DataFrame, sequence of bool)
        Title of each part of the figure -> a row a difference: one, other (names of methods), mean, low, high; and
        whether each meets what is asked.
    margin : float
        Half the width of the grey band behind the first part.
    printed : list of float
        The paper's, of the rows of the first part.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context(LETTERS):
        figure, ax = plt.subplots(figsize=(5.8, 5), layout="constrained")
        ax.axvline(0, color="0.4", linestyle="--", linewidth=1, zorder=0)
        names, top = {}, 0.0
        for title, (compared, met) in parts.items():
            clear = {"va": "center", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1}}
            ax.text(0.01, top, title, transform=ax.get_yaxis_transform(), fontweight="bold", **clear)
            for place, (row, filled) in enumerate(zip(compared.itertuples(), met), start=1):
                one, spread = METHODS[row.one], [[row.mean - row.low], [row.high - row.mean]]
                look = {"fmt": one.marker, "color": one.colour, "markerfacecolor": one.colour if filled else "white"}
                ax.errorbar(row.mean, top + place, xerr=spread, capsize=4, **look)
                names[top + place] = f"{one.label} − {METHODS[row.other].label}"
            top += len(compared) + 1.3
        places = list(names)[: len(printed)]
        band = plt.Rectangle((-margin, 0.5), 2 * margin, len(printed), color="0.9", zorder=0)
        ax.add_patch(band)
        ax.plot(printed, [place + 0.25 for place in places], **PAPER)
        _name(ax, "paper", (printed[-1], places[-1] + 0.25), PAPER["color"], (-7, 0))
        ax.set_title("GN and GCN: as accurate as layer by layer,\nno clear gain over the controls", loc="right")
        ax.set(
            xlabel="difference of mean test accuracy",
            xlim=(-2.4 * margin, 2 * margin),
            xticks=[step * margin for step in range(-2, 3)],
            ylim=(max(names) + 0.6, -0.7),
        )
        _rows(ax, names.values(), list(names))
    return figure


def _name(ax, text, at, colour, offset, side=None):
    """Write a name beside a mark, to the right or left as its offset (in points) goes, or above ("center")."""
    side = side or ("left" if offset[0] > 0 else "right")
    ax.annotate(text, at, offset, textcoords="offset points", ha=side, va="center", color=colour)


def _rows(ax, labels, places=None):
    """Name the rows of a dot plot and draw a faint line along each."""
    places = list(range(len(labels))) if places is None else places
    ax.set_yticks(places, labels)
    ax.tick_params(axis="y", length=0)
    ax.hlines(places, *ax.get_xlim(), color="0.93", zorder=0)
    ax.margins(x=0)
