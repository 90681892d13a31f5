"""Figures of the verdicts show what they are given."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from gnode.study.claims import Verdict
from gnode.study.figures.verdicts import difference_rows, verdict_boxes
from gnode.study.methods import METHODS


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_each_claim_has_a_box_with_its_mark():
    kinds = {"S1": "reproduced", "S2": "partly", "I1": "not reproduced", "X1": "partly"}
    given = [Verdict(*of) for of in kinds.items()]
    (ax,) = verdict_boxes(given, "all").axes
    assert texts(ax) == ["✔ S1", "◐ S2", "✘ I1"]
    assert len({tuple(box.get_facecolor()) for box in ax.patches}) == 3


def test_differences_are_sorted_and_drawn_as_their_methods():
    differences = pd.DataFrame({"gn": [-0.2, 0.1], "gcn": [-0.1, np.nan]}, index=["cnae9", "musk"])
    (ax,) = difference_rows(differences, differences.abs() / 10).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["MUSK", "CNAE-9"]
    drawn = [bars.lines[0] for bars in ax.containers]
    assert [line.get_marker() for line in drawn] == [METHODS[name].marker for name in differences]
    np.testing.assert_array_equal(drawn[0].get_xdata(), [0.1, -0.2])
    assert [label.get_text() for label in ax.figure.legends[0].get_texts()] == ["GN", "GCN"]
