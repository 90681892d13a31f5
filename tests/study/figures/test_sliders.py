"""The features behind the two sliders are what trains, to the bit, and those of the stored runs."""

import os
import re

import numpy as np
import pytest

from study.experiments import runs_frame
from study.experiments.epochs import EPOCHS
from study.figures import sliders
from study.figures.memory import roughness as mean_roughness
from study.figures.quiz import as_features
from study.measures import absolute_cosines, roughness

needs_usps = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")


@needs_usps
@pytest.mark.parametrize(
    ("method", "positions"),
    [pytest.param("GN", range(6), marks=pytest.mark.weekly), ("GCN", [2]), ("auto-encoder", [0])],
)
def test_the_stored_layers_of_the_epochs_are_what_trains(method, positions):
    stored = sliders.load_sliders()["epochs"][method]
    assert len(stored) == len(EPOCHS)
    assert [sliders.after_epochs(method, EPOCHS[at]) for at in positions] == [stored[at] for at in positions]


@needs_usps
def test_the_stored_sums_and_averages_are_what_is_added_up():
    stored = sliders.load_sliders()
    assert stored["sums"] == {name: sliders.sums(of) for name, of in sliders.SUMS.items()}
    assert stored["averages"] == {name: sliders.averages(of) for name, of in sliders.SUMS.items()}


def test_after_ten_epochs_a_node_of_gcn_draws_the_average_of_its_examples():
    """The stored pictures say it too, although a byte holds a weight."""
    stored = sliders.load_sliders()
    of = {at: as_features(stored["epochs"]["GCN"][EPOCHS.index(at)]["features"]).astype(float) for at in (10, 300)}
    averages = as_features(stored["averages"]["GCN"]["features"]).astype(float)
    alike = {at: np.median(np.diag(absolute_cosines(w, averages))) for at, w in of.items()}
    assert alike[10] > 0.98 and alike[300] < 0.6


def test_matches_are_near_those_of_the_stored_runs():
    """The networks of the figure below the slider draw other numbers."""
    runs = runs_frame("epochs", column="paper").groupby(["method", "max_epochs"])["best_image_median"].mean()
    for method, name in {"GN": "gn", "GCN": "gcn", "auto-encoder": "usv"}.items():
        matches = [of["match"] for of in sliders.load_sliders()["epochs"][method]]
        assert matches == pytest.approx(runs[name].loc[list(EPOCHS)].tolist(), abs=0.025)


@needs_usps
@pytest.mark.parametrize(("memory", "factor"), [("flat", 0.0), ("flat", 0.3), ("fading", 0.9)])
def test_the_stored_layers_of_the_dial_are_what_trains_and_as_rough_as_those_of_the_runs(memory, factor):
    layer = sliders.with_memory(memory, factor)
    stored = sliders.load_sliders()
    assert sliders.pixels(layer.components_) == stored["memory"][memory][sliders.FACTORS.index(factor)]
    mean = mean_roughness({"flat": "paper", "fading": "program"}[memory])[factor]
    assert np.median(roughness(layer.components_)) == pytest.approx(mean, rel=0.1)
    assert re.fullmatch("[0-9a-f]{40}", stored["commit"]) and stored["dirty"] is False
