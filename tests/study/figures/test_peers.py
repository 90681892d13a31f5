"""The figures of peers: a row a method, where it has the gain; one look a group; a legend where there are several."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from study.figures.peers import GROUPS, gain_rows, nearest_to_digits, rank_rows
from study.methods import METHODS


def gains(*methods):
    place = np.arange(len(methods))
    return pd.DataFrame({"mean": 0.1 * place, "low": 0.1 * place - 0.1, "high": 0.1 * place + 0.1, "method": methods})


def test_every_row_has_its_gain_beside_zero_where_there_is_one():
    whole = gains("gn", "pca").set_axis(["GN", "PCA"])
    figure = gain_rows({"one": whole, "two": whole[1:]}, title="t")
    first, second = figure.axes
    assert list(first.lines[0].get_xdata()) == [0, 0]
    np.testing.assert_allclose(np.hstack([line.get_xdata() for line in first.lines[1:]]), [-0.1, 0.1, 0, 0, 0.2, 0.1])
    assert [list(line.get_ydata()) for line in second.lines[1:]] == [[1, 1], [1]]
    assert [tick.get_text() for tick in first.get_yticklabels()] == ["GN", "PCA"]
    assert first.get_xlim() == second.get_xlim()
    plt.close(figure)


def test_methods_of_one_group_look_alike_and_the_legend_names_the_groups_shown():
    figure = gain_rows({"": gains("gn", "gcn", "mixes", "kmeans").set_axis(list("abcd"))})
    looks = [(line.get_color(), line.get_marker()) for line in figure.axes[0].lines[2::2]]
    assert looks[0] == looks[1] == (METHODS["gn"].colour, "o") and len(set(looks)) == 3
    (legend,) = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert names == ["the paper's", "from GN's or GCN's rows", "others"] and "layer by layer" in GROUPS
    plt.close(figure)


def test_one_group_needs_no_legend():
    figure = gain_rows({"": gains("gn", "gn").set_axis(["USPS", "mean"])}, xlabel="gain")
    assert not figure.legends and figure.axes[0].get_xlabel() == "gain"
    plt.close(figure)


def test_a_gain_beyond_the_limit_is_an_arrow_with_its_number_and_one_that_may_be_zero_is_hollow():
    found = pd.DataFrame({"mean": [-0.18, -0.02, 0.005, 0.02], "method": "gn"}, index=list("abcd"))
    found = found.assign(low=found["mean"] - 0.01, high=found["mean"] + 0.01)
    figure = gain_rows({"": found}, limit=0.06)
    (ax,) = figure.axes
    _, arrow, _, loss, _, unclear, _, gain = ax.lines
    assert arrow.get_marker() == "<" and [text.get_text() for text in ax.texts] == ["−0.18"]
    faces = [mark.get_markerfacecolor() for mark in (arrow, loss, unclear, gain)]
    assert faces == [*[METHODS["gn"].colour] * 2, "white", METHODS["gn"].colour]
    assert ax.get_xlim() == (-0.06, 0.06)
    plt.close(figure)


def test_a_band_reaches_from_the_best_rank_as_far_as_the_critical_difference():
    found = pd.DataFrame({"mean": [2.0, 1.0], "method": ["gn", "pca"]}, index=["GN", "PCA"])
    figure = rank_rows({"one": (found, 1.5), "two": (found.assign(mean=[3.0, 2.0]), 1.0)}, title="t")
    bands = [ax.patches[0].get_extents().transformed(ax.transData.inverted()) for ax in figure.axes]
    np.testing.assert_allclose([(band.x0, band.x1) for band in bands], [(1, 2.5), (2, 3)])
    assert [line.get_xdata()[0] for line in figure.axes[0].lines] == [2, 1]
    plt.close(figure)


def test_every_way_shows_its_features_with_the_sign_of_the_digit():
    means = np.array([[1.0, -1, 0, 0], [0, 0, 1, -1]])
    figure = nearest_to_digits(means, {"way": -means}, title="t")
    images = [ax.images[0].get_array().ravel() for ax in figure.axes]
    np.testing.assert_array_equal(images, [*means, *means])
    plt.close(figure)
