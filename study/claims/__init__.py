"""What the paper claims: a module of this folder for each group of claims, found by itself."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from .. import by_name, defined_in
from ..experiments.columns import COLUMNS
from .claim import OUTCOMES, VERDICTS, Claim, InColumns, NotRun, Verdict
from .judging import Evidence, stored, verdict_of

__all__ = [
    "CLAIMS",
    "OUTCOMES",
    "VERDICTS",
    "Claim",
    "Evidence",
    "InColumns",
    "NotRun",
    "Verdict",
    "judge",
    "judge_all",
    "judge_columns",
    "stored",
]

_GROUPS = "ESAMDINX"
"""First letters of the ids, in the order of the ledger; any other comes after these."""


CLAIMS: dict[str, Claim] = by_name(
    sorted(defined_in(__name__, __path__, Claim), key=lambda of: (f"{_GROUPS}{of.id}".index(of.id[0]), of.id)),
    "id",
)
"""Id -> `Claim`."""


def judge(claim_id, read=stored):
    """Judge a claim by what is stored (Verdict), or by whatever evidence `read` gives of a name."""
    return judge_all([claim_id], read)[0]


def judge_all(claim_ids=tuple(CLAIMS), read=stored):
    """Judge claims by what is stored; what several have in common is read once."""
    unknown = [claim_id for claim_id in claim_ids if claim_id not in CLAIMS]
    if unknown:
        raise ValueError(f"There is no claim {unknown[0]!r}: the claims are {', '.join(CLAIMS)}.")
    once = cache(read)
    return [verdict_of(CLAIMS[claim_id], once) for claim_id in claim_ids]


def judge_columns(claim_ids=tuple(CLAIMS), read=stored):
    """Judge claims in both columns by what is stored."""
    once = {column: cache(partial(read, column=column)) for column in COLUMNS}
    found = []
    for claim_id in claim_ids:
        claim = CLAIMS[claim_id]
        if claim.since:
            claim = replace(claim, judge=claim.since[0], reads=claim.since[1])
        verdicts = dict.fromkeys(COLUMNS, Verdict(claim_id, "not testable"))
        verdicts |= {column: verdict_of(claim, once[column]) for column in claim.columns}
        if not claim.columns:
            verdicts = dict.fromkeys(COLUMNS, verdict_of(claim, once["program"]))
        found.append(InColumns(claim_id, verdicts))
    return found
