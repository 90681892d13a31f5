"""An experiment: which runs it consists of, what they compute, and what is made of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pandas as pd

from study import datasets
from study.datasets.loading import first_at_hand

from .. import store
from ..run import Run, name_of_reading
from .columns import COLUMNS, in_column, is_in
from .columns import n_seeds as seeds_in

PROFILES = ("paper", "smoke")


def rows_to_run(dataset, stored):
    """Tell which of a set's real rows to run: those of this machine, else those of stored runs, else the whole set."""
    record = datasets.get_record(dataset)
    real = [form for form in record.forms if not form.simulated]
    at_hand = first_at_hand(record, real)
    return at_hand.rows if at_hand else [*_stored_real_rows(real, stored), "whole"][0]


def rows_to_show(dataset, stored):
    """Tell which of a set's real rows tables are about: those of stored runs, else those of `rows_to_run`."""
    real = [form for form in datasets.get_record(dataset).forms if not form.simulated]
    return next(iter(_stored_real_rows(real, stored)), None) or rows_to_run(dataset, stored)


def _stored_real_rows(real, stored):
    """List the rows of real forms that stored runs were made from, the preferred ones first."""
    return [rows for rows in dict.fromkeys(form.rows for form in real) if rows in stored]


@dataclass(frozen=True)
class Kind:
    """A kind of run: what it computes, what its record holds, and what of that is the same on every machine."""

    name: str
    # From a run and its rows to what it gave, in terms of JSON and with "diverged" (None or why), and its arrays, which
    # the kind "features" alone has.
    compute: Callable[[Run, Any], tuple[dict, dict | None]]
    # Each field of a record -> the names of the fields within it, none for a value; or a function of the record.
    gives: dict | Callable[[dict], dict]
    if_diverged: dict | None = None  # the same if it diverged; None: runs of this kind do not
    not_ours: tuple[str, ...] = ()  # how the names of numbers begin whose last bits are another library's


@dataclass(frozen=True)
class Experiment:
    """A set of runs that answers one question: a table or a figure of the paper, or a question of ours."""

    name: str
    title: str
    place: float  # among the experiments
    n_seeds: int  # from 0, of the profile "paper"
    # From a profile, a seed, and a function that tells which rows of a set to take, to the runs of that seed.
    runs: Callable[[str, int, Callable[[str], str]], list[Run]]
    alone: bool = False  # whether its runs are timed, one at a time
    # Title of its table, and what makes it of the frame of its stored runs and the list of its planned ones: a frame of
    # strings, the paper's numbers beside ours (mean ± standard deviation, number of seeds).
    table: tuple[str, Callable[[pd.DataFrame, list[Run]], pd.DataFrame]] | None = None
    columns: Callable[[dict], dict] = lambda settings: {}  # of a run's row in the frame besides, from its settings

    def plan(self, profile="paper", n_seeds=None, choose_rows=rows_to_show, column="program"):
        """List its runs, all methods of seed 0 first: an unfinished experiment has a bit of everything."""
        for name, value, allowed in (("profile", profile, PROFILES), ("column", column, COLUMNS)):
            if value not in allowed:
                raise ValueError(f"{name}={value!r}: give one of {', '.join(allowed)}.")
        if n_seeds is None:
            n_seeds = 1 if profile == "smoke" else seeds_in(self, column)
        folder = store.results_folder(profile)

        @cache
        def rows(dataset):
            return choose_rows(dataset, store.stored_rows(dataset, folder))

        runs = [run for seed in range(n_seeds) for run in self.runs(profile, seed, rows)]
        return [in_column(run, column) for run in runs if is_in(run, column)]


def frame_of(records, columns=lambda settings: {}):
    """Gather records of runs (a list of dict) in a frame, see `study.experiments.runs_frame`."""
    return pd.DataFrame([_flat(record) | columns(record["settings"]) for record in records])


_name_of = lru_cache(None, typed=True)(lambda **choices: name_of_reading(choices))  # 1 is not 1.0
_AS_THEY_ARE = ("nodes", "judge", "node_seconds", "cpu_seconds", "transform_cpu_seconds")


def _flat(record):
    """Turn a record into one row."""
    row = {name: record[name] for name in ("key", "kind", "dataset", "rows", "method", "seed")}
    row |= record["settings"]
    if "reading" in row:
        row["reading"] = _name_of(**row["reading"])
    row |= record.get("scores", {}) | record.get("measures", {}) | record.get("group", {})
    row |= {f"{stage}_seconds": seconds for stage, seconds in record.get("timings", {}).items()}
    row |= {f"{stage}_updates": n for stage, n in record.get("stage_updates", {}).items()}
    row["total_seconds"] = sum(record.get("timings", {}).values()) or np.nan
    row |= {name: record[name] for name in _AS_THEY_ARE if name in record}
    row |= {"diverged": bool(record["diverged"])} | {name: record.get(name) for name in ("n_updates", "test_right")}
    return row | {name: record["data"][name] for name in ("part", "simulated")}


def data_label(dataset, rows="whole"):
    """Name a set as the paper does, with what is not whole or not real about it (str)."""
    name = {"cnae9": "CNAE-9", "cancer_original": "CANCER, Original"}.get(dataset, dataset.upper())
    return name if rows == "whole" else f"{name} ({'simulated' if rows == 'simulated' else 'part'})"
