"""What the paper claims: a module of this folder for each group of claims, found by itself."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .claim import VERDICTS, Claim, NotRun, Verdict
from .judging import Evidence, stored, verdict_of

__all__ = ["CLAIMS", "VERDICTS", "Claim", "Evidence", "NotRun", "Verdict", "judge", "judge_all", "stored"]

_GROUPS = "ESAMDIX"
"""First letters of the ids, in the order of the ledger; any other comes after these."""


def _find():
    """Gather the claims of all modules of this folder (dict of str to Claim)."""
    found = {}
    for module in sorted(module.name for module in iter_modules(__path__)):
        for claim in getattr(import_module(f"{__name__}.{module}"), "CLAIMS", ()):
            if found.setdefault(claim.id, claim) is not claim:
                raise ValueError(f"two claims have the id {claim.id!r}.")
    return dict(sorted(found.items(), key=lambda named: (f"{_GROUPS}{named[0]}".index(named[0][0]), named[0])))


CLAIMS = _find()
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
    once = cache(read)
    return [verdict_of(CLAIMS[claim_id], once) for claim_id in claim_ids]
