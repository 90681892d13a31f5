"""Table 3 cell by cell follows from the stored runs, and agrees with the verdicts."""

import pytest
from made_up import record_of

from study import store
from study.claims import judge
from study.experiments import plan, runs_frame, table3
from study.paper import TABLE_3

NOISE = [0.004, -0.004, 0.002, -0.002, 0.0]


@pytest.fixture
def runs(results):
    """As the paper has it, but GN on BANK .05 lower, and one run of SV on MUSK diverged."""
    for run in plan("table3"):
        printed = TABLE_3["cancer" if run.dataset == "cancer_original" else run.dataset]
        base = {"majority": 0.5, "logistic": 0.63}.get(run.method) or printed.get(run.method, (1, 0.6))[1]
        if run.settings.get("learning_rate") == 0.15:
            base = 0.3
        if (run.dataset, run.method) == ("bank", "gn"):
            base -= 0.05
        result = {"scores": {"train": 0.99, "test": base + NOISE[run.seed]}}
        if (run.dataset, run.method, run.seed) == ("musk", "sv", 0):
            result = {"diverged": "node 3 diverged"}
        store.save(run, record_of(run, **result), None, results)
    return runs_frame("table3")


def test_the_marks_are_those_of_the_verdict(runs):
    found = table3.compare(runs, plan("table3"))
    cells = found[found["in_d1"]]
    assert (len(cells), sum(cells["met"])) == (36, 35)
    assert judge("D1").ours.startswith("35 of 36")
    assert cells[~cells["met"].astype(bool)][["dataset", "method"]].values.tolist() == [["bank", "gn"]]


def test_a_cell_met_only_by_spread_has_a_mark_of_its_own(runs, results):
    """As MUSK has it: the paper's score is .067 above our mean, and met since our runs spread by .038."""
    for run in plan("table3"):
        if (run.dataset, run.method) == ("musk", "gcn"):
            record = store.find(run, results)
            record["scores"]["test"] = 0.922 + 12 * NOISE[run.seed]
            store.save(run, record, None, results)
    found = table3.compare(runs_frame("table3"), plan("table3"))
    cells = found[found["in_d1"]]
    assert sum(cells["met"]) == 35
    assert cells["how"].value_counts().to_dict() == {"met": 34, "spread": 1, "missed": 1}
    verdict = judge("D1")
    assert verdict.ours.startswith("35 of 36 cells, 34 within 0.010 and 1 by spread: MUSK 4/4 (1 by spread), ")
    assert (verdict.n_met, verdict.n_criteria) == (35, 36)
    assert "we tell them apart since we know the results" in verdict.note
