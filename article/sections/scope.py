"""What was tested."""

from study.claims import CLAIMS
from study.paper import MARGIN, TABLE_3

WORDS = dict(enumerate(("No", "One", "Two", "Three", "Four", "Five", "Six")))


def fill(section):
    """Count the claims and their groups."""
    counted = [claim for claim in CLAIMS.values() if not claim.apart]
    section.keep(claims=len(counted), margin=f"{MARGIN:.3f}", apart=WORDS[len(section.verdicts) - len(counted)])
    groups = {of.id[0] for of in counted} == set("ESADMI")
    margin = "max(2 sd, 0.010)" in CLAIMS["A1"].criterion
    return {
        "They fall into six groups": groups,
        "nine more data sets (D)": len(TABLE_3) == 9,
        "the criterion asks that it lie within two standard deviations of our mean, or within …": margin,
    }
