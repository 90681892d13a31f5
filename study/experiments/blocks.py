"""The fourth open question: a group of learners, nodes in blocks that are trained at once.

Measured is how long each node takes, and how much faster two workers are, as threads, processes and Dask workers.
"""

import time
from contextlib import nullcontext
from importlib.util import find_spec
from itertools import groupby

import joblib
import numpy as np
import pandas as pd

from gnode.amnesia import blocks_of

from ..methods.variants import GCN_VARIED, GN_VARIED
from ..run import FLAT, Run
from ..stats import where
from .differences import LEAST_GAIN, table_against
from .experiment import Experiment, Kind
from .peers import CRITERIA, LARGE, variants_of
from .settings import SETTINGS, first_data, layer_settings, make_features

BLOCK_SIZES = (1, 2, 4, 8, 16, 32, 1000)  # the last one is larger than any layer: all nodes after GN's first at once
WORKERS = (1, 2, 4, 8, 16, 32, 64)
GROUPS = {"threads": "threading", "processes": "loky", "dask": "dask"}  # with their backends of joblib
N_WORKERS = 2


def block_label(flat, size):
    """Name the rule of amnesia and the number of nodes in a block (str)."""
    return ("flat, " if flat else "") + ("all" if size == BLOCK_SIZES[-1] else str(size))


def first_to_hurt(found):
    """Find the size of blocks from which on they hurt, in the differences of one score and rule (str or None)."""
    hurts = (found["high"] < 0) & (found["mean"] < -LEAST_GAIN)
    return found.loc[hurts, "variant"].iloc[0] if hurts.any() else None


def _table(frame, _):
    of_rules = []
    for flat in (False, True):
        names = [block_label(flat, size) for size in BLOCK_SIZES]
        of_rule = frame[frame["blocks of"].isin(names)] if len(frame) else frame
        of_rules.append(table_against(of_rule, "blocks of", names, names[0], CRITERIA | {"redundancy": "redundancy"}))
    return pd.concat(of_rules, ignore_index=True)


BLOCKS = Experiment(
    "blocks",
    "Nodes in blocks that are trained at once",
    place=18,
    n_seeds=5,
    runs=variants_of(
        GN_VARIED,
        [{"block_size": size, "averaged": True} | of for of in ({}, {"reading": FLAT}) for size in BLOCK_SIZES],
    ),
    table=("Mean over the sets of GN, one node after the other, and what blocks differ from it", _table),
    columns=lambda settings: {"blocks of": block_label(settings["reading"] == FLAT, settings["block_size"])},
)


def _block_times(run, data):
    """Train a layer by one worker and by two, and see that all give the same bits."""
    X, y = data.X_train, data.y_train

    def timed(n_workers=None):
        layer = make_features(run)
        layer.n_jobs = n_workers
        layer.fit(X, y)  # starts the workers, and compiles
        clock = time.perf_counter()
        layer.fit(X, y)
        return layer, time.perf_counter() - clock

    alone, seconds = timed()
    group = {"seconds": seconds}
    for name, backend in GROUPS.items():
        if backend == "dask" and not find_spec("distributed"):
            continue
        with _cluster() if backend == "dask" else nullcontext(), joblib.parallel_config(backend=backend):
            layer, of_group = timed(N_WORKERS)
        if not np.array_equal(layer.components_, alone.components_):
            raise ValueError(f"{N_WORKERS} {name} give other weights than one worker.")
        group |= {f"seconds_{name}": of_group, f"speedup_{name}": seconds / of_group}
    return {"diverged": None, "group": group, "node_seconds": _node_seconds(run, X, y)}, None


def _cluster():
    from distributed import Client

    return Client(n_workers=N_WORKERS, threads_per_worker=1, dashboard_address=None)


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


def _gives(record):
    names = [name for name in GROUPS if f"seconds_{name}" in record.get("group", {})]
    group = ("seconds", *(f"{what}_{name}" for name in names for what in ("seconds", "speedup")))
    return {"group": group, "node_seconds": ()}


BLOCK_TIMES = Kind("block times", _block_times, _gives)


def _timed_runs(dataset, sizes, **apart):
    """Make the plan of runs of both methods (callable); for "smoke" one, as each starts three groups of workers."""

    def runs(profile, seed, _):
        smoke = profile == "smoke"
        settings = layer_settings(profile, amnesia=SETTINGS["amnesia"].value, averaged=True) | ({} if smoke else apart)
        of = first_data(profile) if smoke else dataset
        return [
            Run("block times", of, method.name, settings | {"block_size": size}, seed)
            for method in ((GN_VARIED,) if smoke else (GN_VARIED, GCN_VARIED))
            for size in ((8,) if smoke else sizes)
        ]

    return runs


def makespan(seconds, block_size, n_workers, takes_all):
    """Simulate how long workers take (float): a block waits for the one before, a free worker takes a node."""
    # What workers tell each other is not counted.
    total = 0.0
    pairs = zip(blocks_of(len(seconds), block_size, takes_all), seconds, strict=True)
    for _, of_block in groupby(pairs, key=lambda pair: pair[0]):
        free = np.zeros(n_workers)
        for _, of in of_block:
            free[np.argmin(free)] += of
        total += free.max()
    return float(total)


def _time_table(frame, planned):
    rows = []
    for method, size in dict.fromkeys((run.method, run.settings["block_size"]) for run in planned):
        row = {"method": "GN" if method == GN_VARIED.name else "GCN", "blocks of": block_label(False, size)}
        of_run = where(frame, method=method, block_size=size)
        for name in GROUPS:
            row[f"2 {name}"] = f"{of_run[f'speedup_{name}'].mean():.2f}" if f"speedup_{name}" in of_run else "not run"
        for n_workers in WORKERS[1:]:
            each = of_run["node_seconds"] if len(of_run) else ()
            ratios = [sum(of) / makespan(of, size, n_workers, method == GN_VARIED.name) for of in each]
            row[f"{n_workers} simulated"] = f"{np.mean(ratios):.1f}" if ratios else "not run"
        rows.append(row)
    return pd.DataFrame(rows)


def _times(name, title, place, *runs, **apart):
    """Make an experiment of both methods in blocks, timed."""
    table = ("How many times faster than one worker", _time_table)
    return Experiment(name, title, place, n_seeds=3, runs=_timed_runs(*runs, **apart), alone=True, table=table)


_TITLE = "What blocks save: two workers measured, up to 64 simulated"
TIMES = _times("block_times", _TITLE, 20, first_data("paper"), (1, 8, BLOCK_SIZES[-1]))
LARGE_TIMES = _times(
    "block_times_large", "What blocks save on 70,000 rows", 23, LARGE, (32, BLOCK_SIZES[-1]), n_components=100
)
