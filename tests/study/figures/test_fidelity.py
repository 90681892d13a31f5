"""Figures of text against program: a row for each switch, a strip for each candidate set."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from gnode.study.figures import fidelity


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
    assert rows(fidelity.accuracy_changes(changes)) == ["batches of 20", "no centring", "float64"]


def test_roughness_leaves_out_what_nothing_changes(changes):
    assert rows(fidelity.roughness_changes(changes)) == ["batches of 20", "no centring"]


def test_a_mark_is_filled_where_the_interval_excludes_zero(changes):
    (ax,) = fidelity.accuracy_changes(changes).axes
    filled = {
        line.get_xdata()[0]: line.get_markerfacecolor() != "white"
        for line in ax.lines
        if line.get_marker() not in ("None", "") and len(line.get_xdata())
    }
    assert filled == {0.0: False, -0.04: True, 0.02: True}


def test_each_named_reading_has_its_seeds_and_its_mean():
    runs = pd.DataFrame(
        {"method": method, "switch": switch, "test": 0.9 + seed / 100}
        for method in ("gn", "gcn")
        for switch in ("original", "reading text", "float64")
        for seed in range(3)
    )
    named = {"original": "original", "reading text": "text"}
    axes = fidelity.named_readings(runs, named, {"gn": 0.931, "gcn": 0.923}).axes
    for ax in axes:
        assert [label.get_text() for label in ax.get_yticklabels()] == ["original", "text"]
        seeds = [line for line in ax.lines if len(line.get_xdata()) == 3]
        assert len(seeds) == 2


def test_strips_name_the_sizes_that_fit():
    none, some = pd.Series(3, range(100, 121)), pd.Series(3, range(100, 121))
    some.loc[104:105] = 0
    (ax,) = fidelity.feasible_sizes({"none": none, "some": some}).axes
    assert [text.get_text() for text in ax.texts] == ["104 to 105 rows fit all"]
    assert ax.texts[0].xy[0] == pytest.approx(24.5)
    assert len(ax.patches) == 42
