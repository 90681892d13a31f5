"""The ledger: every claim with its verdict, for the book and as files that other programs can read."""

from __future__ import annotations

import csv
import io
import json
import pathlib
import re
from dataclasses import asdict

from . import store
from .claims import CLAIMS
from .claims.card import printed_in, verdict_card

__all__ = ["FILES", "ledger_cards", "places_of_labels", "write_verdicts", "written_verdicts"]

FILES = ("verdicts.json", "verdicts.csv")

NOTEBOOKS = pathlib.Path(__file__).parents[1] / "notebooks"
LABEL = re.compile(r"^ *:?name: ([\w-]+)$|<a id=\"([\w-]+)\">", re.MULTILINE)


def ledger_cards(judged):
    """Write a card of each claim in Markdown, folded away, with links to the figures and tables that show it.

    Parameters
    ----------
    judged : list of InColumns

    Returns
    -------
    str
    """
    places = places_of_labels()
    return "\n".join(verdict_card(CLAIMS[of.id], of, _shown(CLAIMS[of.id], places)) for of in judged)


def places_of_labels(folder=NOTEBOOKS):
    """Find the page of each label: of figures, and of anchors in the text.

    Parameters
    ----------
    folder : pathlib.Path
        Of the texts of the notebooks; without it there is no page.

    Returns
    -------
    dict of str to (str, str)
        Label -> name of the page, and its title.
    """
    places: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = re.search(r"^# (.+)$", text, re.MULTILINE)
        for found in LABEL.finditer(text):
            places.setdefault(found[1] or found[2], (path.stem, title[1] if title else path.stem))
    return places


def _shown(claim, places):
    """Say where a claim is shown and discussed (str, Markdown); a label that no page has is left out."""
    links: dict[str, list[str]] = {}
    for label in (*claim.shown, f"verdict-{claim.id}"):
        if label in places:
            page, title = places[label]
            kind = {"fig": "figure", "tab": "table"}.get(label.split("-")[0], "text")
            links.setdefault(title, []).append(f"[{kind}]({page}.ipynb#{label})")
    return links and "**Shown** in " + "; ".join(f"*{title}*: {', '.join(found)}" for title, found in links.items())


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
