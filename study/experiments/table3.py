"""Table 3: nine UCI sets, the paper's scores beside ours, and beside what needs no network."""

from __future__ import annotations

import numpy as np
import pandas as pd

from study import datasets

from .. import paper
from ..methods import BASELINES, CONTROLS, GCN, GN, METHODS, NODE_BY_NODE, networks
from ..paper import MARGIN, how_met, main_runs, printed
from ..run import Run
from ..stats import cell
from .experiment import Experiment, data_label
from .settings import Setting, network_run

# Networks and amnesia factors stand in the records of the data sets (`in_table_3`), and so do the rates, but for the
# range of CNAE-9. The paper calls these rates those "of SGD" without naming a stage: they are taken for pre-training,
# the stage that the table compares, and the other stages keep the rates of the text. Of one seed, the training
# accuracies of Table 3 spoke for that on most sets, and against the same rates in all stages (not so on MUSK). That
# look is not stored, and one seed's test scores had been seen by then. The experiment "rates" is the other reading; it
# was planned when all results of Table 3 were known, and no verdict uses it.
CNAE9_RATES = Setting(
    {GN.name: 0.1, GCN.name: 0.1, "default": 0.01},
    'text: "a learning rate up to 0.1 [...] for our new algorithms while the classical algorithms use [...] 0.01"',
)
CNAE9_BEST = Setting(0.15, 'text: "GCN with learning rate of 0.15 has the better test score"')
SMOKE_SETS = (("cancer", "whole"), ("madelon", "simulated"))

# A score of the paper, by the criterion of claim D1: within 0.010 of our mean, met only since our runs spread (told
# apart later, when the results were known), missed.
CELL_MARKS = {"met": "✔", "spread": "○", "missed": "✘"}
FOUR = tuple(paper.TABLE_3["musk"])
NETWORKS = (*FOUR, *CONTROLS)
# The set that the paper's text names as CANCER, where its scores point to another: both have its row beside them.
PAPER_ROW = {"cancer_original": "cancer"}


def _sets(runs, planned):
    """Go through the planned sets: name, rows, label, runs."""
    runs = main_runs(runs)
    for dataset, rows in dict.fromkeys((run.dataset, run.rows) for run in planned):
        label = "CANCER, Diagnostic" if dataset == "cancer" else data_label(dataset, rows)
        yield dataset, rows, label, runs[(runs["dataset"] == dataset) & (runs["rows"] == rows)] if len(runs) else runs


def _paper_row(dataset, rows, beside_paper):
    """Return the row of the paper beside a set; none for simulated rows, which cannot speak for the real ones."""
    return paper.TABLE_3.get(PAPER_ROW.get(dataset, dataset), {}) if beside_paper and rows != "simulated" else {}


def compare(runs, planned, beside_paper=True):
    """Summarise the runs of each set and network, beside what the paper prints."""
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        in_paper = _paper_row(dataset, rows, beside_paper)
        for method in NETWORKS:
            of_method = of_set[of_set["method"] == method] if len(of_set) else of_set
            row = {"dataset": dataset, "rows": rows, "label": label, "method": method}
            for part, score in zip(("train", "test"), in_paper.get(method, (np.nan, np.nan))):
                values = of_method[part].dropna() if part in of_method else pd.Series(dtype=float)
                row |= {part: values.mean(), f"{part}_sd": values.std(), f"{part}_paper": score, "n": len(values)}
                row[f"{part}_written"] = cell(of_method, part)
            row["in_d1"] = method in in_paper and dataset in paper.TABLE_3
            of_test = {"mean": row["test"], "sd": row["test_sd"]}
            row["how"] = how_met(row["test_paper"], of_test) if method in in_paper and len(of_method) else None
            row["met"] = row["how"] and row["how"] != "missed"
            found.append(row)
    return pd.DataFrame(found)


def side_by_side(found, part="test"):
    """Lay a comparison out as the paper's Table 3: one row a set, in each cell the paper's score above ours."""
    rows = []
    for label, of_set in found.groupby("label", sort=False):
        row = {"data set": label}
        for _, of_method in of_set[of_set["method"].isin(FOUR)].iterrows():
            lines = [of_method[f"{part}_written"]]
            if not np.isnan(of_method[f"{part}_paper"]):
                lines.insert(0, marked(of_method[f"{part}_paper"], of_method["how"] if part == "test" else None))
            row[METHODS[of_method["method"]].label] = "<br>".join(lines)
        rows.append(row)
    return pd.DataFrame(rows)


def marked(score, how):
    """Write a score of the paper with its mark, by a key of `CELL_MARKS`; without one for any other key (str)."""
    return f'<span class="{how}">{CELL_MARKS[how]} {score:.3f}</span>' if how in CELL_MARKS else f"{score:.3f}"


def baselines(runs, planned, beside_paper=True):
    """Score each set with what needs no pre-training, or no network at all."""
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        row = {"dataset": dataset, "label": label}
        for method in (*BASELINES, *CONTROLS):
            of_method = of_set[of_set["method"] == method] if len(of_set) else of_set
            row[method] = of_method["test"].mean() if "test" in of_method else np.nan
            row[f"{method}_written"] = cell(of_method, "test")
        in_paper = _paper_row(dataset, rows, beside_paper)
        row["best_paper"] = max((test for _, test in in_paper.values()), default=np.nan)
        highest = max(row[method] for method in BASELINES)
        comparable = bool(in_paper) and not np.isnan(highest)
        row["informative"] = bool(row["best_paper"] > highest + MARGIN) if comparable else None
        found.append(row)
    return pd.DataFrame(found)


def against_controls(found):
    """Count the sets of claim D1 on which node by node is above its controls, equal, or below."""
    rows = []
    for label in dict.fromkeys(found["label"][found["in_d1"]]):
        of_set = found[found["label"] == label].set_index("method")
        for method in NODE_BY_NODE:
            for control in CONTROLS:
                one, other = of_set.loc[method], of_set.loc[control]
                if not one["n"] or not other["n"]:
                    continue
                ahead = one["test"] - other["test"]
                ahead = 0.0 if np.isclose(ahead, 0) else ahead
                error = np.sqrt(one["test_sd"] ** 2 / one["n"] + other["test_sd"] ** 2 / other["n"])
                row = {"method": method, "control": control, "label": label}
                rows.append(row | {"ahead": ahead, "clear": abs(ahead) > 2 * error})
    return pd.DataFrame(rows)


def sets_of(profile, choose_rows):
    """List the sets of Table 3 and the rows to take of them."""
    if profile == "smoke":
        return SMOKE_SETS
    return [(name, choose_rows(name)) for name in datasets.names() if datasets.get_record(name).in_table_3]


def network_runs(profile, seed, name, rows, methods, stages=("learning_rate",)):
    """List the networks of one row of Table 3; `stages` are the rates that the table's is taken for."""
    row = datasets.get_record(name).in_table_3
    if name == "cnae9":
        cells = [(method, CNAE9_RATES.value.get(method, CNAE9_RATES.value["default"])) for method in methods]
        cells.append((GCN.name, CNAE9_BEST.value))
    else:
        cells = [(method, float(row.learning_rate)) for method in methods]
    return [
        network_run(profile, name, method, seed, row.network, rows, amnesia=row.amnesia, **dict.fromkeys(stages, rate))
        for method, rate in cells
    ]


def _runs(profile, seed, choose_rows):
    runs = []
    for name, rows in (*sets_of(profile, choose_rows), *([] if profile == "smoke" else [("poker", "simulated")])):
        runs += network_runs(profile, seed, name, rows, networks())
        runs += [Run("baseline", name, method, {}, seed, rows) for method in BASELINES]
    return runs


def _table(frame, planned):
    frame = main_runs(frame)
    sets = dict.fromkeys((run.dataset, run.rows) for run in planned)
    of_table = {name: METHODS[name].label for name in (*networks(), *BASELINES)}
    rows = []
    for dataset, data_rows in sets:
        runs = frame[(frame["dataset"] == dataset) & (frame["rows"] == data_rows)] if len(frame) else frame
        row = {"data set": data_label(dataset, data_rows)}
        for method, name in of_table.items():
            of_method = runs[runs["method"] == method] if len(runs) else runs
            in_paper = _paper_row(dataset, data_rows, True).get(method)
            if in_paper:
                row[f"{name}, paper"] = printed(in_paper[1])
            elif method in paper.TABLE_3["musk"]:
                row[f"{name}, paper"] = "–"
            row[name] = cell(of_method, "test")
        rows.append(row)
    return pd.DataFrame(rows)


TABLE3 = Experiment(
    "table3",
    "Nine UCI sets (Table 3), with controls and baselines",
    place=5,
    n_seeds=5,
    runs=_runs,
    table=("Test accuracy", _table),
)
