"""Sketches of networks, drawn from a small description: the paper's figures 1, 3 and 5."""

from dataclasses import dataclass

import matplotlib.pyplot as plt

# State of a weight: how its line is drawn. Red as in the paper, but a red that colour-blind readers tell from black,
# and never colour alone: weights that wait are dashed, weights that learn are thick and end in a hatched node.
LINES: dict[str, dict] = {
    "waiting": {"color": "0.75", "linewidth": 0.8, "linestyle": (0, (4, 3)), "zorder": 1},
    "learned": {"color": "black", "linewidth": 1.0, "linestyle": "-", "zorder": 2},
    "learning": {"color": "#D55E00", "linewidth": 1.8, "linestyle": "-", "zorder": 3},
}
NODES: dict[str, dict] = {
    "waiting": {"facecolor": "white", "edgecolor": "0.35"},
    "learned": {"facecolor": "black", "edgecolor": "black"},
    "learning": {"facecolor": "white", "edgecolor": "#D55E00", "hatch": "//////", "linewidth": 1.5},
}
RADIUS, STEP = 0.2, 1.7  # of a node; from layer to layer


@dataclass(frozen=True)
class Sketch:
    """A network and which of its weights are learned: (layer, source node, target node), each None for all."""

    sizes: tuple[int, ...]
    learning: tuple[tuple, ...] = ()
    learned: tuple[tuple, ...] = ()
    title: str = ""

    def state(self, layer, source, target):
        """Tell the state of one weight: "learning", "learned" or "waiting"."""
        for state, groups in (("learning", self.learning), ("learned", self.learned)):
            if any(at == layer and i in (None, source) and j in (None, target) for at, i, j in groups):
                return state
        return "waiting"

    def node_state(self, layer, node):
        """Tell the state of a node: that of its incoming weights if they agree, in the output layer "waiting"."""
        if layer in (0, len(self.sizes) - 1):
            return "waiting"
        states = {self.state(layer, source, node) for source in range(self.sizes[layer - 1])}
        return states.pop() if len(states) == 1 else "waiting"


_DEEP = (5, 4, 3, 2)
_EVERY_LAYER = tuple((layer, None, None) for layer in range(1, len(_DEEP)))

LAYER_BY_LAYER = (
    *(
        Sketch(_DEEP, (weights,), _EVERY_LAYER[:below], rf"$\mathrm{{W}}^{{({weights[0]})}}$")
        for below, weights in enumerate(_EVERY_LAYER[:2])
    ),
    Sketch(_DEEP, _EVERY_LAYER, title=r"all $\mathrm{W}$"),
)

_INTO_NODES = (*((1, None, node) for node in range(_DEEP[1])), (2, None, 0))

NODE_BY_NODE = tuple(
    Sketch(_DEEP, (group,), _INTO_NODES[:step], rf"$\mathrm{{W}}^{{({group[0]})}}_{group[2] + 1}$")
    for step, group in enumerate(_INTO_NODES)
    if step in (0, 1, 4)
)

TWO_LAYERS = Sketch((5, 4, 5), learning=((1, None, 1), (2, 1, None)), learned=((1, None, 0), (2, 0, None)))


def draw(sketch, ax):
    """Draw one network, the input at the bottom."""
    widest = max(sketch.sizes)

    def place(layer, node):
        return node + (widest - sketch.sizes[layer]) / 2, STEP * layer

    for layer in range(1, len(sketch.sizes)):
        for source in range(sketch.sizes[layer - 1]):
            for target in range(sketch.sizes[layer]):
                ends = zip(place(layer - 1, source), place(layer, target))
                ax.plot(*ends, **LINES[sketch.state(layer, source, target)])
    for layer, size in enumerate(sketch.sizes):
        for node in range(size):
            ax.add_patch(plt.Circle(place(layer, node), RADIUS, zorder=4, **NODES[sketch.node_state(layer, node)]))
    ax.set(xlim=(-0.5, widest - 0.5), ylim=(-0.5, STEP * (len(sketch.sizes) - 1) + 0.5), aspect="equal")
    ax.set_title(sketch.title)
    ax.set_axis_off()
