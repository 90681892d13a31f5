"""Figures of the open questions: a row a variant, a mark a set, a line a rule or a method."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode.study.figures.questions import by_depth, differences, of_sets, over_sizes
from gnode.study.methods import METHODS


def test_every_variant_has_its_interval():
    figure = differences({"a": (0.1, 0.0, 0.2), "b": (-0.1, -0.3, 0.1)}, least=0.005, xlabel="gain", title="t")
    (ax,) = figure.axes
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["a", "b"]
    np.testing.assert_array_equal(ax.lines[2].get_xdata(), [-0.3, 0.1])
    assert ax.lines[-1].get_xdata() == [0.005, 0.005]
    plt.close(figure)


def test_every_set_has_a_mark_a_method():
    gained = {name: pd.Series({"x": 0.1, "y": value}) for name, value in {"GN": 0.2, "GCN": -0.2}.items()}
    figure = of_sets(gained, {"GN": {"marker": "o"}, "GCN": {"marker": "s"}}, least=-0.01, xlabel="gain", title="t")
    (ax,) = figure.axes
    np.testing.assert_array_equal([line.get_xdata() for line in ax.lines[:2]], [[0.1, 0.2], [0.1, -0.2]])
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["x", "y"]
    assert ax.lines[-1].get_xdata() == [-0.01, -0.01]
    plt.close(figure)


def test_the_loss_that_hurts_is_marked_in_the_first_panel_alone():
    found = pd.DataFrame({"mean": [0.0, -0.1], "low": [-0.1, -0.2], "high": [0.1, 0.0]}, index=["2", "all"])
    figure = over_sizes({"score": {"one": found, "two": found}, "other": {"one": found}}, least=0.005, title="t")
    dashed = [[line.get_ydata()[0] for line in ax.lines if line.get_linestyle() == "--"] for ax in figure.axes]
    assert dashed == [[-0.005], []]
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["2", "all"]
    plt.close(figure)


def test_a_line_a_method_and_an_open_mark_for_the_other_rule():
    scores = pd.DataFrame({0: [0.9, 0.8], 1: [0.7, 0.6]}, index=[2, 3])
    figure = by_depth({"USPS": {("gn", ""): scores, ("gn", "flat"): scores, ("none", ""): scores}}, title="t")
    (legend,) = figure.legends
    label = METHODS["gn"].label
    assert [text.get_text() for text in legend.get_texts()] == [label, f"{label}, flat", METHODS["none"].label]
    lines = {line.get_label(): line for line in figure.axes[0].lines}
    first, second = lines[label], lines[f"{label}, flat"]
    np.testing.assert_allclose(first.get_ydata(), [0.8, 0.7])
    assert first.get_color() == second.get_color() == METHODS["gn"].colour
    assert second.get_markerfacecolor() == "white"
    plt.close(figure)


def test_the_share_of_the_largest_class_is_a_dotted_line():
    scores = pd.DataFrame({0: [0.9, 0.8]}, index=[2, 3])
    panels = {name: {("gn", ""): scores} for name in ("USPS", "MUSK")}
    figure = by_depth(panels, largest={"USPS": 0.2, "MUSK": 0.8})
    dotted = [[line.get_ydata()[0] for line in ax.lines if line.get_linestyle() == ":"] for ax in figure.axes]
    assert dotted == [[0.2], [0.8]]
    assert not any(line.get_linestyle() == ":" for line in by_depth(panels).axes[0].lines)
    plt.close("all")
