"""The ledger: every claim with its verdict, for the book and as files that other programs can read."""

import json
import pathlib
import re
from dataclasses import asdict

import pandas as pd

from .claims import CLAIMS
from .claims.card import printed_in, verdict_card

FILES = ("verdicts.json", "verdicts.csv")

NOTEBOOKS = pathlib.Path(__file__).parents[1] / "notebooks"
LABEL = re.compile(r"^ *:?name: ([\w-]+)$|<a id=\"([\w-]+)\">", re.MULTILINE)


def ledger_cards(judged):
    """Write a card of each claim in Markdown, folded away, with links to the figures and tables that show it."""
    places = places_of_labels()
    return "\n".join(verdict_card(CLAIMS[of.id], of, _shown(CLAIMS[of.id], places)) for of in judged)


def places_of_labels(folder=NOTEBOOKS):
    """Find the page of each label, of figures and of anchors in the text: its name, and its title (dict)."""
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
    return links and "**Read more** in " + "; ".join(f"*{title}*: {', '.join(found)}" for title, found in links.items())


def written_verdicts(judged):
    """Write the verdicts as files, a record a claim, flat in CSV (dict of file name to bytes)."""
    records = []
    for of in judged:
        claim = CLAIMS[of.id]
        record = {name: getattr(claim, name) for name in ("id", "title", "where", "statement", "criterion", "apart")}
        record |= {"printed": printed_in(of.columns), "outcome": of.outcome, "why": claim.why.get(of.outcome, "")}
        record["columns"] = {}
        for column, verdict in of.columns.items():
            fields = asdict(verdict) | {"seconds": round(verdict.seconds, 1)}
            del fields["id"], fields["printed"]
            fraction = f"{verdict.n_met}/{verdict.n_criteria}" if verdict.n_criteria else ""
            record["columns"][column] = {"verdict": fields.pop("verdict"), "fraction": fraction} | fields
        records.append(record)
    table = pd.json_normalize(records, sep="_").rename(columns=lambda name: name.removeprefix("columns_"))
    as_json = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    as_csv = table.to_csv(index=False, lineterminator="\n")
    return {name: content.encode() for name, content in zip(FILES, (as_json, as_csv))}
