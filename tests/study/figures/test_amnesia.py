"""Figures on the amnesia factor: what is drawn where, from frames and layers made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.utils import Bunch

from study.figures import amnesia
from study.methods import GCN, GN

FACTORS = [1.0, 0.4, 0.0]  # as the runs come


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def runs():
    frame = pd.DataFrame(
        [(name, A, seed) for seed in range(2) for A in FACTORS for name in ("gn", "gcn")],
        columns=["method", "amnesia", "seed"],
    )
    collapse = (frame["method"] == "gcn") & (frame["amnesia"] == 1)
    frame["test"] = 0.93 - 0.08 * collapse + 0.002 * frame["seed"]
    frame["redundancy"] = 0.15 - 0.05 * frame["amnesia"] + 0.001 * frame["seed"]
    frame["change_median"] = 10.0 ** (-11 + 11 * frame["amnesia"])
    frame["change_max"] = 3.0
    return frame


@pytest.fixture
def layers():
    rng = np.random.RandomState(0)
    return {
        (name, A): Bunch(components=rng.standard_normal((20, 16)), decoder=rng.standard_normal((20, 16)) * 10**A)
        for name in ("gn", "gcn")
        for A in (0.4, 1.0)
    }


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def curve(figure, method, nth=0):
    """The nth line of a method's colour."""
    return [
        np.array(line.get_data(), dtype=float) for line in figure.axes[0].lines if line.get_color() == method.colour
    ][nth]


def test_accuracy_has_a_line_a_method_in_the_order_of_factors(runs):
    printed = pd.Series({0.0: 0.915, 0.4: 0.934, 1.0: 0.923})
    figure = amnesia.accuracy(runs, printed, title="t", lowest=0.8)
    factors, means = curve(figure, GCN)
    np.testing.assert_allclose(factors, [0, 0.4, 1])
    np.testing.assert_allclose(means, [0.931, 0.931, 0.851])
    assert words(figure) == ["paper", "GN", "GCN"]
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), printed)


def test_the_line_is_dashed_where_no_factor_was_run(runs):
    (ax,) = amnesia.accuracy(runs, pd.Series({1.0: 0.923}), title="t", lowest=0.8).axes
    joined = [line for line in ax.lines if line.get_color() == GN.colour and line.get_linestyle() in ("--", "-")]
    assert [(line.get_linestyle(), list(line.get_xdata())) for line in joined] == [("--", [0, 0.4]), ("-", [0.4, 1])]


def test_a_mean_below_the_axis_is_written_at_its_foot(runs):
    figure = amnesia.accuracy(runs, pd.Series({1.0: 0.923}), title="t", lowest=0.9, best=(0.4, 0.5))
    assert words(figure) == ["best in\nthe paper", "paper", "GN", "GCN: 0.851"]


def test_factors_that_remember_nothing_are_left_out():
    figure = amnesia.remembered({"fading": {1.0: 199.0, 0.4: 2 / 3, 0.0: 0.0}, "flat": {1.0: 199.0, 0.4: 79.6, 0.0: 0}})
    fading, flat = (line.get_data() for line in figure.axes[0].lines)
    np.testing.assert_allclose(fading, [[0.4, 1.0], [2 / 3, 199]])
    np.testing.assert_allclose(flat, [[0.4, 1.0], [79.6, 199]])
    assert words(figure) == ["0.67", "fading", "80", "199", "flat"]


def test_redundancy_has_the_means_and_random_directions(runs):
    figure = amnesia.redundancy(runs, 0.05)
    np.testing.assert_allclose(curve(figure, GN)[1], [0.1505, 0.1305, 0.1005])
    assert list(figure.axes[0].lines[-1].get_ydata()) == [0.05, 0.05]


def test_features_have_a_line_a_layer(layers):
    figure = amnesia.features(layers, np.arange(9))
    assert [text.get_text() for ax in figure.axes for text in ax.texts] == [
        "GN, A = 0.4",
        "GN, A = 1",
        "GCN, A = 0.4",
        "GCN, A = 1",
    ]
    assert sum(len(ax.images) for ax in figure.axes) == 36


def test_lengths_are_of_the_outgoing_weights_in_order_and_full_memory_is_filled(layers):
    figure = amnesia.lengths(layers, 4.0)
    lines = [line for line in figure.axes[0].lines if line.get_color() == GN.colour]
    assert words(figure) == ["GN, A = 1", "GCN, A = 1", "longest image", "both, A = 0.4"]
    for line, A in zip(lines, (0.4, 1.0)):
        np.testing.assert_allclose(line.get_ydata(), np.linalg.norm(layers["gn", A].decoder, axis=1))
        assert (line.get_markerfacecolor() == "none") == (A < 1)


def test_noise_has_the_median_node_and_the_most_changed_one(runs):
    figure = amnesia.noise(runs, np.sqrt(2))
    np.testing.assert_allclose(curve(figure, GCN, 0)[1], 10.0 ** (-11 + 11 * np.array([0, 0.4, 1])))
    np.testing.assert_allclose(curve(figure, GCN, 3)[1], 3)
