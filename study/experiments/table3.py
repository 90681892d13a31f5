"""Table 3: nine UCI sets, the paper's scores beside ours, and beside what needs no network."""

import numpy as np
import pandas as pd

from study import datasets

from .. import paper
from ..methods import BASELINES, CONTROLS, GCN, GN, LAYER_BY_LAYER, METHODS, NODE_BY_NODE, networks
from ..paper import MARGIN, how_met, main_runs, printed
from ..run import Run
from ..stats import cell, where
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
        yield dataset, rows, label, where(runs, dataset=dataset, rows=rows)


def _paper_row(dataset, rows):
    """Return the row of the paper beside a set; none for simulated rows, which cannot speak for the real ones."""
    return paper.TABLE_3.get(PAPER_ROW.get(dataset, dataset), {}) if rows != "simulated" else {}


def compare(runs, planned):
    """Summarise the runs of each set and network, beside what the paper prints; `in_d1`: a cell of claim D1."""
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        in_paper = _paper_row(dataset, rows)
        for method in NETWORKS:
            of_method = where(of_set, method=method)
            row = {"dataset": dataset, "rows": rows, "label": label, "method": method}
            for part, score in zip(("train", "test"), in_paper.get(method, (np.nan, np.nan))):
                values = of_method[part].dropna() if part in of_method else pd.Series(dtype=float)
                row |= {part: values.mean(), f"{part}_sd": values.std(), f"{part}_paper": score, "n": len(values)}
                row[f"{part}_written"] = cell(of_method, part)
            row["in_d1"] = method in in_paper and dataset in paper.TABLE_3
            of_test = {"mean": row["test"], "sd": row["test_sd"]}
            row["how"] = how_met(row["test_paper"], of_test) if method in in_paper and len(of_method) else None
            found.append(row | {"met": row["how"] and row["how"] != "missed"})
    return pd.DataFrame(found)


def baselines(runs, planned):
    """Score each set with what needs no network; informative if the paper is above both baselines, see claim D4."""
    found = []
    for dataset, rows, label, of_set in _sets(runs, planned):
        row = {"dataset": dataset, "label": label}
        for method in (*BASELINES, *CONTROLS):
            of_method = where(of_set, method=method)
            row[method] = of_method["test"].mean() if "test" in of_method else np.nan
            row[f"{method}_written"] = cell(of_method, "test")
        in_paper = _paper_row(dataset, rows)
        row["best_paper"] = max((test for _, test in in_paper.values()), default=np.nan)
        highest = max(row[method] for method in BASELINES)
        comparable = bool(in_paper) and not np.isnan(highest)
        row["informative"] = bool(row["best_paper"] > highest + MARGIN) if comparable else None
        found.append(row)
    return pd.DataFrame(found)


def sets_of(profile, choose_rows):
    """List the sets of Table 3 and the rows to take of them."""
    if profile == "smoke":
        return [("cancer", "whole"), ("madelon", "simulated")]
    return [(name, choose_rows(name)) for name in datasets.names() if datasets.get_record(name).in_table_3]


def rate_of(name, method):
    """Return the rate of a method on a set (float)."""
    if name == "cnae9":
        return CNAE9_RATES.value.get(method, CNAE9_RATES.value["default"])
    return float(datasets.get_record(name).in_table_3.learning_rate)


def network_runs(profile, seed, name, rows, methods, stages=("learning_rate",), **changes):
    """List the networks of one row of Table 3; `stages` are the rates that the table's is taken for."""
    row = datasets.get_record(name).in_table_3
    changes |= {"amnesia": row.amnesia}
    cells = [(method, rate_of(name, method)) for method in methods]
    cells += [(GCN.name, CNAE9_BEST.value)] if name == "cnae9" else []
    return [
        network_run(profile, name, method, seed, row.network, rows, **changes, **dict.fromkeys(stages, rate))
        for method, rate in cells
    ]


def _runs(profile, seed, choose_rows):
    runs = []
    for name, rows in (*sets_of(profile, choose_rows), *([] if profile == "smoke" else [("poker", "simulated")])):
        runs += network_runs(profile, seed, name, rows, networks())
        runs += [Run("baseline", name, method, {}, seed, rows) for method in BASELINES]
    return runs


def _table(frame, planned):
    rows = []
    for dataset, data_rows, _, runs in _sets(frame, planned):
        row = {"data set": data_label(dataset, data_rows)}
        for method in (*networks(), *BASELINES):
            name = METHODS[method].label
            in_paper = _paper_row(dataset, data_rows).get(method)
            if method in FOUR:
                row[f"{name}, paper"] = printed(in_paper[1]) if in_paper else "–"
            row[name] = cell(runs, "test", method=method)
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


def _rates_runs(profile, seed, choose_rows):
    methods, sets = (*LAYER_BY_LAYER, *NODE_BY_NODE), sets_of(profile, choose_rows)
    stages = ("learning_rate", "output_learning_rate", "finetune_learning_rate")
    return [run for name, rows in sets for run in network_runs(profile, seed, name, rows, methods, stages)]


RATES = Experiment(
    "rates", "Nine UCI sets with the rates of Table 3 in all stages", place=6, n_seeds=5, runs=_rates_runs
)


def _longer_runs(profile, seed, choose_rows):
    sets = [(name, rows) for name, rows in sets_of(profile, choose_rows) if profile == "smoke" or name in BEHIND]
    return [run for of in sets for run in network_runs(profile, seed, of[0], of[1], NETWORKS, finetune_epochs=100)]


BEHIND = ("musk", "isolet", "cnae9", "chess")  # where table3 had GN or GCN behind layer by layer, as written
LONGER = Experiment(
    "longer", "Four UCI sets with a hundred epochs of fine-tuning", place=6, n_seeds=5, runs=_longer_runs
)
