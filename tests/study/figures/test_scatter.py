"""Figures of outputs: every row in its plane, every correlation on its line."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from gnode.study.figures.scatter import accuracies, labelled_features, node_correlations, planes, switch
from gnode.study.methods import GN, USV


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_planes_show_every_row_and_name_each_class_at_its_middle():
    rng = np.random.RandomState(0)
    y = np.repeat([0, 3], 10)
    y_high = np.where(y == 3, 0.5, -0.5)[:, None]  # the classes lie apart, so their names stand at the middles
    panels = {name: pd.DataFrame(y_high + 0.2 * rng.randn(20, 2), columns=["node 1", "node 2"]) for name in "abc"}
    figure = planes(panels, y, n_columns=2, title="a point")
    assert len(figure.axes) == 4 and not figure.axes[3].collections
    for ax, (name, points) in zip(figure.axes, panels.items()):
        assert ax.get_title() == name and ax.get_xlim() == ax.get_ylim() == (-1, 1)
        shown = np.vstack([marks.get_offsets() for marks in ax.collections])
        np.testing.assert_allclose(shown, points)
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("node 1", "node 2")
        middles = {text.get_text(): text.get_position() for text in ax.texts}
        np.testing.assert_allclose(middles["3"], np.median(points[10:], axis=0))
    assert len({tuple(marks.get_facecolor()[0][:3]) for marks in ax.collections}) == 2


def test_accuracies_are_named_where_they_are():
    (ax,) = accuracies({"two": {"gn": [0.7, 0.8], "usv": [0.6]}, "four": {"gn": [0.9, 0.9]}}, title="a point").axes
    means = [point.get_xdata()[0] for point, *_ in ax.containers]
    np.testing.assert_allclose(means, [0.75, 0.6, 0.9])
    assert [text.get_text() for text in ax.texts] == ["GN 0.75", "USV 0.60", "GN 0.90"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["two", "four"]


def test_names_of_classes_in_one_place_are_moved_apart():
    same = pd.DataFrame(np.zeros((30, 2)), columns=["node 1", "node 2"])
    (ax,) = planes({"a": same}, np.repeat([0, 1, 2], 10)).axes
    places = np.array([text.get_position() for text in ax.texts])
    assert len(places) == 3
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(3, 1)]
    assert distances.min() > 0.2


def test_correlations_are_dots_on_their_line():
    figure = node_correlations({"USV": ("usv", [0.1, 0.9]), "GN": ("gn", [0.3, 0.31, 0.32])}, title="a point")
    (ax,) = figure.axes
    dots = {line.get_marker(): line for line in ax.lines if line.get_linestyle() == "None"}
    np.testing.assert_allclose(dots[USV.marker].get_xdata(), [0.1, 0.9])
    np.testing.assert_allclose(dots[GN.marker].get_xdata(), [0.3, 0.31, 0.32])
    assert np.round(dots[GN.marker].get_ydata()).tolist() == [1, 1, 1]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["USV", "GN"]
    assert "the claim asks for 0.95" in [text.get_text() for text in ax.texts]


def test_labelled_features_stand_under_their_names():
    figure = labelled_features({"a": np.arange(4.0), "b": np.arange(4.0, 8)})
    assert [(ax.get_title(), ax.images[0].get_array()[0, 1]) for ax in figure.axes] == [("a", 1.0), ("b", 5.0)]


def test_the_switch_has_lines_of_the_prediction_and_dots_of_what_was_trained():
    shares = [0.0, 0.5, 1.0]
    predicted = pd.DataFrame({"mean": [0, 0.6, 1], "PC 1": [1, 0.4, 0]}, index=shares)
    figure = switch(predicted, predicted + 0.01, title="a point")
    (ax,) = figure.axes
    drawn = [np.asarray(line.get_ydata(), dtype=float) for line in ax.lines]
    for name in predicted:
        assert any(np.array_equal(of, predicted[name]) for of in drawn)
        assert any(np.allclose(of, predicted[name] + 0.01) for of in drawn)
    assert {"mean", "PC 1"} <= {text.get_text() for text in ax.texts}
