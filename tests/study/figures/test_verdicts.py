"""Figures of the verdicts show what they are given."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.claims import InColumns, Verdict
from study.figures.verdicts import difference_rows, outcome_boxes
from study.methods import METHODS


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def judged(id, paper, program):
    columns = {"paper": Verdict(id, *paper), "program": Verdict(id, *program)}
    return InColumns(id, columns)


def test_each_claim_has_a_box_whose_halves_are_filled_as_far_as_it_is_met():
    given = [
        judged("S1", ("reproduced", 4, 4), ("partly", 1, 4)),
        judged("I1", ("not reproduced", 0, 2), ("not reproduced", 0, 2)),
        judged("X1", ("partly", 1, 2), ("partly", 1, 2)),
    ]
    (ax,) = outcome_boxes(given, "all").axes
    assert texts(ax) == ["≠ S1", "✘ I1"]
    filled = [patch.get_width() / 0.9 for patch in ax.patches if patch.get_height() == pytest.approx(0.4)][::2]
    np.testing.assert_allclose(filled, [1, 0.25, 0, 0])
    upper, lower = (patch for patch in ax.patches[:4:2])
    assert upper.get_y() < lower.get_y() and ax.yaxis_inverted()  # "paper" above
    assert upper.get_facecolor() != lower.get_facecolor()


def test_a_column_that_cannot_be_judged_is_hatched():
    (ax,) = outcome_boxes([judged("M3", ("not testable", 3, 8), ("reproduced", 8, 8))]).axes
    fill, upper, _, lower, _ = ax.patches
    assert fill.get_width() == 0 and upper.get_hatch() and not lower.get_hatch()


def test_differences_are_sorted_and_drawn_as_their_methods():
    differences = pd.DataFrame({"gn": [-0.2, 0.1], "gcn": [-0.1, np.nan]}, index=["cnae9", "musk"])
    (ax,) = difference_rows(differences, differences.abs() / 10).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["MUSK", "CNAE-9"]
    drawn = [bars.lines[0] for bars in ax.containers]
    assert [line.get_marker() for line in drawn] == [METHODS[name].marker for name in differences]
    np.testing.assert_array_equal(drawn[0].get_xdata(), [0.1, -0.2])
    assert [label.get_text() for label in ax.figure.legends[0].get_texts()] == ["GN", "GCN"]


def test_a_difference_beyond_the_axis_is_an_arrow_with_its_value():
    differences = pd.DataFrame({"gn": [-0.2, 0.1], "gcn": [-0.3, 0.0]}, index=["cnae9", "musk"])
    (ax,) = difference_rows(differences, differences.abs() / 10, lowest=-0.15).axes
    np.testing.assert_array_equal(ax.containers[0].lines[0].get_xdata(), [0.1])
    arrows = [line.get_xdata() for line in ax.lines if line.get_marker() == "<"]
    np.testing.assert_array_equal(arrows, [[-0.15], [-0.15]])
    assert texts(ax) == ["GN −0.20, GCN −0.30"]
