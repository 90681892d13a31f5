"""The ledger under other readings: the runs that a criterion reads, with a reading's settings, and the same judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd

from .. import store
from ..claims import CLAIMS, Evidence, Verdict, judge_all
from ..experiments import experiment_of, frame_of, nodes_frame, rows_to_show
from ..experiments.settings import SETTINGS, USPS_NETWORK
from ..measures import MEASURES
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..paper import TABLE_3
from .grid import changes, name_of
from .plan import SEEDS, as_counts, counted, heeded, runs_of

__all__ = [
    "DEPENDS",
    "FIXED_BEFOREHAND",
    "JUDGED",
    "UNTOUCHED",
    "by_reading",
    "claim_runs",
    "robustness",
    "runs_read",
    "under",
]

FIXED_BEFOREHAND = "original"
"""The reading of the ledger, whose runs are the study's."""

JUDGED = ("A1", "A2", "M1", "M2", "M3", "D1", "D2", "D3", "I1", "I2", "I3", "I5")
"""The claims that a reading touches."""

UNTOUCHED = "no reading touches it"
DEPENDS = "depends on the reading"


def under(run, point):
    """Change a run of the study to another reading.

    Parameters
    ----------
    run : Run
    point : tuple
        Of the grid.

    Returns
    -------
    Run
        The same one if its method heeds nothing of what the reading changes. Else a network becomes a run of the kind
        "counts" and a layer whose weights are kept one of the kind "nodes".
    """
    if "reading" not in run.settings:
        return run
    change = changes(point)
    reading = heeded(run.method, run.settings.get("amnesia"), change.pop("reading"))
    if run.kind == "network":
        later = {name: value for name, value in change.items() if name in run.settings}
        return as_counts(replace(run, settings=run.settings | later), reading) if reading or later else run
    if not reading:
        return run
    kind = "nodes" if run.kind == "features" else run.kind
    return replace(run, kind=kind, settings=run.settings | {"reading": reading})


def runs_read(name, point, choose_rows=rows_to_show):
    """List the runs that a criterion reads, under a reading.

    Parameters
    ----------
    name : str
        See `study.claims.Claim.reads`.
    point : tuple
        Of the grid.
    choose_rows : {rows_to_show, rows_to_run}, default=rows_to_show

    Returns
    -------
    list of Run
        Of the paper's four methods. GN and GCN on USPS are those of the survivors.
    """
    if name == "table2":
        factors = dict.fromkeys(run.settings["amnesia"] for run in experiment_of(name).plan(n_seeds=1))
        return [
            run
            for method in NODE_BY_NODE
            for factor in factors
            for run in runs_of(point, method, factor, SEEDS["survivors"])
        ]
    if name == "table1":
        greedy = [
            run
            for method in NODE_BY_NODE
            for run in runs_of(point, method, SETTINGS["amnesia"].value, SEEDS["survivors"])
        ]
        settings = changes(point)
        return greedy + [
            counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings)
            for seed in SEEDS["claims"]
            for method in LAYER_BY_LAYER
        ]
    planned = experiment_of("features" if name == "nodes" else name).plan(choose_rows=choose_rows)
    return [
        under(run, point)
        for run in planned
        if run.method in NODE_BY_NODE + LAYER_BY_LAYER
        and (name != "table3" or (run.rows != "simulated" and run.dataset in TABLE_3))
        and (name != "nodes" or run.settings.get("amnesia") in (None, store.USUAL_AMNESIA))
    ]


def claim_runs(points, choose_rows=rows_to_show):
    """List the runs that the study does not have, each once (list of Run)."""
    names = dict.fromkeys(name for claim in JUDGED for name in CLAIMS[claim].reads)
    found = {run.key: run for point in points for name in names for run in runs_read(name, point, choose_rows)}
    ours = {run.key for name in names for run in experiment_of("features" if name == "nodes" else name).plan()}
    return sorted((run for key, run in found.items() if key not in ours), key=lambda run: run.seed)


def evidence(point, folder) -> Callable[[str], Evidence]:
    """Make what `study.claims.judge_all` reads under a reading: all runs of an experiment, or none."""

    def read(name):
        runs = runs_read(name, point)
        records = store.find_all(runs, folder)
        whole = len(records) == len(runs)
        if name == "nodes":
            frame = _nodes(runs if whole else [], folder)
        else:
            frame = frame_of(records if whole else [], experiment_of(name).columns)
        return Evidence(frame, "readings --stage claims", len(runs), len(records))

    return read


def _nodes(runs, folder):
    """Gather what is measured on nodes, as `study.experiments.nodes_frame` does."""
    of_study = nodes_frame()
    frames = []
    for run in runs:
        if run.kind == "nodes":
            record = store.find(run, folder)
            if record is not None:
                frames.append(pd.DataFrame(record["nodes"]).assign(method=run.method, seed=run.seed))
        else:
            frames.append(of_study[(of_study["method"] == run.method) & (of_study["seed"] == run.seed)])
    frames = [frame for frame in frames if len(frame)]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=["method", "seed", *MEASURES])


def by_reading(points, folder) -> dict[str, dict[str, Verdict]]:
    """Judge the claims that a reading touches under several.

    Parameters
    ----------
    points : list of tuple
        Of the grid.
    folder : pathlib.Path
        Of the stored results.

    Returns
    -------
    dict
        Id of a claim -> name of a reading -> its `Verdict`.
    """
    found: dict[str, dict[str, Verdict]] = {claim: {} for claim in JUDGED}
    for point in points:
        for verdict in judge_all(JUDGED, evidence(point, folder)):
            found[verdict.id][name_of(point)] = verdict
    return found


def robustness(verdicts):
    """Say in how far the verdicts of a claim depend on the reading.

    Parameters
    ----------
    verdicts : iterable of str
        One for each reading; none for a claim that no reading touches.

    Returns
    -------
    str
        "robust" if all are "reproduced", "fails everywhere" if none is, else "depends on the reading"; "not run" while
        one is missing.
    """
    verdicts = list(verdicts)
    if not verdicts:
        return UNTOUCHED
    if "not run" in verdicts:
        return "not run"
    held = [verdict == "reproduced" for verdict in verdicts]
    return "robust" if all(held) else DEPENDS if any(held) else "fails everywhere"
