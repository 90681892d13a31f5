"""The figure of the chapter on speed."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from gnode.study.figures import speed
from gnode.study.methods import METHODS


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_each_pair_has_its_three_ratios_in_the_look_of_the_fast_method():
    frame = pd.DataFrame(
        [("sv", "gn", 2, 44, 65), ("usv", "gcn", 12, 180, 410)], columns=["slow", "fast", "paper", "weights", "dual"]
    )
    (ax,) = speed.ratios(frame).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["SV / GN", "USV / GCN"]
    assert [text.get_text() for text in ax.texts] == ["paper", "weights", "dual form"]
    marks = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert [line.get_xdata()[0] for line in marks] == [2, 44, 65, 12, 180, 410]
    assert [line.get_color() for line in marks[1:3]] == [METHODS["gn"].colour] * 2
    assert [line.get_marker() for line in marks[4:]] == [METHODS["gcn"].marker] * 2
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # read from the top
