"""Runs in parallel: nothing lost when killed, no harm done by two at once, the same on a cluster."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from sklearn.exceptions import ConvergenceWarning
from study.kinds import KINDS

from gnode import SaturationWarning
from study import runner, store
from study.runner import Locks, compute, missing, run_all

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")


@pytest.fixture(scope="module")
def processes():
    """Give processes that start at once, with everything imported."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["study.runner", "joblib", "sklearn.datasets", "sklearn.linear_model"])
    process = context.Process(target=time.sleep, args=(0,))
    process.start()
    process.join()
    return context


def load_all(folder, runs):
    return {run.key: store.find(run, folder) for run in runs}


def assert_all_files_are_whole(folder):
    for path in folder.rglob("*.jsonl"):
        assert all(json.loads(line)["seconds"] > 0 for line in path.read_text().splitlines())


def assert_equal(folder, other, runs, lasting):
    one, two = load_all(folder, runs), load_all(other, runs)
    for run in runs:
        assert lasting(one[run.key]) == lasting(two[run.key])
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())


@needs_kill
def test_killed_ten_times_the_results_are_those_of_an_undisturbed_runner(tmp_path, small_runs, lasting, processes):
    runs, folder = small_runs(40), tmp_path / "killed"
    draw = random.Random(0)
    n_stored = 0
    for _ in range(10):
        process = processes.Process(target=run_all, args=(runs, folder))
        process.start()
        aim = n_stored + draw.randrange(6)
        while len(runs) - len(missing(runs, folder)) < aim:
            time.sleep(0.001)
        time.sleep(draw.uniform(0, 0.05))
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert_all_files_are_whole(folder)
        n_now = len(runs) - len(missing(runs, folder))
        assert n_now >= n_stored, "a finished run was lost"
        n_stored = n_now
    assert 0 < n_stored < len(runs), "the runner was never killed at work"
    run_all(runs, folder)
    run_all(runs, tmp_path / "undisturbed")
    assert_equal(folder, tmp_path / "undisturbed", runs, lasting)


def children(pid):
    """List the processes that a process has started; none where the system does not tell."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return listed.read_text().split() if listed.exists() else []


def wait_until_gone(pids):
    end = time.monotonic() + 120  # a loaded machine lets a worker look for its parent late
    while alive := [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < end, f"processes {alive} outlived the command"
        time.sleep(0.1)


@needs_kill
def test_the_command_is_killed_with_its_workers_and_goes_on(tmp_path, lasting, monkeypatch):
    """As a user would do it: two worker processes, kill -9 of the command, and the same command again."""
    from study.experiments import plan

    monkeypatch.setenv("GNODE_RESULTS", str(tmp_path / "killed"))
    folder = store.results_folder("smoke")
    runs = plan("sensitivity", "smoke")
    command = [sys.executable, "-c", "from study.cli import main; main()", "run", "sensitivity", "--profile", "smoke"]
    command += ["--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and len(missing(runs, folder)) == len(runs):
            time.sleep(0.02)
        workers = children(process.pid)
        process.kill()
    assert process.returncode == -signal.SIGKILL, "the command was done before it could be killed"
    wait_until_gone(workers)
    assert_all_files_are_whole(folder)
    assert missing(runs, folder), "the command was done before it could be killed"
    run_all(runs, folder)
    run_all(runs, tmp_path / "undisturbed")
    assert_equal(folder, tmp_path / "undisturbed", runs, lasting)


def test_two_runners_share_the_work(tmp_path, small_runs, lasting, processes):
    runs = small_runs(20)
    pair = [processes.Process(target=run_all, args=(runs, tmp_path / "shared")) for _ in range(2)]
    for process in pair:
        process.start()
    for process in pair:
        process.join()
        assert process.exitcode == 0
    run_all(runs, tmp_path / "alone")
    assert_equal(tmp_path / "shared", tmp_path / "alone", runs, lasting)


def hold(folder, key, held):
    with Locks(folder) as locks:
        assert locks.take(key)
        held.set()
        time.sleep(60)


@needs_kill
def test_what_another_runner_computes_is_waited_for_until_it_is_killed(tmp_path, small_runs, processes):
    first, second = small_runs(1)
    held = processes.Event()
    process = processes.Process(target=hold, args=(tmp_path, first.key, held))
    process.start()
    assert held.wait(30)
    with Locks(tmp_path) as locks:
        assert not locks.take(first.key)
        assert locks.take(second.key)

    order = []

    def report(run, record, error):
        order.append(run)
        if run == second:
            process.kill()
            process.join()

    run_all([first, second], tmp_path, report=report)
    assert order == [second, first]


def test_a_lock_is_free_again_once_it_is_given_back(tmp_path, processes):
    with Locks(tmp_path) as locks:
        assert locks.take("0123456789abcdef")
        locks.free("0123456789abcdef")
        held = processes.Event()
        process = processes.Process(target=hold, args=(tmp_path, "0123456789abcdef", held))
        process.start()
        assert held.wait(30)
        process.terminate()
        process.join()


def test_a_stored_run_is_not_computed_again(tmp_path, small_runs, monkeypatch):
    runs = small_runs(2)
    run_all(runs, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.json*")}
    monkeypatch.setattr(runner, "compute", lambda run: pytest.fail("computed again"))
    reported = []
    run_all(runs, tmp_path, report=lambda *arguments: reported.append(arguments))
    assert not reported
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.json*")}


def test_a_run_that_fails_does_not_stop_the_others(tmp_path, small_runs):
    good = small_runs(1)
    bad = replace(good[0], method="guess")
    outcomes = {}
    run_all([bad, *good], tmp_path, report=lambda run, record, error: outcomes.update({run.key: error}))
    assert "KeyError: 'guess'" in outcomes[bad.key]
    assert [outcomes[run.key] for run in good] == [None, None]
    assert missing([bad, *good], tmp_path) == [bad]


@needs_kill
def test_a_cluster_that_loses_a_worker_gives_what_joblib_gives(tmp_path, small_runs, lasting):
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    runs = small_runs(10)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        assert len(set(pids)) == 2
        done = []

        def report(run, record, error):
            assert error is None
            done.append(run)
            if len(done) == 3:
                os.kill(pids[0], signal.SIGKILL)

        run_all(runs, tmp_path / "cluster", scheduler=cluster.scheduler_address, report=report)
    assert len(done) == len(runs)
    run_all(runs, tmp_path / "here")
    assert_equal(tmp_path / "cluster", tmp_path / "here", runs, lasting)


def test_a_record_that_cannot_be_stored_fails_its_run_alone(tmp_path, small_runs, monkeypatch):
    runs = small_runs(1)
    right = runner.compute

    def compute(run):
        record, arrays = right(run)
        return (record | {"extra": 1}, arrays) if run == runs[0] else (record, arrays)

    monkeypatch.setattr(runner, "compute", compute)
    errors = []
    run_all(runs, tmp_path, report=lambda run, record, error: errors.append(error))
    assert "'extra' is no field of it" in errors[0] and errors[1] is None
    assert missing(runs, tmp_path) == runs[:1]


@needs_kill
def test_who_clears_up_after_the_workers_says_nothing():
    """As after an interrupt, when a folder is on its list that was never made."""
    program = """
from study.runner import _interrupts_held
with _interrupts_held():
    pass
from joblib.externals.loky.backend.resource_tracker import ensure_running, register
ensure_running()
register("/nowhere/at/all", "folder")
"""
    assert not subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stderr


HELD = """
import os, signal, threading, time
from study.runner import _interrupts_held
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()  # a thread that holds nothing back
try:
    with _interrupts_held():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        print("started")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no SIGINT to send")
def test_an_interrupt_waits_until_the_workers_are_started():
    """A worker that is interrupted half started waits for ever, and from Python 3.13 on whoever started it for it."""
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["started", "interrupted"]


def test_the_librarys_advice_is_for_users(small_runs, monkeypatch):
    """The study runs what it planned; what else warns is heard, and the filters stay."""
    (run, *_) = small_runs(1)
    compute_run = KINDS[run.kind].compute

    def warned(run, data):
        warnings.warn("too few", ConvergenceWarning, stacklevel=1)
        warnings.warn("dead", SaturationWarning, stacklevel=1)
        warnings.warn("odd", RuntimeWarning, stacklevel=1)
        return compute_run(run, data)

    monkeypatch.setitem(KINDS, run.kind, replace(KINDS[run.kind], compute=warned))
    filters = list(warnings.filters)
    with pytest.warns() as heard:
        compute(run)
    assert [str(warning.message) for warning in heard] == ["odd"]
    assert warnings.filters == filters
