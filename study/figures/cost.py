"""Figures and tables of the pages on speed and on counts, and the counts that they show."""

import inspect
import textwrap
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

from .. import opcount, speed
from ..experiments.epochs import FULL_EPOCHS
from ..experiments.settings import USPS_NETWORK
from ..methods import METHODS
from ..paper import EQUATION_1
from . import CHART, IN_FULL, beside, drawn, fold, tidy, under

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
LETTERS = {"font.size": 12}


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
    names = [line.partition(" = ")[0] for line in lines]
    columns = dict(zip((f"`{name}`, {WORDS[name]}" for name in names), solved.T))
    columns |= {f"**{part}**": coefficients for part, coefficients in parts.items()}
    shown = pd.DataFrame(columns, ["d₁ d₂", "d₁", "d₂"]).T.astype(str).replace("0", "")
    shown = shown.rename_axis("line that sets").reset_index()
    return shown, printed and bool((terms @ solved == counted).all()), len(sizes)


def _count_lines(lines, d1, d2):
    """Run lines of a step on counted arrays; list what each counts."""
    tally, rng, totals = opcount.Tally(), np.random.default_rng(0), [0]
    shapes = {"x": d1, "W": (d2, d1), "b": d2, "V": (d2, d1), "c": d1}
    names = {"np": np, "eta": 0.01} | {name: tally.array(rng.normal(size=of)) for name, of in shapes.items()}
    for line in lines:
        exec(line, names)
        totals.append(tally.total)
    return np.diff(totals)


def times_in_words(ratio):
    """Write a ratio with as many digits as it deserves (str)."""
    return f"{ratio:.0f}" if ratio >= 20 else f"{ratio:.1f}"


def folded_lines(lines, n_sizes):
    """Show what each line of a step costs, under a line that opens it."""
    caption = (
        "**One step, line by line.** How many times d₁d₂, d₁ and d₂ operations each line of code takes, "
        f"from counts at {n_sizes} pairs of sizes."
    )
    fold("Line by line", (caption, lines))


def unbroken(pair):
    """Keep the name of a pair, or a range, on one line."""
    return pair.replace(" ", "\N{NO-BREAK SPACE}").replace("–", "\N{WORD JOINER}–\N{WORD JOINER}")


def scheme_sizes():
    """Gather counts and measured seconds of both schemes by the number of nodes (pandas.DataFrame)."""
    frames = []
    for name, count in {"naive scheme": naive, "running sum": running}.items():
        part = speed.load_speed()["parts"][f"growth {name} d2"]
        nodes, seconds = np.array(part["sizes"]), np.min(part["cpu_seconds"], axis=1)
        counted = count(d2=nodes, **part["fixed"])
        frames.append(pd.DataFrame({"scheme": name, "nodes": nodes, "operations": counted, "seconds": seconds}))
    return pd.concat(frames)


def exponents_of(scheme):
    """Fit how operations and seconds of a scheme grow with the nodes: the two exponents (pandas.Series)."""
    of = np.log(scheme_sizes().set_index("scheme").loc[scheme])
    return pd.Series(np.polyfit(of["nodes"], of[["operations", "seconds"]], 1)[0], ["operations", "seconds"])


def answer():
    """Draw which nodes each example trains in one epoch, a grid a method."""
    example, node = np.ogrid[:N_EXAMPLES, :N_NODES]
    trains = {
        "usv": np.ones((N_EXAMPLES, N_NODES), dtype=bool),
        # all examples train node 1; their ranks by its error, made up here, mix the classes
        "gn": (5 * example % N_EXAMPLES * (N_NODES - 1) // N_EXAMPLES + 1 == node) | (node == 0),
        "gcn": example * N_NODES // N_EXAMPLES == node,
    }
    settings = {"figsize": (CHART, 3.4), "sharey": True}
    with drawn("Each example updates all nodes, two or one", 1, 3, **settings) as axes:
        for part, ax, (name, updated) in zip((0, 0.5, 1), axes, trains.items()):
            colour = METHODS[name].colour
            for (example, node), filled in np.ndenumerate(updated):
                place = (node + 0.07, example + 0.07)
                ax.add_patch(plt.Rectangle(place, 0.86, 0.86, color=colour if filled else "0.93", linewidth=0))
            ax.set(xlim=(0, N_NODES), ylim=(N_EXAMPLES, 0), xticks=[], yticks=[], aspect="equal", anchor=(part, 0))
            ax.set_xlabel(f"{N_NODES} nodes")
            ax.set_title(f"{IN_FULL[name]}\n{updated.sum()} updates", color=colour, fontweight="bold")
            ax.spines[:].set_visible(False)
        axes[0].set_ylabel(f"{N_EXAMPLES} examples")


def schemes():
    """Draw how the seconds of the naive scheme and of the running sum grow with the nodes."""
    with drawn("The running sum grows far more slowly", letters=LETTERS, figsize=(6, 3.7)) as ax:
        tidy(ax)
        for name, (colour, marker, dash, label) in SCHEMES.items():
            of = scheme_sizes().query("scheme == @name")
            ax.plot(of["nodes"], of["seconds"], marker=marker, linestyle=dash, color=colour, ms=7, lw=2)
            look = {"color": "0.4", "ha": "left", "va": "top"}
            if name == "naive scheme":
                look = {"color": colour, "ha": "right", "va": "bottom"}
            at, offset = (of["nodes"].iloc[2], of["seconds"].iloc[2]), (-10, 8) if name == "naive scheme" else (8, -10)
            beside(ax, label, at, offset, **look)
        ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="CPU time (s)")
        nodes = sorted(set(scheme_sizes()["nodes"]))
        ax.set_xticks(nodes, map(str, nodes))
        ax.margins(x=0.12, y=0.25)
        ax.minorticks_off()


def half():
    """Draw what GCN costs of GN against nodes over epochs, with the layers of the paper's network."""
    ratio = "(3 E + d₂) / (6 E + d₂)"
    display(Markdown(f"For many inputs GCN takes {ratio} of GN's operations: half for few nodes, all for many."))
    N, d1 = _examples_and_inputs()
    with drawn("GCN costs half of GN while nodes are few", letters=LETTERS, figsize=(6.4, 3.2)) as ax:
        tidy(ax)
        r = np.logspace(-2, np.log10(N / FULL_EPOCHS), 101)  # up to as many nodes as examples

        def part(d2):
            return gcn(N, d1, d2, FULL_EPOCHS) / gn(N, d1, d2, FULL_EPOCHS)

        ax.plot(r, part(r * FULL_EPOCHS), color="0.15", lw=2)
        ax.axhline(0.5, color="0.6", linestyle=":")
        look = METHODS["gcn"]
        for d2, side, offset in zip(USPS_NETWORK.value, ("left", "right"), ((9, -4), (-9, 7))):
            place = d2 / FULL_EPOCHS, part(d2)
            ax.plot(*place, look.marker, color=look.colour, ms=8)
            beside(ax, f"the paper's {d2} nodes", place, offset, ha=side, va="center", color=look.colour)
        ax.set(xscale="log", xlabel="nodes / epochs", ylabel="operations, GCN / GN", ylim=(0.4, 1.02))
        ax.xaxis.set_major_formatter("{x:g}")
    under("Operations of GCN as a part of GN's, for the paper's examples, inputs and epochs; squares, its two layers.")


def gain():
    """Draw how many times as many operations an auto-encoder takes as GCN, against the nodes, a line for E epochs."""
    N, d1 = _examples_and_inputs()
    with drawn("Extra nodes pay off only with extra epochs", letters={"font.size": 14}, figsize=(6.3, 4)) as ax:
        tidy(ax)
        epochs, d2 = (1, 30, FULL_EPOCHS, 3000), np.logspace(0, 4, 101)
        for shade, E in zip(plt.get_cmap("cividis")(np.linspace(0.8, 0.05, len(epochs))), epochs):
            of = autoencoder(N, d1, d2, E) / gcn(N, d1, d2, E)
            ax.plot(d2, of, color=shade, lw=2.2)
            beside(ax, f"{E:,} epoch" + "s" * (E > 1), (d2[-1], of[-1]), (6, 0), va="center")
        layer, look = USPS_NETWORK.value[0], METHODS["gcn"]
        at = layer, autoencoder(N, d1, layer, FULL_EPOCHS) / gcn(N, d1, layer, FULL_EPOCHS)
        ax.plot(*at, look.marker, color=look.colour, ms=8)
        beside(ax, "the paper's\nfirst layer", at, (-9, 4), ha="right", va="bottom", color=look.colour)
        ax.set(xscale="log", yscale="log", xlabel="nodes", ylabel="operations, AE / GCN")
        ax.set_xlim(1, d2[-1] * 20)
        ax.set_xticks([1, 10, 100, 1000, 10000])
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter("{x:,g}")
        ax.minorticks_off()


def _examples_and_inputs():
    rows = speed.load_speed()["rows"]
    return rows["n_samples"], rows["n_features"]
