"""Figures and tables of the appendix on counts and times."""

from functools import partial
from itertools import pairwise

import numpy as np
import pandas as pd
from IPython.display import Markdown, display

from .. import opcount, speed
from ..claims.counts import GROWTH
from ..claims.running_time import PAIRS, ratios_as_counted, ratios_of
from ..datasets import get_record
from ..experiments import runs_frame
from ..experiments.epochs import FULL_EPOCHS
from ..methods import METHODS
from ..page import plain
from . import BELOW, NAMES, beside, drawn, in_rows, only_ticks, tidy
from .cost import LETTERS, times_in_words, unbroken
from .faster import FOUR, author_program

MARGIN = 0.15  # beyond the theorem's exponent of one, of claim E3
SIZES = [(40, d1, d2, E) for d1 in (1, 16) for d2 in (2, 20) for E in (1, 30)]  # N, d1, d2, E

# Column of `all_ratios` -> how far its marks stand below the middle of a row, and their look.
LOOKS: dict[str, tuple[float, dict[str, str | float]]] = {
    "counted": (-0.2, {"marker": "|", "color": "0.4", "markersize": 17, "markeredgewidth": 2.5}),
    "paper": (0.0, {"marker": "D", "color": "0.55"}),
    "on weights": (-0.2, {"marker": "o", "color": "black"}),
}

GROUND = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # of words that a line passes behind


def cpu(method, form="on weights"):
    """Give the CPU seconds of a method's pre-training in the benchmark, one a round."""
    return speed.pretraining(speed.load_speed(), method, form)["cpu_seconds"]


def all_ratios():
    """Gather how many times as long layer by layer takes: by count and by clock, as written and by the program."""
    measured, pairs = speed.load_speed(), [f"{slow.label} / {fast.label}" for slow, fast in PAIRS]
    timed = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    of = timed.groupby("method")["cpu_seconds"].agg(["mean", "min", "max"])
    frames = {
        "counted": pd.DataFrame({"ratio": ratios_as_counted(), "low": np.nan, "high": np.nan}, pairs),
        "on weights": pd.DataFrame({"ratio": ratios_of(of["mean"])}, pairs),
        "paper": speed.pretraining_ratios(measured, "paper"),
    }
    frames["on weights"]["low"] = [of["min"][slow.name] / of["max"][fast.name] for slow, fast in PAIRS]
    frames["on weights"]["high"] = [of["max"][slow.name] / of["min"][fast.name] for slow, fast in PAIRS]
    for form in ("counted", "on weights", "dual form"):
        frames[f"{form}, program"] = speed.pretraining_ratios(measured, form)
    order = frames["counted"]["ratio"].sort_values().index
    return {name: of.reindex(order).rename(index=_renamed) for name, of in frames.items()}


def class_sizes():
    """List how many examples of USPS each class has."""
    record = get_record("usps")
    return record.study_counts(record.forms[0])[0]


def ratios_with_decay():
    """Count the ratios of `PAIRS` for the paper's network with weight decay, as it was run (pandas.Series)."""
    measured, sizes = speed.load_speed(), class_sizes()
    N, shape = sum(sizes), (measured["rows"]["n_features"], *measured["settings"]["layers"])
    forwarded = sum(N * d2 * (d1 + 2) for d1, d2 in list(pairwise(shape))[:-1])
    counted = {}
    for method, n_classes in (("usv", None), ("sv", len(sizes))):
        layer = partial(opcount.layerwise, N, n_epochs=FULL_EPOCHS, n_classes=n_classes, weight_decay=True)
        counted[method] = sum(layer(d1, d2) for d1, d2 in pairwise(shape)) + forwarded
    for method in ("GN", "GCN"):
        counted[method.lower()] = opcount.pretraining(method, sizes, shape, FULL_EPOCHS, reading="paper")
    return pd.Series(ratios_of(counted))


def _renamed(text):
    """Put this edition's names of the methods for those in stored files."""
    return text.replace("USV", NAMES["usv"]).replace("SV", NAMES["sv"])


def ratios():
    """Draw how many times as long pre-training takes layer by layer: counted, measured, and in the paper."""
    title = "The clock agrees with the count,\nthe paper's seconds do not"
    with drawn(title, letters=LETTERS | {"font.size": 13}, figsize=(5.6, 3.6)) as ax:
        for form, (shift, look) in LOOKS.items():
            of = all_ratios()[form]
            places = np.arange(len(of)) + shift
            ax.hlines(places, of["low"], of["high"], color=look["color"], linewidth=1.2)
            ax.plot(of["ratio"], places, linestyle="none", label=form, **look)
        for ratio, end, place in zip(of["ratio"], of["high"], places):
            beside(ax, f"{ratio:.0f}", (end, place), (6, 0), va="center", bbox=GROUND)
        in_rows(ax, [unbroken(pair) for pair in of.index])
        for times in (10, 100):
            ax.axvline(times, color="0.4", linestyle="--", linewidth=1, zorder=0)
            beside(ax, f"{times} ×", (times, -0.6), (-4, 0), ha="right", va="center", color="0.4")
        ax.set(
            xscale="log", xlim=(1, 800), ylim=(len(of) - 0.5, -0.9), xlabel="time layer by layer / time node by node"
        )
        only_ticks(ax, [1, 3, 10, 30, 100, 300])
        ax.figure.legend(ncols=3, handletextpad=0.1, columnspacing=1.2, **BELOW)


def ratios_table():
    """Tabulate `all_ratios` as it is shown."""
    columns = {
        "counted": "counted, as written",
        "on weights": "seconds, as written",
        "paper": "seconds, the paper's own",
        "counted, program": "counted, the program",
        "on weights, program": "seconds, the program",
        "dual form, program": "seconds, dual form",
    }
    found = all_ratios()
    shown = pd.DataFrame({title: found[name].apply(_ratio_in_words, axis=1) for name, title in columns.items()})
    return shown.rename(index=unbroken).map(unbroken).rename_axis("pair").reset_index()


def _ratio_in_words(of):
    """Write a ratio, with its range if it has one (str)."""
    return (
        times_in_words(of["ratio"]) if np.isnan(of["low"]) else f"{of['ratio']:.0f} ({of['low']:.0f}–{of['high']:.0f})"
    )


def layers(readings):
    """Count layers while the reference trains them (pandas.DataFrame), and whether all totals are the closed forms'."""
    rows, exact = [], True
    for size in SIZES:
        N, d1, d2, E = size
        row = dict(zip(("N", "d₁", "d₂", "E"), map(str, size)))
        bound = opcount.theorem_bound(*size)
        for version, reading in readings.items():
            for method in ("GN", "GCN"):
                total = opcount.count_layer(method, *size, reading=reading)
                form, of = (opcount.gn, N) if method == "GN" else (opcount.gcn, [N - N // 2, N // 2])
                exact = exact and total == form(of, d1, d2, E, reading=reading) <= bound
                row[f"{method}, {version}"] = f"{total:,}"
        rows.append(row | {"bound": f"{bound:,}"})
    return pd.DataFrame(rows), exact


def growths():
    """Tabulate the exponents of counts and of CPU times, by what grows (pandas.DataFrame)."""
    measured, rows = speed.load_speed(), []
    for name in GROWTH:
        method, grows = name.rsplit(" ", 1)
        part = measured["parts"][f"growth {name}"]
        counts = [_program_count(method.split()[0], **part["fixed"] | {grows: size}) for size in part["sizes"]]
        slope = np.polyfit(np.log(part["sizes"]), np.log(counts), 1)[0]
        words = {"N": "examples", "E": "epochs", "d1": "inputs", "d2": "nodes"}[grows]
        rows.append({"method": method, "grows": words, "counted": slope, "measured": speed.growth(measured, name)})
    return pd.DataFrame(rows)


def _program_count(method, N, d1, d2, E, amnesia=0.4):
    """Count a layer as the program trains it, which is what was timed."""
    if method == "GN":
        return opcount.gn(N, d1, d2, E, amnesia)
    return opcount.gcn([len(of) for of in np.array_split(np.arange(N), 10)], d1, d2, E, amnesia)


def exponents_table():
    """Tabulate `growths` as it is shown."""
    shown = growths().replace({"method": {"GCN A=1": "GCN, A = 1"}})
    return shown.assign(**{of: shown[of].map("{:.2f}".format) for of in ("counted", "measured")})


def growth():
    """Draw the exponents of seconds and of counts that grow, with the theorem's and a margin beyond it."""
    frame = growths().query("counted > 0.5").reset_index(drop=True)
    title, size = "Seconds grow no faster than the theorem", (7, 0.36 * len(frame) + 1.5)
    with drawn(title, letters=LETTERS, figsize=size) as ax:
        tidy(ax)
        ax.axvline(1, color="0.6", linestyle=":")
        ax.axvspan(1, 1 + MARGIN, color="0.93", zorder=0)
        top = {"xycoords": ax.get_xaxis_transform(), "color": "0.35", "va": "bottom"}
        beside(ax, "theorem: at most 1", (1, 1), (-4, 2), ha="right", **top)
        beside(ax, "margin", (1, 1), (4, 2), **top)
        for place, of in frame.iterrows():
            look = METHODS[of["method"].split()[0].lower()]
            ax.plot([of["counted"], of["measured"]], [place, place], color="0.8", zorder=1)
            ax.plot(of["counted"], place, look.marker, color=look.colour, mfc="white", ms=8)
            ax.plot(of["measured"], place, look.marker, color=look.colour, ms=8)
        names = frame["method"].str.replace(" A=1", " (A = 1)") + ", " + frame["grows"] + " grow"
        ax.set_yticks(frame.index, names)
        ax.set(xlabel="exponent of the seconds (filled) and of the count (hollow)", xlim=(0, None))
        ax.set_ylim(len(frame) - 0.5, -0.5)


def line_in_inputs():
    """Fit a line in the inputs to the CPU times of an epoch's updates: worst distance, fixed (ns), share, last."""
    fits = {}
    for method, passes in (("GN", 2), ("GCN", 1)):
        part = speed.load_speed()["parts"][f"growth {method} d1"]
        n_updates, sizes = passes * part["fixed"]["N"] * part["fixed"]["E"], part["sizes"]
        taken = np.min(part["cpu_seconds"], axis=1)
        line = np.polyfit(sizes, taken, 1, w=1 / taken)
        worst, share = abs(np.polyval(line, sizes) / taken - 1).max(), line[1] / np.polyval(line, 256)
        fits[method] = worst, 1e9 * line[1] / n_updates, share, np.log2(taken[-1] / taken[-2])
    return pd.DataFrame.from_dict(fits, "index", columns=["worst", "fixed", "share", "last"])


def dual_exponents():
    """Tabulate two exponents of the dual form as they are shown (list of dict)."""
    measured = speed.load_speed()
    names = {"epochs": "GCN dual E", "inputs, epochs alone": "GCN dual, epochs alone d1"}
    return [{"what grows": of, "exponent": f"{speed.growth(measured, name):z.2f}"} for of, name in names.items()]


def times():
    """Tabulate the seconds of pre-training, PyTorch and linear codes as they are shown."""
    measured, rows = speed.load_speed(), []
    forms = {"primal": ", on weights", "auto": ", dual form where cheaper", "dual": ", dual form in every node"}
    labels = {"PCA": "`PCA`", "dictionary": "`MiniBatchDictionaryLearning`"}
    for name, part in measured["parts"].items():
        kind, *rest = name.split()
        if kind not in ("pretraining", "torch", *labels):
            continue
        epochs, seconds = part.get("measured_epochs", measured["settings"]["max_epochs"]), part["cpu_seconds"]
        label = labels.get(kind) or f"PyTorch, batches of {rest[0]}"
        if kind == "pretraining":
            label = _renamed(rest[0]) + "".join(forms[solver] for solver in rest[1:])
        row = {"what": label, "epochs": "" if kind in labels else epochs, "rounds": len(seconds)}
        row |= {"CPU (s)": f"{speed.seconds(part):.3g}", "shortest (s)": f"{min(seconds):.3g}"}
        rows.append(row | {"longest (s)": f"{max(seconds):.3g}", "wall (s)": f"{np.median(part['wall_seconds']):.3g}"})
    return pd.DataFrame(rows)


def first_fits():
    """Tabulate the CPU seconds that a first fit takes more than the second (pandas.DataFrame, a line a method)."""
    parts = speed.load_speed()["parts"]
    caches = {"compiling, once (s)": "empty cache", "loading, once a process (s)": "filled cache"}
    of = {method: parts[f"first fit {method}"] for method in ("USV", "SV", "GN", "GCN")}
    more = {
        told: [f"{np.subtract(*part[cache]['cpu_seconds']):.1f}" for part in of.values()]
        for told, cache in caches.items()
    }
    return pd.DataFrame({"method": map(_renamed, of)} | more)


def bars():
    """Tabulate the project's own targets: what was asked, what was measured and whether it holds (pandas.DataFrame)."""
    shown = speed.bars(speed.load_speed())
    lowest, highest = (shown[end].map("{:g}".format) for end in ("lowest", "highest"))
    asked = (lowest + " to " + highest).where(np.isfinite(shown["lowest"]), "at most " + highest)
    shown["asked"] = asked.where(np.isfinite(shown["highest"]), "at least " + lowest)
    shown["measured"] = [f"{of:.3g}" if abs(of) >= 0.01 else f"{of:.3f}" for of in shown["measured"]]
    shown["holds"] = shown["holds"].map({True: "yes", False: "**no**"})
    shown["what"] = [_renamed(what).replace(" less ", " minus ") for what in shown["what"]]
    return shown[["what", "asked", "measured", "holds"]]


def show_source_of_times():
    """Show where, when and from which code the times of the benchmark were measured."""
    measured = speed.load_speed()
    parts, machine, packages = measured["parts"].values(), measured["machine"], measured["packages"]
    commits = ", ".join(sorted({f"`{part['commit'][:7]}`" for part in parts}))
    loads, days = [part["load_average"] for part in parts], sorted({part["date"][:10] for part in parts})
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    libraries = ", ".join(f"{of} {packages[of]}" for of in ("numpy", "numba", "scikit-learn", "torch"))
    display(
        Markdown(
            f"- *Measured by* {speed.benchmark()}: one thread, {plain(machine['cpu'])}, {machine['cores']} cores, load "
            f"average {min(loads):.1f} to {max(loads):.1f}; {plain(libraries)}; {span}; code at {commits}."
        )
    )


def author_table():
    """Lay out the seconds of the first author's program (pandas.DataFrame of strings)."""
    of = author_program().loc[list(FOUR)]
    shares = of["interpreter"] / of["seconds"]
    columns = {
        "method": FOUR.values(),
        "updates": of["updates"].map("{:,.0f}".format),
        "seconds": of["seconds"].map("{:.0f}".format),
        "of these the interpreter's": [
            f"{seconds:.0f} ({share:.0%})" for seconds, share in zip(of["interpreter"], shares)
        ],
    }
    return pd.DataFrame(columns)
