"""How many times as long one way of training takes as another: the same marks on every page."""

import matplotlib.pyplot as plt

# How each column is drawn, and how far its marks stand from the middle of a row. Ours have their numbers beside them.
LOOKS: dict[str, dict[str, str | float]] = {
    "counted": {"marker": "|", "color": "0.4", "markersize": 17, "markeredgewidth": 2.5},
    "paper": {"marker": "D", "color": "0.55"},
    "on weights": {"marker": "o", "color": "black"},
    "dual form": {"marker": "o", "color": "black", "markerfacecolor": "white"},
}
SHIFT = {"counted": -0.2, "paper": 0, "on weights": -0.2, "dual form": 0.2}
OURS = ("on weights", "dual form")


def ratio_rows(forms, title="", size=(5.4, 2.15), letters=10, lines=((10, "tenfold"),)):
    """Draw how many times as long training takes layer by layer; `forms` has ratio, low and high (perhaps NaN)."""
    with plt.rc_context({"font.size": letters, "axes.titlesize": letters + (letters <= 10)}):
        figure, ax = plt.subplots(figsize=size, layout="constrained")
        pairs = next(iter(forms.values())).index
        for form, ratios in forms.items():
            places = [place + SHIFT[form] for place in range(len(pairs))]
            colour = LOOKS[form]["color"]
            ax.hlines(places, ratios["low"], ratios["high"], color=colour, linewidth=1.2, zorder=1)
            ax.plot(ratios["ratio"], places, linestyle="none", zorder=2, **LOOKS[form])
            if form in OURS:
                for ratio, at, place in zip(ratios["ratio"], ratios["high"].fillna(ratios["ratio"]), places):
                    _name(ax, f"{ratio:.0f}", (at, place), colour, "left", 6)
        for ratio, name in lines:
            ax.axvline(ratio, color="0.4", linestyle="--", linewidth=1, zorder=0)
            _name(ax, name, (ratio, -0.65), "0.4", "right", -4)
        most = max(ratios[["ratio", "high"]].max(axis=None) for ratios in forms.values())
        ax.set(xlabel="time layer by layer / time node by node", xscale="log", title=title)
        ax.set(xlim=(1, 2.6 * most), ylim=(len(pairs) - 0.4, -1))
        ax.set_yticks(range(len(pairs)), [pair.replace(" / ", " vs ") for pair in pairs])
        ax.tick_params(axis="y", length=0)
        ax.hlines(range(len(pairs)), *ax.get_xlim(), color="0.93", zorder=0)
        ticks = [tick for tick in (1, 3, 10, 30, 100, 300) if tick <= most]
        ax.set_xticks(ticks, map(str, ticks))
        ax.minorticks_off()
        ax.margins(x=0)
        marks = [plt.Line2D([], [], linestyle="none", label=of, **LOOKS[of]) for of in LOOKS if of in forms]
        columns = len(marks) if len(marks) < 4 else 2
        look = {"frameon": False, "handletextpad": 0.1, "columnspacing": 1.2, "borderpad": 0}
        figure.legend(handles=marks, loc="outside lower center", ncols=columns, **look)
    return figure


def _name(ax, text, at, colour, side, away):
    """Write a text at a place, its end (side "right") or its beginning ("left") so many points away from it."""
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # where a line passes behind it
    ax.annotate(text, at, (away, 0), textcoords="offset points", ha=side, va="center", color=colour, bbox=ground)
