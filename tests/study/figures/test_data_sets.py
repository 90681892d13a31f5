"""Figures of the nine data sets: every score in its place."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.figures import data_sets

LABELS = ["BANK", "NEWS (part)", "CANCER, Diagnostic"]
FOUR = ["sv", "usv", "gn", "gcn"]


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture
def found():
    """Ours lies .02 times the place of the set below the paper's; one cell has no score."""
    rows = [
        {"label": label, "method": method, "in_d1": True, "test_sd": 0.01, "how": "missed" if place else "met"}
        | {f"{part}_paper": 0.9 - place / 10 for part in ("test", "train")}
        | {part: 0.9 - place / 10 - 0.02 * place for part in ("test", "train")}
        for place, label in enumerate(LABELS)
        for method in FOUR
    ]
    rows[5]["test"] = np.nan
    return pd.DataFrame([*rows, rows[0] | {"label": "not of the nine", "in_d1": False}])


@pytest.fixture
def ahead():
    gaps = {"gn": [0.05, 0.0, np.nan], "gcn": [-0.02, 0.0, 0.1]}
    return pd.DataFrame(
        {
            "label": label,
            "method": method,
            "other": {"gn": "usv", "gcn": "sv"}[method],
            "mean": gap,
            "low": gap - 0.01,
            "high": gap + 0.01,
        }
        | {"apart": gap > 0.04, "alike": gap == 0}
        for method, of in gaps.items()
        for label, gap in zip(LABELS, of)
    )


def ticks(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def marks(ax):
    """All single marks and series of marks of an axis: (x, y)."""
    return [
        (x, y) for line in ax.lines if line.get_marker() not in ("None", None, "") for x, y in zip(*line.get_data())
    ]


def test_differences_between_methods_stand_in_the_row_of_their_set(ahead):
    figure = data_sets.method_differences(ahead)
    (ax,) = figure.axes
    assert ticks(ax) == ["CANCER", "BANK", "NEWS"]
    drawn = [(x, round(y)) for x, y in marks(ax) if not np.isnan(x)]
    assert sorted(drawn) == sorted([(0.05, 1), (0.0, 2), (-0.02, 1), (0.0, 2), (0.1, 0)])
    ((missing, row),) = [(text.get_text(), round(text.xy[1])) for text in ax.texts]
    assert (missing, row) == ("no USV", 0)  # CANCER, of which GN has no difference
    hollow = [x for line in ax.lines if line.get_markerfacecolor() == "white" for x in line.get_xdata()]
    assert [x for x in hollow if not np.isnan(x)] == [-0.02]
    assert ax.get_legend() is None  # outside the axes, where no mark of it is taken for a datum


def test_a_mean_below_the_axis_is_an_arrow_with_its_value(ahead):
    ahead.loc[ahead["mean"] == -0.02, ["mean", "low", "high"]] -= 0.3
    (ax,) = data_sets.method_differences(ahead, lowest=-0.1).axes
    assert ax.get_xlim()[0] == pytest.approx(-0.11) and "−0.32" in [text.get_text() for text in ax.texts]
    arrows = [line for line in ax.lines if line.get_marker() == "<" and len(line.get_xdata())]
    assert [line.get_xdata().tolist() for line in arrows] == [[-0.1]]
    assert arrows[0].get_markerfacecolor() == "white"  # undecided
    assert min(x for x, _ in marks(ax) if not np.isnan(x)) == -0.1


def test_each_cell_has_our_score_minus_the_papers(found):
    found.loc[2, "test"] -= 0.2
    (ax,) = data_sets.table_3(found, title="", lowest=-0.1).axes
    assert ticks(ax) == ["BANK", "NEWS", "CANCER"]
    drawn = [(round(x, 3), round(y)) for x, y in marks(ax)]
    assert sorted(drawn) == sorted([(0, 0)] * 3 + [(-0.1, 0)] + [(-0.02, 1)] * 3 + [(-0.04, 2)] * 4)  # one has none
    assert [text.get_text() for text in ax.texts] == ["−0.20"]
    assert [line.get_marker() for line in ax.lines].count("<") == 1


def test_the_other_method_is_named(ahead):
    figure = data_sets.method_differences(ahead.assign(other="random"))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["GN − random layers", "GCN − random layers"]


def test_seeds_stand_in_the_row_of_their_set_and_decided_ones_are_filled():
    gaps = {"BANK": [0.1, 0.2, 0.3], "NEWS": [-0.1, 0.0, 0.1]}
    decided = {"BANK": True, "NEWS": False}
    (ax,) = data_sets.seed_by_seed(gaps, decided, method="gcn", title="").axes
    assert ticks(ax) == ["BANK", "NEWS"]
    assert [(x, round(y)) for x, y in marks(ax)] == [(x, row) for row, of in enumerate(gaps.values()) for x in of]
    series = [line for line in ax.lines if line.get_marker() == "s"]
    assert [line.get_markerfacecolor() == "white" for line in series] == [False, True]
    strokes = [line.get_xdata() for line in ax.lines if line.get_linewidth() == 2 and line not in series]
    np.testing.assert_allclose(strokes, [[0.2, 0.2], [0, 0]], atol=1e-9)


def test_training_and_test_accuracy_stand_beside_the_majority_class(found):
    found = found.assign(dataset=found["label"].str.split(r"\W", regex=True).str[0].str.lower())
    found["train"] += 0.05
    base = pd.DataFrame({"dataset": ["bank", "news", "cancer", "news"], "majority": [0.6, 0.7, 0.8, 0.1]})
    figure = data_sets.training_and_test(found, base, ("cancer", "bank"), ("sv", "gcn"), title="a title")
    (ax,) = figure.axes
    assert ticks(ax) == ["CANCER", "BANK"]
    drawn = sorted((round(x, 3), round(y)) for x, y in marks(ax))
    assert drawn == [(0.66, 0)] * 2 + [(0.71, 0)] * 2 + [(0.9, 1)] * 2 + [(0.95, 1)] * 2
    assert [text.get_text() for text in ax.texts] == ["SV", "GCN"] * 2
    assert [line.get_xdata()[0] for line in ax.lines if line.get_color() == "0.6"] == [0.8, 0.6]
    assert figure.get_suptitle() == "a title"


def test_far_cells_have_a_row_each_with_training_rows_hollow(found):
    found.loc[0, ["train", "test"]] += [-0.4, -0.2]
    (ax,) = data_sets.far_cells(found, title="").axes
    assert ticks(ax) == ["SV on BANK"]
    np.testing.assert_allclose(marks(ax), [(-0.2, 0), (-0.4, 0)], atol=1e-9)
    faces = [line.get_markerfacecolor() for line in ax.lines if line.get_marker() not in ("None", None, "")]
    assert [face == "white" for face in faces] == [False, True]


def test_cells_that_the_reading_of_the_rate_moves_far_have_a_row_each(found):
    moved = found.assign(test=found["test"] + 0.01)
    moved.loc[[0, 8], "test"] += [0.05, -0.2]
    (ax,) = data_sets.rate_readings(found, moved, title="").axes
    assert ticks(ax) == ["SV on CANCER", "SV on BANK"]
    np.testing.assert_allclose(sorted(marks(ax)), [(-0.23, 0), (-0.04, 0), (0, 1), (0.06, 1)], atol=1e-9)
