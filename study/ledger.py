"""The ledger: every claim with its verdict, for the book and as files that other programs can read."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict

import pandas as pd

from . import store
from .claims import CLAIMS
from .claims.card import COLUMN_NAMES, MARKS, OUTCOME_MARKS, printed_in, verdict_card

__all__ = ["FILES", "ledger_cards", "ledger_table", "write_verdicts", "written_verdicts"]

FILES = ("verdicts.json", "verdicts.csv")


def ledger_cards(judged):
    """Write a card of each claim in MyST, folded away, with links to its figures and tables and to its chapter.

    Parameters
    ----------
    judged : list of InColumns

    Returns
    -------
    str
    """
    cards = []
    for of in judged:
        shown = ", ".join(f"{{numref}}`{label}`" for label in CLAIMS[of.id].shown)
        last = shown and f"**Shown**, with its code, in {shown}; {{ref}}`the chapter's verdict <verdict-{of.id}>`."
        cards.append(verdict_card(CLAIMS[of.id], of, f"ledger-{of.id}", last))
    return "\n".join(cards)


def ledger_table(judged):
    """Lay out claims and columns as a table.

    Parameters
    ----------
    judged : list of InColumns

    Returns
    -------
    pandas.DataFrame
        Of strings in MyST: claim, which leads to its card; as written and by the program, its verdict with the share of
        the criteria that are met; outcome.
    """
    rows = []
    for of in judged:
        claim = CLAIMS[of.id]
        row = {"claim": f"{{ref}}`{claim.title} <ledger-{of.id}>`"}
        for column, verdict in of.columns.items():
            partly = verdict.verdict == "partly"
            share = f" {verdict.n_met} of {verdict.n_criteria}" if partly else f" {verdict.verdict}"
            row[COLUMN_NAMES[column].lower()] = f"{MARKS[verdict.verdict]}{share}"
        rows.append(row | {"outcome": f"{OUTCOME_MARKS[of.outcome]} {of.outcome}"})
    return pd.DataFrame(rows)


def written_verdicts(judged):
    """Write the verdicts as files.

    Parameters
    ----------
    judged : list of InColumns

    Returns
    -------
    dict of str to bytes
        File name -> content: one record a claim, with the claim, its criterion, why it is counted apart if it is, what
        the paper prints, its outcome in both columns together and why, and for each column (``columns``; in the file of
        CSV as ``COLUMN_FIELD``) the verdict, its fraction, n_met and n_criteria, our numbers, the number of seeds, a
        note, the command that makes it, and the seconds and peak memory (bytes) of its runs.
    """
    records = []
    for of in judged:
        claim = CLAIMS[of.id]
        record = _in_words(claim) | {"printed": printed_in(of.columns), "outcome": of.outcome}
        columns = {column: _of_column(verdict) for column, verdict in of.columns.items()}
        records.append(record | {"why": claim.why.get(of.outcome, ""), "columns": columns})
    rows = io.StringIO()
    flat = [
        {name: value for name, value in record.items() if name != "columns"}
        | {f"{column}_{name}": value for column, of in record["columns"].items() for name, value in of.items()}
        for record in records
    ]
    writer = csv.DictWriter(rows, fieldnames=list(flat[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    as_json = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    return {name: content.encode() for name, content in zip(FILES, (as_json, rows.getvalue()))}


def _of_column(verdict):
    """Return what the files say of a verdict (dict)."""
    fields = asdict(verdict) | {"seconds": round(verdict.seconds, 1)}
    own = {name: value for name, value in fields.items() if name not in ("id", "verdict", "printed")}
    fraction = f"{verdict.n_met}/{verdict.n_criteria}" if verdict.n_criteria else ""
    return {"verdict": verdict.verdict, "fraction": fraction} | own


def _in_words(claim):
    """Return what of a claim is text (dict of str to str)."""
    return {name: getattr(claim, name) for name in ("id", "title", "where", "statement", "criterion", "apart")}


def write_verdicts(judged):
    """Write the verdicts into the results folder; return the paths (list of `pathlib.Path`)."""
    paths = []
    for name, content in written_verdicts(judged).items():
        paths.append(store.results_folder() / name)
        store.write_whole(paths[-1], content)
    return paths
