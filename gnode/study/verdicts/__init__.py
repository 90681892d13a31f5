"""Hold the stored runs against the criteria of the claims."""

from __future__ import annotations

from dataclasses import replace

from .. import store
from ..claims import CLAIMS
from ..protocol import plan
from ..tables import runs_frame
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
    experiment, evaluate = JUDGES[claim_id]
    if experiment is None:
        try:
            return Verdict(claim_id, **evaluate(None))
        except NotRun as error:
            return Verdict(claim_id, "not run", note=str(error))
    planned = plan(experiment)
    folder = store.results_folder()
    records = [record for run in planned if (record := store.find(run, folder)) is not None]
    blank = Verdict(
        claim_id,
        "not run",
        command=f"gnode run {experiment}",
        seconds=sum(record["seconds"] for record in records),
        peak_memory_bytes=max((record["peak_memory_bytes"] for record in records), default=0),
    )
    try:
        verdict = replace(blank, **evaluate(runs_frame(experiment)))
    except NotRun as error:
        return replace(blank, note=str(error))
    n_missing = len(planned) - len(records)
    if n_missing:
        missing = f"{n_missing} of {len(planned)} runs are still missing."
        verdict = replace(verdict, note=f"{verdict.note} {missing}".strip())
    return verdict


def judge_all():
    """Judge every claim that stored runs can speak to (a list of `Verdict`, in the order of the claims)."""
    return [judge(claim_id) for claim_id in CLAIMS if claim_id in JUDGES]
