"""The fourth open question: a group of learners, nodes in blocks that are trained at once."""

from __future__ import annotations

import numpy as np
import pandas as pd

from gnode.amnesia import blocks_of

from ..methods.variants import GCN_VARIED, GN_VARIED
from ..run import FLAT, Run
from .differences import LEAST_GAIN, table_against
from .experiment import Experiment
from .peers import CRITERIA, LARGE, variant_runs
from .settings import SETTINGS, first_data, layer_settings

BLOCK_SIZES = (1, 2, 4, 8, 16, 32, 1000)
"""The last one is larger than any layer: all nodes after GN's first at once."""
WORKERS = (1, 2, 4, 8, 16, 32, 64)


def _runs(profile, seed, choose_rows):
    variants = [
        {"block_size": size, "averaged": True} | reading for reading in ({}, {"reading": FLAT}) for size in BLOCK_SIZES
    ]
    return variant_runs(profile, seed, choose_rows, GN_VARIED.name, variants)


def _block(settings):
    """Name the rule and the size of blocks of a run (dict)."""
    return {"blocks of": block_label(settings["reading"] == FLAT, settings["block_size"])}


def block_label(flat, size):
    """Name the rule of amnesia and the number of nodes in a block (str)."""
    return ("flat, " if flat else "") + ("all" if size == BLOCK_SIZES[-1] else str(size))


def first_to_hurt(found):
    """Find the size of blocks from which on they hurt."""
    hurts = (found["high"] < 0) & (found["mean"] < -LEAST_GAIN)
    return found.loc[hurts, "variant"].iloc[0] if hurts.any() else None


def _table(frame, _):
    values = CRITERIA | {"redundancy": "redundancy"}
    of_rules = []
    for flat in (False, True):
        names = [block_label(flat, size) for size in BLOCK_SIZES]
        of_rule = frame[frame["blocks of"].isin(names)] if len(frame) else frame
        of_rules.append(table_against(of_rule, "blocks of", names, names[0], values))
    return pd.concat(of_rules, ignore_index=True)


BLOCKS = Experiment(
    "blocks",
    "Nodes in blocks that are trained at once",
    place=18,
    n_seeds=5,
    runs=_runs,
    table=("Mean over the sets of GN, one node after the other, and what blocks differ from it", _table),
    columns=_block,
)


def _time_runs(profile, seed, _):
    return _timed_runs(profile, seed, first_data(profile), (1, 8, BLOCK_SIZES[-1]))


def _large_runs(profile, seed, _):
    return _timed_runs(profile, seed, LARGE, (32, BLOCK_SIZES[-1]), n_components=100)


def _timed_runs(profile, seed, dataset, sizes, **apart):
    """List runs of both methods; for "smoke" one run, as each starts three groups of workers."""
    settings = layer_settings(profile, amnesia=SETTINGS["amnesia"].value, averaged=True)
    if profile == "smoke":
        return [Run("block times", first_data(profile), GN_VARIED.name, settings | {"block_size": 8}, seed)]
    return [
        Run("block times", dataset, method, settings | apart | {"block_size": size}, seed)
        for method in (GN_VARIED.name, GCN_VARIED.name)
        for size in sizes
    ]


def makespan(seconds, block_size, n_workers, takes_all):
    """Simulate how long a group of workers takes: each block waits for the one before, a free worker takes a node."""
    blocks: dict[int, list[float]] = {}
    for block, of in zip(blocks_of(len(seconds), block_size, takes_all), seconds, strict=True):
        blocks.setdefault(block, []).append(of)
    total = 0.0
    for of_block in blocks.values():
        free = np.zeros(n_workers)
        for of in of_block:
            free[np.argmin(free)] += of
        total += free.max()
    return float(total)


def _time_table(frame, planned):
    rows = []
    for run in dict.fromkeys((run.method, run.settings["block_size"]) for run in planned):
        method, size = run
        row: dict = {"method": "GN" if method == GN_VARIED.name else "GCN", "blocks of": block_label(False, size)}
        of_run = frame[(frame["method"] == method) & (frame["block_size"] == size)] if len(frame) else frame
        for name in ("threads", "processes", "dask"):
            column = f"speedup_{name}"
            values = of_run[column] if column in of_run else []
            row[f"2 {name}"] = f"{np.mean(values):.2f}" if len(values) else "not run"
        for n_workers in WORKERS[1:]:
            ratios = [
                sum(of) / makespan(of, size, n_workers, method == GN_VARIED.name)
                for of in (of_run["node_seconds"] if len(of_run) else ())
            ]
            row[f"{n_workers} simulated"] = f"{np.mean(ratios):.1f}" if ratios else "not run"
        rows.append(row)
    return pd.DataFrame(rows)


TIMES = Experiment(
    "block_times",
    "What blocks save: two workers measured, up to 64 simulated",
    place=20,
    n_seeds=3,
    runs=_time_runs,
    alone=True,
    table=("How many times faster than one worker", _time_table),
)

LARGE_TIMES = Experiment(
    "block_times_large",
    "What blocks save on 70,000 rows",
    place=23,
    n_seeds=3,
    runs=_large_runs,
    alone=True,
    table=("How many times faster than one worker", _time_table),
)
