"""What the introduction promises, held to the verdicts."""

from study.methods import COUNTERPARTS

from .features import matches


def fill(section):
    """Keep nothing; assert the argument."""
    cost = {section.verdicts[claim].verdict for claim in ("E1", "E2", "E3", "S1", "S2")} == {"reproduced"}
    image, no_gain = matches(), section.verdicts["A3"].n_met == 0
    untrained = image["mixes"] - image["usv"] > (image["gn"] - image["usv"]) / 2
    return {
        "The paper has two such algorithms.": len(COUNTERPARTS) == 2,
        "it promises two things at once": len(COUNTERPARTS) == 2,
        "the speed is real and follows from the operation count": cost,
        "But that says little, because on USPS we find no sure gain over the same network without pre-training.": no_gain,
        "Most of GN's likeness to digits needs no training at all.": untrained,
        "while for GCN eye and numbers disagree": section.verdicts["I1"].verdict == "partly",
    }
