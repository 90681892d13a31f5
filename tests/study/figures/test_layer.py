"""Figures of one layer: every value is drawn where it belongs, with its name."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.layer import (
    decoder_errors,
    errors_by_node,
    errors_by_rate,
    feature_images,
    growing_layer,
    picture_and_nodes,
    ranked_errors,
    settings_by_measure,
)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def labels(ax):
    return [text.get_text() for text in ax.texts]


def test_errors_are_drawn_after_each_node_and_named_where_they_end():
    errors = {0.0: [5.0, 5.0, 6.0], 1.0: [5.0, 3.0, 1.0]}
    (ax,) = errors_by_node(errors, "falls").axes
    for line, of in zip(ax.lines, errors.values(), strict=True):
        np.testing.assert_array_equal(line.get_xdata(), [1, 2, 3])
        np.testing.assert_array_equal(line.get_ydata(), of)
    assert labels(ax) == ["A = 0", "A = 1"]
    assert [round(text.get_position()[1], 6) for text in ax.texts] == [6, 1]


def test_peaks_are_marked_with_the_numbers_of_their_nodes():
    (ax,) = errors_by_node({0.4: [5.0, 9.0, 6.0], 1.0: [5.0, 3.0, 1.0]}, "t", peaks={0.4: [1]}).axes
    assert labels(ax) == ["A = 0.4", "2", "A = 1"]
    (mark,) = [line for line in ax.lines if line.get_marker() == "o"]
    assert (mark.get_xdata(), mark.get_ydata()) == ([2], [9])


def test_names_of_curves_that_end_close_together_do_not_overlap():
    (ax,) = errors_by_node({0.0: [9.0, 10.0], 0.4: [9.0, 10.1], 1.0: [9.0, 1.0]}, "t").axes
    zero, some, one = (text.get_position()[1] for text in ax.texts)
    assert one == 1 and zero == 10 and some - zero > 0.5


def test_each_image_has_its_name():
    axes = feature_images({"in": np.arange(4), "out": np.ones(4)}).axes
    assert [ax.get_title() for ax in axes] == ["in", "out"]
    np.testing.assert_array_equal(axes[0].images[0].get_array(), [[0, 1], [2, 3]])


def test_a_ranking_ascends_and_shades_every_other_piece():
    (ax,) = ranked_errors([3.0, 1.0, 2.0, 4.0, 5.0], [2, 4], "t").axes
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), [1, 2, 3, 4, 5])
    assert [(patch.get_x(), patch.get_width()) for patch in ax.patches] == [(0.5, 2), (4.5, 1)]
    assert labels(ax) == ["$S_2$", "$S_{4}$"]


def dots(ax):
    """Name of each line of dots and what is drawn there: mean and half the length of its bar."""
    drawn = {}
    for container, name in zip(ax.containers, [text.get_text() for text in ax.get_yticklabels()]):
        point, _, (bar,) = container
        (left, _), (right, _) = bar.get_segments()[0]
        drawn[name] = point.get_xdata()[0], (right - left) / 2
    return drawn


def test_decoder_errors_have_the_smallest_on_top_with_their_spread():
    (ax,) = decoder_errors({"bad": [4.0, 6.0], "good": [1.0]}, "t").axes
    drawn = dots(ax)
    assert list(drawn) == ["good", "bad"]
    assert drawn["good"] == (1.0, 0.0)
    assert drawn["bad"] == pytest.approx((5.0, np.sqrt(2)))
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_nodes_stand_right_of_the_picture_that_they_resemble():
    lines = {
        "two": ("mean", np.zeros(4), [np.full(4, 1.0), np.full(4, 2.0)]),
        "one": ("PC 1", np.full(4, 3.0), [np.full(4, 4.0)]),
    }
    axes = picture_and_nodes(lines, "alike").axes
    shown = [(ax.get_title(loc="left"), ax.images[0].get_array()[0, 0]) for ax in axes]
    assert shown == [("mean", 0), ("two", 1), ("", 2), ("PC 1", 3), ("one", 4)]
    lefts = [ax.get_position().x0 for ax in axes]
    assert lefts[0] < lefts[1] < lefts[2] and lefts[3] < lefts[4]


def test_settings_stand_at_their_values_on_the_line_of_a_measure():
    settings = {"a": [0.1, 0.2], "b": [0.3, 0.4], "c": [0.5, 0.6], "d": [0.7, 0.8]}
    figure = settings_by_measure({name: pd.Series(of, ["one", "two"]) for name, of in settings.items()}, "likeness")
    (ax,) = figure.axes
    assert [list(line.get_xdata()) for line in ax.lines] == list(settings.values())
    assert [line.get_label() for line in ax.lines] == list(settings)
    assert len({(line.get_marker(), line.get_markerfacecolor()) for line in ax.lines}) == 4
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["one", "two"]


def test_a_curve_of_errors_has_its_lowest_point_marked():
    errors = {("linear", 0.1): [1.0, 3.0], ("linear", 0.2): [4, 4], ("sigmoid", 0.1): [6, 6], ("sigmoid", 0.2): [2, 4]}
    frame = pd.DataFrame([(*key, seed, of) for key, both in errors.items() for seed, of in enumerate(both)])
    frame.columns = ["output", "rate", "seed", "error"]
    (ax,) = errors_by_rate(frame.set_index(["output", "rate", "seed"])["error"], "t").axes
    curves = np.array([curve.get_data() for curve, *_ in ax.containers], dtype=float)
    np.testing.assert_allclose(curves, [([0.1, 0.2], [2, 4]), ([0.1, 0.2], [6, 3])])
    marked = [(line.get_xdata()[0], line.get_ydata()[0]) for line in ax.lines if line.get_marker() == "o"]
    assert marked == [(0.1, 2), (0.2, 3)]
    assert labels(ax) == ["linear", "sigmoid"]


def test_a_growing_layer_shows_what_is_trained_and_no_more():
    rows = np.linspace(-1, 1, 8).reshape(2, 4)
    features = np.arange(12).reshape(3, 4) - 5.0
    outputs = np.arange(24).reshape(3, 2, 4) / 24
    for n_trained in range(4):
        figure = growing_layer(rows, {"one": (features, outputs), "two": (features, outputs)}, n_trained, n_columns=2)
        shown = [image.get_array().ravel() for ax in figure.axes for image in ax.images]
        expected = list(rows) + (list(outputs[n_trained - 1]) if n_trained else []) + list(features[:n_trained])
        assert len(shown) == 2 * len(expected)
        for of_one in (shown[: len(expected)], shown[len(expected) :]):
            assert {tuple(image) for image in of_one} == {tuple(image) for image in expected}
        texts = [text.get_text() for ax in figure.axes for text in ax.texts]
        assert {"one", "two", f"node {n_trained} of 3" if n_trained else "before training"} <= set(texts)
        plt.close(figure)
