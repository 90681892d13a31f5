"""What the study knows of a method."""

from dataclasses import dataclass
from typing import Any

FAMILIES = ("layer by layer", "node by node", "control", "other", "baseline", "components")
"""In the order of tables. "other" is what is scored beside the paper's methods and their controls; "baseline" trains no
network, and "components" gives features alone."""


@dataclass(frozen=True)
class Method:
    """A way to train what the study compares."""

    name: str  # what runs are stored under
    label: str  # in tables and figures
    family: str
    place: float  # among the methods of its family
    colour: str = "0.3"  # of figures, as matplotlib takes it, and so is the marker
    marker: str = "D"
    # What `gnode.DeepClassifier` is given, or what makes it from settings; None if no network is trained.
    pretraining: Any = None
    layer: Any = None  # makes the estimator of one layer, with the parameters of GreedyByNode
    features: Any = None  # makes an estimator of features, from settings and a seed
    classifier: Any = None  # makes the classifier of a baseline
    pretrained: bool = True  # whether its layers are trained before the output layer
    inert: tuple[str, ...] = ()  # settings of a network without effect on it, which are no part of its runs
    exact: bool = True  # whether it computes the same bits on every machine

    def __post_init__(self):
        if self.family not in FAMILIES:
            raise ValueError(f"method {self.name!r}: the family {self.family!r} is none of {', '.join(FAMILIES)}.")
