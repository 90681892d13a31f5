"""The figure of seconds: a dot at the median, a line over all rounds, hollow for the dual form."""

import matplotlib.pyplot as plt

from study.figures.speed import second_rows
from study.methods import METHODS


def test_every_row_has_its_median_its_range_and_its_number():
    figure = second_rows({"USV": ("usv", [90, 100, 130]), "GN, dual form": ("gn", [1.0, 1.2])}, "t")
    (ax,) = figure.axes
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["USV", "GN, dual form"]
    slow, of_slow, fast, of_fast = ax.lines
    assert list(slow.get_xdata()) == [90, 130] and list(of_slow.get_xdata()) == [100]
    assert list(fast.get_xdata()) == [1.0, 1.2] and list(of_fast.get_xdata()) == [1.1]
    assert of_slow.get_markerfacecolor() == METHODS["usv"].colour and of_fast.get_markerfacecolor() == "white"
    assert [text.get_text() for text in ax.texts] == ["100 s", "1.1 s"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1] and ax.get_xscale() == "log"
    plt.close(figure)
