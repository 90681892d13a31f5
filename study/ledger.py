"""The ledger: every claim with its verdict, for the book and as files that other programs can read."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import asdict

from . import store
from .claims import CLAIMS, VERDICTS
from .claims.card import MARKS, NEVER_WHOLE, verdict_card
from .forensics.grid import CALLED
from .forensics.multiverse import DEPENDS, FIXED_BEFOREHAND, JUDGED, robustness
from .forensics.stages import judged_under_readings

__all__ = ["FILES", "count", "ledger_cards", "write_verdicts", "written_verdicts"]

FILES = ("verdicts.json", "verdicts.csv")


def count(verdicts):
    """Count the verdicts of each kind.

    Parameters
    ----------
    verdicts : list of Verdict

    Returns
    -------
    dict of str to int
        All of `VERDICTS`, and "not run".
    """
    counted = Counter(verdict.verdict for verdict in verdicts)
    return {kind: counted[kind] for kind in (*VERDICTS, "not run")}


def ledger_cards(verdicts, under):
    """Write a card of each verdict in MyST, folded away, with links to its figures and tables and to its chapter.

    The title of one that depends on the reading says under how many it holds.

    Parameters
    ----------
    verdicts : list of Verdict
    under : dict
        Verdicts under other readings, see `study.forensics.multiverse.by_reading`.

    Returns
    -------
    str
    """
    cards = []
    for verdict in verdicts:
        shown = ", ".join(f"{{numref}}`{label}`" for label in CLAIMS[verdict.id].shown)
        last = shown and f"**Shown**, with its code, in {shown}; {{ref}}`the chapter's verdict <verdict-{verdict.id}>`."
        readings, beside = _by_reading(verdict, under), ""
        if readings:
            robust, words = robustness(readings.values()), list(readings.values())
            told = "; ".join(f"{MARKS[of]} {CALLED.get(name, 'the likeliest')}" for name, of in readings.items())
            last = f"**By reading:** {NEVER_WHOLE.get(robust, robust)}. {told}.\n\n{last}"
            if robust == DEPENDS:
                beside = f"; holds under {words.count('reproduced')} of {len(words)} readings"
        cards.append(verdict_card(CLAIMS[verdict.id], verdict, f"ledger-{verdict.id}", last, beside))
    return "\n".join(cards)


def _by_reading(verdict, under):
    """Name the verdicts of a claim by their readings, the ledger's first (dict of str to str)."""
    found = {FIXED_BEFOREHAND: verdict.verdict} if verdict.id in JUDGED else {}
    return found | {name: of.verdict for name, of in under.get(verdict.id, {}).items()}


def written_verdicts(verdicts, under=None):
    """Write the verdicts as files.

    Parameters
    ----------
    verdicts : list of Verdict
    under : dict, default=None
        Verdicts under other readings, see `study.forensics.multiverse.by_reading`; by default those of what is
        stored.

    Returns
    -------
    dict of str to bytes
        File name -> content: one record a claim, with the claim, its criterion, the numbers compared, the verdict, how
        many of its criteria are met (n_met) of how many (n_criteria), the command that makes it, the seconds and peak
        memory (bytes) of its runs, and its robustness; the file of JSON also has the verdict under each reading
        (by_reading), empty for a claim that no reading touches.
    """
    under = judged_under_readings() if under is None else under
    records = []
    for verdict in verdicts:
        readings = _by_reading(verdict, under)
        record = _in_words(CLAIMS[verdict.id]) | asdict(verdict) | {"seconds": round(verdict.seconds, 1)}
        records.append(record | {"by_reading": readings, "robustness": robustness(readings.values())})
    rows = io.StringIO()
    columns = [name for name in records[0] if name != "by_reading"]
    writer = csv.DictWriter(rows, fieldnames=columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    as_json = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    return {name: content.encode() for name, content in zip(FILES, (as_json, rows.getvalue()))}


def _in_words(claim):
    """Return what of a claim is text (dict of str to str)."""
    return {name: getattr(claim, name) for name in ("id", "title", "where", "statement", "criterion")}


def write_verdicts(verdicts):
    """Write the verdicts into the results folder; return the paths (list of `pathlib.Path`)."""
    paths = []
    for name, content in written_verdicts(verdicts).items():
        paths.append(store.results_folder() / name)
        store.write_whole(paths[-1], content)
    return paths
