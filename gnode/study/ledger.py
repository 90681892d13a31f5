"""The ledger: every claim with its verdict, for the book and as files that other programs can read."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import asdict

from . import store
from .claims import CLAIMS, VERDICTS
from .page import MARKS, verdict_card

__all__ = ["FILES", "count", "ledger_cards", "overview", "write_verdicts", "written_verdicts"]

FILES = ("verdicts.json", "verdicts.csv")

# Claim -> the figures and tables of the book that show it; the code is above each.
EVIDENCE = {
    "E1": ["tab-count-step"],
    "E2": ["fig-count-naive"],
    "E3": ["tab-count-layers", "tab-count-exponents"],
    "E4": ["fig-count-half"],
    "S1": ["fig-running-ratios", "tab-running-seconds"],
    "S2": ["fig-running-ratios", "tab-running-seconds"],
    "A1": ["fig-running-accuracy", "tab-running-accuracy"],
    "A2": ["fig-running-differences", "tab-running-differences"],
    "A3": ["fig-running-differences", "tab-running-differences"],
    "M1": ["fig-amnesia-accuracy", "tab-amnesia-test"],
    "M2": ["fig-amnesia-redundancy"],
    "M3": ["fig-amnesia-noise"],
    "D1": ["tab-sets-test", "fig-sets-dots"],
    "D2": ["tab-sets-madelon"],
    "D3": ["tab-sets-cnae9"],
    "D4": ["tab-sets-base"],
    "D5": ["tab-data-paper"],
    "I1": ["fig-unsupervised-features", "fig-supervised-features", "fig-measures"],
    "I2": ["fig-scatter-planes", "tab-scatter"],
    "I3": ["fig-scatter-first", "tab-scatter-first"],
    "I4": ["fig-pca-features", "tab-features-effects"],
    "I5": ["tab-random-subsets"],
    "X1": ["tab-output-nodes"],
}


def count(verdicts):
    """Count the verdicts of each kind.

    Parameters
    ----------
    verdicts : list of Verdict

    Returns
    -------
    dict of str to int
        All of `gnode.study.claims.VERDICTS`, and "not run".
    """
    counted = Counter(verdict.verdict for verdict in verdicts)
    return {kind: counted[kind] for kind in (*VERDICTS, "not run")}


def overview(verdicts):
    """Write a table of all claims in MyST, one line each: its id, which leads to its card, the claim, the verdict.

    Parameters
    ----------
    verdicts : list of Verdict

    Returns
    -------
    str
    """
    lines = ["| id | claim | verdict |", "| --- | --- | --- |"]
    for verdict in verdicts:
        lines.append(
            f"| {{ref}}`{verdict.id} <ledger-{verdict.id}>` | {CLAIMS[verdict.id].title} "
            f"| {MARKS[verdict.verdict]} {verdict.in_words} |"
        )
    return "\n".join(lines)


def ledger_cards(verdicts):
    """Write a card of each verdict in MyST, with links to the figures and tables that show it, and to its chapter.

    Parameters
    ----------
    verdicts : list of Verdict

    Returns
    -------
    str
    """
    cards = []
    for verdict in verdicts:
        shown = ", ".join(f"{{numref}}`{label}`" for label in EVIDENCE[verdict.id])
        last = f"**Shown**, with its code, in {shown}; {{ref}}`the chapter's verdict <verdict-{verdict.id}>`."
        cards.append(verdict_card(verdict, name=f"ledger-{verdict.id}", last=last))
    return "\n".join(cards)


def written_verdicts(verdicts):
    """Write the verdicts as files.

    Parameters
    ----------
    verdicts : list of Verdict

    Returns
    -------
    dict of str to bytes
        File name -> content: one record a claim, with the claim, its criterion, the numbers compared, the verdict, how
        many of its criteria are met (n_met) of how many (n_criteria), the command that makes it, and the seconds and
        peak memory (bytes) of its runs.
    """
    records = [
        asdict(CLAIMS[verdict.id]) | asdict(verdict) | {"seconds": round(verdict.seconds, 1)} for verdict in verdicts
    ]
    rows = io.StringIO()
    writer = csv.DictWriter(rows, fieldnames=list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    as_json = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    return {name: content.encode() for name, content in zip(FILES, (as_json, rows.getvalue()))}


def write_verdicts(verdicts):
    """Write the verdicts into the results folder; return the paths (list of `pathlib.Path`)."""
    paths = []
    for name, content in written_verdicts(verdicts).items():
        paths.append(store.results_folder() / name)
        store.write_whole(paths[-1], content)
    return paths
