"""Table 3 cell by cell follows from the stored runs, and agrees with the verdicts."""

import pytest
from made_up import record_of

from study import store
from study.claims import judge
from study.experiments import plan, runs_frame, table, table3
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


def test_the_extra_rate_of_the_text_stays_out(runs):
    found = table3.compare(runs, plan("table3")).set_index(["dataset", "method"])
    assert found.loc[("cnae9", "gcn"), "test"].item() == pytest.approx(0.921)
    assert (runs["learning_rate"] == 0.15).any()
    assert not (table3.main_runs(runs)["learning_rate"] == 0.15).any()


def test_the_original_cancer_set_is_compared_and_does_not_count(runs):
    found = table3.compare(runs, plan("table3"))
    original = found[(found["dataset"] == "cancer_original") & (found["method"] == "gn")].iloc[0]
    assert original["test_paper"] == TABLE_3["cancer"]["gn"][1]
    assert not original["in_d1"]


def test_simulated_rows_have_nothing_of_the_paper_beside_them(runs):
    found = table3.compare(runs, plan("table3"))
    simulated = found[found["rows"] == "simulated"]
    assert len(simulated)
    assert simulated["test_paper"].isna().all()
    assert set(simulated["met"]) == {None}


def test_side_by_side_has_the_mark_the_paper_and_ours(runs):
    found = table3.compare(runs, plan("table3"))
    table = table3.side_by_side(found).set_index("data set")
    assert table.loc["BANK", "GN"] == '<span class="missed">✘ 0.902</span><br>0.852 ± 0.003 (5)'
    assert table.loc["MUSK", "SV"] == '<span class="met">✔ 0.991</span><br>0.990 ± 0.003 (4), 1 diverged'
    assert table.loc["CANCER, Original", "GN"].startswith('<span class="met">')
    assert list(table) == ["SV", "USV", "GN", "GCN"]
    train = table3.side_by_side(found, "train").set_index("data set")
    assert train.loc["BANK", "GN"] == "0.910<br>0.990 ± 0.000 (5)"


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
    table = table3.side_by_side(found).set_index("data set")
    assert table.loc["MUSK", "GCN"] == '<span class="spread">○ 0.989</span><br>0.922 ± 0.038 (5)'
    verdict = judge("D1")
    assert verdict.ours.startswith("35 of 36 cells, 34 within 0.010 and 1 by spread: MUSK 4/4 (1 by spread), ")
    assert (verdict.n_met, verdict.n_criteria) == (35, 36)
    assert "we tell them apart since we know the results" in verdict.note


def test_a_task_is_informative_where_the_paper_is_above_both_baselines(runs):
    found = table3.baselines(runs, plan("table3")).set_index("label")
    real = found[found["informative"].notna()]
    assert set(real.index[~real["informative"].astype(bool)]) == {
        label for label in real.index if label.startswith("POKER")
    }
    assert found.loc["MUSK", "none_written"] == "0.600 ± 0.003 (5)"


def test_without_the_paper_nothing_is_compared(runs):
    found = table3.compare(runs, plan("table3"), beside_paper=False)
    assert set(found["met"]) == {None}
    assert table3.side_by_side(found)["GN"][0].endswith("(5)")
    assert set(table3.baselines(runs, plan("table3"), beside_paper=False)["informative"]) == {None}


def test_nothing_stored_is_said(results):
    found = table3.compare(runs_frame("table3"), plan("table3"))
    assert set(found["met"]) == {None}
    assert table3.side_by_side(found)["GN"][0] == "0.984<br>not run"
    assert set(table3.baselines(runs_frame("table3"), plan("table3"))["informative"]) == {None}


def test_simulated_rows_have_no_score_of_the_paper_beside_them_but_both_cancers_have():
    shown = table("table3").set_index("data set")
    assert shown.loc["POKER (simulated)", "GN, paper"] == "–"
    assert shown.loc["CANCER, Original", "GN, paper"] == shown.loc["CANCER", "GN, paper"] == "0.968"


def test_controls_are_held_against_on_the_nine_sets(runs):
    table = table3.against_controls(table3.compare(runs, plan("table3")))
    assert table.groupby(["method", "control"]).size().tolist() == [9] * 4
    madelon = table[(table["label"] == "MADELON") & (table["method"] == "gn")].iloc[0]
    assert madelon["ahead"] == pytest.approx(0.645 - 0.6)
    assert madelon["clear"]
