"""What the paper claims, and the criterion of each claim.

The criteria were fixed before any run of the study; only a first look with the first author's program and a rough
prototype had been taken. A criterion is never loosened after the runs; a better one may be added beside it, marked
as later.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["VERDICTS", "Claim"]

VERDICTS = ("reproduced", "partly", "not reproduced", "not testable")


@dataclass(frozen=True)
class Claim:
    """A claim of the paper.

    Parameters
    ----------
    id : str
    title : str
        The claim in a few words.
    where : str
        Where the paper makes it; "implicit" where it only follows from what the paper does.
    statement : str
    criterion : str
        What counts as reproducing it. "Ours" is the mean over seeds, sd its standard deviation.
    """

    id: str
    title: str
    where: str
    statement: str
    criterion: str
