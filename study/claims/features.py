"""What the nodes of a first layer learn."""

import numpy as np
import pandas as pd

from ..methods import COUNTERPARTS, GCN, GN, PCA, SV, USV
from ..paper import LEVEL
from ..stats import deltas, interval_of_mean, where, written
from .claim import Claim, NotRun, cells_of, share

# Measure of a node -> whether a recognisable feature has more of it (1) or less (-1).
RECOGNISABLE = {"roughness": -1, "best_image": 1, "best_class_mean": 1, "selectivity": 1}
LABELS = {"roughness": "roughness", "best_image": "best match with an image"}
LABELS |= {"best_class_mean": "best match with a class mean", "selectivity": "class selectivity"}
SMALL_EFFECT = 0.33  # Cliff's delta; above it an effect is called medium


def effects(nodes, method, against, measure, level=0.95):
    """Compute the effect of a method on a measure of the nodes: mean, its interval (low, high), and number of seeds.

    It is Cliff's delta, all nodes of a seed against all of the same seed; principal components have no seed.
    """
    one, other = (where(nodes, method=name) for name in (method, against))
    if against == PCA.name and len(other):
        other = pd.concat([other.assign(seed=seed) for seed in one["seed"].unique()] or [other[:0]])
    found = deltas(one, other, measure)
    if len(found) < 2:
        raise NotRun(f"Fewer than two seeds are stored of the features of {method} and {against}.")
    return float(np.mean(found)), *interval_of_mean(found, level), len(found)


def speaks_for(measure, low, high):
    """Tell whether an interval of an effect lies wholly on the recognisable side (bool)."""
    return min(RECOGNISABLE[measure] * low, RECOGNISABLE[measure] * high) > 0


def _measured(nodes, method, against, counts):
    """Hold a method against another by all measures: which count as met, "x of y: ..." in words, and the seeds."""
    found = {measure: effects(nodes, method.name, against.name, measure, 1 - LEVEL) for measure in RECOGNISABLE}
    met = [counts(measure, low, high) for measure, (_, low, high, _) in found.items()]
    told = [
        f"{LABELS[measure]} {mean:+.2f} [{low:+.2f}, {high:+.2f}]" for measure, (mean, low, high, _) in found.items()
    ]
    return met, f"{sum(met)} of {len(met)}: {', '.join(told)}", min(n for *_, n in found.values())


def _i1(nodes):
    (gn, of_gn, n_gn), (gcn, of_gcn, n_gcn) = (_measured(nodes, *pair, speaks_for) for pair in COUNTERPARTS)
    return share(
        gn + gcn,
        min(n_gn, n_gcn) >= 5,
        printed="two figures",
        ours=f"GN against USV, {of_gn}; GCN against SV, {of_gcn}",
        n_seeds=min(n_gn, n_gcn),
        note="The numbers are Cliff's delta with its 95 % interval over seeds; at -1 every node of the first has "
        "less of the measure. The criterion names no threshold. We count a measure as met if the whole interval lies "
        "on the side of recognisable features (less rough, more like an image or a class mean, more selective), and "
        "chose this when we had seen one seed.",
    )


def _i1_supervised(nodes):
    met, told, n_seeds = _measured(nodes, GCN, SV, speaks_for)
    return share(
        met,
        n_seeds >= 5,
        printed="two figures",
        ours=f"GCN against SV, {told}",
        n_seeds=n_seeds,
        note="The numbers are Cliff's delta with its 95 % interval over seeds; at -1 every node of GCN has less of "
        "the measure. A measure is met if the whole interval lies on the side of recognisable features (less rough, "
        "more like an image or a class mean, more selective). GN against USV is not judged, because random weights do "
        "no worse than USV by any median; I7 judges it by a later criterion.",
    )


def _i4(nodes):
    def small(_, low, high):
        return -SMALL_EFFECT < low and high < SMALL_EFFECT

    met, told, n_seeds = _measured(nodes, GN, PCA, small)
    return share(
        met,
        printed="comparable",
        ours=f"GN against PCA, {told}",
        n_seeds=n_seeds,
        note="The numbers are Cliff's delta of GN against all components, with its 95 % interval over seeds. The "
        f"criterion names no threshold. We call features comparable if the interval lies within ± {SMALL_EFFECT}, a "
        "small effect, and chose this when we had seen one seed.",
    )


def _of_planes(planes, value):
    """Give a value's means of the auto-encoder and of GN, and what is told of them."""
    cells = cells_of(planes, "method", (USV.name, GN.name), value)
    ours = f"AE {written(cells.loc[USV.name])}, GN {written(cells.loc[GN.name])}"
    return cells["mean"], {"ours": ours, "n_seeds": int(cells["n"].min())}


def _i2(planes):
    means, told = _of_planes(planes, "neighbours_mean")
    note = "The numbers are means over all six planes of four nodes, because the paper does not say which three"
    met = [means[USV.name] - means[GN.name] <= 0.05]
    return share(met, printed="Figure 6: three planes each, no number", note=f"{note} it shows.", **told)


def _i3(planes):
    means, told = _of_planes(planes, "first_node_correlation")
    return share(means >= 0.95, printed="very close", **told)


def _i5(subsets):
    near, alike = (
        cells_of(subsets, ["partition", "amnesia"], [("random", 0.0)], value).iloc[0]
        for value in ("first_component_mean", "alike")
    )
    return share(
        [near["mean"] >= 0.9],
        printed="close to the top principal component",
        ours=f"{written(near)}; the nodes' correlation with each other {written(alike)}",
        n_seeds=int(near["n"]),
        note="GN with random subsets and A = 0.",
    )


# fmt: off
CLAIMS = (
    Claim("I1", "Features are recognisable digits node by node, not layer by layer", "Figures 2 and 4",
        "First-layer features of GN and GCN are recognisable digits, those of layer-by-layer training are not.",
        "The two figures side by side, and numbers: spatial roughness (total variation over L1 norm), best cosine with "
        "a centred training image and with a centred class mean, class selectivity; GN against USV and GCN against SV, "
        "all nodes, at least 5 seeds, effect size with interval.",
        _i1, since=_i1_supervised, shown=("fig-unsupervised-features", "fig-supervised-features"),
        why={"in part": "GCN's features match single images better than supervised ones, which tell far more about the "
             "classes."}),
    Claim("I2", "Planes of two outputs separate five classes as well as the auto-encoder's", "Figure 6",
        "Scatter plots of pairs of node outputs separate five classes as well as those of the auto-encoder.",
        "The accuracy of 5 nearest neighbours in the plotted planes: GN within 0.05 of the auto-encoder.",
        _i2, shown=("fig-scatter-planes", "tab-scatter"),
        why={"holds": "Nearest neighbours name the classes in GN's planes as well as in the auto-encoder's, and as "
             "written better."}),
    Claim("I3", "The first node is very close to the first principal component", "caption of Figure 6",
        "The first node's output is very close to the first principal component, for the auto-encoder and for GN.",
        "The absolute correlation with the first principal component is at least 0.95, for both, over seeds.",
        _i3, shown=("fig-scatter-first", "tab-scatter-first"),
        why={"fails": "GN's first node learns the mean of its examples, and the auto-encoder's nodes have no order."}),
    Claim("I4", "Principal components are comparable to GN's features", "Section 1",
        "The features of linear PCA are comparable to those of GN.",
        "The figure of PCA, and the same numbers as for I1.",
        _i4, shown=("fig-pca-features", "tab-features-effects"),
        why={"fails": "GN's features look more like digits than principal components do, by every measure: the paper "
             "claims too little."}),
    Claim("I5", "Nodes on random subsets all learn the first principal component", "Section 2",
        "Nodes trained on random subsets without coordination all learn the first principal component.",
        "The mean absolute correlation with the first principal component is at least 0.9 for A = 0 and random "
        "subsets.",
        _i5, shown=("tab-random-subsets",),
        why={"fails": "As written such nodes have next to nothing in common with the component; by the program they "
             "lean towards it without reaching it."}),
)
