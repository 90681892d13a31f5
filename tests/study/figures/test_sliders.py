"""The stored features and their likeness are what trains, to the bit."""

import os
import re

import numpy as np
import pytest

from study.experiments.epochs import EPOCHS
from study.figures import control, likeness, sliders
from study.figures.memory import roughness as mean_roughness
from study.figures.quiz import PAIRED, as_features, load_quiz, make_quiz, pixels
from study.measures import roughness
from study.store import load_features

needs_usps = pytest.mark.skipif(not os.environ.get("GNODE_DATA"), reason="GNODE_DATA does not name the data folder")


@needs_usps
def test_the_stored_layers_of_the_epochs_are_what_trains():
    stored = sliders.load_sliders()["epochs"]
    assert len(stored) == len(EPOCHS) and sliders.after_epochs(10) == stored[EPOCHS.index(10)]
    assert make_quiz()["pairs"][10] == load_quiz()["pairs"]["10"]


def test_the_sliders_show_the_nodes_that_home_begins_with():
    home, stored = pixels(load_features("gcn", reading="paper").components[PAIRED[:10]]), sliders.load_sliders()
    assert stored["epochs"][-1]["features"] == stored["memory"]["flat"][sliders.FACTORS.index(0.4)] == home


@pytest.mark.parametrize("of", [("MNIST", "paper", "GCN"), pytest.param(("USPS", "program", "GN"), marks=needs_usps)])
def test_the_stored_likeness_is_that_of_what_trains_and_is_added_up(of):
    stored = likeness.load_likeness()[of[0]][of[1]][of[2]]
    assert {kind: of_seeds[3] for kind, of_seeds in stored.items()} == likeness.compared(*of, 3)
    assert {len(of) for of in stored.values()} == {likeness.N_SEEDS}


def test_the_stored_likeness_of_few_examples_is_that_of_what_trains():
    for of in likeness.load_likeness()["few"][2::4]:  # the quick ones
        nodes = likeness.few(of["method"], of["examples"], of["updates"], 3)
        assert of["likeness"][3] == likeness.looks(nodes, "MNIST")[0] and len(of["likeness"]) == likeness.N_SEEDS_OF_FEW


@needs_usps
@pytest.mark.parametrize(("name", "epochs"), [("GN", 10), ("GCN", 10), ("AE", 1), ("SUP", 1)])
def test_the_stored_likeness_by_epochs_is_that_of_what_trains(name, epochs):
    stored, at = likeness.load_likeness(), EPOCHS.index(epochs)
    of_seeds, own = stored["epochs"][name][at], stored["epochs, own class"]["USPS"][at][5] if name == "GCN" else 0
    assert [of_seeds[5], own] == likeness.after_epochs("USPS", name, epochs, 5) and len(of_seeds) == 7


@pytest.mark.parametrize("epochs", [10, 1000])
def test_the_stored_match_by_epochs_is_that_of_what_trains(epochs):
    stored, at = likeness.load_likeness(), likeness.LONG_EPOCHS.index
    own = stored["epochs, own class"]["MNIST"][at(epochs)]
    assert own[5] == likeness.after_epochs("MNIST", "GCN", epochs, 5)[1] and len(own) == likeness.N_SEEDS
    for data, of in stored["epochs, own class"].items():
        assert of[at(300)] == stored[data]["paper"]["GCN"]["trained, own class"]


@needs_usps
@pytest.mark.parametrize("factor", [0.0, 0.3, 0.9])
def test_the_stored_layers_of_the_dial_are_what_trains_and_as_rough_as_those_of_the_runs(factor):
    layer, stored = likeness.trained("USPS", "GCN", sliders.SEED, amnesia=factor), sliders.load_sliders()
    assert pixels(layer.components_[sliders.SHOWN]) == stored["memory"]["flat"][sliders.FACTORS.index(factor)]
    assert np.median(roughness(layer.components_)) == pytest.approx(mean_roughness("paper")[factor], rel=0.1)
    assert re.fullmatch("[0-9a-f]{40}", stored["commit"]) and stored["dirty"] is False


def test_the_stored_layers_of_the_control_are_what_trains():
    stored, made = control.load_control(), control.make_control()
    assert stored["weights"]["GN"] == made["weights"]["GN"] and stored["counts"]["GN"] == made["counts"]["GN"]
    one, other = (as_features(of["weights"]["sparse"]).astype(int) for of in (stored, made))
    assert np.abs(one - other).max() <= 1  # by BLAS, which rounds as it likes
