"""Runs in parallel: nothing lost when killed or interrupted, the same on a cluster, failures told."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from study import runner, store
from study.experiments import plan
from study.runner import cluster, missing, run_all

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="this system has no signals to send")


def assert_equal(folder, other, runs, lasting):
    for run in runs:
        assert lasting(store.find(run, folder)) == lasting(store.find(run, other))
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())


@pytest.fixture
def command(results):
    """Start `gnode run` with two workers as at a terminal, wait for so many stored runs, and send it a signal."""

    def started(n_stored, number, n_seeds):
        arguments = ["run", "sensitivity", "--profile", "smoke", "--jobs", "2", "--seeds", str(n_seeds)]
        process = subprocess.Popen(
            [sys.executable, "-c", "from gnode.__main__ import main; main()", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        lines = results / "smoke" / "runs" / "sensitivity" / "digits.jsonl"
        while process.poll() is None and not (lines.exists() and lines.read_bytes().count(b"\n") >= n_stored):
            time.sleep(0.01)
        os.killpg(process.pid, number)
        _, said = process.communicate()
        assert all(json.loads(line)["seconds"] > 0 for line in lines.read_text().splitlines())
        return process.returncode, said

    return started


@needs_signals
def test_the_command_is_killed_and_goes_on(command, results, tmp_path, lasting):
    status, _ = command(2, signal.SIGKILL, 1)
    runs, folder = plan("sensitivity", "smoke"), results / "smoke"
    assert status == -signal.SIGKILL and 0 < len(missing(runs, folder)) < len(runs)
    run_all(runs, folder)
    run_all(runs, tmp_path / "undisturbed")
    assert_equal(folder, tmp_path / "undisturbed", runs, lasting)
    assert not list(folder.rglob(".unfinished-*"))


@needs_signals
@pytest.mark.weekly
def test_interrupted_it_ends_soon_and_says_what_is_stored(command, results):
    status, said = command(2, signal.SIGINT, 100)  # minutes of runs: it cannot end by itself
    n_stored = int(
        re.search(r"^Interrupted: (\d+) runs are stored\. The same command goes on from there\.$", said, re.M)[1]
    )
    assert status == 130 and n_stored >= 2
    runs = plan("sensitivity", "smoke", n_seeds=100)
    assert len(runs) - len(missing(runs, results / "smoke")) == n_stored


def test_a_run_that_fails_or_cannot_be_stored_does_not_stop_the_others(tmp_path, small_runs, monkeypatch):
    good, odd = small_runs(1)
    bad = replace(good, method="guess")
    right = runner.compute

    def compute(run):
        record, arrays = right(run)
        return (record | {"extra": 1}, arrays) if run == odd else (record, arrays)

    monkeypatch.setattr(runner, "compute", compute)
    outcomes = {}
    run_all([bad, odd, good], tmp_path, report=lambda run, record, error: outcomes.update({run.key: error}))
    assert "KeyError: 'guess'" in outcomes[bad.key]
    assert "gave what cannot be stored: 'extra' is no field of it" in outcomes[odd.key]
    assert outcomes[good.key] is None and missing([bad, odd, good], tmp_path) == [bad, odd]


@pytest.mark.weekly
def test_a_cluster_gives_what_this_machine_gives(tmp_path, small_runs, lasting):
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    runs = small_runs(2)
    workers = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**workers) as of_dask, cluster(of_dask.scheduler_address):
        run_all(runs, tmp_path / "cluster", jobs=-1)
    run_all(runs, tmp_path / "here")
    assert_equal(tmp_path / "cluster", tmp_path / "here", runs, lasting)
