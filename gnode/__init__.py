"""Node-by-node greedy deep learning (Wu & Magdon-Ismail 2016): the algorithms GN and GCN and their baselines.

To read the algorithms, begin with gnode/reference.py: all four in plain NumPy, which the rest is held to.
"""

from gnode.greedy import GreedyByClassByNode, GreedyByNode
from gnode.layer import DivergenceError, SaturationWarning
from gnode.layerwise import LayerwiseAutoencoder, LayerwiseSupervisedEncoder
from gnode.network import DeepClassifier
from gnode.own_rows import OwnRowsPCA
from gnode.reading import Reading

__version__ = "1.0.0rc1"

__all__ = [
    "DeepClassifier",
    "DivergenceError",
    "GreedyByClassByNode",
    "GreedyByNode",
    "LayerwiseAutoencoder",
    "LayerwiseSupervisedEncoder",
    "OwnRowsPCA",
    "Reading",
    "SaturationWarning",
]
