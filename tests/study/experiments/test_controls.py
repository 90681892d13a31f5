"""Rows, not training: the cells, the effects, and the claim about them."""

import numpy as np
import pytest
from made_up import record_of

from study import store
from study.claims import judge
from study.experiments import plan
from study.experiments.controls import DIRECTIONS, cell_of

UNTRAINED = ("mixes", "own_rows")


def put(run, values):
    """Store a made-up run of the experiment, all of its measures spread about one value each."""
    n = run.settings["n_components"]
    spread = np.linspace(-0.1, 0.1, n)
    nodes = {name: np.round(value + spread, 4).tolist() for name, value in values.items()}
    nodes["digit"] = [k % 10 for k in range(n)]
    medians = {f"{name}_median": float(np.median(of)) for name, of in nodes.items() if name != "digit"}
    judge_of = dict.fromkeys(("accuracy", "confidence_images", "confidence_means", "confidence_noise"), 0.5)
    result = {"nodes": nodes, "measures": medians, "judge": judge_of, "cpu_seconds": 0.1}
    store.save(run, record_of(run) | result, None, store.results_folder())


def fill(layerwise, mixes, trained, own=None):
    """Store the experiment with these values of all measures, roughness turned round."""
    for run in plan("controls"):
        cell = cell_of(run.method, run.settings.get("partition"))
        value = layerwise if run.method in ("usv", "sv") else mixes if run.method in UNTRAINED else trained
        value = own if own is not None and cell[1] in ("error", "class") and run.method == "mixes" else value
        value += 0.001 * (run.seed % 3) * (1 if run.method == "mixes" else 2)
        put(run, {name: value if sign > 0 else 1 - value for name, sign in DIRECTIONS.items()})


@pytest.mark.parametrize(
    ("values", "verdict", "n_met"),
    [
        ((0.3, 0.7, 0.71), "reproduced", 20),  # all of it is there before training
        pytest.param((0.3, 0.31, 0.7), "not reproduced", 0, marks=pytest.mark.weekly),  # all of it is training
    ],
)
def test_the_claim_weighs_the_two_steps(results, values, verdict, n_met):
    fill(*values)
    found = judge("I6")
    assert (found.verdict, found.n_met, found.n_criteria, found.n_seeds) == (verdict, n_met, 20, 10)
    assert "in 0 of 20 cases" in found.note
