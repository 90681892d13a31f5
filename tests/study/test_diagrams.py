"""Sketches say of each weight what the paper's figures say."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from study.diagrams import DEEP_NETWORK, LAYER_BY_LAYER, LINES, NODE_BY_NODE, TWO_LAYERS, draw


def states(sketch):
    """The state of every weight, by (layer, source, target)."""
    return {
        (layer, source, target): sketch.state(layer, source, target)
        for layer in range(1, len(sketch.sizes))
        for source in range(sketch.sizes[layer - 1])
        for target in range(sketch.sizes[layer])
    }


def test_layer_by_layer_learns_one_layer_above_the_learned_ones_and_all_at_the_end():
    *layers, last = LAYER_BY_LAYER
    for layer, step in enumerate(layers, start=1):
        for (at, _, _), state in states(step).items():
            assert state == ("waiting" if at > layer else "learning" if at == layer else "learned")
    assert set(states(last).values()) == {"learning"}


def test_node_by_node_learns_the_weights_into_one_node_after_the_other():
    learned = set()
    for step, (layer, node) in zip(NODE_BY_NODE, [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0)], strict=True):
        found = states(step)
        learning = {weight for weight, state in found.items() if state == "learning"}
        assert learning == {weight for weight in found if weight[0] == layer and weight[2] == node}
        assert {weight for weight, state in found.items() if state == "learned"} == learned
        learned |= learning


def test_two_layers_learn_into_and_out_of_node_2_while_node_1_is_kept():
    for (layer, source, target), state in states(TWO_LAYERS).items():
        node = target if layer == 1 else source
        assert state == {0: "learned", 1: "learning"}.get(node, "waiting")
    assert [TWO_LAYERS.node_state(1, node) for node in range(4)] == ["learned", "learning", "waiting", "waiting"]


@pytest.mark.parametrize("sketch", [DEEP_NETWORK, TWO_LAYERS, *NODE_BY_NODE, *LAYER_BY_LAYER])
def test_every_weight_is_one_line_in_the_colour_of_its_state_between_two_nodes(sketch):
    figure, ax = plt.subplots()
    draw(sketch, ax, names=["in", "out"])
    colours = sorted(line.get_color() for line in ax.lines)
    assert colours == sorted(LINES[state]["color"] for state in states(sketch).values())
    middles = {tuple(np.round(circle.center, 9)) for circle in ax.patches}
    ends = {tuple(np.round(end, 9)) for line in ax.lines for end in line.get_xydata()}
    assert ends == middles and len(middles) == sum(sketch.sizes)
    assert [text.get_text() for text in ax.texts] == ["in", "out"]
    plt.close(figure)
