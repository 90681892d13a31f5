"""What the nodes of a first layer learn."""

import re
from functools import cache

import pandas as pd
from drawings import effects_of_pairs

from study.claims import CLAIMS
from study.claims.features import RECOGNISABLE, effects
from study.experiments import nodes_frame, runs_frame
from study.figures import nine_nodes, turned
from study.figures.features import feature_lines
from study.stats import summary
from study.store import load_features


def _compare(nodes, one, other):
    """Return Cliff's delta of each measure with its interval, positive where the first reads better."""
    rows = {}
    for measure, better in RECOGNISABLE.items():
        mean, *ends, _ = effects(nodes, one, other, measure)
        rows[measure] = [better * mean, *sorted(better * end for end in ends)]
    return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "low", "high"])


@cache
def matches():
    """Return the median best match with an image of GN, of USV and of untrained sums of rows on USPS (dict)."""
    nodes = nodes_frame().groupby(["method", "seed"])["best_image"].median().groupby("method").mean()
    mixes = runs_frame("controls").query("dataset == 'usps' and method == 'mixes'")
    mixes = mixes.groupby("partition")["best_image_median"].mean()
    return {"gn": nodes["gn"], "usv": nodes["usv"], "mixes": mixes["error"], "random": mixes["random"]}


def fill(section):
    """Draw nine nodes of each method and the effects; keep the medians."""
    layers = {name: turned(load_features(name.lower()).components) for name in ("USV", "GN", "SV", "GCN")}
    chosen = nine_nodes(len(layers["GN"]), n_classes=10)
    lines = {name: of[chosen] for name, of in layers.items()}
    where = {"page": "features", "experiments": ("features",)}
    section.figure("nine", feature_lines(lines, width=4.2, fontsize=10), **where)
    nodes = nodes_frame()
    pairs = {pair: _compare(nodes, *pair) for pair in (("gn", "usv"), ("gcn", "sv"))}
    section.figure("effects", effects_of_pairs(pairs), **where)
    medians = nodes.groupby(["method", "seed"])[list(RECOGNISABLE)].median().groupby("method").mean()
    section.keep(nodes=len(layers["GN"]), seeds=nodes[nodes["method"] == "gn"]["seed"].nunique())
    section.keep(image_gn=f"{medians['best_image']['gn']:.2f}", image_usv=f"{medians['best_image']['usv']:.2f}")
    first = summary(runs_frame("planes"), "method", "first_node_correlation")["mean"]["gn"]
    asked = float(re.search(r"at least (0\.\d+)", CLAIMS["I3"].criterion)[1])
    random = summary(runs_frame("subsets"), ["partition", "amnesia"], "first_component_mean")["mean"]["random", 0.0]
    section.keep(first=f"{first:.2f}", asked=f"{asked:g}", random=f"{random:.2f}")

    image, i4 = matches(), section.verdicts["I4"]
    section.keep(mixes=f"{image['mixes']:.2f}", mixes_random=f"{image['random']:.2f}")
    adds = 0 < image["gn"] - image["mixes"] < (image["gn"] - image["usv"]) / 5 and image["random"] >= image["mixes"]
    gn, gcn = pairs["gn", "usv"], pairs["gcn", "sv"]
    better, worse = set(gcn.index[gcn["low"] > 0]), set(gcn.index[gcn["high"] < 0])
    sixes = nodes[(nodes["method"] == "gcn") & (nodes["node"] % 10 == 6)].median(numeric_only=True)
    rougher = medians["roughness"]["gcn"] > medians["roughness"]["sv"]
    none = {section.verdicts[claim].verdict for claim in ("I3", "I4", "I5")} == {"not reproduced"}
    none_met, planes = (i4.n_met, i4.n_criteria) == (0, 4), section.verdicts["I2"].verdict == "reproduced"
    one_better = better == {"best_image"} and len(worse) == 3
    rough_sixes = rougher and sixes["best_image"] > sixes["best_class_mean"]
    return {
        "Most of GN's likeness needs no training.": image["mixes"] - image["usv"] > (image["gn"] - image["usv"]) / 2,
        "do no worse than those of GN's own": image["random"] >= image["mixes"],
        "training adds a little to how readable GN's features are, and the sharing out of rows nothing.": adds,
        "So we measured every node of … seeds in four ways that we had chosen before the runs": len(RECOGNISABLE) == 4,
        "all four measures favour it over USV": (gn["low"] > 0).all(),
        "only its match with single images is better than SV's, and by the other three measures SV's smooth patches read better": one_better,
        "An outline of a six is easy to recognise, but it is rougher than a patch and resembles certain sixes more than the mean six": rough_sixes,
        "Three claims about principal components do not hold.": none,
        "The output of GN's first node is not close to the first component": first < asked,
        "GN's features are not comparable to principal components by any of the four measures": none_met,
        "Planes of two outputs, on the other hand, separate five classes as well with GN as with the auto-encoder (I2)": planes,
        "two pictures with nine nodes each": len(chosen) == 9 and len(pairs) == 2,
    }
