"""Figures of the control: a mark a seed, an interval a step."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from study.figures.controls import gain_by_training, judged_lines, medians_of_cells, paths, two_steps
from study.methods import METHODS


def test_every_seed_has_its_mark_and_the_mean_a_larger_one_and_the_highest_is_on_top():
    medians = {"mixes": [0.4, 0.4], "GN": [0.5, 0.6]}
    figure = medians_of_cells(medians, {"GN": "gn", "mixes": "mixes"}, xlabel="x", line=(0.3, "noise"))
    (ax,) = figure.axes
    seeds, mean = ax.lines[:2]
    np.testing.assert_array_equal(seeds.get_xdata(), [0.5, 0.6])
    assert mean.get_xdata() == [0.55] and mean.get_color() == METHODS["gn"].colour
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["GN", "mixes"]
    assert ax.lines[-1].get_xdata() == [0.3, 0.3]
    assert [text.get_text() for text in ax.texts] == ["55%", "40%", " noise, 30%"]
    plt.close(figure)


def test_each_measure_has_two_steps():
    steps = {"GN": {"a": ((0.9, 0.8, 1.0), (0.1, 0.0, 0.2)), "b": ((0.5, 0.4, 0.6), (-0.3, -0.4, -0.2))}}
    figure = two_steps(steps, {"a": "A", "b": "B"}, title="t")
    (ax,) = figure.axes
    intervals = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) == 2]
    np.testing.assert_array_equal(intervals[:4], [[0.8, 1.0], [0.0, 0.2], [0.4, 0.6], [-0.4, -0.2]])
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["A", "B"]
    plt.close(figure)


def test_judged_lines_show_the_digit_below_its_tile_and_on_the_right_how_sure():
    lines = {"mixes": (np.ones((2, 4)), [3, 8], 0.86), "noise": (np.ones((2, 4)), [], 0.51)}
    figure = judged_lines(lines, title="t")
    texts = [[text.get_text() for text in ax.texts] for ax in figure.axes]
    assert texts == [["3", "mixes"], ["8", "86%", "sure"], ["noise"], ["51%"]]
    assert all(len(ax.images) == 1 for ax in figure.axes)
    plt.close(figure)


def test_a_path_has_a_mark_a_kind_and_an_arrow_a_step():
    rows = {"USPS": {"USV": 0.4, "mixes of GN's rows": 0.8, "GN": 0.9}}
    looks = {"USV": "usv", "mixes of GN's rows": "mixes", "GN": "gn"}
    figure = paths(rows, looks, xlabel="x", line=(0.1, "chance"), title="t")
    (ax,) = figure.axes
    assert [line.get_xdata()[0] for line in ax.lines] == [0.4, 0.8, 0.9, 0.1]
    assert [line.get_color() for line in ax.lines[:3]] == [METHODS[name].colour for name in looks.values()]
    assert [text.get_text() for text in ax.texts] == ["", "", "USV 40%", "mixes 80%", "GN 90%", " chance, 10%"]
    assert ax.get_xlim() == (0, 1)
    plt.close(figure)


def test_gains_lie_over_total_training_and_the_shade_is_where_training_adds():
    gains = pd.DataFrame({"training": [0.5, 2.0, 50.0], "gain": [-0.1, 0.1, -0.2]})
    figure = gain_by_training(gains, (1.0, 10.0), {"here": (2.0, 0.1, "black", "D", (9, 0))})
    (ax,) = figure.axes
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), gains["training"])
    assert (ax.lines[1].get_xdata(), ax.lines[1].get_ydata()) == ([2.0], [0.1])
    assert [text.get_text() for text in ax.texts] == ["training adds", "here"]
    (shade,) = ax.patches
    assert (shade.get_x(), shade.get_x() + shade.get_width()) == (1.0, 10.0)
    plt.close(figure)
