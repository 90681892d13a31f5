"""Table 3 cell by cell: the paper's scores beside ours, and beside what needs no network."""

from __future__ import annotations

import numpy as np
import pandas as pd

from . import paper
from .tables import METHOD_NAMES, cell, data_label, main_runs
from .verdicts.common import MARGIN, how_met

__all__ = ["CELL_MARKS", "baselines", "compare", "marked", "side_by_side"]

# A score of the paper, by the criterion of claim D1: within 0.010 of our mean, met only since our runs spread (told
# apart later, when the results were known), missed.
CELL_MARKS = {"met": "✔", "spread": "○", "missed": "✘"}
FOUR = tuple(paper.TABLE_3["musk"])
NETWORKS = (*FOUR, "none", "random")
# The set that the paper's text names as CANCER, where its scores point to another: both have its row beside them.
PAPER_ROW = {"cancer_original": "cancer"}


def _sets(runs, planned):
    """Go through the planned sets: name, rows, label, runs."""
    runs = main_runs(runs)
    for dataset, rows in dict.fromkeys((run.dataset, run.rows) for run in planned):
        label = "CANCER, Diagnostic" if dataset == "cancer" else data_label(dataset, rows)
        yield dataset, rows, label, runs[(runs["dataset"] == dataset) & (runs["rows"] == rows)] if len(runs) else runs


def _printed(dataset, rows, beside_paper):
    """Return the row of the paper beside a set; none for simulated rows, which cannot speak for the real ones."""
    return paper.TABLE_3.get(PAPER_ROW.get(dataset, dataset), {}) if beside_paper and rows != "simulated" else {}


def compare(runs, planned, beside_paper=True):
    """Summarise the runs of each set and network, beside what the paper prints.

    Parameters
    ----------
    runs : pandas.DataFrame
        Of the experiment "table3", see `gnode.study.tables.runs_frame`.
    planned : iterable of Run
        Tells which sets there are, in their order.
    beside_paper : bool, default=True

    Returns
    -------
    pandas.DataFrame
        One row for each set and network: dataset, rows, label, method; for each part "train" and "test" the mean, sd
        (``test_sd``, ddof 1), both as a table writes them (``test_written``) and what the paper prints
        (``test_paper``), NaN where there is nothing; n, the number of runs with scores; in_d1, whether it is one of the
        36 cells of claim D1; met, whether that claim's criterion is (None where nothing is to be compared or was run;
        False where every run diverged); how, the key of its mark in `CELL_MARKS` (none as for met).
    """
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        printed = _printed(dataset, rows, beside_paper)
        for method in NETWORKS:
            of_method = of_set[of_set["method"] == method] if len(of_set) else of_set
            row = {"dataset": dataset, "rows": rows, "label": label, "method": method}
            for part, score in zip(("train", "test"), printed.get(method, (np.nan, np.nan))):
                values = of_method[part].dropna() if part in of_method else pd.Series(dtype=float)
                row |= {part: values.mean(), f"{part}_sd": values.std(), f"{part}_paper": score, "n": len(values)}
                row[f"{part}_written"] = cell(of_method, part)
            row["in_d1"] = method in printed and dataset in paper.TABLE_3
            of_test = {"mean": row["test"], "sd": row["test_sd"]}
            row["how"] = how_met(row["test_paper"], of_test) if method in printed and len(of_method) else None
            row["met"] = row["how"] and row["how"] != "missed"
            found.append(row)
    return pd.DataFrame(found)


def side_by_side(found, part="test"):
    """Lay a comparison out as the paper's Table 3: one row a set, in each cell the paper's score above ours.

    Parameters
    ----------
    found : pandas.DataFrame
        From `compare`.
    part : {"test", "train"}, default="test"
        The paper's test scores have a mark, see `CELL_MARKS`.

    Returns
    -------
    pandas.DataFrame
        Of strings in Markdown; a marked score has the class ``met``, ``spread`` or ``missed``.
    """
    rows = []
    for label, of_set in found.groupby("label", sort=False):
        row = {"data set": label}
        for _, of_method in of_set[of_set["method"].isin(FOUR)].iterrows():
            lines = [of_method[f"{part}_written"]]
            if not np.isnan(of_method[f"{part}_paper"]):
                lines.insert(0, marked(of_method[f"{part}_paper"], of_method["how"] if part == "test" else None))
            row[METHOD_NAMES[of_method["method"]]] = "<br>".join(lines)
        rows.append(row)
    return pd.DataFrame(rows)


def marked(score, how):
    """Write a score of the paper with its mark, by a key of `CELL_MARKS`; without one for any other key (str)."""
    return f'<span class="{how}">{CELL_MARKS[how]} {score:.3f}</span>' if how in CELL_MARKS else f"{score:.3f}"


def baselines(runs, planned, beside_paper=True):
    """Score each set with what needs no pre-training, or no network at all.

    Parameters
    ----------
    runs, planned, beside_paper
        As for `compare`.

    Returns
    -------
    pandas.DataFrame
        One row a set: dataset, label; majority and logistic, mean test scores, and as a table writes them
        (``majority_written``, and so for the networks "none" and "random"); best_paper, the highest of the paper's four
        test scores; informative, whether that is above both by more than the margin of claim D4 (None where there is
        nothing to compare or was run).
    """
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        row = {"dataset": dataset, "label": label}
        for method in ("majority", "logistic", "none", "random"):
            of_method = of_set[of_set["method"] == method] if len(of_set) else of_set
            row[method] = of_method["test"].mean() if "test" in of_method else np.nan
            row[f"{method}_written"] = cell(of_method, "test")
        printed = _printed(dataset, rows, beside_paper)
        row["best_paper"] = max((test for _, test in printed.values()), default=np.nan)
        highest = max(row["majority"], row["logistic"])
        comparable = bool(printed) and not np.isnan(row["majority"] + row["logistic"])
        row["informative"] = bool(row["best_paper"] > highest + MARGIN) if comparable else None
        found.append(row)
    return pd.DataFrame(found)
