"""Ratios of times: what is drawn where, from numbers made up here."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures.ratios import ratio_rows

PAIRS = ["SV / GN", "USV / GN"]


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def column(*ratios, reach=1.0):
    frame = pd.DataFrame({"ratio": ratios}, index=PAIRS, dtype=float)
    return frame.assign(low=frame["ratio"] / reach, high=frame["ratio"] * reach)


@pytest.fixture
def forms():
    printed = column(2, 7).assign(low=np.nan, high=np.nan)
    return {"paper": printed, "on weights": column(35, 80, reach=1.2), "dual form": column(44, 102, reach=1.1)}


def marks(ax):
    return [line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_linestyle() == "None"]


def test_filled_is_on_weights_and_hollow_is_the_dual_form(forms):
    (ax,) = ratio_rows(forms).axes
    printed, weights, dual = marks(ax)
    assert [line.get_marker() for line in (printed, weights, dual)] == ["D", "o", "o"]
    assert weights.get_markerfacecolor() == "black" and dual.get_markerfacecolor() == "white"
    np.testing.assert_array_equal([line.get_xdata() for line in marks(ax)], [of["ratio"] for of in forms.values()])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["SV vs GN", "USV vs GN"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # read from the top


def test_each_ratio_of_ours_has_its_range_and_its_number(forms):
    (ax,) = ratio_rows(forms).axes
    assert [text.get_text() for text in ax.texts] == ["35", "80", "44", "102", "tenfold"]
    spans = [part[:, 0] for lines in ax.collections for part in lines.get_segments() if len(part)]
    for form in ("on weights", "dual form"):
        for span in forms[form][["low", "high"]].to_numpy():
            assert any(np.allclose(span, drawn) for drawn in spans)


def test_the_count_is_a_tick_beside_our_dots_without_a_number(forms):
    counted = column(30, 60).assign(low=np.nan, high=np.nan)
    (ax,) = ratio_rows({"counted": counted, "on weights": forms["on weights"]}).axes
    ticks, dots = marks(ax)
    assert ticks.get_marker() == "|" and list(ticks.get_xdata()) == [30, 60]
    assert list(ticks.get_ydata()) == list(dots.get_ydata())
    assert [text.get_text() for text in ax.texts] == ["35", "80", "tenfold"]
    (legend,) = ax.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["counted", "on weights"]


def test_other_lines_can_stand_with_their_names(forms):
    (ax,) = ratio_rows(forms, lines=((100, "hundredfold"),)).axes
    assert [text.get_text() for text in ax.texts][-1] == "hundredfold"
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [100]
