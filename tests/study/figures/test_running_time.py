"""Figures on time and accuracy: what is drawn where, from frames made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.running_time import before_and_after, differences, ranges, seconds_and_scores

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


def test_a_bar_is_pre_training_and_what_follows_it_and_the_score_stands_beside_it():
    seconds = pd.DataFrame({"pretraining_seconds": [40.0, 0.5], "total_seconds": [50.0, 8.0]}, index=["sv", "gn"])
    figure = seconds_and_scores(seconds, pd.Series({"gn": 0.9291, "sv": 0.937}))
    bars = [(bar.get_x(), bar.get_width()) for bar in figure.axes[0].patches]
    assert bars == [(0, 40), (40, 10), (0, 0.5), (0.5, 7.5)]
    assert words(figure) == ["50 s", "0.937", "8 s", "0.929", "accuracy"]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["SV", "GN"]


def test_a_way_to_take_the_time_has_its_ratios_and_the_ends_as_numbers():
    parts = {
        "part": {"theirs": ("paper", pd.Series([3.81, 11.9])), "ours": ("on weights", pd.Series([120.4, 25.1, 44]))},
        "all": {"ours": ("dual form", pd.Series([6.0, 13.4]))},
    }
    figure = ranges(parts)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["theirs", "ours", "ours"]
    assert words(figure) == ["part", "3.8", "12", "25", "120", "all", "6.0", "13", "tenfold", "hundredfold"]
    np.testing.assert_allclose(points(figure, marker="D"), [(3.81, 1), (11.9, 1)])
    (hollow,) = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "white"]
    assert list(hollow.get_xdata()) == [6.0, 13.4] and hollow.get_ydata()[0] > 3


def test_what_is_untrained_before_fine_tuning_is_not_shown_there(runs):
    figure = before_and_after(runs, {"gn": 0.931, "gcn": 0.923})
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "white"]
    before = runs.groupby("method")["test_before"].mean().drop("none")
    assert sorted(line.get_xdata()[0] for line in hollow) == pytest.approx(sorted(before))
    np.testing.assert_allclose(points(figure, marker="D")[:, 0], [0.931, 0.923])


def test_a_difference_has_its_interval_is_hollow_if_it_fails_and_the_band_is_the_margin():
    frames = {
        "equal?": pd.DataFrame([("gn", "usv", -0.004, -0.006, -0.002)]),
        "more?": pd.DataFrame([("gcn", "none", 0.005, -0.001, 0.012), ("sv", "none", 0.006, 0.002, 0.011)]),
    }
    frames = {title: of.set_axis(["one", "other", "mean", "low", "high"], axis=1) for title, of in frames.items()}
    met = {"equal?": [True], "more?": [False, True]}
    figure = differences({title: (of, met[title]) for title, of in frames.items()}, 0.01, [-0.002])
    ax = figure.axes[0]
    spans = [bar.get_segments()[0][:, 0] for bar in ax.collections if len(bar.get_segments()) == 1]
    np.testing.assert_allclose(spans, pd.concat(frames.values())[["low", "high"]])
    hollow = [line.get_xdata()[0] for line in ax.lines if line.get_markerfacecolor() == "white"]
    assert hollow == [0.005]
    (band,) = ax.patches
    assert (band.get_x(), band.get_width()) == pytest.approx((-0.01, 0.02))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["GN − USV", "GCN − no pre-training", "SV − no pre-training"]
    assert words(figure) == [*frames, "paper"]
    places = ax.get_yticks()
    assert band.get_y() < places[0] < band.get_y() + band.get_height() < places[1]
    assert places[2] - places[1] == pytest.approx(1) and places[1] - places[0] > 2
    np.testing.assert_allclose(points(figure, marker="D"), [(-0.002, places[0] + 0.25)])
