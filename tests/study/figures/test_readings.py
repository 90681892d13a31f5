"""Figures of the readings show what they are given."""

from datetime import date

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures import readings as figures
from study.forensics.pipeline import INFERRED


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_documents_stand_at_their_dates():
    given = {"paper": date(2016, 2, 19), "program": date(2016, 6, 27)}
    (ax,) = figures.time_line(given).axes
    assert [text.get_text() for text in ax.texts] == list(given)
    assert [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"] == list(given.values())


def test_counts_of_each_reading_are_drawn_beside_the_band_of_the_printed_score():
    runs = {"original": [1870, 1880], "text": [1860]}
    (ax,) = figures.printed_counts(runs, [1868, 1869]).axes
    assert [list(line.get_xdata()) for line in ax.lines] == list(runs.values())
    (band,) = ax.patches
    assert (band.get_x(), band.get_x() + band.get_width()) == (1867.5, 1869.5)


def test_coverage_has_a_line_of_what_should_be():
    (ax,) = figures.coverage({"20 seeds": [(0.5, 0.52, 0.02), (0.95, 0.94, 0.01)]}).axes
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), ax.lines[0].get_ydata())
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["20 seeds"]


def test_a_bar_is_a_posterior_and_a_tick_a_prior():
    levels = pd.DataFrame(
        [("amnesia", "flat", 0.7, 0.9), ("amnesia", "compounding", 0.3, 0.1), ("start", "small", 1.0, 1.0)],
        columns=["setting", "value", "prior", "posterior"],
    )
    (ax,) = figures.level_bars(levels).axes
    assert [bar.get_width() for bar in ax.patches] == [0.9, 0.1, 1.0]
    assert list(ax.lines[0].get_xdata()) == [0.7, 0.3, 1.0]
    assert ax.get_yticklabels()[0].get_text() == "amnesia: flat"


def test_a_score_outside_its_interval_has_another_mark():
    found = pd.DataFrame(
        {"printed": [0.98, 0.90], "low": 0.97, "high": 0.99, "inside": [True, False]}, index=["MUSK, GN", "MUSK, GCN"]
    )
    (ax,) = figures.printed_in_intervals(found, xlabel="test accuracy").axes
    assert {line.get_marker(): list(line.get_xdata()) for line in ax.lines} == {"o": [0.98], "X": [0.90]}
    assert [label.get_text() for label in ax.get_yticklabels()] == list(found.index)


def test_an_arrow_leads_to_the_likeliest_value_of_each_setting():
    levels = pd.DataFrame(
        [("amnesia", "flat", 0.3, 0.9), ("amnesia", "compounding", 0.7, 0.1), ("start", "small", 1.0, 1.0)],
        columns=["setting", "value", "prior", "posterior"],
    )
    names = {"start": {"small": "small start"}, "amnesia": {"flat": "flat amnesia", "compounding": "fading"}}
    (ax,) = figures.likeliest_values(levels, names).axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["small start", "flat amnesia"]
    assert [line.get_xdata()[0] for line in ax.lines] == [1.0, 1.0, 0.3, 0.9, INFERRED]


def test_each_panel_has_the_printed_scores_and_a_line_a_method():
    scores = pd.DataFrame({"gn": [0.92, 0.93], "gcn": [0.92, 0.91]}, index=[0.4, 1.0])
    distances = {"flat": {"gn": 0.02, "gcn": 0.014}, "ours": {"gn": 0.1, "gcn": 0.2}}
    left, right = figures.by_factor({"flat": scores, "ours": scores}, pd.Series({0.4: 0.9}), distances).axes
    for ax in (left, right):
        assert [list(line.get_ydata()) for line in ax.lines] == [[0.9], [0.92, 0.93], [0.92, 0.91]]
    assert [ax.get_title() for ax in (left, right)] == ["flat", "ours"]
    assert [ax.texts[0].get_text() for ax in (left, right)] == ["GN: 0.020\nGCN: 0.014", "GN: 0.100\nGCN: 0.200"]


def test_a_chance_stands_beside_its_reading():
    runs = {"original": [1870, 1880], "text": [1860]}
    (ax,) = figures.printed_counts(runs, [1868, 1869], ["1 in 20", "1 in 30"], score="0.931").axes
    (right,) = ax.child_axes
    assert [label.get_text() for label in right.get_yticklabels()] == ["1 in 20", "1 in 30"]
    assert "0.931 printed" in [text.get_text() for text in ax.texts]


def test_a_stage_has_its_number_and_its_words_and_a_narrower_bar_than_the_last():
    (ax,) = figures.stages([(1440, "in the grid"), (64, "were run")]).axes
    assert [text.get_text() for text in ax.texts] == ["1,440", "in the grid", "64", "were run"]
    first, second = (bar.get_width() for bar in ax.patches)
    assert first > second


def test_the_magnified_corner_is_framed_and_holds_the_printed_pair():
    runs = {"kept": pd.DataFrame({"train": [0.2, 0.96], "test": [0.2, 0.9]})}
    left, right = figures.two_scores(runs, {"train": 0.974, "test": 0.915}, (0.9, 0.8)).axes
    for ax in (left, right):
        assert [list(line.get_xdata()) for line in ax.lines] == [[0.2, 0.96], [0.974]]
    (frame,) = left.patches
    assert (frame.get_x(), frame.get_y()) == (0.9, 0.8) == (right.get_xlim()[0], right.get_ylim()[0])
    assert right.get_ylim()[1] > 0.915
