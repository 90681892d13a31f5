"""Ratios of times: what is drawn where, from numbers made up here."""

import numpy as np
import pandas as pd
import pytest

from study.figures.ratios import ratio_rows

PAIRS = ["SV / GN", "USV / GN"]


def column(*ratios, reach=1.0):
    frame = pd.DataFrame({"ratio": ratios}, index=PAIRS, dtype=float)
    return frame.assign(low=frame["ratio"] / reach, high=frame["ratio"] * reach)


@pytest.fixture
def forms():
    printed = column(2, 7).assign(low=np.nan, high=np.nan)
    return {"paper": printed, "on weights": column(35, 80, reach=1.2), "dual form": column(44, 102, reach=1.1)}


def marks(ax):
    return [line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_linestyle() == "None"]


def test_each_form_has_its_mark_and_ours_their_ranges_and_numbers(forms):
    (ax,) = ratio_rows(forms).axes
    printed, weights, dual = marks(ax)
    assert [line.get_marker() for line in (printed, weights, dual)] == ["D", "o", "o"]
    assert weights.get_markerfacecolor() == "black" and dual.get_markerfacecolor() == "white"
    np.testing.assert_array_equal([line.get_xdata() for line in marks(ax)], [of["ratio"] for of in forms.values()])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["SV vs GN", "USV vs GN"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # read from the top
    assert [text.get_text() for text in ax.texts] == ["35", "80", "44", "102", "tenfold"]
    spans = [part[:, 0] for lines in ax.collections for part in lines.get_segments() if len(part)]
    for form in ("on weights", "dual form"):
        for span in forms[form][["low", "high"]].to_numpy():
            assert any(np.allclose(span, drawn) for drawn in spans)


def test_the_count_is_a_tick_beside_our_dots_without_a_number_and_other_lines_have_names(forms):
    counted = column(30, 60).assign(low=np.nan, high=np.nan)
    (ax,) = ratio_rows({"counted": counted, "on weights": forms["on weights"]}, lines=((100, "hundredfold"),)).axes
    ticks, dots = marks(ax)
    assert ticks.get_marker() == "|" and list(ticks.get_xdata()) == [30, 60]
    assert list(ticks.get_ydata()) == list(dots.get_ydata())
    assert [text.get_text() for text in ax.texts] == ["35", "80", "hundredfold"]
    assert [line.get_xdata()[0] for line in ax.lines if line.get_linestyle() == "--"] == [100]
    (legend,) = ax.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["counted", "on weights"]
