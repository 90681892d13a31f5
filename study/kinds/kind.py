"""What the study knows of a kind of run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Kind"]


@dataclass(frozen=True)
class Kind:
    """What is computed in a run: how, what its record holds, and what of it is the same on every machine.

    Parameters
    ----------
    name : str
    compute : callable
        From a run and its rows to what it gave and its arrays. What it gave is a dict in terms of JSON; it says
        ``"diverged"``, None or why. Only the kind "features" has arrays (dict of str to ndarray); others give None.
    fields : callable
        From the record of a run to the checks of what it gave, see `study.kinds.fields` (dict); a ValueError says
        that a run of this kind cannot have such a record.
    not_ours : tuple of str, default=()
        How the names of those numbers begin that other libraries compute, whose last bits are the processor's.
    """

    name: str
    compute: Callable[[Any, Any], tuple[dict, dict | None]]
    fields: Callable[[dict], dict]
    not_ours: tuple[str, ...] = ()
