"""Figures on time and accuracy: what is drawn where, from frames made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from gnode.study.figures.running_time import before_and_after, differences, stages, time_and_accuracy
from gnode.study.methods import METHODS

NAMES = ["sv", "usv", "gn", "gcn", "none", "random"]


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def words(figure):
    """What is written into a figure's first axes."""
    return [text.get_text() for text in figure.axes[0].texts]


def points(figure, **look):
    """The points of all lines of that look."""
    lines = [of for of in figure.axes[0].lines if all(getattr(of, f"get_{name}")() == at for name, at in look.items())]
    return np.array([point for line in lines for point in zip(*line.get_data())])


@pytest.fixture
def runs():
    rng = np.random.RandomState(0)
    frame = pd.DataFrame([(name, seed) for name in NAMES for seed in range(3)], columns=["method", "seed"])
    frame["test"] = 0.93 + 0.003 * rng.standard_normal(len(frame))
    frame["test_before"] = np.where(frame["method"] == "none", 0.1, frame["test"] - 0.03)
    return frame


def test_each_method_stands_at_its_time_and_accuracy_in_its_colour():
    seconds = pd.Series(dict(zip(NAMES, [50.0, 100.0, 5.0, 4.5, 3.0, 4.0])))
    accuracy = pd.DataFrame({"mean": np.linspace(0.925, 0.935, 6), "sd": 0.002}, index=NAMES)
    figure = time_and_accuracy(seconds, accuracy)
    assert words(figure) == [METHODS[name].label for name in NAMES]
    for name in NAMES:
        at = points(figure, marker=METHODS[name].marker, color=METHODS[name].colour)
        np.testing.assert_allclose(at, [(seconds[name], accuracy["mean"][name])])


def test_a_bar_is_pre_training_and_what_follows_it():
    seconds = pd.DataFrame({"pretraining_seconds": [40.0, 0.5], "total_seconds": [50.0, 8.0]}, index=["sv", "gn"])
    figure = stages(seconds, {"sv": "80 × GN's"})
    bars = [(bar.get_x(), bar.get_width()) for bar in figure.axes[0].patches]
    assert bars == [(0, 40), (40, 10), (0, 0.5), (0.5, 7.5)]
    assert words(figure)[:3] == ["50 s", "80 × GN's", "8.0 s"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["SV", "GN"]


def test_what_is_untrained_before_fine_tuning_is_not_shown_there(runs):
    figure = before_and_after(runs, {"gn": 0.931, "gcn": 0.923})
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "white"]
    before = runs.groupby("method")["test_before"].mean().drop("none")
    assert sorted(line.get_xdata()[0] for line in hollow) == pytest.approx(sorted(before))
    np.testing.assert_allclose(points(figure, marker="D")[:, 0], [0.931, 0.923])


def test_a_difference_has_its_interval_and_the_band_is_the_margin():
    groups = {
        "equal?": pd.DataFrame([("gn", "usv", -0.004, -0.006, -0.002)]),
        "more?": pd.DataFrame([("gcn", "none", 0.005, -0.001, 0.012), ("sv", "none", 0.006, 0.002, 0.011)]),
    }
    groups = {title: of.set_axis(["one", "other", "mean", "low", "high"], axis=1) for title, of in groups.items()}
    figure = differences(groups, 0.01, [-0.002])
    ax = figure.axes[0]
    spans = [bar.get_segments()[0][:, 0] for bar in ax.collections if len(bar.get_segments()) == 1]
    np.testing.assert_allclose(spans, pd.concat(groups.values())[["low", "high"]])
    band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
    assert (band.x0, band.x1) == pytest.approx((-0.01, 0.01))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["GN − USV", "GCN − no pre-training", "SV − no pre-training"]
    assert words(figure) == [*groups, "paper"]
    places = ax.get_yticks()
    assert places[2] - places[1] == pytest.approx(1) and places[1] - places[0] > 2
    np.testing.assert_allclose(points(figure, marker="D"), [(-0.002, places[0] + 0.22)])
