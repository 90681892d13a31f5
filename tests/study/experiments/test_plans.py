"""The protocol: which runs there are, and what makes them the same or different."""

import json
from dataclasses import replace

import pytest
from made_up import record_of

from study import datasets, store
from study.claims import CLAIMS, judge_all
from study.datasets.loading import is_at_hand
from study.experiments import EXPERIMENTS, plan, rows_to_run, rows_to_show
from study.methods import GN, METHODS, Method
from study.run import Run, in_full, name_of_reading


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_settings_survive_json_and_smoke_needs_no_download(name):
    for run in (*plan(name, n_seeds=1), *plan(name, "smoke")):
        assert json.loads(json.dumps(run.determinants)) == run.determinants
    for run in plan(name, "smoke"):
        record = datasets.get_record(run.dataset)
        forms = [form for form in record.forms if not form.files]
        assert any(is_at_hand(record, form) for form in forms)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "baseline"},
        {"dataset": "digits"},
        {"method": "gcn"},
        {"settings": {"a": 1, "b": 3}},
        {"settings": {"a": 1}},
        {"seed": 1},
        {"rows": "simulated"},
    ],
)
def test_whatever_determines_a_result_changes_the_key(change):
    run = Run("network", "usps", "gn", {"a": 1, "b": 2}, 0)
    assert replace(run, **change).key != run.key


def test_a_reading_has_one_key_however_it_is_written():
    for given in ("textbook", "mended", {}, {"memory": "flat"}):
        one, other = (Run("network", "usps", "gn", {"reading": way}, 0) for way in (given, in_full(given)))
        assert one.key == other.key and one.settings == other.settings == {"reading": in_full(given)}
    for name in ("mended", "program", "textbook"):
        assert name_of_reading(in_full(name)) == name
    assert name_of_reading(in_full({"memory": "flat"})) == "mended, memory='flat'"


def test_the_claims_are_complete():
    listed = "E1 E2 E3 E4 S1 S2 A1 A2 A3 M1 M1x M2 M3 D1 D2 D3 D4 D5 D6 D7 I1 I2 I3 I4 I5 I6 I7 I8 N1 N2 N3 N4 N5 N6 X1"
    assert list(CLAIMS) == listed.split()
    assert all(claim.where and claim.statement and claim.criterion for claim in CLAIMS.values())


def test_the_rows_of_stored_runs_stand_in_for_data_that_are_not_here(results, monkeypatch, tmp_path):
    monkeypatch.delenv("GNODE_DATA", raising=False)
    monkeypatch.setattr("study.datasets.files.cache_folder", lambda folder: tmp_path / "nothing")
    assert rows_to_run("news", set()) == rows_to_show("news", set()) == "whole"
    assert rows_to_run("news", {"rows"}) == rows_to_show("news", {"rows"}) == "rows"
    assert rows_to_show("poker", {"simulated", "first99999"}) == "first99999"

    run = Run("baseline", "news", "majority", {}, 0, rows="rows")
    store.save(run, record_of(run), None, results)
    assert {item.rows for item in plan("table3") if item.dataset == "news"} == {"rows"}
    assert run.key in {item.key for item in plan("table3")}


@pytest.mark.weekly
def test_a_method_that_is_added_changes_no_criterion_and_no_run_of_the_papers_experiments(monkeypatch):
    before = {name: plan(name) for name in ("table2", "fidelity", "sensitivity", "outputs", "features", "rates")}
    verdicts = judge_all()
    for family in ("node by node", "layer by layer", "control", "baseline"):
        pretraining = None if family == "baseline" else "gn"
        added = Method(family, "added", family, 9, layer=GN.layer, pretraining=pretraining)
        monkeypatch.setitem(METHODS, family, added)
    assert {name: plan(name) for name in before} == before
    assert [(of.id, of.verdict, of.n_met, of.n_criteria) for of in judge_all()] == [
        (of.id, of.verdict, of.n_met, of.n_criteria) for of in verdicts
    ]
