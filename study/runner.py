"""Compute runs, several at a time, on this machine or on a Dask cluster; store each as soon as it is there."""

import multiprocessing
import signal
import threading
import time
import traceback
import warnings
from contextlib import contextmanager
from datetime import UTC, datetime

import joblib
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from gnode import SaturationWarning

from . import store
from .experiments import KINDS
from .provenance import describe_program, load_average, peak_memory
from .record import check_arrays, check_record
from .run import ARITHMETIC, load_rows

ADVICE = ConvergenceWarning, SaturationWarning
"""What the library and scikit-learn advise users to change: the study runs what it planned."""
CONNECT_SECONDS = 10


def compute(run):
    """Compute a run in one thread: its record, in terms of JSON, and the weights of one of kind "features" or None."""
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


def missing(runs, folder):
    """List those of the runs that are not stored, or only with an older arithmetic."""
    return [run for run in runs if not store.is_current(run, folder)]


def run_all(runs, folder, *, jobs=1, report=lambda run, record, error: None):
    """Compute the runs that are not stored, and store them; tell `report` of each, with the traceback if it failed."""
    for run, record, arrays, error in in_parallel(missing(runs, folder), jobs):
        if error is None:
            try:
                check_record(record)
                if arrays is not None:
                    check_arrays(arrays, record)
                store.save(run, record, arrays, folder)
            except ValueError as refused:  # what its kind gives is not what its kind says
                record, error = None, f"The run {run.key} gave what cannot be stored: {refused}."
        report(run, record, error)


def in_parallel(runs, jobs):
    """Compute runs, in so many processes or on the cluster; yield of each what `_attempt` gives, once it is done."""
    pool = joblib.Parallel(
        n_jobs=jobs,
        backend="sequential" if jobs == 1 else None,
        return_as="generator_unordered",
        pre_dispatch="n_jobs",
        batch_size=1,
    )
    yield from pool(joblib.delayed(_attempt)(run) for run in runs)


def _attempt(run):
    """Compute a run; whatever goes wrong is part of the answer: the run, record, arrays, and the traceback or None."""
    if multiprocessing.parent_process() and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal Ctrl-C reaches workers, too: joblib ends them
    try:
        return run, *compute(run), None
    except Exception:
        return run, None, None, traceback.format_exc()


@contextmanager
def cluster(address):
    """Compute on the Dask cluster whose scheduler is at an address; with None, on this machine."""
    if address is None:
        yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise ModuleNotFoundError("it needs Dask: pip install '.[cluster]' in a clone.") from None
    with Client(address, timeout=CONNECT_SECONDS) as client:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        with joblib.parallel_config("dask"):
            yield
