"""The methods that the study compares: name, look, estimator, settings with effect; each in one module of this folder.

Whatever `Method` a module here defines is found and takes its place: a new file is all that a new method needs.
"""

from __future__ import annotations

from .. import by_name, defined_in
from .layer_by_layer import SV, USV
from .method import FAMILIES, Method
from .node_by_node import GCN, GN
from .principal_components import PCA

__all__ = ["COUNTERPARTS", "GCN", "GN", "METHODS", "PCA", "SV", "USV", "Method", "names_of"]


METHODS: dict[str, Method] = by_name(
    sorted(defined_in(__name__, __path__, Method), key=lambda of: (FAMILIES.index(of.family), of.place, of.name))
)
"""Name -> `Method`."""

COUNTERPARTS = ((GN, USV), (GCN, SV))
"""What the paper compares: an algorithm, and the layer-by-layer one that is supervised if it is."""


def names_of(*families):
    """List the names of the methods of families, in their order (tuple of str); of all that train a network for none.

    Parameters
    ----------
    *families : str
        Of `gnode.study.methods.method.FAMILIES`.
    """
    chosen = [of for of in METHODS.values() if (of.family in families if families else of.pretraining is not None)]
    return tuple(of.name for of in chosen)
