"""What is said of a switch follows from the stored runs."""

import pytest
from made_up import record_of

from study import store
from study.experiments import EXPERIMENTS, fidelity, plan, runs_frame

NOISE = [0.004, -0.003, 0.002, -0.004, 0.001]


def switch_of(run):
    return EXPERIMENTS["fidelity"].columns(run.settings)["switch"]


@pytest.fixture
def runs(results):
    """Flat amnesia loses .03 and makes features rough, batches of 20 save updates, Glorot starts diverge."""
    for run in plan("fidelity"):
        switch = switch_of(run)
        if switch == "Glorot start":
            result = {"diverged": "node 3 diverged"}
        else:
            flat = switch == "flat amnesia"
            test = 0.93 + NOISE[run.seed] - (0.03 + NOISE[run.seed - 1] / 10) * flat
            measures = {name: 0.5 + NOISE[run.seed] for name in fidelity.MEASURES}
            measures["roughness_median"] += flat * (0.2 + NOISE[run.seed - 1])
            updates = {"pretraining": 100, "output": 5 if switch == "batches of 20" else 100}
            result = {"scores": {"test": test}, "stage_updates": updates, "measures": measures}
        store.save(run, record_of(run, **result), None, results)
    return runs_frame("fidelity")


@pytest.mark.parametrize("method", ["gn", "gcn"])
def test_accuracy_has_the_change_and_the_verdict_of_each_switch(runs, method):
    table = fidelity.accuracy(runs, method).set_index("switch")
    printed = table.columns[-1]
    assert table.loc["original", printed] == "✔"
    assert table.loc["flat amnesia", printed] == "✘"
    assert table.loc["flat amnesia", "change"].startswith("-0.030 [-0.030")
    assert table.loc["no centring", "change"] == "="
    assert table.loc["original", "change"] == "–"
    assert table.loc["Glorot start", "test accuracy"] == "all 5 diverged"
    assert table.loc["Glorot start", printed] == "–"
    assert ("ranking without centring" in table.index) == (method == "gn")


def test_nothing_stored_is_said(results):
    nothing = runs_frame("fidelity")
    assert set(fidelity.accuracy(nothing, "gn")["test accuracy"]) == {"not run"}
    assert fidelity.updates(nothing).empty
    assert fidelity.features(nothing, "gn")["roughness"][0] == "not run"
