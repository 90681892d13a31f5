"""What the study knows of a kind of run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Kind:
    """What is computed in a run: how, what its record holds, and what of it is the same on every machine."""

    name: str
    compute: Callable[[Any, Any], tuple[dict, dict | None]]
    fields: Callable[[dict], dict]
    not_ours: tuple[str, ...] = ()
