"""Claims under other readings: which runs they read, and that the same judges judge them."""

import pytest
from made_up import record_of

from study import store
from study.experiments.networks import measure_names
from study.forensics.grid import NAMED
from study.forensics.multiverse import by_reading, runs_read
from study.forensics.plan import greedy_runs
from study.forensics.stages import SEEDS

FLAT, TEXT = NAMED["original, flat"], NAMED["text"]


def test_gn_and_gcn_on_usps_are_the_survivors_runs():
    of_survivors = {run.key for run in greedy_runs([TEXT], SEEDS["survivors"])}
    assert {run.key for run in runs_read("table2", TEXT)} == of_survivors
    assert {run.key for run in runs_read("table1", TEXT) if run.method in ("gn", "gcn")} < of_survivors


def save_table_2(point, folder, best, seeds=SEEDS["survivors"]):
    """Let a reading's accuracy peak at an amnesia factor."""
    for run in greedy_runs([point], seeds):
        right = 1900 - round(100 * abs(run.settings["amnesia"] - best)) + run.seed % 2
        scores = {"train": 1.0, "test": right / 2007, "n_train": 7291, "n_test": 2007}
        record = record_of(run, n_updates=7) | {"scores": scores}
        record["measures"] = dict.fromkeys(measure_names("usps"), 0.5 - run.settings["amnesia"] / 4)
        store.save(run, record, None, folder)


@pytest.mark.weekly
def test_the_same_judge_judges_under_each_reading(results):
    save_table_2(FLAT, results, best=0.4)
    save_table_2(TEXT, results, best=1.0)
    found = by_reading([FLAT, TEXT], results)
    assert found["M1"]["original, flat"].verdict == "reproduced"
    assert found["M1"]["text"].verdict == "not reproduced"
    assert found["M2"]["text"].verdict == "reproduced" and found["M2"]["text"].n_seeds == len(SEEDS["survivors"])
    assert found["D1"]["text"].verdict == "not run"
    save_table_2(TEXT, results, best=0.5)
    assert by_reading([TEXT], results)["M1"]["text"].verdict == "reproduced"
