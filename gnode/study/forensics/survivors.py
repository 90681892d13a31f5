"""Which readings get all seeds: what the screening leaves likely, by a rule fixed before it."""

from __future__ import annotations

import numpy as np

from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from ..store.cells import cell_key
from .design import screening
from .emulator import Emulator
from .grid import NAMED, points, prior
from .plan import SEEDS, runs_of, side_points
from .posterior import infer
from .stored import Incomplete, counts_of, prior_of, tables_of
from .tables import PRINTED, Cells, log_likelihood

__all__ = ["MOST", "N_CENTRES", "SHARE", "centres", "chosen", "screened", "survivors"]

SHARE = 0.95
"""Survivors are the likeliest readings that together have so much of the posterior ..."""

MOST = 4
"""... but no more than so many, besides those with a name."""

N_CENTRES = 1
"""Beside so many of the likeliest readings the levels are tried that the screening leaves out."""


def screened(folder, printed=PRINTED):
    """Compute how probable Table 2 is under every reading of the screened levels, run or not.

    Parameters
    ----------
    folder : pathlib.Path
        Of the stored results.
    printed : Printed, default=PRINTED

    Returns
    -------
    readings : list of tuple
    log_likelihood : ndarray
        See `gnode.study.forensics.tables.log_likelihood`.

    Raises
    ------
    Incomplete
        If the screening is not all stored.
    """
    seeds, readings, predicted = SEEDS["screening"], points(screened=True), {}
    runs = {
        (method, factor, point): runs_of(point, method, factor, seeds)
        for method in NODE_BY_NODE
        for factor in AMNESIA_FACTORS
        for point in screening()
    }
    counts = counts_of((run for of_cell in runs.values() for run in of_cell), folder)
    spread = prior_of(counts.values())
    for method in NODE_BY_NODE:
        for factor in AMNESIA_FACTORS:
            of_runs, train, test = [], [], []
            for point in screening():
                cell = counts.get(cell_key(runs[method, factor, point][0]))
                if cell is None or len(cell["test"]) + cell["n_diverged"] < len(seeds):
                    raise Incomplete(
                        "the screening is not all stored: `gnode run readings --stage screening` computes it."
                    )
                of_runs += [point] * len(cell["test"])
                train += list(cell["train"])
                test += list(cell["test"])
            emulator = Emulator(of_runs, train, test, cell["n_train"], cell["n_test"], spread)
            predicted[method, factor] = emulator.predict(readings)
    return readings, log_likelihood(Cells(predicted), printed)


def centres(folder):
    """List the readings beside which the remaining levels are tried: the likeliest of the screening."""
    readings, of_tables = screened(folder)
    probabilities = infer(of_tables, [prior(point) for point in readings]).readings
    return [readings[i] for i in np.argsort(-probabilities, kind="stable")[:N_CENTRES]]


def chosen(readings, probabilities, share=SHARE, most=MOST):
    """Choose the likeliest readings: the fewest that have a share of the probability, but at most so many.

    Parameters
    ----------
    readings : list of tuple
    probabilities : ndarray of shape (n_readings,)
    share : float, default=SHARE
    most : int, default=MOST

    Returns
    -------
    list of tuple
        The likeliest first.
    """
    order = np.argsort(-probabilities, kind="stable")
    enough = int(np.searchsorted(np.cumsum(probabilities[order]), share)) + 1
    return [readings[i] for i in order[: min(enough, most)]]


def survivors(folder):
    """List the readings that get all seeds.

    All screened readings count by what the screening predicts of them, those beside the `centres` by their own runs;
    of these the likeliest survive, see `chosen`, and all of `gnode.study.forensics.grid.NAMED`.

    Parameters
    ----------
    folder : pathlib.Path

    Returns
    -------
    list of tuple
        Points of the grid, the likeliest first, then the named ones that are not among them.

    Raises
    ------
    Incomplete
        If the screening, or what is beside its centres, is not all stored.
    """
    readings, of_tables = screened(folder)
    probabilities = infer(of_tables, [prior(point) for point in readings]).readings
    beside = side_points([readings[i] for i in np.argsort(-probabilities, kind="stable")[:N_CENTRES]])
    own, cells = tables_of(beside, dict.fromkeys(NODE_BY_NODE, SEEDS["screening"]), folder, whole=True)
    every = [*readings, *own]
    if cells is not None:
        of_tables = np.concatenate([of_tables, log_likelihood(cells, PRINTED)])
    found = chosen(every, infer(of_tables, [prior(point) for point in every]).readings)
    return list(dict.fromkeys([*found, *NAMED.values()]))
