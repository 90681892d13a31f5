"""Figures of the control: a mark a seed, an interval a step."""

import matplotlib.pyplot as plt
import numpy as np

from gnode.study.figures.controls import medians_of_cells, two_steps
from gnode.study.methods import METHODS


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
