"""Figures and tables of the page on what training costs, and the counts that they show."""

import inspect
import textwrap
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

from gnode import Reading

from .. import opcount, speed
from ..claims.running_time import ratios_as_counted, ratios_of
from ..experiments import runs_frame
from ..experiments.epochs import FULL_EPOCHS
from ..experiments.settings import USPS_NETWORK
from ..methods import METHODS
from ..page import typeset
from ..paper import EQUATION_1, TABLE_1

AS_WRITTEN = Reading(weight_decay="nowhere")
"""The algorithm as the paper writes it, without weight decay, which its equation (1) does not count."""

NAMES = {"usv": "AE", "sv": "SUP", "gn": "GN", "gcn": "GCN"}
LETTERS = {"font.size": 12, "axes.titlesize": 13}

# The two ways to know what the earlier nodes say are no methods, so they are grey: colour, marker, line, name.
SCHEMES = {
    "naive scheme": ("0.15", "o", "-", "every earlier\nnode anew"),
    "running sum": ("0.55", "^", "--", "running sum"),
}
WORDS = {
    "h": "the nodes' outputs",
    "x_hat": "the reconstruction",
    "e": "its error",
    "g": "each node's part in it",
    "V": "decoder weights",
    "c": "decoder biases",
    "W": "encoder weights",
    "b": "encoder biases",
}
N_EXAMPLES, N_NODES = 12, 6


# Counts -------------------------------------------------------------------------------------------------------------


def naive(K, d1, d2, E):
    """Count a layer of K examples a node whose earlier nodes are asked again at every update."""
    return K * E * d2 * (6 * d1 + 5) + K * E * (2 * d1 + 3) * (d2 * (d2 - 1) // 2)


def running(K, d1, d2, E):
    """Count a layer of K examples a node that keeps the sum of what the earlier nodes say."""
    return K * E * d2 * (6 * d1 + 5) + K * d2**2 * (2 * d1 + 2)


def gcn(N, d1, d2, E):
    """Count a layer of GCN as the paper writes it."""
    return N * E * (6 * d1 + 5) + N * d2 * (2 * d1 + 2) + N * d1


def gn(N, d1, d2, E):
    """Count a layer of GN as the paper writes it."""
    return gcn(N, d1, d2, E) + N * E * (6 * d1 + 5) + 3 * N * d1


def autoencoder(N, d1, d2, E):
    """Count a layer that is trained all at once as an auto-encoder."""
    return N * E * (5 * d1 * d2 + 3 * d1 + 5 * d2)


def by_line(step):
    """Count each line of a step for many sizes, and solve for its coefficients of d1 d2, d1 and d2."""
    body = textwrap.dedent(inspect.getsource(step).partition('"""\n')[2]).splitlines()
    lines = [line for line in body if not line.startswith("return")]
    sizes = list(product([1, 2, 5, 16, 64], [1, 3, 10, 40]))
    counted = np.array([_count_lines(lines, *pair) for pair in sizes])
    terms = np.array([(d1 * d2, d1, d2) for d1, d2 in sizes])
    solved = np.linalg.lstsq(terms, counted)[0].round().astype(int)
    forward = next(place for place, line in enumerate(lines) if line.startswith("e = "))
    parts = {"forward": solved[:, :forward].sum(axis=1), "backward": solved[:, forward:].sum(axis=1)}
    printed = all(tuple(parts[part]) == EQUATION_1[part] for part in EQUATION_1)
    set_here = [line.partition(" = ")[0] for line in lines]
    columns = {f"`{name}`, {WORDS[name]}": solved[:, place] for place, name in enumerate(set_here)}
    columns |= {f"**{part}**": coefficients for part, coefficients in parts.items()}
    shown = pd.DataFrame(columns, ["d₁ d₂", "d₁", "d₂"]).T.astype(str).replace("0", "")
    shown = shown.rename_axis("line that sets").reset_index()
    return shown, printed and bool((terms @ solved == counted).all()), len(sizes)


def _count_lines(lines, d1, d2):
    """Run lines of a step on counted arrays; list what each counts."""
    tally, rng = opcount.Tally(), np.random.default_rng(0)
    names = {"np": np, "eta": 0.01}
    for name, shape in {"x": d1, "W": (d2, d1), "b": d2, "V": (d2, d1), "c": d1}.items():
        names[name] = tally.array(rng.normal(size=shape))
    totals = [0]
    for line in lines:
        exec(line, names)
        totals.append(tally.total)
    return np.diff(totals)


def of_network():
    """Give how many times as long layer by layer takes, of the paper's network: counted, measured, printed by it."""
    timed = runs_frame("seconds", column="paper").query("max_epochs == @FULL_EPOCHS")
    seconds = timed.groupby("method")["cpu_seconds"].mean()
    printed = {method: row["pretraining_seconds"] for method, row in TABLE_1.items()}
    columns = {"counted": ratios_as_counted(), "measured": ratios_of(seconds), "paper": ratios_of(printed)}
    frame = pd.DataFrame(columns, ["SUP / GCN", "SUP / GN", "AE / GN", "AE / GCN"])
    frame = frame.sort_values("counted")
    half_of = frame.loc["AE / GN"] / frame.loc["AE / GCN"]
    frame.attrs = {"half": half_of.to_dict(), "seeds": timed["seed"].nunique()}
    return frame


def gains():
    """Tabulate `of_network` as it is shown."""
    frame = of_network()[["counted", "measured", "paper"]]
    shown = frame.map(lambda ratio: f"{ratio:.0f}" if ratio >= 20 else f"{ratio:.1f}")
    shown.columns = ["counted", "measured", "paper"]
    return shown.rename(index=unbroken).rename_axis("pair").reset_index()


def folded_lines(lines, n_sizes):
    """Show what each line of a step costs, under a line that opens it, in every viewer of the page."""
    caption = (
        "**One step, line by line.** How many times d₁d₂, d₁ and d₂ operations each line of code takes, "
        f"from counts at {n_sizes} pairs of sizes."
    )
    cells = typeset(lines.to_markdown(index=False, disable_numparse=True))
    display(Markdown(f"<details><summary>Line by line</summary>\n\n{caption}\n\n{cells}\n\n</details>"))


def unbroken(pair):
    """Keep the name of a pair, or a range, on one line."""
    return pair.replace(" ", "\N{NO-BREAK SPACE}").replace("–", "\N{WORD JOINER}–\N{WORD JOINER}")


def trains(updated):
    """Say of the picture's grids which node each example trains in one epoch (dict of bool arrays)."""
    example = np.arange(N_EXAMPLES)[:, np.newaxis]
    cells = {
        "usv": np.ones((N_EXAMPLES, N_NODES), dtype=bool),
        "gn": example * (N_NODES - 1) // N_EXAMPLES + 1 == np.arange(N_NODES),
        "gcn": example * N_NODES // N_EXAMPLES == np.arange(N_NODES),
    }
    cells["gn"][:, 0] = True  # all examples train node 1
    return cells[updated]


def scheme_sizes():
    """Gather counts and measured seconds of both schemes by the number of nodes (pandas.DataFrame), and K, d1, E."""
    measured, frames, sizes = speed.load_speed()["parts"], [], set()
    for name, count in {"naive scheme": naive, "running sum": running}.items():
        part = measured[f"growth {name} d2"]
        nodes, fixed = np.array(part["sizes"]), part["fixed"]
        sizes.add(tuple(sorted(fixed.items())))
        seconds = np.min(part["cpu_seconds"], axis=1)
        counted = count(fixed["K"], fixed["d1"], nodes, fixed["E"])
        frames.append(pd.DataFrame({"scheme": name, "nodes": nodes, "operations": counted, "seconds": seconds}))
    (only,) = sizes
    return pd.concat(frames), dict(only)


def exponents_of(scheme):
    """Fit how operations and seconds of a scheme grow with the nodes: the two exponents (pandas.Series)."""
    frame, _ = scheme_sizes()
    of = np.log(frame[frame["scheme"] == scheme].drop(columns="scheme"))
    slopes = np.polyfit(of["nodes"], of[["operations", "seconds"]], 1)[0]
    return pd.Series(slopes, ["operations", "seconds"])


# Figures ------------------------------------------------------------------------------------------------------------


def answer():
    """Draw which nodes each example trains in one epoch, a grid a method."""
    with plt.rc_context({"font.size": 14}):
        figure, axes = plt.subplots(1, 3, figsize=(5.6, 3.6), layout="constrained", sharey=True)
        for ax, name in zip(axes, ("usv", "gn", "gcn")):
            colour, updated = METHODS[name].colour, trains(name)
            for (example, node), filled in np.ndenumerate(updated):
                place = (node + 0.07, example + 0.07)
                ax.add_patch(plt.Rectangle(place, 0.86, 0.86, color=colour if filled else "0.93", linewidth=0))
            ax.set(xlim=(0, N_NODES), ylim=(N_EXAMPLES, 0), xticks=[], yticks=[], aspect="equal", anchor="S")
            ax.set_xlabel(f"{N_NODES} nodes")
            ax.set_title(f"{NAMES[name]}: {updated.sum()}\nupdates", color=colour, fontsize=17, fontweight="bold")
            ax.spines[:].set_visible(False)
        axes[0].set_ylabel(f"{N_EXAMPLES} examples")
        figure.suptitle("An example trains all nodes, two, or one", fontsize=16)
    plt.show()


def schemes():
    """Draw how the seconds of the naive scheme and of the running sum grow with the nodes."""
    frame, _ = scheme_sizes()
    with plt.rc_context(LETTERS):
        _, ax = plt.subplots(figsize=(6, 3.7), layout="constrained")
        for name, (colour, marker, dash, label) in SCHEMES.items():
            of, slope = frame[frame["scheme"] == name], exponents_of(name)["seconds"]
            above = name == "naive scheme"
            ax.plot(of["nodes"], of["seconds"], marker=marker, linestyle=dash, color=colour, ms=7, lw=2)
            ax.annotate(
                f"{label}:\nexponent {slope:.2f}",
                (of["nodes"].iloc[2], of["seconds"].iloc[2]),
                (-10, 8) if above else (8, -10),
                textcoords="offset points",
                color=colour if above else "0.4",
                ha="right" if above else "left",
                va="bottom" if above else "top",
            )
        ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="CPU time (s)")
        nodes = sorted(set(frame["nodes"]))
        ax.set_xticks(nodes, map(str, nodes))
        ax.margins(x=0.12, y=0.25)
        tidy(ax)
        ax.minorticks_off()
        ax.set_title("A running sum makes a square law nearly linear")
    plt.show()


def half():
    """Draw what GCN costs of GN against nodes over epochs, with the layers of the paper's network."""
    N, d1 = _examples_and_inputs()
    with plt.rc_context(LETTERS):
        _, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
        r = np.logspace(-2, np.log10(N / FULL_EPOCHS), 101)  # up to as many nodes as examples
        nodes = r * FULL_EPOCHS
        ax.plot(r, gcn(N, d1, nodes, FULL_EPOCHS) / gn(N, d1, nodes, FULL_EPOCHS), color="0.15", lw=2)
        ax.axhline(0.5, color="0.6", linestyle=":")
        look = METHODS["gcn"]
        for d2, side, offset in zip(USPS_NETWORK.value, ("left", "right"), ((9, -4), (-9, 7))):
            place = d2 / FULL_EPOCHS, gcn(N, d1, d2, FULL_EPOCHS) / gn(N, d1, d2, FULL_EPOCHS)
            ax.plot(*place, look.marker, color=look.colour, ms=8)
            named = {"textcoords": "offset points", "ha": side, "va": "center", "color": look.colour}
            ax.annotate(f"the paper's {d2} nodes", place, offset, **named)
        ax.set(xscale="log", xlabel="nodes / epochs", ylabel="operations, GCN / GN", ylim=(0.4, 1.02))
        ax.xaxis.set_major_formatter("{x:g}")
        ax.set_title("GCN costs half of GN while nodes are few")
        tidy(ax)
    ratio = "(3 E + d₂) / (6 E + d₂)"
    first = f"For many inputs, equations (5) and (6) give a ratio of {ratio}, "
    display(Markdown(f"{first}which is one half for few nodes and one for many."))
    plt.show()
    told = "Operations of GCN as a part of GN's, for the paper's examples, inputs and epochs; squares, its two layers."
    display(Markdown(f"<small>{told}</small>"))


def gain():
    """Draw how many times as many operations an auto-encoder takes as GCN, against the nodes, a line for E epochs."""
    N, d1 = _examples_and_inputs()
    with plt.rc_context(LETTERS):
        _, ax = plt.subplots(figsize=(6.6, 3.7), layout="constrained")
        epochs = (1, 30, FULL_EPOCHS, 3000)
        d2 = np.logspace(0, 4, 101)
        for shade, E in zip(plt.get_cmap("cividis")(np.linspace(0.8, 0.05, len(epochs))), epochs):
            of = autoencoder(N, d1, d2, E) / gcn(N, d1, d2, E)
            ax.plot(d2, of, color=shade, lw=2.2)
            named = f"{E:,} epoch" + "s" * (E > 1)
            ax.annotate(named, (d2[-1], of[-1]), (6, 0), textcoords="offset points", va="center")
        layer = USPS_NETWORK.value[0]
        at = autoencoder(N, d1, layer, FULL_EPOCHS) / gcn(N, d1, layer, FULL_EPOCHS)
        look = METHODS["gcn"]
        ax.plot(layer, at, look.marker, color=look.colour, ms=8)
        named = {"textcoords": "offset points", "ha": "right", "va": "bottom", "color": look.colour}
        ax.annotate("the paper's\nfirst layer", (layer, at), (-9, 4), **named)
        ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="operations, AE / GCN")
        ax.set_xlim(1, d2[-1] * 8)
        ax.set_xticks([1, 10, 100, 1000, 10000])
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter("{x:,g}")
        ax.minorticks_off()
        ax.set_title("Extra nodes pay off only with extra epochs")
        tidy(ax)
    plt.show()


def tidy(ax):
    """Give axes a faint grid and no frame above and to the right."""
    ax.grid(color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)


def _examples_and_inputs():
    rows = speed.load_speed()["rows"]
    return rows["n_samples"], rows["n_features"]
