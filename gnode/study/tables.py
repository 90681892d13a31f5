"""From stored runs to tidy frames, and to the paper's tables with its numbers beside ours."""

from __future__ import annotations

import numpy as np
import pandas as pd

from . import paper, store
from .protocol import AMNESIA_FACTORS, SWITCHES, plan

__all__ = [
    "TABLES",
    "as_text",
    "cell",
    "data_label",
    "frame_of",
    "main_runs",
    "mean_and_spread",
    "nodes_frame",
    "runs_frame",
    "summary",
    "table",
]

METHOD_NAMES = {
    "sv": "SV",
    "usv": "USV",
    "gn": "GN",
    "gcn": "GCN",
    "none": "no pre-training",
    "random": "random layers",
    "majority": "majority class",
    "logistic": "logistic regression",
}


def runs_frame(experiment, profile="paper"):
    """Gather the stored runs of an experiment.

    Parameters
    ----------
    experiment : str
        A name of `gnode.study.protocol.EXPERIMENTS`.
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pandas.DataFrame
        One row a run: key, dataset, rows, method, seed, the settings, scores, seconds per stage
        (``pretraining_seconds``, ..., ``total_seconds``), updates per stage and in all (``pretraining_updates``, ...,
        ``n_updates``), measures, diverged (bool), test_right (None where it was not stored), part and simulated.
    """
    return frame_of(store.find_all(plan(experiment, profile), store.results_folder(profile)))


def frame_of(records):
    """Gather records of runs (a list of dict) in a frame, as `runs_frame` has them."""
    return pd.DataFrame([_flat(record) for record in records])


def main_runs(frame):
    """Leave out the runs at the extra rate that the paper's text has for one set and method (pandas.DataFrame)."""
    for dataset, method, rate in paper.TEXT_SCORES if len(frame) else ():
        extra = (frame["dataset"] == dataset) & (frame["method"] == method) & (frame.get("learning_rate") == rate)
        frame = frame[~extra]
    return frame


def nodes_frame(profile="paper"):
    """Gather what is measured on every node of the stored first layers.

    Parameters
    ----------
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pandas.DataFrame
        One row a node, of the methods with the usual amnesia factor: method, seed, node, roughness, best_image,
        best_class_mean, selectivity (see `gnode.study.measures`).
    """
    folder = store.results_folder(profile)
    frames = [
        pd.DataFrame({name: arrays[name] for name in store.MEASURES}).assign(
            method=run.method, seed=run.seed, node=lambda nodes: np.arange(len(nodes))
        )
        for run in plan("features", profile)
        if run.settings.get("amnesia") in (None, store.USUAL_AMNESIA)
        and (arrays := store.read_arrays(run, folder)) is not None
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=["method", "seed", "node"])


def _flat(record):
    """Turn a record into one row."""
    row = {name: record[name] for name in ("key", "kind", "dataset", "rows", "method", "seed")}
    row |= record["settings"]
    row |= record.get("scores", {}) | record.get("measures", {})
    row |= {f"{stage}_seconds": seconds for stage, seconds in record.get("timings", {}).items()}
    row |= {f"{stage}_updates": n for stage, n in record.get("stage_updates", {}).items()}
    row["total_seconds"] = sum(record.get("timings", {}).values()) or np.nan
    row["diverged"] = bool(record["diverged"])
    row["n_updates"] = record.get("n_updates")
    row["test_right"] = record.get("test_right")
    row["switch"] = _switch_of(record["settings"])
    return row | {name: record["data"][name] for name in ("part", "simulated")}


def _switch_of(settings):
    """Name the switch of the fidelity experiment that settings have flipped; "original" for none."""
    for name, changes in SWITCHES.items():
        if all(settings.get(setting) == value for setting, value in changes.items()):
            return name
    return "original"


def mean_and_spread(values):
    """Write a mean with its standard deviation and the number of values (str)."""
    values = pd.Series(values).dropna()
    if values.empty:
        return "not run"
    spread = f" ± {values.std():.3f}" if len(values) > 1 else ""
    return f"{values.mean():.3f}{spread} ({len(values)})"


def summary(frame, by, value="test"):
    """Summarise a column of a frame of runs.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str or list of str
    value : str, default="test"

    Returns
    -------
    pandas.DataFrame
        Indexed by `by`, with the columns mean, sd (ddof 1) and n.
    """
    if frame.empty or value not in frame:
        return pd.DataFrame(columns=["mean", "sd", "n"])
    groups = frame.dropna(subset=[value]).groupby(by, sort=False)[value]
    return groups.agg(mean="mean", sd="std", n="count")


def cell(frame, value, **conditions):
    """Write mean and spread of the runs that meet the conditions, and how many of them diverged: those have no scores.

    Parameters
    ----------
    frame : pandas.DataFrame
        From `runs_frame`.
    value : str
        A column.
    **conditions
        Column and the value that it must have.

    Returns
    -------
    str
    """
    for name, wanted in conditions.items():
        frame = frame[frame[name] == wanted] if name in frame else frame[:0]
    written = mean_and_spread(frame[value] if value in frame else [])
    n_diverged = int(frame["diverged"].sum()) if len(frame) else 0
    if n_diverged and n_diverged == len(frame):
        return f"all {n_diverged} diverged"
    return written + (f", {n_diverged} diverged" if n_diverged else "")


def _printed(number):
    """Write a score as the paper does, a dash where it has none."""
    return "–" if number is None else f"{number:.3f}"


def _table1(profile):
    frame = runs_frame("table1", profile)
    rows = []
    for method in ("sv", "usv", "gn", "gcn", "none", "random"):
        printed = paper.TABLE_1.get(method, {})
        rows.append(
            {
                "method": METHOD_NAMES[method],
                "paper, train": _printed(printed.get("train")),
                "ours, train": cell(frame, "train", method=method),
                "paper, test": _printed(printed.get("test")),
                "ours, test": cell(frame, "test", method=method),
                "ours, test before fine-tuning": cell(frame, "test_before", method=method),
            }
        )
    return pd.DataFrame(rows)


def _timing(profile):
    frame = runs_frame("timing", profile)
    rows = []
    for method in ("sv", "usv", "gn", "gcn", "none", "random"):
        row = {"method": METHOD_NAMES[method]}
        for name, column in (("PT", "pretraining_seconds"), ("RT", "total_seconds")):
            printed = paper.TABLE_1.get(method, {}).get(column)
            row[f"paper, {name} (s)"] = "–" if printed is None else str(printed)
            row[f"ours, {name} (s)"] = cell(frame, column, method=method)
        rows.append(row)
    return pd.DataFrame(rows)


def _table2(profile):
    frame = runs_frame("table2", profile)
    factors = [factor for factor in AMNESIA_FACTORS if profile == "paper" or factor in set(frame.get("amnesia", []))]
    rows = []
    for factor in factors:
        row = {
            "amnesia factor": f"{factor:.1f}",
            "paper, train": _printed(paper.TABLE_2[factor]["train"]),
            "paper, test": _printed(paper.TABLE_2[factor]["test"]),
        }
        for method in ("gn", "gcn"):
            for part in ("train", "test"):
                row[f"{METHOD_NAMES[method]}, {part}"] = cell(frame, part, method=method, amnesia=factor)
        rows.append(row)
    return pd.DataFrame(rows)


def data_label(dataset, rows="whole"):
    """Name a set as the paper does, with what is not whole or not real about it (str)."""
    name = {"cnae9": "CNAE-9", "cancer_original": "CANCER, Original"}.get(dataset, dataset.upper())
    return name if rows == "whole" else f"{name} ({'simulated' if rows == 'simulated' else 'part'})"


def _table3(profile):
    frame = main_runs(runs_frame("table3", profile))
    sets = dict.fromkeys((run.dataset, run.rows) for run in plan("table3", profile))
    rows = []
    for dataset, data_rows in sets:
        runs = frame[(frame["dataset"] == dataset) & (frame["rows"] == data_rows)] if len(frame) else frame
        row = {"data set": data_label(dataset, data_rows)}
        for method, name in METHOD_NAMES.items():
            of_method = runs[runs["method"] == method] if len(runs) else runs
            printed = paper.TABLE_3.get(dataset, {}).get(method)
            if printed:
                row[f"{name}, paper"] = _printed(printed[1])
            elif method in paper.TABLE_3["musk"]:
                row[f"{name}, paper"] = "–"
            row[name] = cell(of_method, "test")
        rows.append(row)
    return pd.DataFrame(rows)


def _fidelity(profile):
    frame = runs_frame("fidelity", profile)
    rows = []
    for switch in ("original", *SWITCHES):
        row = {"switch": switch}
        for method in ("gn", "gcn"):
            of_switch = {"method": method, "switch": switch}
            row[f"{METHOD_NAMES[method]}, test"] = cell(frame, "test", **of_switch)
            row[f"{METHOD_NAMES[method]}, pre-training (s)"] = cell(frame, "pretraining_seconds", **of_switch)
        rows.append(row)
    return pd.DataFrame(rows)


def _sensitivity(profile):
    frame = runs_frame("sensitivity", profile)
    rows = []
    for (rate, factor), _ in frame.groupby(["learning_rate", "amnesia"], sort=True) if len(frame) else ():
        row = {"learning rate": f"{rate:g}", "amnesia factor": f"{factor:.1f}"}
        for method in ("gn", "gcn"):
            at = {"method": method, "learning_rate": rate, "amnesia": factor}
            runs = frame.loc[(frame[list(at)] == pd.Series(at)).all(axis=1)]
            row[f"{METHOD_NAMES[method]}, diverged nodes"] = f"{runs['diverged_share'].mean():.0%} ({len(runs)})"
            change = runs["change_median"].dropna() if "change_median" in runs else pd.Series(dtype=float)
            row[f"{METHOD_NAMES[method]}, median change"] = f"{change.median():.0e}" if len(change) else "–"
        rows.append(row)
    return pd.DataFrame(rows)


TABLES = {
    "table1": ("Accuracy, mean ± standard deviation (number of seeds)", _table1),
    "timing": ("Seconds of pre-training (PT) and in all (RT)", _timing),
    "table2": ("Accuracy against the amnesia factor", _table2),
    "table3": ("Test accuracy", _table3),
    "fidelity": ("One switch of the reading at a time", _fidelity),
    "sensitivity": ("First layer: share of diverged nodes, and relative change by noise of 1e-12", _sensitivity),
}


def table(name, profile="paper"):
    """Make a table as it is shown.

    Parameters
    ----------
    name : str
        A key of `TABLES`.
    profile : {"paper", "smoke"}, default="paper"

    Returns
    -------
    pandas.DataFrame
        Of strings: mean ± standard deviation (number of seeds), the paper's numbers beside ours; without them for
        "smoke", which they say nothing about.
    """
    shown = TABLES[name][1](profile)
    return shown if profile == "paper" else shown.loc[:, [column for column in shown if "paper" not in column]]


def as_text(name, profile="paper"):
    """Write a table with its title, which names the data (str)."""
    data = {
        "8 x 8 digits" if run.dataset == "digits" else data_label(run.dataset, run.rows): None
        for run in plan(name, profile)
    }
    return f"{name}, {'; '.join(data)}: {TABLES[name][0]}\n{table(name, profile).to_string(index=False)}"
