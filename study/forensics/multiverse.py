"""Claims under other readings: the runs that a criterion reads, with a reading's settings, and the same judges."""

from dataclasses import replace

import pandas as pd

from .. import store
from ..claims import CLAIMS, Evidence, Verdict, experiment_read, judge_all
from ..experiments import experiment_of, frame_of, nodes_frame, rows_to_show
from ..experiments.settings import SETTINGS, USPS_NETWORK
from ..measures import MEASURES
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from ..paper import TABLE_3
from ..run import once
from ..stats import where
from .grid import changes, name_of
from .plan import SEEDS, as_counts, counted, heeded, runs_of

FIXED_BEFOREHAND = "original"  # the reading of the ledger, whose runs are the study's
# The claims that a reading touches.
JUDGED = ("A1", "A2", "M1", "M2", "M3", "D1", "D2", "D3", "I1", "I2", "I3", "I5")


def under(run, point):
    """Change a run of the study to another reading (of the kind "counts" or "nodes"), if its method heeds it."""
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
    """List the runs of four methods that a criterion reads, see `Claim.reads`; on USPS GN's and GCN's as survivors."""
    if name == "table2":
        factors = dict.fromkeys(run.settings["amnesia"] for run in experiment_of(name).plan(n_seeds=1))
        cells = [(method, factor) for method in NODE_BY_NODE for factor in factors]
        return [run for cell in cells for run in runs_of(point, *cell, SEEDS["survivors"])]
    if name == "table1":
        usual, settings = SETTINGS["amnesia"].value, changes(point)
        return [run for method in NODE_BY_NODE for run in runs_of(point, method, usual, SEEDS["survivors"])] + [
            counted("paper", "usps", method, seed, USPS_NETWORK.value, **settings)
            for seed in SEEDS["claims"]
            for method in LAYER_BY_LAYER
        ]
    return [
        under(run, point)
        for run in experiment_read(name).plan(choose_rows=choose_rows)
        if run.method in NODE_BY_NODE + LAYER_BY_LAYER
        and (name != "table3" or (run.rows != "simulated" and run.dataset in TABLE_3))
        and (name != "nodes" or run.settings.get("amnesia") in (None, store.USUAL_AMNESIA))
    ]


def claim_runs(points, choose_rows=rows_to_show):
    """List the runs that the study does not have, each once (list of Run)."""
    names = dict.fromkeys(name for claim in JUDGED for name in CLAIMS[claim].reads)
    found = once(run for point in points for name in names for run in runs_read(name, point, choose_rows))
    ours = {run.key for name in names for run in experiment_read(name).plan()}
    return sorted((run for run in found if run.key not in ours), key=lambda run: run.seed)


def evidence(point, folder):
    """Make what `judge_all` reads under a reading, a function of a name: all runs of an experiment, or none."""

    def read(name):
        runs = runs_read(name, point)
        records = store.find_all(runs, folder)
        whole = records if len(records) == len(runs) else []
        frame = _nodes(whole) if name == "nodes" else frame_of(whole, experiment_of(name).columns)
        return Evidence(frame, "readings --stage claims", len(runs), len(records))

    return read


def _nodes(records):
    """Gather what is measured on nodes, as `study.experiments.nodes_frame` does."""
    of_study, frames = nodes_frame(), [pd.DataFrame(columns=["method", "seed", *MEASURES])]
    for of in records:
        if of["kind"] == "nodes":
            frames.append(pd.DataFrame(of["nodes"]).assign(method=of["method"], seed=of["seed"]))
        else:
            frames.append(where(of_study, method=of["method"], seed=of["seed"]))
    return pd.concat(frames[1:] or frames, ignore_index=True)


def by_reading(points, folder) -> dict[str, dict[str, Verdict]]:
    """Judge the claims that a reading touches under several: id -> name of the reading -> its `Verdict`."""
    found: dict[str, dict[str, Verdict]] = {claim: {} for claim in JUDGED}
    for point in points:
        for verdict in judge_all(JUDGED, evidence(point, folder)):
            found[verdict.id][name_of(point)] = verdict
    return found
