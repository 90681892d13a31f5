"""Figures of other ways to make features: a row a way, hollow where the interval includes zero."""

import matplotlib.pyplot as plt

from study.experiments.peers import SETS
from study.figures import peers


def test_a_row_a_way_the_largest_gain_on_top():
    peers.answer()
    gained = peers.over_sets(peers.RANDOM)
    names = [label.get_text() for label in plt.gca().get_yticklabels()]
    assert names == [peers.NAMES.get(label, label) for label in gained.index] and len(names) == 14
    marks = [line for line in plt.gca().lines if line.get_marker() not in ("None", "", None)]
    hollow = [line.get_markerfacecolor() == "white" for line in marks]
    assert hollow == list((gained["low"] <= 0) & (gained["high"] >= 0))


def test_a_row_a_set_and_no_columns_where_there_are_none():
    peers.gains()
    columns, *others = plt.gcf().axes
    marks = [sum(line.get_marker() not in ("None", "", None) for line in ax.lines) for ax in (columns, *others)]
    assert marks == [9, len(SETS), len(SETS)]
