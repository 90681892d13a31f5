"""Figures of the open questions: a row a variant, a mark a set, a line a rule or a method."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from study.figures.questions import course_in_depth, differences, of_sets, over_sizes, panels_in_depth
from study.methods import METHODS


def test_every_variant_has_its_intervals():
    variants = {"a": (0.1, 0.0, 0.2, -0.1, 0.3), "b": (-0.1, -0.3, 0.1)}
    figure = differences(variants, least=0.005, xlabel="gain", title="t")
    (ax,) = figure.axes
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["a", "b"]
    drawn = [list(line.get_xdata()) for line in ax.lines]
    assert drawn == [[-0.1, 0.3], [0.0, 0.2], [0.1], [-0.3, 0.1], [-0.1], [0, 0], [0.005, 0.005]]
    assert ax.lines[0].get_linewidth() < ax.lines[1].get_linewidth()
    plt.close(figure)


def test_every_set_has_a_mark_a_method():
    means = {name: pd.Series({"x": 0.1, "y": value}) for name, value in {"GN": 0.2, "GCN": -0.2}.items()}
    gained = {name: pd.DataFrame({"mean": of, "low": of - 0.1, "high": of + 0.1}) for name, of in means.items()}
    looks = {"GN": {"marker": "o", "color": "red"}, "GCN": {"marker": "s", "color": "blue"}}
    figure = of_sets(gained, looks, least=-0.01, xlabel="gain", title="t")
    (ax,) = figure.axes
    np.testing.assert_array_equal([line.get_xdata() for line in ax.lines[:2]], [[0.1, 0.2], [0.1, -0.2]])
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["x", "y"]
    assert ax.lines[-1].get_xdata() == [-0.01, -0.01]
    spans = [[list(part[:, 0]) for part in lines.get_segments()] for lines in ax.collections]
    np.testing.assert_allclose(spans, [[[0, 0.2], [0.1, 0.3]], [[0, 0.2], [-0.3, -0.1]]], atol=1e-12)
    plt.close(figure)


def test_the_loss_that_hurts_is_marked_and_every_rule_named():
    found = pd.DataFrame({"mean": [0.0, -0.1], "low": [-0.1, -0.2], "high": [0.1, 0.0]}, index=["2", "all"])
    figure = over_sizes({"one": found, "two": found - 0.1}, least=0.005, ylabel="gain", title="t")
    (ax,) = figure.axes
    assert [line.get_ydata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [-0.005]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "all"]
    assert {text.get_text(): text.xy[1] for text in ax.texts} == {"one": -0.1, "two": -0.2}
    plt.close(figure)


SCORES = pd.DataFrame({0: [0.9, 0.8, 0.3], 1: [0.7, 0.6, 0.1]}, index=[2, 3, 4])


def test_the_course_in_depth_is_a_line_a_rule_and_a_dotted_one():
    figure = course_in_depth(SCORES, SCORES + 0.05, largest=0.2, title="t")
    (ax,) = figure.axes
    lines = {
        line.get_linestyle(): line for line in ax.lines if len(line.get_ydata()) == 3 or line.get_linestyle() == ":"
    }
    np.testing.assert_allclose(lines["-"].get_ydata(), [0.8, 0.7, 0.2])
    np.testing.assert_allclose(lines["--"].get_ydata(), [0.85, 0.75, 0.25])
    assert lines[":"].get_ydata()[0] == 0.2
    assert lines["--"].get_markerfacecolor() == "white"
    plt.close(figure)


def test_every_set_is_a_panel_with_a_line_a_start():
    starts = {"GN, fading": ("gn", SCORES), "GN, flat": ("gn", SCORES + 0.05), "left out": ("gcn", SCORES)}
    largest = {"USPS": 0.2, "MUSK": 0.8}
    figure = panels_in_depth(
        {"USPS": starts, "MUSK": starts},
        starts=["GN, fading", "GN, flat"],
        dashed=["GN, flat"],
        largest=largest,
        title="t",
    )
    assert [ax.get_title() for ax in figure.axes] == list(largest)
    for ax in figure.axes:
        fading, flat, dotted = (line for line in ax.lines if not line.get_label().startswith("_"))
        np.testing.assert_allclose([fading.get_ydata(), flat.get_ydata()], [[0.8, 0.7, 0.2], [0.85, 0.75, 0.25]])
        assert fading.get_color() == METHODS["gn"].colour
        assert (flat.get_linestyle(), dotted.get_ydata()[0]) == ("--", largest[ax.get_title()])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["GN, fading", "GN, flat", "largest class"]
    plt.close(figure)
