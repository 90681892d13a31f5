"""What the paper claims: a module of this folder for each group of claims, found by itself."""

from __future__ import annotations

from functools import cache

from .. import by_name, defined_in
from .claim import VERDICTS, Claim, NotRun, Verdict
from .judging import Evidence, stored, verdict_of

__all__ = ["CLAIMS", "VERDICTS", "Claim", "Evidence", "NotRun", "Verdict", "judge", "judge_all", "stored"]

_GROUPS = "ESAMDIX"
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
    """Judge claims by what is stored; what several have in common is read once.

    Parameters
    ----------
    claim_ids : iterable of str
        Keys of `CLAIMS`; by default all, in their order.
    read : callable, default=stored
        From the name of what a claim reads to its `Evidence`.

    Returns
    -------
    list of Verdict
    """
    unknown = [claim_id for claim_id in claim_ids if claim_id not in CLAIMS]
    if unknown:
        raise ValueError(f"There is no claim {unknown[0]!r}: the claims are {', '.join(CLAIMS)}.")
    once = cache(read)
    return [verdict_of(CLAIMS[claim_id], once) for claim_id in claim_ids]
