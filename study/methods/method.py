"""What the study knows of a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

FAMILIES = ("layer by layer", "node by node", "control", "other", "baseline", "components")
"""In the order of tables. "other" is what is scored beside the paper's methods and their controls; "baseline" trains no
network, and "components" gives features alone."""


@dataclass(frozen=True)
class Method:
    """A way to train what the study compares."""

    name: str
    label: str
    family: str
    place: float
    colour: str = "0.3"
    marker: str = "D"
    pretraining: str | Callable[[dict], Any] | None = None
    layer: Callable[..., Any] | None = None
    features: Callable[[dict, int], Any] | None = None
    classifier: Callable[[], Any] | None = None
    pretrained: bool = True
    inert: tuple[str, ...] = ()
    exact: bool = True

    def __post_init__(self):
        if self.family not in FAMILIES:
            raise ValueError(f"method {self.name!r}: the family {self.family!r} is none of {', '.join(FAMILIES)}.")
