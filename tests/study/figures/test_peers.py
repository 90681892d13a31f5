"""The figure of mean ranks: a row a method, where it has the score; a band as wide as the critical difference."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from gnode.study.figures.peers import rank_rows
from gnode.study.methods import METHODS


def test_every_method_has_its_rank_where_it_has_the_score():
    ranks = pd.DataFrame(
        {"mean": [1.5, 3.0], "low": [1.0, 2.0], "high": [2.0, 4.0], "method": ["gn", "pca"]}, index=["GN", "PCA"]
    )
    figure = rank_rows({"one": ranks, "two": ranks[:1]}, {"one": 2.0, "two": 1.0}, title="t")
    first, second = figure.axes
    np.testing.assert_array_equal([line.get_xdata()[0] for line in first.lines], [1.0, 1.5, 2.0, 3.0])
    assert len(second.lines) == 2
    assert first.lines[1].get_color() == METHODS["gn"].colour
    assert first.patches[0].get_extents().width > second.patches[0].get_extents().width
    assert [tick.get_text() for tick in first.get_yticklabels()] == ["GN", "PCA"]
    plt.close(figure)


def test_gains_stand_beside_a_line_at_zero_and_without_a_band():
    gains = pd.DataFrame(
        {"mean": [0.1, -0.1], "low": [0.0, -0.2], "high": [0.2, 0.0], "method": ["gn", "pca"]}, ["GN", "PCA"]
    )
    figure = rank_rows({"one": gains}, xlabel="gain")
    (ax,) = figure.axes
    assert not ax.patches and list(ax.lines[0].get_xdata()) == [0, 0]
    assert ax.get_xlabel() == "gain"
    plt.close(figure)
