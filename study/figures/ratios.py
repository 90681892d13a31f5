"""How many times as long one way of training takes as another: the same marks on every page."""

import matplotlib.pyplot as plt

__all__ = ["ratio_rows"]

# How each column is drawn, and how far its marks stand from the middle of a row. Ours have their numbers beside them.
LOOKS: dict[str, dict[str, str | float]] = {
    "counted": {"marker": "|", "color": "0.4", "markersize": 17, "markeredgewidth": 2.5},
    "paper": {"marker": "D", "color": "0.55"},
    "on weights": {"marker": "o", "color": "black"},
    "dual form": {"marker": "o", "color": "black", "markerfacecolor": "white"},
}
SHIFT = {"counted": -0.2, "paper": 0, "on weights": -0.2, "dual form": 0.2}
OURS = ("on weights", "dual form")


def ratio_rows(
    parts,
    title="",
    xlabel="time layer by layer / time node by node",
    size=(7, 3.9),
    letters=10,
    lines=((10, "tenfold"),),
):
    """Draw how many times as long training takes layer by layer, a row a pair, all on one logarithmic scale.

    Parameters
    ----------
    parts : dict of str to dict of str to pandas.DataFrame
        Title of each part of the figure (it may be empty) -> "counted", "paper", "on weights" or "dual form" -> the
        ratios, indexed by the pair, with the columns ratio, low and high: the ends of a line through the mark, or NaN.
    title, xlabel : str
    size : (float, float), default=(7, 3.9)
        In inches.
    letters : float, default=10
        Size of the letters in points.
    lines : sequence of tuple of (float, str)
        Where dashed lines stand, and their names.

    Returns
    -------
    matplotlib.figure.Figure
    """
    with plt.rc_context({"font.size": letters, "axes.titlesize": letters + (letters <= 10)}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        names = {}
        for part, forms in parts.items():
            top = max(names, default=-1) + 1 + 0.5 * bool(part)
            if part:
                ax.text(0.01, top, part, transform=ax.get_yaxis_transform(), va="center", fontweight="bold")
            first = top + 1 * bool(part)
            pairs = next(iter(forms.values())).index
            names |= {first + place: pair.replace(" / ", " vs ") for place, pair in enumerate(pairs)}
            for form, ratios in forms.items():
                _column(ax, form, ratios, first)
        most = max(ratios[["ratio", "high"]].max(axis=None) for forms in parts.values() for ratios in forms.values())
        first = min(names) - any(parts)
        for ratio, name in lines:
            ax.axvline(ratio, color="0.4", linestyle="--", linewidth=1, zorder=0)
            _name(ax, name, (ratio, first - 0.65 * (not any(parts))), "0.4", "right", 4)
        top = first - (0.6 if any(parts) else 1)
        ax.set(xlabel=xlabel, xscale="log", xlim=(1, 2.6 * most), ylim=(max(names) + 0.6, top))
        ax.set_title(title)
        ax.set_yticks(list(names), names.values())
        ax.tick_params(axis="y", length=0)
        ax.hlines(list(names), *ax.get_xlim(), color="0.93", zorder=0)
        ticks = [tick for tick in (1, 3, 10, 30, 100, 300) if tick <= most]
        ax.set_xticks(ticks, map(str, ticks))
        ax.minorticks_off()
        ax.margins(x=0)
        shown = [form for form in LOOKS if any(form in forms for forms in parts.values())]
        marks = [plt.Line2D([], [], linestyle="none", label=form, **LOOKS[form]) for form in shown]
        figure.legend(
            handles=marks,
            loc="outside lower center",
            ncols=len(marks) if len(marks) < 4 else 2,
            frameon=False,
            handletextpad=0.1,
            columnspacing=1.2,
            borderpad=0,
        )
    return figure


def _column(ax, form, ratios, first):
    """Draw one column of ratios with their ranges; those that are ours also have their numbers."""
    places = [first + place + SHIFT[form] for place in range(len(ratios))]
    colour = LOOKS[form]["color"]
    ax.hlines(places, ratios["low"], ratios["high"], color=colour, linewidth=1.2, zorder=1)
    ax.plot(ratios["ratio"], places, linestyle="none", zorder=2, **LOOKS[form])
    if form in OURS:
        for ratio, at, place in zip(ratios["ratio"], ratios["high"].fillna(ratios["ratio"]), places):
            _name(ax, f"{ratio:.0f}", (at, place), colour, "left", 6)


def _name(ax, text, at, colour, side, away):
    """Write a text at a place, its end (side "right") or its beginning ("left") so many points away from it."""
    shift = -away if side == "right" else away
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # where a line passes behind it
    ax.annotate(text, at, (shift, 0), textcoords="offset points", ha=side, va="center", color=colour, bbox=ground)
