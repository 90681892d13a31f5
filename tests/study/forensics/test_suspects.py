"""Versions that a reader can question: what is stored is what the stored runs say."""

import json

import numpy as np
import pytest

from study.forensics.grid import FACTORS, NAMED
from study.forensics.suspects import FILE, OTHERWISE, offered, suspects
from study.forensics.witnesses import FILE as READINGS
from study.methods import NODE_BY_NODE


@pytest.fixture(scope="module")
def stored(root):
    return json.loads((root / "results" / FILE).read_text("utf-8"))


def test_what_is_stored_is_what_the_stored_runs_say(root, stored):
    found = suspects(root / "results")
    assert found["best"] == pytest.approx(stored["best"], rel=1e-6)
    assert all(found[name] == stored[name] for name in ("n_weighed", "factors"))
    assert len(found["versions"]) == len(stored["versions"]) == 48
    for one, kept in zip(found["versions"], stored["versions"]):
        assert one["point"] == kept["point"]
        assert one["probability"] == pytest.approx(kept["probability"], rel=1e-6)
        for method in NODE_BY_NODE:
            assert one[method] == [pytest.approx(cell, abs=2e-5) for cell in kept[method]]


def test_the_best_of_all_can_be_found(root, stored):
    top = max(stored["versions"], key=lambda one: one["probability"])
    said = json.loads((root / "results" / READINGS).read_text("utf-8"))["witnesses"]["test scores"]
    assert top["probability"] == stored["best"] == pytest.approx(said["likeliest"][0]["probability"])
    assert top["point"] == list(said["likeliest"][0]["settings"].values())
    assert stored["n_weighed"] == said["n_readings"]


def test_three_settings_are_as_in_the_program():
    names = [factor.name for factor in FACTORS]
    assert all(dict(zip(names, point)).items() >= OTHERWISE.items() for point in [*offered(), NAMED["original"]])


def test_a_cell_is_run_or_predicted(stored):
    cells = [one[method] for one in stored["versions"] for method in NODE_BY_NODE]
    for cell in (cell for of in cells for cell in of):
        assert (cell["sd"] is None) == (cell["n"] < 2) and 0.1 < cell["mean"] < 1
    n = np.array([[[cell["n"] for cell in one[method]] for method in NODE_BY_NODE] for one in stored["versions"]])
    assert (n[:, 0] == n[:, 1]).all()  # the book shows one number of seeds for both
    assert set(n.ravel()) == {0, 1, 3, 20}
