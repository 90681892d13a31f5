"""The tables of the protocol, made of the data that the runs are planned from."""

from __future__ import annotations

from .grid import (
    AMNESIA_OF_TABLE_1,
    BASELINE_BATCHES,
    FACTORS,
    FIXED,
    METHOD_OF_TABLE_2,
    OFFSETS,
    REPEATS,
)
from .nine_sets import LATER, OF_ONE_SET, PRETRAINING

__all__ = ["tables"]


def tables():
    """Write the tables of ``book/protocol_readings.md``.

    Returns
    -------
    dict of str to str
        Name of a table -> its lines in Markdown.
    """
    grid = [
        (factor.name, level.name, f"{level.prior:g}", "yes" if level.screened else "beside", level.source)
        for factor in FACTORS
        for level in factor.levels
    ]
    habits = [
        (question, str(value), f"{p:g}")
        for question, of in (
            ("Whose runs Table 2 shows", METHOD_OF_TABLE_2),
            ("A of a run of Table 1", AMNESIA_OF_TABLE_1),
            ("Best of how many runs", REPEATS),
            ("Extra scatter, in standard deviations between seeds", OFFSETS),
            ("Rows in a batch of the pre-training of SV and of USV", BASELINE_BATCHES),
        )
        for value, p in of.items()
    ]
    sets = [
        (question, form.name, f"{form.prior:g}", form.source)
        for question, of in (
            ("later stages", LATER),
            ("pre-training of SV and USV", PRETRAINING),
            *((f"on {name} alone", of) for name, of in OF_ONE_SET.items()),
        )
        for form in of
    ]
    return {
        "grid": _table(("setting", "value", "prior", "screened", "source"), grid),
        "fixed": _table(("setting", "why it is not varied"), list(FIXED.items())),
        "habits": _table(("question", "value", "prior"), habits),
        "sets": _table(("question", "value", "prior", "source"), sets),
    }


def _table(names, rows):
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
