"""Figures of features: each mark where its number is, in its method's look."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from study.claims.features import LABELS, RECOGNISABLE
from study.figures.features import (
    effects_of_components,
    effects_of_pairs,
    feature_lines,
    first_look,
    measures_of_nodes,
)
from study.methods import GCN, GN, SV, USV


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def effect_frame(*means):
    return pd.DataFrame({"mean": means, "low": np.subtract(means, 0.1), "high": np.add(means, 0.1)}, index=list(LABELS))


def marks(figure, of):
    """Where a method's marks are, (x, y)."""
    return [
        (line.get_xdata()[0], line.get_ydata()[0])
        for ax in figure.axes
        for line in ax.lines
        if line.get_marker() == of.marker and line.get_color() == of.colour
    ]


def texts(figure):
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def test_lines_show_each_feature_in_its_place_under_its_note():
    left, right = np.arange(12.0).reshape(3, 4), np.arange(8.0).reshape(2, 4)
    figure = feature_lines({"one": left, "two": right}, title="a point", notes=["a", "b", "c"])
    shown = [[image.get_array().ravel().tolist() for image in ax.images] for ax in figure.axes]
    assert shown == [[row] for row in left.tolist()] + [[row] for row in right.tolist()] + [[]]
    assert set(texts(figure)) == {"one", "two", "a", "b", "c"}
    assert figure.get_suptitle() == "a point"


def test_the_first_look_puts_what_is_compared_below_each_other():
    nine = {label: np.full((9, 4), float(place)) for place, label in enumerate(("SV", "GCN", "USV", "GN"))}
    figure = first_look(nine)
    assert [text for text in texts(figure) if text] == ["USV", "GN", "SV", "GCN"]
    assert [ax.images[0].get_array()[0, 0] for ax in figure.axes[::5]] == [2.0, 3.0, 0.0, 1.0]


def test_measures_mark_the_median_of_each_method_in_each_panel():
    rng = np.random.RandomState(0)
    nodes = pd.concat(
        [pd.DataFrame(rng.uniform(size=(9, 4)), columns=list(LABELS)).assign(method=name) for name in ("gn", "usv")]
    )
    figure = measures_of_nodes(nodes, noise=0.8)
    for ax, measure in zip(figure.axes, LABELS):
        medians = nodes.groupby("method")[measure].median()
        of = {line.get_marker(): line.get_xdata()[0] for line in ax.lines if line.get_marker() in {"o", "^"}}
        assert of == {GN.marker: medians["gn"], USV.marker: medians["usv"]}
        assert ax.get_xlabel() == "reads better →" and ax.xaxis_inverted() == (RECOGNISABLE[measure] < 0)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["USV", "GN"]
    assert "noise" in texts(figure)


def test_effects_stand_on_the_side_of_the_one_that_reads_better():
    pairs = {("gn", "usv"): effect_frame(1.0, 0.9, 0.8, 0.7), ("gcn", "sv"): effect_frame(-0.5, 0.6, -0.2, -0.8)}
    figure = effects_of_pairs(pairs, title="a point")
    assert [x for x, _ in marks(figure, GN)] == [1.0, 0.9, 0.8, 0.7]
    assert [x for x, _ in marks(figure, GCN)] == [-0.5, 0.6, -0.2, -0.8]
    (ax,) = figure.axes
    lines = {label.get_text(): place for place, label in zip(ax.get_yticks(), ax.get_yticklabels())}
    assert [place for _, place in marks(figure, GCN)][-1] == lines[LABELS["selectivity"]]
    assert {"GN reads better →", "← USV reads better", "GCN reads better →", f"← {SV.label} reads better"} < set(
        texts(figure)
    )
    assert {"+1.00", "−0.80"} < set(texts(figure))


def test_effects_against_components_are_named_where_they_are():
    against = {"all": effect_frame(0.7, 0.9, 0.9, 0.9), "first 9": effect_frame(-0.9, -0.2, -0.1, 0.3)}
    figure = effects_of_components("gn", against, 0.33)
    assert [x for x, _ in marks(figure, GN)] == [0.7, 0.9, 0.9, 0.9, -0.9, -0.2, -0.1, 0.3]
    named = {(text.get_text(), text.get_position()[0]) for text in figure.axes[0].texts}
    assert ("first 9", -0.9) in named and ("all", 0.7) in named
    (band,) = figure.axes[0].patches
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx((-0.33, 0.33))
