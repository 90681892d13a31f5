"""Compute a run, or several at a time, on this machine or on a Dask cluster; store each as soon as it is there."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import traceback
import warnings
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import cache
from urllib.parse import urlsplit

from filelock import FileLock, Timeout
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from gnode import SaturationWarning

from . import store
from .kinds import KINDS
from .provenance import describe_program, load_average, peak_memory
from .run import ARITHMETIC, load_rows

ADVICE = ConvergenceWarning, SaturationWarning
"""What the library and scikit-learn advise users to change: the study runs what it planned."""

CONNECT_SECONDS = 60
ANSWER_SECONDS = 5


def compute(run):
    """Compute a run, in one thread."""
    with threadpool_limits(1):
        data = load_rows(run)
        load = load_average()
        start = datetime.now(UTC)
        clock = time.perf_counter()
        with warnings.catch_warnings():
            for advice in ADVICE:
                warnings.simplefilter("ignore", advice)
            result, arrays = KINDS[run.kind].compute(run, data)
        seconds = time.perf_counter() - clock
    record = {
        "key": run.key,
        "arithmetic": ARITHMETIC,
        **run.determinants,
        **result,
        **describe_program(),
        "data": {name: data[name] for name in ("name", "form", "source", "checksum", "part", "simulated")},
        "threads": 1,
        "load_average": load,
        "start": start.isoformat(timespec="seconds"),
        "seconds": seconds,
        "peak_memory_bytes": peak_memory(),
    }
    return record, arrays


class Locks:
    """Who computes what, so that two runners on one folder do not do the same work twice: a lock file for each run."""

    def __init__(self, folder):
        self._folder = folder / ".locks"
        self._held: dict[str, FileLock] = {}

    def __enter__(self):
        self._folder.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_):
        for key in list(self._held):
            self.free(key)

    def take(self, key):
        """Take the run of a key, unless another process has it (bool)."""
        lock = FileLock(self._folder / key, thread_local=False)  # joblib takes in one thread, and we free in another
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return False
        self._held[key] = lock
        return True

    def free(self, key):
        """Give a run back."""
        self._held.pop(key).release()  # its file stays: whoever waits for it must find this one


def missing(runs, folder):
    """List those of the runs that are not stored, or only with an older arithmetic."""
    return [run for run in runs if not store.is_current(run, folder)]


def run_all(runs, folder, *, jobs=1, scheduler=None, report=lambda run, record, error: None):
    """Compute the runs that are not stored, and store them."""
    waiting = {run.key: run for run in missing(runs, folder)}
    with _backend(jobs, scheduler) as parallel, Locks(folder) as locks:
        while waiting:
            n_before = len(waiting)

            def not_taken():
                for run in list(waiting.values()):
                    if not locks.take(run.key):
                        continue
                    if not store.is_current(run, folder):
                        yield run
                    else:
                        locks.free(run.key)
                        del waiting[run.key]
                        report(run, store.find(run, folder), None)

            for run, record, arrays, error in parallel(not_taken()):
                if error is None:
                    try:
                        store.save(run, record, arrays, folder)
                    except ValueError as refused:  # what its kind gives is not what its kind says
                        record, error = None, str(refused)
                locks.free(run.key)
                del waiting[run.key]
                report(run, record, error)
            if len(waiting) == n_before:
                time.sleep(1)


def attempt(run, runner=None):
    """Compute a run; whatever goes wrong is part of the answer."""
    if runner not in (None, os.getpid()):
        _end_with(runner)
        tqdm.set_lock(threading.RLock())  # its own is shared between processes and would outlive one that is ended
    try:
        return run, *compute(run), None
    except Exception:
        return run, None, None, traceback.format_exc()


@cache
def _end_with(parent):
    """End this process as soon as another one is its parent."""

    def watch():
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def in_parallel(runs, jobs):
    """Compute runs; yield what `attempt` gives of each, as soon as it is done."""
    with _backend(jobs, None) as parallel:
        yield from parallel(runs)


@contextmanager
def _interrupts_held():
    """Let Ctrl-C wait, and never reach the processes that are started meanwhile: the runner ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as joblib_tracker

    asked_for = os.environ.get("PYTHONWARNINGS", "")
    try:  # after an interrupt joblib's may look for a folder that is gone, or never was: that tells the user nothing
        os.environ["PYTHONWARNINGS"] = f"{asked_for},ignore:resource_tracker".lstrip(",")
        for tracker in (resource_tracker, joblib_tracker):
            tracker.ensure_running()  # to start one lets interrupts through again
    finally:
        os.environ["PYTHONWARNINGS"] = asked_for
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))  # another thread may let one through
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what is started inherits this
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def check_scheduler(address):
    """Make sure that somebody listens at the address of a Dask scheduler."""
    place = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = place.hostname, place.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise ValueError("give the address that the scheduler shows when it starts, such as tcp://127.0.0.1:8786.")
    try:
        socket.create_connection((host, port), timeout=ANSWER_SECONDS).close()
    except OSError as error:
        raise OSError(f"no scheduler answers there ({error.strerror or error}).") from error


@contextmanager
def _backend(jobs, scheduler):
    """Give a function that computes an iterable of runs on this machine or on a cluster."""
    import joblib

    def parallel(runs):
        # Runs are taken from the iterable when a process is free for them, not before.
        pool = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", pre_dispatch="n_jobs", batch_size=1)
        with _interrupts_held() if runner and jobs > 1 else nullcontext():
            return pool(joblib.delayed(attempt)(run, runner) for run in runs)

    runner = os.getpid() if scheduler is None else None  # a cluster's workers are not its own
    if scheduler is None:
        yield parallel
        return
    try:
        from distributed import Client
    except ImportError:
        raise ModuleNotFoundError("--scheduler needs Dask: pip install '.[cluster]' in a clone.") from None
    with Client(scheduler, timeout=CONNECT_SECONDS) as client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise TimeoutError(f"The scheduler at {scheduler} has no worker after {CONNECT_SECONDS} s.") from None
        jobs = sum(client.nthreads().values())
        with joblib.parallel_config("dask", n_jobs=-1):
            yield parallel
