"""Hold the stored runs against the criteria of the claims."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from .. import store
from ..claims import CLAIMS
from ..experiments import frame_of, plan
from . import counts, features, networks, sets
from .common import NotRun, Verdict

__all__ = ["JUDGES", "NotRun", "Verdict", "judge", "judge_all"]

# Claim -> the experiment behind it (None: no runs) and its judge.
JUDGES = counts.JUDGES | networks.JUDGES | sets.JUDGES | features.JUDGES


def judge(claim_id):
    """Judge a claim by what is stored.

    Parameters
    ----------
    claim_id : str
        A key of `JUDGES`.

    Returns
    -------
    Verdict
    """
    return judge_all([claim_id])[0]


def judge_all(claim_ids=tuple(CLAIMS)):
    """Judge claims by what is stored; what several have in common is read once.

    Parameters
    ----------
    claim_ids : iterable of str
        Keys of `JUDGES`; by default all, in the order of the claims.

    Returns
    -------
    list of Verdict
    """

    @cache
    def stored(experiment):
        planned = plan(experiment)
        return len(planned), store.find_all(planned, store.results_folder())

    return [_judge(claim_id, stored) for claim_id in claim_ids]


def _judge(claim_id, stored):
    """Judge a claim; `stored` gives the number of planned runs of an experiment, and the records that there are."""
    experiment, evaluate = JUDGES[claim_id]
    if experiment is None:
        try:
            return Verdict(claim_id, **evaluate(None))
        except NotRun as error:
            return Verdict(claim_id, "not run", note=str(error))
    n_planned, records = stored(experiment)
    blank = Verdict(
        claim_id,
        "not run",
        command=f"gnode run {experiment}",
        seconds=sum(record["seconds"] for record in records),
        peak_memory_bytes=max((record["peak_memory_bytes"] or 0 for record in records), default=0),
    )
    try:
        verdict = replace(blank, **evaluate(frame_of(records)))
    except NotRun as error:
        return replace(blank, note=str(error))
    n_missing = n_planned - len(records)
    if n_missing:
        missing = f"{n_missing} of {n_planned} runs are still missing."
        verdict = replace(verdict, note=f"{verdict.note} {missing}".strip())
    return verdict
