"""Figures of the verdicts show what they are given."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.claims import Verdict
from study.figures.verdicts import difference_rows, verdict_boxes
from study.methods import METHODS


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_each_claim_has_a_box_with_its_mark_filled_as_far_as_it_is_met():
    given = [
        Verdict("S1", "reproduced", 4, 4),
        Verdict("S2", "partly", 1, 4),
        Verdict("I1", "not reproduced", 0, 2),
        Verdict("X1", "partly", 1, 2),
    ]
    (ax,) = verdict_boxes(given, "all").axes
    assert texts(ax) == ["✔ S1", "◐ S2", "✘ I1"]
    filled, whole = ax.patches[::2], ax.patches[1::2]
    np.testing.assert_allclose([of.get_width() / box.get_width() for of, box in zip(filled, whole)], [1, 0.25, 0])
    assert filled[0].get_facecolor() != filled[1].get_facecolor()


def test_a_marked_claim_has_a_corner_in_its_box():
    given = [Verdict("S1", "reproduced", 4, 4), Verdict("S2", "partly", 1, 4)]
    (ax,) = verdict_boxes(given, marked={"S2"}).axes
    *_, box, corner = ax.patches
    assert len(ax.patches) == 5
    np.testing.assert_allclose(corner.get_xy()[1], [box.get_x() + box.get_width(), box.get_y()])


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
