"""What the stored runs say of the readings, as text."""

from __future__ import annotations

import numpy as np
import pandas as pd

from .. import paper, store
from ..experiments import data_label, rows_to_show
from ..methods import GCN, GN, METHODS, NODE_BY_NODE, SV, USV
from ..stats import duration
from .check import N_DRAWS, TINY, fit_probability
from .effects import effects
from .grid import FACTORS, name_of, prior
from .heldout import cells_of_set, predict
from .lines import usps_lines
from .posterior import infer, interval, log_score
from .stages import STAGES, plan, readings_of_table_3, surviving
from .stored import Incomplete
from .survivors import all_readings, survivors, tried, weighed
from .tables import PRINTED, log_likelihood

__all__ = ["as_text", "cost", "levels_frame", "predictions_frame", "readings_frame", "status_lines"]

# Seconds of one run on one core: of the stored runs of the kind "network" that had the machine to themselves. Stored
# runs of the kind "counts" say it better.
SECONDS = {
    "usps": {SV.name: 66.0, USV.name: 154.0, GN.name: 9.0, GCN.name: 7.0},
    "musk": {SV.name: 12.0, USV.name: 40.0, GN.name: 2.0, GCN.name: 2.0},
    "isolet": {SV.name: 90.0, USV.name: 160.0, GN.name: 12.0, GCN.name: 11.0},
    "cnae9": {SV.name: 43.0, USV.name: 160.0, GN.name: 10.0, GCN.name: 10.0},
    "madelon": {SV.name: 135.0, USV.name: 168.0, GN.name: 20.0, GCN.name: 20.0},
    "bank": {SV.name: 2.0, USV.name: 3.0, GN.name: 0.5, GCN.name: 0.5},
    "news": {SV.name: 9.0, USV.name: 15.0, GN.name: 1.5, GCN.name: 1.5},
    "poker": {SV.name: 1.5, USV.name: 3.0, GN.name: 0.5, GCN.name: 0.5},
    "chess": {SV.name: 9.0, USV.name: 21.0, GN.name: 1.5, GCN.name: 1.5},
}
OTHERWISE = 1.0


def cost(runs, folder):
    """Add up how long runs took on one core, and estimate how long the others will.

    Parameters
    ----------
    runs : list of Run
    folder : pathlib.Path
        Whose stored runs of the same set and method tell.

    Returns
    -------
    spent : float
        Seconds of those that are stored.
    left : float
        Seconds of those that are not.
    n_missing : int
    """
    known: dict[tuple, list[float]] = {}
    absent = []
    for run in runs:
        record = store.find(run, folder)
        if record is None:
            absent.append((run.dataset, run.method))
        else:
            known.setdefault((run.dataset, run.method), []).append(record["seconds"])
    spent = sum(map(sum, known.values()))
    usual = {pair: float(np.mean(seconds)) for pair, seconds in known.items()}
    left = [usual.get(pair, SECONDS.get(pair[0], {}).get(pair[1], OTHERWISE)) for pair in absent]
    return spent, sum(left), len(absent)


def status_lines(folder, profile="paper"):
    """Say of each stage how many runs it has, how many are stored and what they cost (list of str).

    Seconds are by the clock: on a busy machine they are more than the work.
    """
    lines = []
    for stage in STAGES:
        try:
            runs = plan(stage, profile)
        except Incomplete as waits:
            lines.append(f"    {stage}: not planned yet; {waits}")
            continue
        spent, left, n_missing = cost(runs, folder)
        took = f", {duration(spent)} of one core" if spent else ""
        rest = f", about {duration(left)} left" if n_missing else ""
        lines.append(f"    {stage}: {len(runs) - n_missing} of {len(runs)} runs stored{took}{rest}")
    return lines


def readings_frame(readings, cells, posterior, n_draws=N_DRAWS):
    """Tabulate readings, the likeliest first.

    Parameters
    ----------
    readings : list of tuple
    cells : Cells
    posterior : Posterior
    n_draws : int, default=N_DRAWS
        Of `study.forensics.check.fit_probability`.

    Returns
    -------
    pandas.DataFrame
        reading, prior, posterior, equal (the posterior if all were as likely beforehand), fits (the probability of
        tables as strange as the printed ones).
    """
    rng = np.random.default_rng(0)
    equal = infer(log_likelihood(cells, PRINTED), np.ones(len(readings))).readings
    rows = []
    for i in np.argsort(-posterior.readings, kind="stable"):
        fits = fit_probability(cells, i, PRINTED, posterior.joint[i] + TINY, rng, n_draws)
        row = {"reading": name_of(readings[i]), "prior": prior(readings[i]), "posterior": posterior.readings[i]}
        rows.append(row | {"equal": equal[i], "fits": fits})
    return pd.DataFrame(rows)


def levels_frame(readings, probabilities):
    """Tabulate the probability of each level of each factor, among some readings, before and after.

    Parameters
    ----------
    readings : list of tuple
    probabilities : ndarray of shape (n_readings,)
        Of the readings, after the tables.

    Returns
    -------
    pandas.DataFrame
        setting, value, prior (that of the grid, shared out among these readings alone), posterior.
    """
    before = np.array([prior(point) for point in readings])
    before /= before.sum()
    rows = []
    for i, factor in enumerate(FACTORS):
        for level in factor.levels:
            of_level = np.array([point[i] == level.name for point in readings])
            if of_level.any():
                row = {"setting": factor.name, "value": level.name, "prior": float(before[of_level].sum())}
                rows.append(row | {"posterior": float(probabilities[of_level].sum())})
    return pd.DataFrame(rows)


def predictions_frame(every, posterior, folder):
    """Tabulate the scores of Table 3, set by set, of the sets of which every run is stored.

    Parameters
    ----------
    every : list of tuple
    posterior : Posterior
        As `study.forensics.stages.surviving` gives them.
    folder : pathlib.Path

    Returns
    -------
    pandas.DataFrame
        set, method, train (the printed training score), train_low and train_high (the ends of its 90 % interval),
        train_inside; of the test score printed, low, high, inside, log_score, blind_log_score, form (the
        likeliest), and whether it was held_out (GN and GCN).
    """
    readings = readings_of_table_3(every, posterior)
    kept = [every.index(point) for point in readings]
    joint = posterior.joint[kept] / posterior.joint[kept].sum()
    posterior = type(posterior)(joint, posterior.log_evidence)
    rng = np.random.default_rng(0)
    weights = [prior(point) for point in readings]
    rows = []
    for dataset, printed in paper.TABLE_3.items():
        of_set = rows_to_show(dataset, store.stored_rows(dataset, folder))
        cells = cells_of_set(dataset, of_set, readings, folder)
        for method, found in predict(dataset, cells, posterior, weights, rng).items():
            train, test = printed[method]
            train_low, train_high = np.quantile(found.train, [0.05, 0.95])
            low, high = interval(found.scores)
            rows.append(
                {
                    "set": data_label(dataset, of_set),
                    "method": METHODS[method].label,
                    "train": train,
                    "train_low": train_low,
                    "train_high": train_high,
                    "train_inside": train_low <= train <= train_high,
                    "printed": test,
                    "low": low,
                    "high": high,
                    "inside": low <= test <= high,
                    "log_score": log_score(found.scores, test),
                    "blind_log_score": log_score(found.blind, test),
                    "form": max(found.forms, key=found.forms.__getitem__),
                    "held_out": method in NODE_BY_NODE,
                }
            )
    return pd.DataFrame(rows)


def as_text(folder):
    """Report on all stages that are stored (str)."""
    parts = []
    try:
        every, of_tables = tried(folder)
        table = levels_frame(every, weighed(every, of_tables).readings)
        parts.append("readings, before the survivors: probability of each setting\n" + _shown(table))
        of_all = all_readings(every, of_tables, folder)
        parts.append("readings, all: probability of each setting\n" + _shown(levels_frame(every, of_all.readings)))
        readings, cells, posterior = surviving(survivors(every, of_tables), folder)
        parts.append("readings, survivors: from Tables 1 and 2\n" + _shown(readings_frame(readings, cells, posterior)))
        for axis, name in enumerate(("whose runs Table 2 shows", "best of so many runs", "extra scatter")):
            shown = ", ".join(f"{value}: {p:.2f}" for value, p in posterior.habit(axis).items())
            parts.append(f"{name}: {shown}")
        rng = np.random.default_rng(0)
        parts.append("Tables 1 and 2, 90 % intervals\n" + _shown(usps_lines(readings, cells, posterior, rng)))
        parts.append("printed differences, 90 % intervals\n" + _shown(effects(cells, posterior, rng)))
        found = predictions_frame(readings, posterior, folder)
        if len(found):
            held = found[found["held_out"]]
            parts.append("Table 3, test scores\n" + _shown(found))
            parts.append(
                f"held out: {held['inside'].sum()} of {len(held)} inside their 90 % interval, mean log score "
                f"{held['log_score'].mean():.2f}, without settings {held['blind_log_score'].mean():.2f}"
            )
    except Incomplete as waits:
        parts.append(f"readings: {waits}")
    return "\n\n".join(parts)


def _shown(table):
    return table.to_string(index=False, float_format="{:.3f}".format)
