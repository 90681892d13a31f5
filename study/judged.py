"""Every verdict by other numbers than the committed ones: whether it would change.

The judges are those of the claims. What they say is stored, because to ask them all takes a minute or more.
"""

import json
from functools import cache

from .claims import CLAIMS, judge_columns, stored
from .claims.card import outcome_in_words
from .paper import MARGIN

MARGINS = (0.005, MARGIN, 0.015, 0.02)
"""How large a difference of accuracy may be."""
FILE = "judged.json"


def judged_by(claim_id, read=stored, **chosen):
    """Judge a claim by a chosen margin: what becomes of it in both columns together and in each (dict of str)."""
    (found,) = judge_columns([claim_id], read, **chosen)
    return {"both": found.outcome} | {column: outcome_in_words(of) for column, of in found.columns.items()}


def judged_by_all():
    """Judge every claim by every margin (dict of claim to column to list of str)."""
    read, found = cache(stored), {}
    for claim in CLAIMS.values():
        once = cache(lambda claim_id=claim.id, **heeded: judged_by(claim_id, read, **heeded))
        told = [once(**({"margin": of} if "margin" in claim.heeds else {})) for of in MARGINS]
        found[claim.id] = {column: [of[column] for of in told] for column in told[0]}
    return found


def written():
    """Judge all by every margin, as a file (dict of file name to bytes)."""
    content = {"margins": MARGINS, "committed": MARGIN, "claims": judged_by_all()}
    return {FILE: json.dumps(content, indent=1).encode() + b"\n"}
