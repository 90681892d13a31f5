"""What the nodes of a first layer learn."""

from .claim import Claim

CLAIMS = (
    Claim(
        "I1",
        "Features are recognisable digits node by node, not layer by layer",
        "Figures 2 and 4",
        "First-layer features of GN and GCN are recognisable digits, those of layer-by-layer training are not.",
        "The two figures side by side, and numbers: spatial roughness (total variation over L1 norm), best cosine with "
        "a centred training image and with a centred class mean, class selectivity; GN against USV and GCN against "
        "SV, all nodes, at least 5 seeds, effect size with interval.",
    ),
    Claim(
        "I2",
        "Planes of two outputs separate five classes as well as the auto-encoder's",
        "Figure 6",
        "Scatter plots of pairs of node outputs separate five classes as well as those of the auto-encoder.",
        "The accuracy of 5 nearest neighbours in the plotted planes: GN within 0.05 of the auto-encoder.",
    ),
    Claim(
        "I3",
        "The first node is very close to the first principal component",
        "caption of Figure 6",
        "The first node's output is very close to the first principal component, for the auto-encoder and for GN.",
        "The absolute correlation with the first principal component is at least 0.95, for both, over seeds.",
    ),
    Claim(
        "I4",
        "Principal components are comparable to GN's features",
        "Section 1",
        "The features of linear PCA are comparable to those of GN.",
        "The figure of PCA, and the same numbers as for I1.",
    ),
    Claim(
        "I5",
        "Nodes on random subsets all learn the first principal component",
        "Section 2",
        "Nodes trained on random subsets without coordination all learn the first principal component.",
        "The mean absolute correlation with the first principal component is at least 0.9 for A = 0 and random "
        "subsets.",
    ),
)
