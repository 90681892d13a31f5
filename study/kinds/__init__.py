"""The kinds of runs: what each computes and what its record holds; every `Kind` of a module of this folder is found."""

from __future__ import annotations

from .. import by_name, defined_in
from .kind import Kind

__all__ = ["KINDS", "Kind"]

KINDS: dict[str, Kind] = by_name(defined_in(__name__, __path__, Kind))
"""Name -> `Kind`."""
