"""The stages of the runs, one after the other: each is planned by a fixed rule from what the ones before it stored."""

from __future__ import annotations

from functools import cache

from .. import store
from ..experiments import rows_to_show
from ..experiments.settings import SMOKE_AMNESIA_FACTORS, SMOKE_NETWORK
from ..methods import LAYER_BY_LAYER, NODE_BY_NODE
from .design import screening
from .grid import NAMED, changes
from .multiverse import FIXED_BEFOREHAND, by_reading, claim_runs
from .nine_sets import set_runs
from .plan import SEEDS, baseline_runs, counted, greedy_runs, side_points
from .stored import Incomplete, tables_of
from .survivors import centres, chosen, screened, shortlist, survivors, tried, weighed
from .tables import PRINTED, log_likelihood

__all__ = [
    "STAGES",
    "Incomplete",
    "judged_readings",
    "judged_under_readings",
    "plan",
    "readings_of_table_3",
    "surviving",
]

STAGES = ("screening", "shortlist", "beside", "survivors", "table3", "claims")
"""A fraction of the grid; more seeds of its likeliest; beside the best, the levels left out of it; all seeds of the
survivors; nine sets; what the criteria of claims read."""

SHARE_OF_TABLE_3, MOST_OF_TABLE_3 = 0.9, 2
"""Table 3 is run under the likeliest survivors that together have this share, but at most so many."""

N_SMOKE = 1

_OTHERS = [point for name, point in NAMED.items() if name != FIXED_BEFOREHAND]


def plan(stage, profile="paper", choose_rows=rows_to_show):
    """List the runs of a stage.

    Parameters
    ----------
    stage : str
        One of `STAGES`.
    profile : {"paper", "smoke"}, default="paper"
        "smoke" is a few runs on a small scale, the same for every stage.
    choose_rows : {rows_to_show, rows_to_run}, default=rows_to_show

    Returns
    -------
    list of Run
        Of the kind "counts".

    Raises
    ------
    Incomplete
        If an earlier stage is not all stored.
    """
    folder = store.results_folder(profile)
    if profile == "smoke":
        return [
            counted("smoke", "digits", method, 0, SMOKE_NETWORK, amnesia=factor, **changes(point))
            for point in screening()[:N_SMOKE]
            for method in NODE_BY_NODE
            for factor in SMOKE_AMNESIA_FACTORS
        ]
    if stage == "screening":
        return greedy_runs(screening(), SEEDS["screening"])
    if stage == "shortlist":
        return greedy_runs(shortlist(folder), SEEDS["shortlist"])
    if stage == "beside":
        return greedy_runs(side_points(centres(*screened(folder))), SEEDS["beside"])
    if stage == "survivors":
        found = survivors(*tried(folder))
        return greedy_runs(found, SEEDS["survivors"]) + baseline_runs(found, SEEDS["layer by layer"])

    @cache
    def rows(dataset):
        return choose_rows(dataset, store.stored_rows(dataset, folder))

    readings, _, posterior = surviving(survivors(*tried(folder)), folder)
    if stage == "claims":
        return claim_runs(judged_readings(readings, posterior), choose_rows)
    return set_runs(readings_of_table_3(readings, posterior), rows)


def surviving(readings, folder, printed=PRINTED):
    """Weigh the survivors by Tables 1 and 2.

    Parameters
    ----------
    readings : list of tuple
        The survivors.
    folder : pathlib.Path
        Of the stored results.
    printed : Printed, default=PRINTED

    Returns
    -------
    readings : list of tuple
    cells : Cells
        What they predict.
    posterior : Posterior

    Raises
    ------
    Incomplete
        If they are not all stored.
    """
    seeds = dict.fromkeys(NODE_BY_NODE, SEEDS["survivors"])
    seeds |= dict.fromkeys(LAYER_BY_LAYER, SEEDS["layer by layer"])
    readings, cells = tables_of(readings, seeds, folder, whole=True)
    return readings, cells, weighed(readings, log_likelihood(cells, printed))


def judged_readings(readings, posterior):
    """List the readings that claims are judged under besides the ledger's (list of tuple).

    They are those with a name, and the likeliest survivor.
    """
    found = dict.fromkeys([*_OTHERS, *chosen(readings, posterior.readings, 1.0, 1)])
    return [point for point in found if point != NAMED[FIXED_BEFOREHAND]]


def readings_of_table_3(readings, posterior):
    """List the readings under which Table 3 is run (list of tuple), from those of `surviving`."""
    return chosen(readings, posterior.readings, SHARE_OF_TABLE_3, MOST_OF_TABLE_3)


def judged_under_readings():
    """Judge claims by what is stored, under each reading besides the ledger's.

    Returns
    -------
    dict
        See `study.forensics.multiverse.by_reading`. Before the survivors are stored: under those with a name.
    """
    folder = store.results_folder()
    try:
        readings, _, posterior = surviving(survivors(*tried(folder)), folder)
        judged = judged_readings(readings, posterior)
    except Incomplete:
        judged = _OTHERS
    return by_reading(judged, folder)
