"""The figure of what to use, and the one of what the study took."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from gnode.study.figures.making import hours_of_experiments
from gnode.study.figures.use import accuracy_against_seconds


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_each_classifier_has_its_name_beside_its_point():
    points = pd.DataFrame(
        {"seconds": [70.0, 4.0, 4.5], "mean": [0.93, 0.931, 0.94], "sd": [0.01] * 3}, index=["gn", "none", "MLP"]
    )
    (ax,) = accuracy_against_seconds(points, 2007).axes
    assert [(text.get_text(), text.xy) for text in ax.texts[:3]] == [
        ("GN", (70.0, 0.93)),
        ("no pre-training", (4.0, 0.931)),
        ("MLP", (4.5, 0.94)),
    ]
    (band,) = ax.patches
    assert (band.get_y(), band.get_height()) == pytest.approx((0.931 - 0.01109, 2 * 0.01109), abs=1e-4)
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "10", "100"]


def test_hours_are_sorted_and_written_beside_their_bars():
    (ax,) = hours_of_experiments(pd.Series({"timing": 0.04, "table3": 2.2, "other": 0.2})).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Table 3", "other", "running time"]
    assert [text.get_text() for text in ax.texts] == ["2.2", "0.2", "< 0.1"]


def test_experiments_beyond_the_longest_share_a_bar():
    hours = pd.Series({"timing": 0.5, "readings": 20.0, "table3": 2.0, "other": 0.25})
    (ax,) = hours_of_experiments(hours, ["table3", "other"], "Hours", most=2).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["search for the reading", "Table 3", "2 others"]
    assert [bar.get_width() for bar in ax.patches] == [20.0, 0.0, 0.5, 0.0, 2.0, 0.25]
    assert [text.get_text() for text in ax.texts] == ["20.0", "2.0", "0.8"]
    (legend,) = ax.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["planned before", "planned after a result"]
    assert ax.figure.get_suptitle() == "Hours"
