"""The commands run, status, verify and report."""

import re

import pytest
from click.testing import CliRunner

from gnode.cli import main
from gnode.datasets import DatasetNotAvailable
from gnode.study import commands, store
from gnode.study.compute import PRETRAINING, compute
from gnode.study.protocol import EXPERIMENTS, plan


@pytest.fixture
def gnode(results):
    def call(*arguments):
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return call


def test_smoke_from_nothing_to_the_tables(gnode, results):
    """A stranger without data: table 1 on a small scale."""
    first = gnode("run", "table1", "--profile", "smoke", "--jobs", 1)
    assert first.exit_code == 0, first.output
    assert "data: digits, 1257 training and 540 test rows, from scikit-learn" in first.output
    assert re.search(r"6/6 .*test 0\.\d{3}, .* about 0 s left", first.output)

    again = gnode("run", "table1", "--profile", "smoke")
    assert again.exit_code == 0
    assert "6 runs, 6 of them stored" in again.output

    assert "table1          6 of    6 runs stored" in gnode("status", "--profile", "smoke").output
    assert "table1          0 of   60 runs stored" in gnode("status", "table1").output

    shown = gnode("report", "table1", "--profile", "smoke").output
    record = store.find(plan("table1", "smoke")[0], results / "smoke")
    assert f"{record['scores']['test']:.3f} (1)" in shown
    assert "paper" not in shown

    checked = gnode("verify", "table1", "--profile", "smoke", "--sample", 2, "--jobs", 1)
    assert checked.exit_code == 0, checked.output
    assert checked.output.count(": identical") == 2
    assert "2 of 2 runs agree" in checked.output


def test_verify_finds_a_result_that_was_changed(gnode, results):
    run = next(run for run in plan("table3", "smoke") if run.method == "majority")
    record, _ = compute(run)
    n_test = record["scores"]["n_test"]
    record["scores"]["test"] = (n_test - 1) / n_test
    store.save(run, record, None, results / "smoke")
    checked = gnode("verify", "table3", "--profile", "smoke", "--jobs", 1)
    assert checked.exit_code == 1
    assert re.search(r"test: stored 0\.99\d*, now 0\.62", checked.output)
    assert "DIFFERS" in checked.output


def test_verify_of_nothing_says_so(gnode):
    outcome = gnode("verify")
    assert outcome.exit_code == 1
    assert "nothing to verify" in outcome.output


def test_runs_without_their_data_are_left_out_and_said_so(gnode, monkeypatch):
    def nowhere(run):
        raise DatasetNotAvailable("The file clean2.data is missing: get it from its home.")

    monkeypatch.setattr("gnode.study.compute.load_rows", nowhere)
    outcome = gnode("run", "table1", "--seeds", 1)
    assert outcome.exit_code == 1
    assert "left out: the runs on usps. The file clean2.data is missing" in outcome.output


def test_a_failing_run_is_shown_and_the_others_are_stored(gnode, results, monkeypatch):
    monkeypatch.setitem(PRETRAINING, "random", "guesswork")
    outcome = gnode("run", "table1", "--profile", "smoke", "--jobs", 1)
    assert outcome.exit_code == 1
    assert "failed: digits random seed 0" in outcome.output
    assert "guesswork" in outcome.output
    assert len(list((results / "smoke").rglob("*.json"))) == 5


@pytest.mark.parametrize("option", [("--jobs", 2), ("--scheduler", "tcp://127.0.0.1:8786")])
def test_timed_runs_go_one_at_a_time(gnode, option):
    outcome = gnode("run", "timing", "--profile", "smoke", *option)
    assert outcome.exit_code == 2
    assert "computed one at a time" in outcome.output


def test_a_scheduler_that_is_not_there_is_named(gnode, monkeypatch):
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    monkeypatch.setattr("gnode.study.runner.CONNECT_SECONDS", 1)
    outcome = gnode("run", "table3", "--profile", "smoke", "--scheduler", "tcp://127.0.0.1:9")
    assert outcome.exit_code == 1
    assert "tcp://127.0.0.1:9" in outcome.output
    assert "Traceback" not in outcome.output


def test_unknown_experiments_name_those_that_exist(gnode):
    outcome = gnode("run", "table9")
    assert outcome.exit_code == 2
    assert "table1" in outcome.output


def test_the_commands_know_every_experiment():
    assert commands._NAMES == tuple(EXPERIMENTS)
    shown = CliRunner().invoke(main, ["run", "--help"]).output
    assert all(name in shown for name in EXPERIMENTS)
