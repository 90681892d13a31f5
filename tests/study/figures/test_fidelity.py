"""Figures of text against program: a row for each switch."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from study.figures import fidelity


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def changes():
    columns = ["mean", "low", "high"]
    gn = pd.DataFrame([[0.0, -0.01, 0.01], [-0.04, -0.05, -0.03]], ["float64", "batches of 20"], columns)
    gcn = pd.DataFrame([[0.02, 0.01, 0.03]], ["no centring"], columns)
    return {"gn": gn, "gcn": gcn}


def rows(figure):
    (ax,) = figure.axes
    return [label.get_text() for label in ax.get_yticklabels()]


def test_switches_are_sorted_by_their_largest_change(changes):
    assert rows(fidelity.accuracy_changes(changes, [])) == ["batches of 20", "no centring", "float64"]


def test_roughness_leaves_out_what_nothing_changes(changes):
    assert rows(fidelity.roughness_changes(changes, {})) == ["batches of 20", "no centring"]


def test_what_the_single_switches_add_up_to_stands_in_the_row_of_the_text(changes):
    changes["gn"].loc["reading text"] = [0.8, 0.7, 0.9]
    (ax,) = fidelity.roughness_changes(changes, {"gn": 0.25}).axes
    assert ax.get_yticklabels()[0].get_text() == "the text's reading"
    (stroke,) = (line for line in ax.lines if line.get_marker() == "|" and len(line.get_xdata()))
    assert stroke.get_xdata()[0] == 0.25
    assert abs(stroke.get_ydata()[0]) < 0.5


def filled(figure):
    (ax,) = figure.axes
    return {
        line.get_xdata()[0]: line.get_markerfacecolor() != "white"
        for line in ax.lines
        if line.get_marker() not in ("None", "") and len(line.get_xdata())
    }


def test_a_mark_is_filled_where_the_change_is_clear(changes):
    of_accuracy = fidelity.accuracy_changes(changes, [("gn", "batches of 20")])
    assert filled(of_accuracy) == {0.0: False, -0.04: True, 0.02: False}
    changes["gcn"].loc["batches of 20"] = [0.01, -0.01, 0.03]
    of_roughness = fidelity.roughness_changes(changes, {})
    assert filled(of_roughness) == {-0.04: True, 0.02: True, 0.01: False}


def test_each_named_reading_has_a_row_in_both_panels():
    runs = pd.DataFrame(
        {"method": method, "switch": switch, "test": 0.9 + seed / 100, "roughness_median": 2 + seed}
        for method in ("gn", "gcn")
        for switch in ("original", "reading text", "float64")
        for seed in range(3)
    )
    features, accuracy = fidelity.named_readings(runs, {"original": "ours", "reading text": "text"}, 2.6).axes
    for ax, mean in ((features, 3), (accuracy, 0.91)):
        assert [label.get_text() for label in ax.get_yticklabels()] == ["ours", "text"]
        assert [list(line.get_xdata()) for line in ax.lines[:2]] == [pytest.approx([mean, mean])] * 2
        assert {line.get_linestyle() for line in ax.lines[:2]} == {"None"}
    assert list(features.lines[2].get_xdata()) == [2.6, 2.6]
