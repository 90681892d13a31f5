"""Figures of the chapter that counts operations: what is drawn where, and what the labels say."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgba

from study.figures import counts
from study.methods import METHODS


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_a_cell_is_filled_where_a_row_updates_a_node():
    updated = {"usv": np.ones((3, 2), dtype=bool), "gcn": np.array([[1, 0], [0, 1], [0, 1]], dtype=bool)}
    figure = counts.updates(updated, "t")
    assert [ax.get_title() for ax in figure.axes] == ["USV\n6 node\nupdates", "GCN\n3 node\nupdates"]
    for ax, (name, cells) in zip(figure.axes, updated.items()):
        colour = to_rgba(METHODS[name].colour)
        filled = {tuple(np.floor(of.get_xy())[::-1]) for of in ax.patches if of.get_facecolor() == colour}
        assert filled == set(zip(*np.nonzero(cells)))


def test_schemes_fits_power_laws_to_both_columns():
    nodes = np.array([16, 32, 64, 128])
    frame = pd.concat(
        pd.DataFrame({"scheme": scheme, "nodes": nodes, "operations": nodes**power, "seconds": 1e-3 * nodes**power})
        for scheme, power in (("naive", 2), ("running", 1))
    )
    for ax in counts.schemes(frame).axes:
        assert texts(ax) == ["naive scheme:\nexponent 2.00", "running sum:\nexponent 1.00"]
        marks, fitted = ax.lines[0].get_ydata(), ax.lines[1].get_ydata()
        np.testing.assert_allclose(fitted, marks)


def test_gcn_over_gn_marks_the_layers_on_the_curve():
    frame = pd.DataFrame({"nodes_over_epochs": [0.1, 1, 10], "ratio": [0.5, 0.6, 0.9]})
    (ax,) = counts.gcn_over_gn(frame, {"200 nodes": (0.7, 0.57), "150 nodes": (0.5, 0.55)}).axes
    assert texts(ax) == ["200 nodes", "150 nodes"]
    assert [tuple(np.ravel(line.get_xydata())) for line in ax.lines[2:]] == [(0.7, 0.57), (0.5, 0.55)]


def test_gain_has_a_named_line_for_each_number_of_epochs():
    frame = pd.DataFrame({"epochs": [30, 30, 3000, 3000], "nodes": [1, 10, 1, 10], "gain": [1, 5, 1, 8]})
    (ax,) = counts.gain(frame).axes
    assert texts(ax) == ["30 epochs", "3,000 epochs"]
    assert (
        len({line.get_color() if isinstance(line.get_color(), str) else tuple(line.get_color()) for line in ax.lines})
        == 2
    )


def test_exponents_has_a_hollow_and_a_filled_mark_in_each_row():
    frame = pd.DataFrame(
        {"method": ["GN", "GCN A=1"], "grows": ["N", "d₂"], "counted": [1.0, 0.8], "measured": [0.9, 0.7]}
    )
    (ax,) = counts.exponents(frame, margin=0.15).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["GN, N grows", "GCN A=1, d₂ grows"]
    marks = [line for line in ax.lines if line.get_marker() not in ("None", None)]
    assert [float(line.get_xdata()[0]) for line in marks] == [1.0, 0.9, 0.8, 0.7]
    assert [line.get_markerfacecolor() == "white" for line in marks] == [True, False, True, False]
    assert {line.get_color() for line in marks[2:]} == {METHODS["gcn"].colour}
