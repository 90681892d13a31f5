"""Figures of GCN's layer: every node stands with its class."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from study.figures.by_class import class_images, experts
from study.methods import GCN


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_fewer_nodes_than_classes_leave_places_empty():
    lines = {"mean": [np.ones(4)] * 3, "node": [np.zeros(4)] * 2}
    figure = class_images(lines, range(3), "t")
    assert [len(ax.images) for ax in figure.axes] == [1, 1, 1, 1, 1, 0]
    assert [ax.get_title() for ax in figure.axes[:3]] == ["0", "1", "2"]
    assert [text.get_text() for ax in figure.axes for text in ax.texts] == ["mean", "node"]


def test_numbers_stand_below_the_images_of_their_line():
    lines = {"mean": [np.ones(4)] * 2, "node": [np.zeros(4)] * 2}
    figure = class_images(lines, range(2), "t", cosines={"node": [0.25, 0.5]})
    texts = [[text.get_text() for text in ax.texts] for ax in figure.axes]
    assert texts == [["mean"], [], ["0.25", "node"], ["0.50"]]


def test_an_expert_stands_out_on_its_own_class():
    errors = np.array([[1.0, 5.0, 6.0], [7.0, 2.0, 8.0]])
    (ax,) = experts(errors, [3.0, 3.5, 4.0], "t").axes
    points = {name: [] for name in ("other", "own", "mean")}
    for drawn in ax.collections:
        place = np.asarray(drawn.get_offsets())
        own = len(place) == 1 and np.allclose(drawn.get_facecolor()[0], plt.matplotlib.colors.to_rgba(GCN.colour))
        points["own" if own else "mean" if len(place) == 3 else "other"] += [tuple(point) for point in place]
    assert points["own"] == [(0, 1), (1, 2)]
    assert points["other"] == [(0, 5), (0, 6), (1, 7), (1, 8)]
    assert points["mean"] == [(0, 3), (1, 3.5), (2, 4)]
    assert ax.get_legend_handles_labels()[1] == ["on other classes", "on its own class", "mean of all rows"]
