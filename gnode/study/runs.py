"""One run: what determines its result, and the key under which it is found again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

__all__ = ["Run"]

# Raised when the same settings come to mean another computation: stored runs are then no longer found.
VERSION = 1


@dataclass(frozen=True)
class Run:
    """One computation of the study.

    Parameters
    ----------
    experiment : str
    dataset : str
    method : str
    settings : dict
        Everything else that determines the result, in terms of JSON.
    seed : int
        Of the starting weights, and of the split where the data set is split by chance.
    """

    experiment: str
    dataset: str
    method: str
    settings: dict = field(hash=False)
    seed: int

    @property
    def determinants(self):
        """What determines the result (dict)."""
        return {
            "dataset": self.dataset,
            "method": self.method,
            "settings": self.settings,
            "seed": self.seed,
            "version": VERSION,
        }

    @property
    def key(self):
        """Hash of what determines the result (str of 16 hexadecimal digits)."""
        canonical = json.dumps(self.determinants, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]
