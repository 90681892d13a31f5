"""A verdict as the book shows it."""

from __future__ import annotations

from ..stats import duration
from .claim import OUR_QUESTION

__all__ = ["MARKS", "NEVER_WHOLE", "answered", "mark_of", "verdict_card", "verdict_line"]

# Verdict -> mark and word: never colour alone.
MARKS = {
    "reproduced": "✔",
    "partly": "◐",
    "not reproduced": "✘",
    "not testable": "–",
    "not run": "…",
}

# The protocol's word for a claim that no reading reproduces -> that of the card: such a claim may hold in part.
NEVER_WHOLE = {"fails everywhere": "never whole"}

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


def verdict_card(claim, verdict, name="", last="", beside=""):
    """Write a verdict in MyST as a card that is folded away: its title has mark, claim, id and verdict.

    Parameters
    ----------
    claim : Claim
    verdict : Verdict
    name : str, default=""
        Its label, if it is to have one.
    last : str, default=""
        One more line, in MyST.
    beside : str, default=""
        What its title says after the verdict.

    Returns
    -------
    str
    """
    seeds = f" ({verdict.n_seeds} {'seed' if verdict.n_seeds == 1 else 'seeds'})" if verdict.n_seeds else ""
    lines = [
        f"**Claim** ({claim.where}). {claim.statement}",
        claim.apart and f"**Counted apart:** {claim.apart}.",
        f"**Criterion.** {claim.criterion}",
        verdict.paper and f"**Paper:** {verdict.paper}",
        verdict.ours and f"**Ours{seeds}:** {verdict.ours}",
        verdict.note and f"**Note.** {verdict.note}",
        verdict.command and f"**Made by** `{verdict.command}`.{_cost(verdict)}",
        last,
    ]
    kind = verdict.verdict.replace(" ", "-") + (" apart" if claim.apart else "")
    options = f":class-container: verdict {kind}\n" + (f":name: {name}\n" if name else "")
    title = f"{mark_of(claim, verdict)} {claim.title} ({verdict.id}): {answered(claim, verdict)}{beside}"
    head = f":::{{dropdown}} {title}\n{options}\n"
    return head + "\n\n".join(line for line in lines if line) + "\n:::\n"


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
