"""Figures of the data show what they are given."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from study.figures.data import chess_boards, feasible_strip, majority_rows, size_marks


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_sizes_that_give_all_scores_are_labelled_by_their_runs():
    fits = pd.Series({20: 8, 21: 8, 22: 3, 23: 8})
    some, none = feasible_strip({"some": (100, fits), "none": (100, fits - 1)}, 8).axes
    assert texts(some) == ["20 to 21 rows", "23 rows"]
    assert texts(none) == ["no size gives all"]
    assert [bar.get_height() for bar in some.patches] == [8, 8, 3, 8]


def test_the_majority_is_a_bar_and_the_scores_are_a_line_up_to_the_best():
    majority = pd.Series({"BANK": 0.9, "CHESS": 0.3})
    scores = pd.DataFrame({"sv": [0.5, 0.6], "gn": [0.7, 0.8]}, index=["CHESS", "BANK"])
    (ax,) = majority_rows(majority, scores).axes
    assert [bar.get_width() for bar in ax.patches] == [0.9, 0.3]
    assert list(ax.lines[0].get_xdata()) == [0.8, 0.7]
    assert [list(line[:, 0]) for line in ax.collections[0].get_segments()] == [[0.6, 0.8], [0.5, 0.7]]


def test_sizes_that_agree_have_a_tick_and_others_both_numbers():
    (ax,) = size_marks({"BANK": {"rows": (9, 9, True)}, "CHESS": {"rows": (6, 7, False)}}, "one of two").axes
    assert texts(ax) == ["✔ 9", "✘ 6, files 7", "rows"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["BANK", "CHESS"]


def test_pieces_stand_on_their_squares():
    (ax,) = chess_boards({"draw": [1, 2, 3, 4, 5, 6]}).axes
    assert [text.get_position() for text in ax.texts] == [(0, 1), (2, 3), (4, 5)]
    assert ax.get_title() == "draw"
