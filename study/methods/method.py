"""What the study knows of a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["FAMILIES", "Method"]

FAMILIES = ("layer by layer", "node by node", "control", "other", "baseline", "components")
"""In the order of tables. "other" is what is scored beside the paper's methods and their controls; "baseline" trains no
network, and "components" gives features alone."""


@dataclass(frozen=True)
class Method:
    """A way to train what the study compares.

    Parameters
    ----------
    name : str
        What runs are stored under.
    label : str
        Its name in tables and figures.
    family : str
        One of `FAMILIES`.
    place : float
        Among the methods of its family.
    colour, marker : str
        Of figures, as matplotlib takes them.
    pretraining : str, or callable from settings to an estimator, or None
        What `gnode.DeepClassifier` is given; None if no network is trained.
    layer : callable, default=None
        Makes the unfitted estimator of one layer, with the parameters that `gnode.GreedyByNode` has.
    features : callable, default=None
        Makes the unfitted estimator of features, which need be no layer of tanh nodes, from the settings of a run and
        its seed.
    classifier : callable, default=None
        Makes the unfitted classifier of a baseline.
    pretrained : bool, default=True
        Whether its layers are trained before the output layer.
    inert : tuple of str, default=()
        Settings of a network that have no effect on it, and so are no part of its runs.
    exact : bool, default=True
        Whether it computes the same bits on every machine.
    """

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
