"""Who earns the score of the preset "fast": gains are paired by seed."""

import pytest
from made_up import record_of

from study import store
from study.experiments import plan, runs_frame, table
from study.experiments.fast import SETS, gains

GAINED = {"none": 0.0, "gn": 0.01, "gcn": -0.02}


def test_gains_are_paired_by_seed(results):
    for run in plan("fast", n_seeds=3, column="paper"):
        record = record_of(run, scores={"test": 0.9 + 0.01 * run.seed + GAINED[run.method]})
        del record["stage_updates"]["finetuning"]  # which the preset does not count
        record["n_updates"] = sum(record["stage_updates"].values())
        store.save(run, record, None, results)
    found = gains(runs_frame("fast", column="paper")).set_index(["dataset", "method"])
    assert set(found.index.get_level_values("dataset")) == set(SETS) and set(found["n"]) == {3}
    for method in ("gn", "gcn"):
        assert found["mean"].xs(method, level="method").to_numpy() == pytest.approx(GAINED[method], abs=1e-4)
        assert (found["high"] - found["low"]).max() < 1e-3  # seeds differ by more
    assert table("fast", column="paper")["gain of GN"].str.startswith("+0.010").all()
