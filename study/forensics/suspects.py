"""Versions that a reader of the book can question: their Table 2, run or predicted, and how probable they are."""

from __future__ import annotations

import json

import numpy as np
from scipy.special import expit

from .. import store
from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from .grid import FACTORS, points
from .plan import SEEDS, runs_of
from .stored import counts_of
from .survivors import emulated, weighed_by
from .witnesses import PAPER, WITNESSES, own_cells

__all__ = ["FILE", "OTHERWISE", "offered", "suspects", "write"]

FILE = "suspects.json"

OTHERWISE = {"rate decay": "on", "row order": "file", "weight decay": "output layer"}
"""Settings that a reader does not choose: the program's values, which the test scores make most probable, too."""

_DIGITS = 8


def offered():
    """List the points of the screened levels that a reader can choose (list of tuple)."""
    names = [factor.name for factor in FACTORS]
    return [point for point in points(screened=True) if dict(zip(names, point)).items() >= OTHERWISE.items()]


def suspects(folder):
    """Gather what the book shows of the versions that are `offered`.

    Parameters
    ----------
    folder : pathlib.Path
        Of the stored results.

    Returns
    -------
    dict
        In terms of JSON. n_weighed: of how many versions the probability is known; best: the largest; factors: those of
        Table 2, ascending; versions: a list, each with point, probability (by the test scores) and, by method, a list
        with a cell for each factor: n (runs that finished), mean (of their test accuracy, or predicted if n is 0) and
        sd (None if n is below 2).

    Raises
    ------
    Incomplete
        If the stages of the readings are not all stored.
    """
    own = own_cells()
    weighed, posterior = weighed_by(WITNESSES["test scores"], folder, None if own is None else (PAPER, own))
    probability = dict(zip(weighed, posterior.readings))
    readings, cells = emulated(folder)
    place, factors = {point: i for i, point in enumerate(readings)}, sorted(AMNESIA_FACTORS)

    def cell(point, method, factor):
        predicted = 1 - expit(cells.node_by_node[method, factor].test_mean[place[point]])
        return _seen(point, method, factor, folder) or {"n": 0, "mean": round(float(predicted), _DIGITS), "sd": None}

    versions = [
        {"point": list(point), "probability": float(probability[point])}
        | {method: [cell(point, method, factor) for factor in factors] for method in NODE_BY_NODE}
        for point in offered()
    ]
    best = float(posterior.readings.max())
    return {"n_weighed": len(weighed), "best": best, "factors": factors, "versions": versions}


def _seen(point, method, factor, folder):
    """Sum up the runs of a cell: of survivors those that did not choose them; None without any."""
    for stages in (["survivors"], ["screening", "shortlist"]):
        runs = [run for stage in stages for run in runs_of(point, method, factor, SEEDS[stage])]
        for found in counts_of(runs, folder).values():
            scores = found["test"] / found["n_test"]
            if len(scores):
                sd = round(float(np.std(scores, ddof=1)), _DIGITS) if len(scores) > 1 else None
                return {"n": len(scores), "mean": round(float(np.mean(scores)), _DIGITS), "sd": sd}
    return None


def write(folder):
    """Store `suspects` in `FILE`, a line a version; return the path."""
    found = suspects(folder)
    lines = ",\n".join(json.dumps(one) for one in found.pop("versions"))
    path = folder / FILE
    store.write_whole(path, f'{json.dumps(found)[:-1]}, "versions": [\n{lines}\n]}}\n'.encode())
    return path
