"""Which readings get all seeds: what the screening leaves likely, by a rule fixed before it."""

from __future__ import annotations

import numpy as np

from ..experiments.settings import AMNESIA_FACTORS
from ..methods import NODE_BY_NODE
from ..store import cell_key
from .design import screening
from .emulator import emulate
from .grid import NAMED, points, prior
from .plan import SEEDS, runs_of, side_points
from .posterior import infer
from .predictive import Predictive
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
    "emulated",
    "screened",
    "shortlist",
    "survivors",
    "weighed",
    "weighed_by",
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
        See `study.forensics.tables.log_likelihood`.

    Raises
    ------
    Incomplete
        If these runs are not all stored.
    """
    readings, cells = emulated(folder, shortlisted)
    return readings, log_likelihood(cells, printed)


def emulated(folder, shortlisted=True):
    """Predict every reading of the screened levels: the readings, and their `Cells`; Incomplete as for `screened`."""
    stages = {"screening": _runs(screening(), "screening")}
    if shortlisted:
        stages["shortlist"] = _runs(shortlist(folder), "shortlist")
    counts = {
        stage: counts_of((run for cells in of_stage.values() for of_cell in cells.values() for run in of_cell), folder)
        for stage, of_stage in stages.items()
    }
    spread = prior_of(cell for of_stage in counts.values() for cell in of_stage.values())
    readings = points(screened=True)
    predicted: dict[tuple, Predictive] = {}
    for method in NODE_BY_NODE:
        of_method: dict[tuple, tuple[list, list, list]] = {(method, factor): ([], [], []) for factor in AMNESIA_FACTORS}
        for key, (of_runs, train, test) in of_method.items():
            for stage, of_stage in stages.items():
                for point, of_cell in of_stage[key].items():
                    cell = counts[stage].get(cell_key(of_cell[0]))
                    if cell is None or len(cell["test"]) + cell["n_diverged"] < len(of_cell):
                        raise Incomplete(
                            f"the {stage} is not all stored: `gnode run readings --stage {stage}` computes it."
                        )
                    of_runs += [point] * len(cell["test"])
                    train += list(cell["train"])
                    test += list(cell["test"])
        predicted |= emulate(of_method, cell["n_train"], cell["n_test"], spread, readings)
    return readings, Cells(predicted)


def _runs(readings, stage):
    """List the runs of a stage: (method, factor) -> reading -> those of its seeds."""
    return {
        (method, factor): {point: runs_of(point, method, factor, SEEDS[stage]) for point in readings}
        for method in NODE_BY_NODE
        for factor in AMNESIA_FACTORS
    }


def weighed(readings, of_tables):
    """Compute the posterior of readings from their log likelihood, by the prior of the grid (Posterior)."""
    return infer(of_tables, [prior(point) for point in readings])


def shortlist(folder):
    """List the readings that get a few more seeds: the likeliest by the screening; Incomplete as for `screened`."""
    readings, of_tables = screened(folder, shortlisted=False)
    return chosen(readings, weighed(readings, of_tables).readings, SHARE_OF_SHORTLIST, N_SHORTLIST)


def centres(readings, of_tables):
    """List the readings beside which the remaining levels are tried: the likeliest, from `screened`."""
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


def tried(folder):
    """Return `screened`, with the readings beside the centres by their own runs; Incomplete as there."""
    readings, _, of_tables = _tried(folder)
    return readings, of_tables


def _tried(folder):
    """Return their `Cells` as well, those that are predicted and those that were run."""
    readings, predicted = emulated(folder)
    of_tables = log_likelihood(predicted, PRINTED)
    own, cells = tables_of(
        side_points(centres(readings, of_tables)), dict.fromkeys(NODE_BY_NODE, SEEDS["beside"]), folder, whole=True
    )
    if cells is None:
        return readings, [predicted], of_tables
    return [*readings, *own], [predicted, cells], np.concatenate([of_tables, log_likelihood(cells, PRINTED)])


def survivors(readings, of_tables):
    """List the readings that get all seeds.

    Parameters
    ----------
    readings, of_tables
        From `tried`.

    Returns
    -------
    list of tuple
        The likeliest, see `chosen`, and those of `study.forensics.grid.NAMED` that are not among them.
    """
    return list(dict.fromkeys([*chosen(readings, weighed(readings, of_tables).readings), *NAMED.values()]))


def all_readings(readings, of_tables, folder):
    """Weigh all readings by GN and GCN in Tables 1 and 2: survivors by all their seeds, the others as they survived.

    SV and USV have no part in it, since only survivors have run them.

    Parameters
    ----------
    readings, of_tables
        From `tried`.
    folder : pathlib.Path

    Returns
    -------
    Posterior

    Raises
    ------
    Incomplete
        If the survivors are not all stored.
    """
    own, cells = _with_all_seeds(readings, of_tables, folder)
    return _weighed_with(own, log_likelihood(cells, PRINTED), readings, of_tables)


def weighed_by(likelihood, folder, more=None):
    """Weigh all readings as `all_readings` does, by another likelihood of the tables.

    The readings that have all seeds are those that the protocol's own likelihood chose.

    Parameters
    ----------
    likelihood : callable
        From `Cells` and `Printed` to what `log_likelihood` gives.
    folder : pathlib.Path
    more : tuple of a point and its `Cells`, default=None
        One more reading that has all seeds.

    Returns
    -------
    readings : list of tuple
    Posterior

    Raises
    ------
    Incomplete
        If the survivors are not all stored.
    """
    readings, parts, of_tables = _tried(folder)
    own, cells = _with_all_seeds(readings, of_tables, folder)
    of_own = likelihood(cells, PRINTED)
    if more is not None:
        own, of_own = [*own, more[0]], np.concatenate([of_own, likelihood(more[1], PRINTED)])
    of_parts = np.concatenate([likelihood(of, PRINTED) for of in parts])
    return readings, _weighed_with(own, of_own, readings, of_parts)


def _with_all_seeds(readings, of_tables, folder):
    """Return the survivors and their `Cells`."""
    seeds = dict.fromkeys(NODE_BY_NODE, SEEDS["survivors"])
    return tables_of(survivors(readings, of_tables), seeds, folder, whole=True)


def _weighed_with(own, of_own, readings, of_tables):
    of_tables = of_tables.copy()
    place = {point: i for i, point in enumerate(readings)}
    for point, likelihood in zip(own, of_own):
        of_tables[place[point]] = likelihood
    return weighed(readings, of_tables)
