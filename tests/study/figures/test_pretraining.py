"""Accuracy against seconds: what is drawn where, from numbers made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.pretraining import STAGES, accuracy_by_seconds

EPOCHS = (1, 10)
METHODS = ("sv", "usv", "gn", "gcn")


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


@pytest.fixture
def frames():
    rows = [
        {"method": method, "max_epochs": n, "seed": seed, "test": 0.9 + 0.01 * place + 0.002 * seed, "test_before": 0.5}
        for place, method in enumerate(METHODS)
        for n in EPOCHS
        for seed in (0, 1)
    ]
    rows += [
        {"method": "untrained", "max_epochs": np.nan, "seed": seed, "test": 0.8, "test_before": 0.2} for seed in (0, 1)
    ]
    timed = pd.DataFrame(
        [
            {"method": method, "max_epochs": n, "pretraining_seconds": n * (place + 1) * noise}
            for place, method in enumerate(METHODS)
            for n in EPOCHS
            for noise in (1, 1, 7)
        ]
    )
    return pd.DataFrame(rows), timed


def test_a_curve_a_method_at_the_median_second_with_the_mean_over_seeds(frames):
    figure = accuracy_by_seconds(*frames, "Title")
    before, after = figure.axes
    assert [ax.get_title() for ax in figure.axes] == list(STAGES.values())
    assert before.get_xscale() == "log" and figure.get_suptitle() == "Title"
    for place, curve in enumerate(after.containers):
        line = curve.lines[0]
        np.testing.assert_allclose(line.get_xdata().astype(float), [place + 1, 10 * (place + 1)])
        np.testing.assert_allclose(line.get_ydata().astype(float), 0.901 + 0.01 * place)
    assert [curve.get_label() for curve in after.containers] == ["SV", "USV", "GN", "GCN"]


def test_no_epoch_is_a_line_of_its_own(frames):
    before, after = accuracy_by_seconds(*frames).axes
    for ax, score in ((before, 0.2), (after, 0.8)):
        (line,) = (line for line in ax.lines if line.get_linestyle() == "--")
        assert set(line.get_ydata()) == {score}
