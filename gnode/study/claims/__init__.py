"""What the paper claims: a module of this folder for each group of claims, found by itself."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .claim import VERDICTS, Claim

__all__ = ["CLAIMS", "VERDICTS", "Claim"]

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
