"""Divergence, and perturbations of 1e-12, against the amnesia factor and the learning rate."""

import pandas as pd

from ..methods import METHODS, NODE_BY_NODE
from ..run import Run
from .experiment import Experiment
from .settings import AMNESIA_FACTORS, SMOKE_AMNESIA_FACTORS, first_data, layer_settings

RATES = (0.001, 0.003, 0.01, 0.03)
SMOKE_RATES = (0.001, 0.01)
PERTURBATION = 1e-12


def _runs(profile, seed, _):
    smoke = profile == "smoke"
    # float32 cannot hold the perturbation
    settings = layer_settings(profile, dtype="float64", perturbation=PERTURBATION)
    return [
        Run(
            "sensitivity",
            first_data(profile),
            method,
            settings | {"learning_rate": rate, "amnesia": amnesia},
            seed,
        )
        for method in NODE_BY_NODE
        for rate in (SMOKE_RATES if smoke else RATES)
        for amnesia in (SMOKE_AMNESIA_FACTORS if smoke else AMNESIA_FACTORS)
    ]


def _table(frame, _):
    rows = []
    for (rate, factor), _ in frame.groupby(["learning_rate", "amnesia"], sort=True) if len(frame) else ():
        row = {"learning rate": f"{rate:g}", "amnesia factor": f"{factor:.1f}"}
        for method in NODE_BY_NODE:
            at = {"method": method, "learning_rate": rate, "amnesia": factor}
            runs = frame.loc[(frame[list(at)] == pd.Series(at)).all(axis=1)]
            row[f"{METHODS[method].label}, diverged nodes"] = f"{runs['diverged_share'].mean():.0%} ({len(runs)})"
            change = runs["change_median"].dropna() if "change_median" in runs else pd.Series(dtype=float)
            row[f"{METHODS[method].label}, median change"] = f"{change.median():.0e}" if len(change) else "–"
        rows.append(row)
    return pd.DataFrame(rows)


SENSITIVITY = Experiment(
    "sensitivity",
    "Divergence and perturbations of 1e-12 against amnesia and rate",
    place=8,
    n_seeds=3,
    runs=_runs,
    table=("First layer: share of diverged nodes, and relative change by noise of 1e-12", _table),
)
