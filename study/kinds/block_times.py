"""How long each node takes, and how much faster two workers are, as threads, processes and Dask workers."""

from __future__ import annotations

import time
from contextlib import contextmanager, nullcontext, suppress

import numpy as np

from . import fields
from .judged import make_features
from .kind import Kind
from .layer import must_not_diverge

GROUPS = ("threads", "processes", "dask")
N_WORKERS = 2


def _block_times(run, data):
    """Train a layer by one worker and by two, and see that all give the same bits."""
    X, y = data.X_train, data.y_train

    def timed(backend=None, n_workers=None):
        layer = make_features(run)
        layer.n_jobs = n_workers
        with backend or nullcontext():
            layer.fit(X, y)  # starts the workers, and compiles
            clock = time.perf_counter()
            layer.fit(X, y)
            return layer, time.perf_counter() - clock

    alone, seconds = timed()
    group = {"seconds": seconds}
    for name, backend in _groups():
        layer, of_group = timed(backend, N_WORKERS)
        if not np.array_equal(layer.components_, alone.components_):
            raise ValueError(f"{N_WORKERS} {name} give other weights than one worker.")
        group |= {f"seconds_{name}": of_group, f"speedup_{name}": seconds / of_group}
    return {"diverged": None, "group": group, "node_seconds": _node_seconds(run, X, y)}, None


def _groups():
    """Give each group of workers that can be had here, with its backend of joblib."""
    import joblib

    yield "threads", joblib.parallel_config(backend="threading")
    yield "processes", joblib.parallel_config(backend="loky")
    with suppress(ImportError):
        yield "dask", _dask()


@contextmanager
def _dask():
    """Run a cluster of two Dask workers on this machine."""
    import joblib
    from distributed import Client

    with (
        Client(n_workers=N_WORKERS, threads_per_worker=1, dashboard_address=None),
        joblib.parallel_config(backend="dask"),
    ):
        yield


def _node_seconds(run, X, y):
    """Time each node, one after the other, by the clock of this thread."""
    layer, seconds = make_features(run), []
    own = type(layer)

    def timed(self, *plan):
        clock = time.thread_time()
        trained = own._trained_node(self, *plan)
        seconds.append(round(time.thread_time() - clock, 6))
        return trained

    layer.__class__ = type(own.__name__, (own,), {"_trained_node": timed})
    layer.fit(X, y)
    return seconds


def _fields(record):
    must_not_diverge(record)
    n_components = record["settings"].get("n_components")
    names = [name for name in GROUPS if f"seconds_{name}" in record.get("group", {})]
    group = ["seconds", *(f"{what}_{name}" for name in names for what in ("seconds", "speedup"))]

    def one_a_node(values):
        return type(values) is list and len(values) == n_components and all(map(fields.real(), values))

    return {"group": dict.fromkeys(group, fields.real()), "node_seconds": one_a_node}


BLOCK_TIMES = Kind("block times", _block_times, _fields)
