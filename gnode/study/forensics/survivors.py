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

__all__ = [
    "MOST",
    "N_CENTRES",
    "N_SHORTLIST",
    "SHARE",
    "SHARE_OF_SHORTLIST",
    "all_readings",
    "centres",
    "chosen",
    "screened",
    "shortlist",
    "survivors",
    "weighed",
]

SHARE = 0.95
"""Survivors are the likeliest readings that together have so much of the posterior ..."""

MOST = 4
"""... but no more than so many, besides those with a name."""

SHARE_OF_SHORTLIST, N_SHORTLIST = 0.99, 16
"""The shortlist: the likeliest readings of the screening that together have this share, but at most so many."""

N_CENTRES = 1
"""Beside so many of the likeliest readings the levels are tried that the screening leaves out."""


def screened(folder, printed=PRINTED, shortlisted=True):
    """Compute how probable Table 2 is under every reading of the screened levels, run or not.

    Parameters
    ----------
    folder : pathlib.Path
        Of the stored results.
    printed : Printed, default=PRINTED
    shortlisted : bool, default=True
        Whether the runs of the shortlist count, too.

    Returns
    -------
    readings : list of tuple
    log_likelihood : ndarray
        See `gnode.study.forensics.tables.log_likelihood`.

    Raises
    ------
    Incomplete
        If these runs are not all stored.
    """
    runs = _runs(screening(), "screening")
    if shortlisted:
        runs |= _runs(shortlist(folder), "shortlist")
    counts = counts_of((run for of_cell in runs.values() for run in of_cell), folder)
    spread, readings, predicted = prior_of(counts.values()), points(screened=True), {}
    for method in NODE_BY_NODE:
        for factor in AMNESIA_FACTORS:
            of_runs, train, test = [], [], []
            for (stage, *key, point), of_cell in runs.items():
                if key != [method, factor]:
                    continue
                of_point = counts_of(of_cell, folder).get(cell_key(of_cell[0]))
                if of_point is None or len(of_point["test"]) + of_point["n_diverged"] < len(of_cell):
                    raise Incomplete(f"it is not all stored: `gnode run readings --stage {stage}` computes it.")
                of_runs += [point] * len(of_point["test"])
                train += list(of_point["train"])
                test += list(of_point["test"])
            emulator = Emulator(of_runs, train, test, of_point["n_train"], of_point["n_test"], spread)
            predicted[method, factor] = emulator.predict(readings)
    return readings, log_likelihood(Cells(predicted), printed)


def _runs(readings, stage):
    """List the runs of the cells of a stage: (stage, method, factor, reading) -> runs."""
    return {
        (stage, method, factor, point): runs_of(point, method, factor, SEEDS[stage])
        for method in NODE_BY_NODE
        for factor in AMNESIA_FACTORS
        for point in readings
    }


def weighed(readings, of_tables):
    """Compute the posterior of readings from their log likelihood, by the prior of the grid (Posterior)."""
    return infer(of_tables, [prior(point) for point in readings])


def shortlist(folder):
    """List the readings that get a few more seeds: the likeliest by the screening; Incomplete as for `screened`."""
    readings, of_tables = screened(folder, shortlisted=False)
    return chosen(readings, weighed(readings, of_tables).readings, SHARE_OF_SHORTLIST, N_SHORTLIST)


def centres(folder):
    """List the readings beside which the remaining levels are tried: the likeliest of screening and shortlist."""
    readings, of_tables = screened(folder)
    return chosen(readings, weighed(readings, of_tables).readings, 1.0, N_CENTRES)


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
    every, of_tables = _with_beside(folder)
    return list(dict.fromkeys([*chosen(every, weighed(every, of_tables).readings), *NAMED.values()]))


def _with_beside(folder):
    """Return `screened`, with the readings beside the centres by their own runs."""
    readings, of_tables = screened(folder)
    own, cells = tables_of(
        side_points(centres(folder)), dict.fromkeys(NODE_BY_NODE, SEEDS["screening"]), folder, whole=True
    )
    if cells is not None:
        of_tables = np.concatenate([of_tables, log_likelihood(cells, PRINTED)])
    return [*readings, *own], of_tables


def all_readings(folder):
    """Weigh all readings by GN and GCN in Tables 1 and 2: survivors by all their seeds, the others as they survived.

    SV and USV have no part in it, since only survivors have run them.

    Parameters
    ----------
    folder : pathlib.Path

    Returns
    -------
    readings : list of tuple
    posterior : Posterior

    Raises
    ------
    Incomplete
        If the survivors are not all stored.
    """
    readings, of_tables = _with_beside(folder)
    own, cells = tables_of(survivors(folder), dict.fromkeys(NODE_BY_NODE, SEEDS["survivors"]), folder, whole=True)
    place = {point: i for i, point in enumerate(readings)}
    for point, likelihood in zip(own, log_likelihood(cells, PRINTED)):
        of_tables[place[point]] = likelihood
    return readings, weighed(readings, of_tables)
