"""The figure of what to use, and the one of what the study took."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from study.figures.use import accuracy_against_seconds


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
