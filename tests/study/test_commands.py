"""The commands run, status, verify and report."""

import re
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from study import store
from study.cli import main
from study.datasets import DatasetNotAvailable
from study.experiments import EXPERIMENTS, plan
from study.methods import METHODS, networks
from study.runner import compute, missing


@pytest.fixture
def gnode(results):
    def call(*arguments):
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    return call


def n_lines(folder):
    """Count the runs that are stored."""
    return sum(path.read_bytes().count(b"\n") for path in folder.rglob("*.jsonl"))


def test_smoke_from_nothing_to_the_tables(gnode, results):
    """A stranger without data: table 1 on a small scale."""
    first = gnode("run", "table1", "--profile", "smoke", "--jobs", 1)
    assert first.exit_code == 0, first.output
    assert "data: digits, 1257 training and 540 test rows, from scikit-learn" in first.output
    assert re.search(r"6/6 .*: test 0\.\d{3}, ", first.output)

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


def test_runs_of_an_older_arithmetic_are_shown_but_not_verified_and_computed_anew(gnode, results):
    run = next(run for run in plan("table3", "smoke") if run.method == "majority")
    record, _ = compute(run)
    older = {name: value for name, value in record.items() if name != "arithmetic"}
    store.save(run, older, None, results / "smoke")
    assert f"{record['scores']['test']:.3f}" in gnode("report", "table3", "--profile", "smoke").output
    assert "1 more of an older arithmetic" in gnode("status", "table3", "--profile", "smoke").output
    checked = gnode("verify", "table3", "--profile", "smoke", "--jobs", 1)
    assert checked.exit_code == 1
    assert "left out: 1 runs of an older arithmetic" in checked.output
    assert run in missing([run], results / "smoke")


def test_a_sample_has_its_seed_and_a_report_to_sign(gnode, results, tmp_path):
    runs = [run for run in plan("table3", "smoke") if run.method == "majority"]
    for run in runs:
        record, _ = compute(run)
        store.save(run, record | {"machine": record["machine"] | {"cpu": "*another*"}}, None, results / "smoke")
    arguments = ("verify", "table3", "--profile", "smoke", "--jobs", 1, "--sample", 2)
    drawn = gnode(*arguments, "--seed", 7, "--report", tmp_path / "new" / "one.md").output
    assert f"Drawn by the seed 7: at most 2 of {len(runs)} stored runs" in drawn
    told = [line for line in drawn.splitlines() if line.endswith(": identical")]
    text = (tmp_path / "new" / "one.md").read_text(encoding="utf-8")
    commit = str(store.find(runs[0], results / "smoke")["commit"])
    for part in (
        "2 of 2 runs agree",
        "by the seed 7",
        "profile smoke, column program",
        commit,
        r"\*another\* (2)",
        "[[name",
    ):
        assert part in text, part
    assert len(told) == 2 and all(f"| {line.replace(': ', ' | ')} |" in text for line in told)
    again = re.search(r"by the seed (\d+)", gnode(*arguments).output)[1]
    assert re.search(rf"by the seed {again}\b", gnode(*arguments, "--seed", again).output)
    assert gnode(*arguments[:-2], "--seed", 7).exit_code == 2

    del record["test_right"]  # it would contradict the score
    record["scores"]["test"] = 0.0
    store.save(runs[-1], record, None, results / "smoke")
    assert gnode(*arguments[:-2], "--report", tmp_path / "two.md").exit_code == 1
    assert "DIFFERS; test" in (tmp_path / "two.md").read_text(encoding="utf-8")


def test_runs_without_their_data_are_left_out_and_said_so(gnode, monkeypatch):
    def nowhere(run):
        raise DatasetNotAvailable("The file clean2.data is missing: get it from its home.")

    monkeypatch.setattr("study.run.load_rows", nowhere)
    outcome = gnode("run", "table1", "--seeds", 1)
    assert outcome.exit_code == 1
    assert "left out: the runs on usps. The file clean2.data is missing" in outcome.output


def test_a_failing_run_is_shown_and_the_others_are_stored(gnode, results, monkeypatch):
    monkeypatch.setitem(METHODS, "random", replace(METHODS["random"], pretraining="guesswork"))
    outcome = gnode("run", "table1", "--profile", "smoke", "--jobs", 1)
    assert outcome.exit_code == 1
    assert "failed: digits random seed 0" in outcome.output
    assert "guesswork" in outcome.output
    assert n_lines(results) == len(networks()) - 1


@pytest.mark.parametrize("option", [("--jobs", 2), ("--scheduler", "tcp://127.0.0.1:8786")])
def test_timed_runs_go_one_at_a_time(gnode, option):
    outcome = gnode("run", "timing", "--profile", "smoke", *option)
    assert outcome.exit_code == 2
    assert "computed one at a time" in outcome.output


def test_without_a_name_all_are_run_and_what_is_timed_comes_first_and_alone(gnode, monkeypatch):
    called = []
    monkeypatch.setattr("study.cli._with_data", lambda runs: (runs, []))
    monkeypatch.setattr("study.runner.run_all", lambda runs, folder, jobs, **_: called.append((runs, jobs)))
    outcome = gnode("run", "--profile", "smoke", "--jobs", 2)
    assert outcome.exit_code == 0, outcome.output
    (timed, one), (others, two) = called
    assert (one, two) == (1, 2)
    alone = [name for name, experiment in EXPERIMENTS.items() if experiment.alone]
    assert {run.key for run in timed} == {run.key for name in alone for run in plan(name, "smoke")}
    everything = {run.key for name in EXPERIMENTS for run in plan(name, "smoke")}
    assert {run.key for run in (*timed, *others)} == everything


@pytest.mark.parametrize("arguments", [["run", "table1"], ["status"], ["report", "--write"]], ids=" ".join)
def test_a_results_folder_that_is_a_file_is_refused_at_once(gnode, results, monkeypatch, arguments):
    monkeypatch.setattr("study.run.load_rows", lambda run: pytest.fail("data are read already"))
    results.write_text("")
    outcome = gnode(*arguments)
    assert outcome.exit_code == 1
    (line,) = outcome.output.splitlines()
    assert str(results) in line and "GNODE_RESULTS names the folder to use" in line


def heed_interrupts():
    """Take Ctrl-C in a new process as at a terminal, even if the tests run where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# Interrupts itself when it is about to import a module.
INTERRUPTED = """
import os, signal, sys
module = sys.argv.pop(1)
class At:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, At())
from gnode.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no SIGINT to send")
def test_interrupted_while_importing_it_ends_with_one_line(results):
    command = [sys.executable, "-c", INTERRUPTED, "study.runner", "run", "table1", "--profile", "smoke"]
    ran = subprocess.run(command, capture_output=True, text=True, preexec_fn=heed_interrupts)
    assert (ran.returncode, ran.stderr) == (130, "Interrupted.\n")
