"""The verdict on every claim; under other readings too, once all of a reading's runs are stored."""

from dataclasses import replace

from study.claims import CLAIMS
from study.claims.card import mark_of
from study.experiments import EXPERIMENTS
from study.forensics.multiverse import FIXED_BEFOREHAND

from .choices import judged

SHORT = {"text": "text", "original, flat": "flat", "original, flat, no centring, Glorot": "Glorot"}


def judged_readings():
    """Return the other readings that every claim has been judged under (dict of str to dict of claim to verdict)."""
    found = {}
    for claim, of_claim in judged().items():
        for name, verdict in of_claim.items():
            found.setdefault(name, {})[claim] = verdict
    found.pop(FIXED_BEFOREHAND, None)
    return {name: of for name, of in found.items() if "not run" not in of.values()}


def fill(section):
    """Lay out the table of claims: a column for each reading that has been judged."""
    readings = judged_readings()
    verdicts = section.verdicts.values()
    rows = []
    for verdict in verdicts:
        claim = CLAIMS[verdict.id]
        row = {"": claim.id, "claim": f"{claim.title} ({claim.apart})" if claim.apart else claim.title}
        row["verdict"] = f"{mark_of(claim, verdict)}{verdict.in_words.partition(verdict.verdict)[2]}"
        for name, of in readings.items():
            judged = replace(verdict, verdict=of[verdict.id]) if verdict.id in of else None
            row[SHORT.get(name, "likeliest")] = mark_of(claim, judged) if judged else ""
        rows.append(row)
    widths = ["auto", "fill", "auto", *["auto"] * len(readings)]
    source = {"page": "verdicts", "experiments": tuple(EXPERIMENTS), "commands": ("gnode report",), "bench": True}
    section.table("claims", rows, widths, small=True, **source)

    counted = {of.id: of.verdict for of in verdicts if not CLAIMS[of.id].apart}
    costs = {verdict for claim, verdict in counted.items() if claim[0] in "ES"} == {"reproduced"}
    accuracy = {counted[claim] for claim in ("A1", "A2", "D1", "D2")} == {"reproduced", "partly"}
    as_told = {claim for claim, of in counted.items() if of == "not reproduced"} == {"M1", "D3", "I3", "I4", "I5"}
    return {
        "Every claim about cost and running time is reproduced; three of these are counts.": costs,
        "The last four columns": len(readings) == 4,
        "? our question, not shown": [row[""] for row in rows if row["verdict"] == "?"] == ["A3"],
        "Those about accuracy are reproduced or met in part, except for one printed score (D3).": accuracy,
        "The other failures are the place of the best amnesia factor (M1), and all that relates nodes to principal components (I3 to I5).": as_told,
    }
