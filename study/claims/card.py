"""A verdict as the book shows it."""

from __future__ import annotations

import re

from ..stats import duration
from .claim import OUR_QUESTION

__all__ = [
    "COLUMN_NAMES",
    "MARKS",
    "OUTCOME_MARKS",
    "answered",
    "mark_of",
    "printed_in",
    "verdict_card",
    "verdict_line",
]

# Verdict -> mark and word: never colour alone.
MARKS = {
    "reproduced": "✔",
    "partly": "◐",
    "not reproduced": "✘",
    "not testable": "–",
    "not run": "…",
}

# Outcome in both columns -> mark.
OUTCOME_MARKS = {"holds": "✔", "in part": "◐", "fails": "✘", "splits": "≠", "not testable": "–", "not run": "…"}

COLUMN_NAMES = {"paper": "As written", "program": "By the program"}

# A question of ours is answered; nothing is reproduced. Runs that do not show an effect do not refute it either.
_ANSWERS = {"reproduced": "yes", "partly": "in part", "not reproduced": "not shown"}


def answered(claim, verdict):
    """Say what became of a claim of the paper, or how a question of ours is answered (str)."""
    if claim.apart != OUR_QUESTION:
        return verdict.in_words
    return verdict.in_words.replace(verdict.verdict, _ANSWERS.get(verdict.verdict, verdict.verdict))


def mark_of(claim, verdict):
    """Give the mark of a verdict; a question of ours that is not answered has a question mark (str)."""
    undecided = claim.apart == OUR_QUESTION and verdict.verdict == "not reproduced"
    return "?" if undecided else MARKS[verdict.verdict]


def verdict_card(claim, judged, name="", last=""):
    """Write what became of a claim in MyST as a card that is folded away: its title has mark, claim, id and outcome.

    Parameters
    ----------
    claim : Claim
    judged : InColumns
    name : str, default=""
        Its label, if it is to have one.
    last : str, default=""
        One more line, in MyST.

    Returns
    -------
    str
    """
    columns = judged.columns
    same = len(set(columns.values())) == 1
    told = {"In both columns": columns["paper"]} if same else {COLUMN_NAMES[of]: columns[of] for of in columns}
    shared = [] if same else _said_by_all(verdict.note for verdict in columns.values())
    lines = [
        f"**Claim** ({claim.where}). {claim.statement}",
        claim.apart and f"**Counted apart:** {claim.apart}.",
        f"**Criterion.** {claim.criterion}",
        (printed := printed_in(columns)) and f"**Paper:** {printed}",
        *(_of_column(where, verdict, shared) for where, verdict in told.items()),
        " ".join(shared),
        (why := claim.why.get(judged.outcome)) and f"**Why it {_DOES[judged.outcome]}.** {why}",
        last,
    ]
    kind = judged.outcome.replace(" ", "-") + (" apart" if claim.apart else "")
    options = f":class-container: verdict {kind}\n" + (f":name: {name}\n" if name else "")
    title = f"{OUTCOME_MARKS[judged.outcome]} {claim.title} ({claim.id}): {judged.outcome}"
    head = f":::{{dropdown}} {title}\n{options}\n"
    return head + "\n\n".join(line for line in lines if line) + "\n:::\n"


_DOES = {
    "holds": "holds",
    "in part": "holds in part",
    "fails": "fails",
    "splits": "splits",
    "not testable": "cannot be tested",
    "not run": "is open",
}


def printed_in(columns):
    """Give what the paper prints, which every column that is judged says alike (str)."""
    return next((verdict.printed for verdict in columns.values() if verdict.printed), "")


def _said_by_all(notes):
    """List the sentences that stand in each of some notes (list of str)."""
    first, *others = (re.split(r"(?<=[.!?]) (?=[A-Z])", note) for note in notes)
    return [sentence for sentence in first if sentence and all(sentence in other for other in others)]


def _of_column(where, verdict, told_later=()):
    """Write the verdict of a column in MyST (str), without the sentences of its note that are told later."""
    note = verdict.note
    for sentence in told_later:
        note = " ".join(note.replace(sentence, "").split())
    seeds = f" ({verdict.n_seeds} {'seed' if verdict.n_seeds == 1 else 'seeds'})" if verdict.n_seeds else ""
    parts = [
        f"**{where}: {verdict.in_words}**{seeds}.",
        verdict.ours and f"{verdict.ours.rstrip('.')}.",
        note,
        verdict.command and f"Made by `{verdict.command}`.{_cost(verdict)}",
    ]
    return " ".join(part for part in parts if part)


def verdict_line(claim, verdict):
    """Write a verdict in one line of MyST that leads to its card.

    Parameters
    ----------
    claim : Claim
    verdict : Verdict

    Returns
    -------
    str
    """
    kind = verdict.verdict.replace(" ", "-")
    told = f"{mark_of(claim, verdict)} {{ref}}`{verdict.id} <ledger-{verdict.id}>` {claim.title}"
    return f":::{{container}} verdict-line {kind}\n{told}: {answered(claim, verdict)}.\n:::\n"


def _cost(verdict):
    """Say what the stored runs behind a verdict took (str)."""
    if not verdict.seconds:
        return ""
    memory = f", and at most {verdict.peak_memory_bytes / 1e6:.0f} MB" if verdict.peak_memory_bytes else ""
    return f" The stored runs took {duration(verdict.seconds)} in all, on one thread{memory}."
