"""The still picture of the figure to play with."""

import matplotlib.pyplot as plt
import numpy as np

from study.figures.play import still


def test_features_in_two_lines_and_a_picture_each():
    rng = np.random.default_rng(0)
    figure = still(rng.standard_normal((7, 16)), {"digit": np.zeros(16), "running output": np.ones(16)})
    shown = [ax for ax in (ax for part in figure.subfigs for ax in part.axes) if ax.images]
    assert len(shown) == 7 + 2
    assert [ax.get_title() for ax in shown[-2:]] == ["digit", "running output"]
    plt.close(figure)
