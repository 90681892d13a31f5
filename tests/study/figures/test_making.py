"""The figure of how a number gets into the text."""

import matplotlib.pyplot as plt

from study.figures.making import followed_through


def test_each_step_has_a_box_below_the_one_before():
    (ax,) = followed_through({"A run": ["file", "0.9"], "Its sentence": ["It scores 0.9."]}, "One number").axes
    told = ["1  A run", "file", "0.9", "", "2  Its sentence", "It scores 0.9."]
    assert [text.get_text() for text in ax.texts] == told
    first, second = ax.patches
    assert first.get_y() + first.get_height() < second.get_y()
    for box, words in ((first, ax.texts[:3]), (second, ax.texts[4:])):
        assert all(box.get_y() < text.get_position()[1] < box.get_y() + box.get_height() for text in words)
    assert ax.figure.get_suptitle() == "One number"
    plt.close(ax.figure)
