"""The kinds of runs: what each computes and what its record holds; every `Kind` of a module of this folder is found."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from .kind import Kind

__all__ = ["KINDS", "Kind"]

KINDS = {
    value.name: value
    for module in sorted(module.name for module in iter_modules(__path__))
    for value in vars(import_module(f"{__name__}.{module}")).values()
    if isinstance(value, Kind)
}
"""Name -> `Kind`."""
