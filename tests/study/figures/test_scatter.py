"""Figures of outputs: every row in its plane, every correlation on its line."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.scatter import accuracies, labelled_features, node_correlations, planes, switch
from study.methods import GN, USV


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_planes_show_every_row_in_the_colour_of_its_class():
    rng = np.random.RandomState(0)
    y = np.repeat([0, 3], 10)
    outputs = {name: rng.uniform(-1, 1, (20, 3)) for name in ("USV", "GN")}
    figure = planes(outputs, [(0, 1), (2, 1)], y, score=lambda H: H.shape[1], enlarge="GN", title="a point")
    assert [ax.get_title() for ax in figure.axes[::2]] == ["USV: 2.00", "GN: 2.00", "GN, enlarged"]
    for ax, of in zip(figure.axes, np.repeat(["USV", "GN", "GN"], 2)):
        i, j = (int(label[-1]) - 1 for label in (ax.get_xlabel(), ax.get_ylabel()))
        shown = np.vstack([marks.get_offsets() for marks in ax.collections])
        np.testing.assert_allclose(shown, outputs[of][:, [i, j]])
    assert all(ax.get_xlim() == ax.get_ylim() == (-1, 1) for ax in figure.axes[:4])
    assert len({tuple(marks.get_facecolor()[0][:3]) for marks in figure.axes[0].collections}) == 2
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["0", "3"]


def test_accuracies_are_named_where_they_are():
    (ax,) = accuracies({"two": {"gn": [0.7, 0.8], "usv": [0.6]}, "four": {"gn": [0.9, 0.9]}}, title="a point").axes
    means = [point.get_xdata()[0] for point, *_ in ax.containers]
    np.testing.assert_allclose(means, [0.75, 0.6, 0.9])
    assert [text.get_text() for text in ax.texts] == ["GN 0.75", "USV 0.60", "GN 0.90"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["two", "four"]


def test_correlations_are_marks_on_their_line_in_a_panel_for_each_component():
    usual = {"USV": ("usv", [0.1, 0.9]), "GN": ("gn", [0.3, 0.31, 0.32])}
    uncentred = {"USV": ("usv", [0.2]), "GN": ("gn", [0.98, 0.99])}
    figure = node_correlations({"usual": usual, "uncentred": uncentred}, title="a point")
    for ax, name, layers in zip(figure.axes, ("usual", "uncentred"), (usual, uncentred)):
        dots = [line for line in ax.lines if line.get_linestyle() == "None"]
        drawn = [(line.get_marker(), list(line.get_xdata()), round(np.mean(line.get_ydata()))) for line in dots]
        assert drawn == [(USV.marker, layers["USV"][1], 0), (GN.marker, layers["GN"][1], 1)]
        assert ax.get_title() == name
        assert "the claim asks for 0.95" in [text.get_text() for text in ax.texts]
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["USV", "GN"]


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
