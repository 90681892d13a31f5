"""The methods that the study compares: name, look, estimator, settings with effect; each in one module of this folder.

Whatever `Method` a module here defines is found and takes its place: a new file is all that a new method needs.
"""

from __future__ import annotations

from .. import by_name, defined_in
from .baselines import LOGISTIC, MAJORITY
from .controls import NONE, RANDOM, UNTRAINED
from .layer_by_layer import SV, USV
from .method import FAMILIES, Method
from .node_by_node import GCN, GN
from .principal_components import PCA

__all__ = [
    "BASELINES",
    "CONTROLS",
    "COUNTERPARTS",
    "GCN",
    "GN",
    "LAYER_BY_LAYER",
    "METHODS",
    "NODE_BY_NODE",
    "PCA",
    "SV",
    "USV",
    "Method",
    "networks",
]

METHODS: dict[str, Method] = by_name(
    sorted(defined_in(__name__, __path__, Method), key=lambda of: (FAMILIES.index(of.family), of.place, of.name))
)
"""Name -> `Method`."""

# What the paper's experiments train and its claims are about, and what they are held against; a method that is added
# changes no criterion.
NODE_BY_NODE = (GN.name, GCN.name)
LAYER_BY_LAYER = (SV.name, USV.name)
CONTROLS = (NONE.name, RANDOM.name)
BASELINES = (MAJORITY.name, LOGISTIC.name)

COUNTERPARTS = ((GN, USV), (GCN, SV))
"""What the paper compares: an algorithm, and the layer-by-layer one that is supervised if it is."""


def networks():
    """List the networks of Tables 1 and 3, in their order (tuple of str): all but the one of no epoch."""
    return tuple(of.name for of in METHODS.values() if of.pretraining is not None and of is not UNTRAINED)
