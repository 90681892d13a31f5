"""Figures of the theorem on amnesia: nodes and components count from 1, and every value has its place."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from gnode.study.figures.theory import orders, redundancy_curves


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_orders_count_nodes_and_components_from_one():
    predicted = {"flat": np.array([0, 1, 0, 2]), "compounding": np.array([0, 0, 0, 0])}
    trained = {"flat": np.array([0, 1, 2, 2]), "compounding": np.array([0, 0, 0, 5])}
    figure = orders(predicted, trained, title="a point", n_columns=1)
    assert [ax.get_title() for ax in figure.axes] == ["flat", "compounding"]
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
    figure = redundancy_curves({"flat": curves, "compounding": curves}, title="a point")
    for ax in figure.axes:
        for line, curve in zip(ax.lines, curves.values(), strict=True):
            np.testing.assert_array_equal(line.get_xdata(), factors)
            np.testing.assert_array_equal(line.get_ydata(), curve)
        assert [line.get_linestyle() for line in ax.lines] == ["-", "None"]
