"""A second opinion: a fair draw, an honest comparison, and a report that says where and how."""

import json
import re

import pytest
import second_opinion
from click.testing import CliRunner

from study import store
from study.experiments import EXPERIMENTS, plan
from study.run import Run
from study.runner import run_all

BASE = [Run("baseline", "cancer", name, {}, seed) for seed in range(3) for name in ("majority", "logistic")]


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Runs of milliseconds, stored; they are planned as those of table3."""
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "results"))
    run_all(BASE, store.results_folder(), report=lambda run, record, error: None)
    return store.results_folder()


def test_the_draw_takes_as_many_sets_and_methods_as_it_can():
    runs = [Run("network", name, method, {}, seed) for name in "ab" for method in "xyz" for seed in range(5)]
    drawn = second_opinion.draw(runs, 6, 0)
    assert len({(run.dataset, run.method) for run in drawn}) == 6
    assert len(set(second_opinion.draw(runs, 12, 0))) == 12
    assert second_opinion.draw(runs, 99, 0) and len(second_opinion.draw(runs, 99, 0)) == len(runs)


def test_the_draw_is_that_of_its_seed():
    runs = [Run("network", "a", method, {}, seed) for method in "xyz" for seed in range(9)]
    assert second_opinion.draw(runs, 5, "0 a") == second_opinion.draw(runs[::-1], 5, "0 a")
    assert second_opinion.draw(runs, 5, "0 a") != second_opinion.draw(runs, 5, "1 a")
    assert second_opinion.draw([], 5, 0) == []


def test_the_real_draw_has_every_experiment(root, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(root / "results"))
    for name in EXPERIMENTS:
        stored_runs = second_opinion.stored_runs(name, "paper")
        drawn = second_opinion.draw(stored_runs, 4, f"0 {name}")
        assert len(drawn) == min(len(stored_runs), 4) and set(drawn) <= set(plan(name))


def test_what_is_the_same_is_called_equal(stored):
    compared = second_opinion.compare_all({"table3": BASE}, "paper", 1)
    assert [of["key"] for of in compared] == [run.key for run in BASE]
    assert {of["verdict"] for of in compared} == {"equal"}
    assert all(of["stored_cpu"] for of in compared)


def test_what_differs_is_told_with_both_numbers(stored):
    run = BASE[0]
    record = store.find(run, stored)
    outcome = {name: value for name, value in store.find(BASE[1], stored).items() if name in ("scores", "test_right")}
    store.save(run, record | outcome, None, stored)
    (row,) = second_opinion.compare_all({"table3": [run]}, "paper", 1)
    assert row["verdict"] == "differs" and any("test: stored" in told for told in row["differences"])


def test_a_run_without_its_data_is_left_out_and_says_so(stored, monkeypatch):
    from study import datasets

    def refuse(run):
        raise datasets.DatasetNotAvailable("no rows of cancer here")

    monkeypatch.setattr("study.run.load_rows", refuse)
    (row,) = second_opinion.compare_all({"table3": BASE[:1]}, "paper", 1)
    assert row["verdict"] == "left out" and row["differences"] == ["no rows of cancer here"]


def test_the_report_says_where_which_and_how(stored, tmp_path):
    compared = second_opinion.compare_all({"table3": BASE[:2]}, "paper", 1)
    report = second_opinion.report_of(compared, {"sample": 2, "seed": 0, "profile": "paper"})
    path = second_opinion.write(report, tmp_path / "out")
    text = path.read_text(encoding="utf-8")
    assert json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) == report
    assert report["counted"]["equal"] == 2 and "2 runs: 2 equal to the last bit" in text
    for told in (report["kernels"], report["python"], str(report["commit"]), *(run.key for run in BASE[:2]), "[[name"):
        assert told in text


def test_without_stored_runs_there_is_nothing_to_compare(tmp_path, monkeypatch):
    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "none"))
    said = CliRunner().invoke(second_opinion.main, ["planes", "--out", str(tmp_path)])
    assert said.exit_code == 1 and "nothing is stored of these experiments" in said.output


def test_an_unknown_experiment_is_named(tmp_path):
    said = CliRunner().invoke(second_opinion.main, ["plains", "--out", str(tmp_path)])
    assert said.exit_code == 2 and "There is no experiment 'plains'" in said.output


def test_the_container_does_what_the_makefile_has(root):
    """Its steps are the README's; the base image's digest is a blank, since nobody can know it beforehand."""
    recipe = (root / "Containerfile").read_text(encoding="utf-8")
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^RUN make ([\w-]+)|\"make\", \"([\w-]+)\"|make (second-opinion)", recipe, flags=re.MULTILINE)
    assert {"".join(of) for of in targets} == {"setup", "book", "second-opinion"}
    for target in targets:
        assert re.search(rf"^{''.join(target)}: ", makefile, flags=re.MULTILINE)
    assert "@sha256:[[" in recipe
