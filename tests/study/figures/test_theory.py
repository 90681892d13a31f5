"""Figures of the theorem on amnesia: nodes and components count from 1, and every value has its place."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.theory import left_over, orders, redundancy_curves, shares


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_bars_of_what_is_left_are_black_where_the_node_takes_it():
    flat, fading = np.array([[10.0, 6.0], [3.0, 6.0]]), np.array([[10.0, 6.0], [7.04, 6.0]])
    figure = left_over({"flat": flat, "fading": fading}, title="a point")
    assert [ax.get_title() for ax in figure.axes] == ["node 1", "node 2", "", ""]
    assert [ax.get_ylabel() for ax in figure.axes[::2]] == ["flat", "fading"]
    for ax, left, taken in zip(figure.axes, [*flat, *fading], (0, 1, 0, 0)):
        np.testing.assert_array_equal([bar.get_height() for bar in ax.patches], [10, 6, *left])
        black = [bar.get_facecolor() == (0, 0, 0, 1) for bar in ax.patches]
        assert black == [False, False, taken == 0, taken == 1]
        assert [text.get_text() for text in ax.texts] == [f"{value:.3g}" for value in left.round(1)]


def test_shares_have_a_bar_and_a_number_for_each_guess():
    names = ["theorem", "guess"]
    figure = shares({"a": pd.Series([0.8, 0.25], names), "b": pd.Series([0.3, 0.4], names)}, title="a point")
    for ax, of in zip(figure.axes, ([0.8, 0.25], [0.3, 0.4]), strict=True):
        assert [bar.get_width() for bar in ax.patches] == of
        assert [text.get_text() for text in ax.texts] == [f"{share:.0%}" for share in of]
        assert [label.get_text() for label in ax.get_yticklabels()] == names


def test_orders_count_nodes_and_components_from_one():
    predicted = {"flat": np.array([0, 1, 0, 2]), "fading": np.array([0, 0, 0, 0])}
    trained = {"flat": np.array([0, 1, 2, 2]), "fading": np.array([0, 0, 0, 5])}
    figure = orders(predicted, trained, title="a point", n_columns=1)
    assert [ax.get_title() for ax in figure.axes] == ["flat", "fading"]
    for ax, name in zip(figure.axes, predicted):
        theorem, dots = ax.lines
        for line, of in ((theorem, predicted[name]), (dots, trained[name])):
            np.testing.assert_array_equal(line.get_xdata(), [1, 2, 3, 4])
            np.testing.assert_array_equal(line.get_ydata(), of + 1)
        assert ax.get_ylim()[1] > 6  # the largest component of any panel
        assert all(tick == int(tick) for tick in (*ax.get_xticks(), *ax.get_yticks()))


def test_redundancy_has_a_panel_for_each_rule_and_a_line_for_the_theorem():
    factors = [0, 0.5, 1]
    curves = {"theorem": pd.Series([1, 0.5, 0], factors), "trained": pd.Series([0.9, 0.6, 0.1], factors)}
    figure = redundancy_curves({"flat": curves, "fading": curves}, title="a point")
    for ax in figure.axes:
        for line, curve in zip(ax.lines, curves.values(), strict=True):
            np.testing.assert_array_equal(line.get_xdata(), factors)
            np.testing.assert_array_equal(line.get_ydata(), curve)
        assert [line.get_linestyle() for line in ax.lines] == ["-", "None"]
