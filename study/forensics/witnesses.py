"""Which settings printed Tables 1 and 2, by test scores alone, and with training scores as a second witness.

Training scores are nearly one everywhere, so that one misfit common to all rows counts in each of them: as a second
witness they are allowed a shift that all rows share (`book/protocol_columns.md`). What comes of it is stored, and so is
the Table 2, run or predicted, of each version that a reader of the book can question.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit, logsumexp

from .. import store
from ..experiments import plan, runs_frame
from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from ..paper import TABLE_2, TABLE_3, main_runs
from ..stats import summary, where
from .grid import FACTORS, NAMED, PAPER, points
from .multiverse import evidence
from .plan import SEEDS, runs_of
from .predictive import stacked
from .printed import UNITS
from .stages import FEWEST, counts_of, of_cell, prior_of, tried
from .tables import Cells, Printed, log_likelihood

READINGS_FILE, SUSPECTS_FILE = "readings.json", "suspects.json"
N_LIKELIEST, N_DIGITS = 5, 8

SHIFTS = tuple(np.linspace(-0.002, 0.002, 9))  # of the printed training scores, all equally likely beforehand
# Settings that a reader does not choose: the program's values, which the test scores make most probable, too.
OTHERWISE = {"rate decay": "on", "row order": "file", "weight decay": "output layer"}


WITNESSES: dict[str, Callable[..., Any]] = {
    "test scores": partial(log_likelihood, shift=None),
    "training scores, with a shift": lambda cells, printed: (
        logsumexp([log_likelihood(cells, printed, shift=of) for of in SHIFTS], axis=0) - np.log(len(SHIFTS))
    ),
    "training scores, as printed": log_likelihood,
}
"""What is believed of the tables -> the log likelihood of `Cells`; the last one is the first edition's."""


def shifted(printed, shift):
    """Add a shift to all printed training scores, which are rounded again and stay in [0, 1] (Printed)."""

    def moved(rows):
        return {
            name: (float(np.clip(round((train + shift) * UNITS), 0, UNITS)) / UNITS, test)
            for name, (train, test) in rows.items()
        }

    return Printed(moved(printed.table_1), moved(printed.table_2))


def counts_of_paper():
    """Read the counts of the column "paper" in Table 2 by method and factor, see `counts_of` (dict)."""
    cells = defaultdict(list)
    for run in plan("table2", column="paper"):
        cells[run.method, run.settings["amnesia"]].append(run)
    found = {key: counts_of(cells[key], store.results_folder()) for key in sorted(cells)}
    return {key: cell for key, of in found.items() for cell in of.values()}


def own_cells():
    """Learn what the column "paper" predicts of Tables 1 and 2 from its runs (`Cells` of one; None without them)."""
    counted = counts_of_paper()
    if len(counted) < len(NODE_BY_NODE) * len(TABLE_2) or min(len(of["test"]) for of in counted.values()) < FEWEST:
        return None
    prior = prior_of(counted.values())
    return Cells({key: stacked([of_cell(of, prior)]) for key, of in counted.items()})


def learned(folder):
    """Learn all that is weighed: what was `tried`, and those with seeds of their own, in groups with their `Cells`."""
    found = tried(folder)
    own = own_cells()
    return found, [found.with_seeds(folder)] + ([] if own is None else [([PAPER], own)])


def distances(folder):
    """Tell the root mean square, over sets, of each version's mean test score minus Table 3's; seeds: the fewest."""
    frames = {
        "paper": runs_frame("table3", column="paper"),
        "mended": runs_frame("table3"),
        **{name: evidence(point, folder)("table3").data for name, point in NAMED.items() if name != "original"},
    }
    rows = []
    for version, frame in frames.items():
        for method in NODE_BY_NODE:
            means = summary(where(main_runs(frame), method=method), "dataset")
            means = means.loc[[dataset for dataset in TABLE_3 if dataset in means.index]]
            apart = [mean - TABLE_3[dataset][method][1] for dataset, mean in means["mean"].items()]
            rms = float(np.sqrt(np.mean(np.square(apart)))) if apart else np.nan
            n_seeds = int(means["n"].min()) if apart else 0
            rows.append({"version": version, "method": method, "rms": rms, "n_sets": len(apart), "n_seeds": n_seeds})
    return pd.DataFrame(rows)


def what_witnesses_say(folder, readings, posteriors):
    """Say, in terms of JSON, what each witness makes of the settings, and how far Table 3 is from each version."""
    told, names = {}, [factor.name for factor in FACTORS]
    for name, posterior in posteriors.items():
        p = dict(zip(readings, posterior.readings.tolist()))
        settings = {
            factor.name: {level.name: sum(p[of] for of in readings if of[i] == level.name) for level in factor.levels}
            for i, factor in enumerate(FACTORS)
        }
        likeliest = [
            {"settings": dict(zip(names, point)), "probability": p[point]}
            for point in sorted(readings, key=p.__getitem__, reverse=True)[:N_LIKELIEST]
        ]
        told[name] = {"n_readings": len(readings), "settings": settings, "likeliest": likeliest, "paper": p[PAPER]}
    rows = distances(folder).astype(object)
    return {"witnesses": told, "table_3": rows.where(rows.notna(), None).to_dict("records")}


def offered():
    """List the points of the screened levels that a reader can choose (list of tuple)."""
    names = [factor.name for factor in FACTORS]
    return [point for point in points(screened=True) if dict(zip(names, point)).items() >= OTHERWISE.items()]


def suspects(folder, found, posterior):
    """Gather what the book shows of versions: the paper's and those `offered`, predicted if n is 0 (terms of JSON)."""
    cells, factors = found.parts[0].node_by_node, sorted(AMNESIA_FACTORS)
    own, fading = counts_of_paper(), ("compounding", *PAPER[1:])  # the paper's but for its memory, the same at 0 and 1

    def cell(point, method, factor):
        same = point == PAPER or (point == fading and factor in (0.0, 1.0))
        counted = own.get((method, factor)) if same else next(_seen(point, method, factor, folder), None)
        if counted is None:
            predicted = 1 - expit(cells[method, factor].test_mean[found.readings.index(point)])
            return {"n": 0, "mean": round(float(predicted), N_DIGITS), "sd": None}
        scores = counted["test"] / counted["n_test"]
        sd = round(float(np.std(scores, ddof=1)), N_DIGITS) if len(scores) > 1 else None
        return {"n": len(scores), "mean": round(float(np.mean(scores)), N_DIGITS), "sd": sd}

    versions = [
        {"point": list(point), "probability": float(posterior.readings[found.readings.index(point)])}
        | {method: [cell(point, method, factor) for factor in factors] for method in NODE_BY_NODE}
        for point in (*offered(), fading, PAPER)
    ]
    return {"n_weighed": len(found.readings), "factors": factors, "versions": versions}


def _seen(point, method, factor, folder):
    """Count what the runs of a cell get right: of survivors first those that did not choose them."""
    for stages in (["survivors"], ["screening", "shortlist"]):
        runs = [run for stage in stages for run in runs_of(point, method, factor, SEEDS[stage])]
        yield from (found for found in counts_of(runs, folder).values() if len(found["test"]))


def written(folder):
    """Make the files of what is stored (dict from name to bytes); of versions there is a line each."""
    found, groups = learned(folder)
    posteriors = {name: found.weighed(likelihood, groups) for name, likelihood in WITNESSES.items()}
    of_versions = suspects(folder, found, posteriors["test scores"])
    lines = ",\n".join(json.dumps(one) for one in of_versions.pop("versions"))
    files = {
        READINGS_FILE: json.dumps(what_witnesses_say(folder, found.readings, posteriors), indent=1) + "\n",
        SUSPECTS_FILE: f'{json.dumps(of_versions)[:-1]}, "versions": [\n{lines}\n]}}\n',
    }
    return {name: text.encode() for name, text in files.items()}


def stored(folder):
    """Read what the witnesses say of the settings, see `what_witnesses_say` (dict)."""
    return store.read_json(folder / READINGS_FILE, "`gnode report --write` writes it.")
