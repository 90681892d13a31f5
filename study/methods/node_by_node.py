"""The paper's algorithms."""

from gnode import GreedyByClassByNode, GreedyByNode

from .method import Method

GN = Method("gn", "GN", "node by node", 1, colour="#D55E00", marker="o", pretraining="gn", layer=GreedyByNode)
GCN = Method(
    "gcn", "GCN", "node by node", 2, colour="#0072B2", marker="s", pretraining="gcn", layer=GreedyByClassByNode
)
