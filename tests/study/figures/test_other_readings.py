"""Figures of claims under other readings show what they are given."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from study.figures import other_readings as figures


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_the_matrix_has_a_mark_for_each_claim_and_reading_below_its_settings():
    groups = {
        "depends": {"best factor": {"ours": "not reproduced", "text": "reproduced"}},
        "never": {"A": {"ours": "partly"}},
    }
    (ax,) = figures.claim_matrix(groups, {"memory": {"ours": "fading", "text": "flat"}}).axes
    assert [text.get_text() for text in ax.texts] == [
        "fading",
        "flat",
        "depends",
        "\N{HEAVY BALLOT X}",
        "\N{HEAVY CHECK MARK}",
        "never",
        "\N{CIRCLE WITH LEFT HALF BLACK}",
        "\N{HORIZONTAL ELLIPSIS}",
    ]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["memory", "best factor", "A"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["ours", "text"]


def test_a_pair_has_a_mark_in_the_row_of_each_reading_and_the_paper_s_on_top():
    rows = {"text": {"gn": (0.001, -0.001, 0.002), "gcn": (-0.011, -0.013, -0.009)}}
    around = {"gn": (0.005, 0.006), "gcn": (0.004, 0.005)}
    figure = figures.pairs_in_margin(rows, {"gn": -0.002, "gcn": -0.016}, around, xlabel="difference")
    (ax,) = figure.axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["the paper", "text"]
    marks = [list(line.get_xdata()) for line in ax.lines if line.get_marker() not in (None, "None")]
    assert marks == [[-0.002], [0.001], [-0.016], [-0.011]]
    thin = [list(line.get_xdata()) for line in ax.lines if line.get_linewidth() == 0.9]
    assert thin == [pytest.approx([-0.004, 0.007]), pytest.approx([-0.015, -0.006])]
    (band,) = ax.patches
    assert (band.get_x(), band.get_width()) == pytest.approx((-0.01, 0.02))
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["GN \N{MINUS SIGN} USV", "GCN \N{MINUS SIGN} SV"]


def test_the_best_factor_of_each_line_is_ringed():
    numbers = pd.DataFrame({"gn": [0.9, 0.94, 0.92], "gcn": [0.93, 0.9, 0.91]}, index=[0.0, 0.4, 1.0])
    panels = {
        "accuracy": {"flat": numbers, "fading": numbers[::-1]},
        "redundancy": {"flat": numbers, "fading": numbers},
    }
    figure = figures.over_factors(panels, {"accuracy": pd.Series.idxmax, "redundancy": pd.Series.idxmin})
    rings = [[line.get_xdata()[0] for line in ax.lines if line.get_markerfacecolor() == "none"] for ax in figure.axes]
    assert rings == [[0.4, 0.0], [0.4, 0.0], [0.0, 0.4], [0.0, 0.4]]
    assert [ax.get_title() for ax in figure.axes[:2]] == ["flat", "fading"]


def test_each_reading_is_a_mark_in_the_row_of_its_group_hollow_by_its_setting():
    both = pd.Index(["kept", "subtracted"], name="mean")
    groups = {
        "small": pd.DataFrame({"gn": [0.6, 0.5], "gcn": [0.4, 0.5]}, index=both),
        "large": pd.DataFrame({"gn": [0.3], "gcn": [0.2]}, index=both[:1]),
    }
    figure = figures.in_groups(groups, {"usv": 0.1}, {"mean": "subtracted"}, xlabel="match")
    (ax,) = figure.axes
    assert [label.get_text() for label in ax.get_yticklabels()] == ["small", "large"]
    marks = [line for line in ax.lines if line.get_linestyle() == "None"]
    drawn = [(round(m.get_ydata()[0]), list(m.get_xdata()), m.get_markerfacecolor() == "white") for m in marks]
    assert drawn == [
        (0, [0.6], False),
        (0, [0.5], True),
        (0, [0.4], False),
        (0, [0.5], True),
        (1, [0.3], False),
        (1, [0.2], False),
    ]
    assert ax.texts[0].get_text() == "USV"
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()][:2] == ["GN, mean kept", "GN, mean subtracted"]
