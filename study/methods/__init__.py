"""The methods that the study compares: name, look, estimator, settings with effect.

Whatever `Method` a module here defines is found and takes its place: a new file is all that a new method needs.
"""

from .. import by_name, defined_in
from .method import FAMILIES, Method
from .papers import GCN, GN, LOGISTIC, MAJORITY, NONE, PCA, RANDOM, SV, UNTRAINED, USV

__all__ = [
    "BASELINES", "CONTROLS", "COUNTERPARTS", "GCN", "GN", "LAYER_BY_LAYER", "MAJORITY", "METHODS", "NODE_BY_NODE",
    "NONE", "PCA", "RANDOM", "SV", "UNTRAINED", "USV", "Method", "networks",
]  # fmt: skip

METHODS: dict[str, Method] = by_name(
    sorted(defined_in(__name__, __path__, Method), key=lambda of: (FAMILIES.index(of.family), of.place, of.name))
)

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
