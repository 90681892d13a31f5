"""A verdict as the book shows it."""

from __future__ import annotations

import html
import re

from ..stats import duration
from .claim import AGREED

# Verdict, and outcome in both columns, -> mark: never colour alone.
MARKS = {"reproduced": "✔", "partly": "◐", "not reproduced": "✘", "not testable": "–", "not run": "…"}
OUTCOME_MARKS = {"holds": "✔", "in part": "◐", "fails": "✘", "splits": "≠", "not testable": "–", "not run": "…"}

COLUMN_NAMES = {"paper": "The paper's version", "program": "The program's version"}

# What a committed text says -> what the book says. Criteria were written before the book had these names.
_WORDS = {
    r"\bUSV\b": "AE",
    r"\bSV\b": "SUP",
    r"\bmixes\b": "sums",
    r"\bp = \d(?:\.\d+)?e-(?:0[4-9]|\d\d)": "p under 0.001",
    r"\b([Tt]raining|[Tt]est) rows\b": r"\1 examples",
    r"(?<!\()\b(?:E[1-4]|S[12]|A[1-3]|M[1-3]x?|D[1-7]|I[1-8]|N[1-6]|X1)\b": r"[\g<0>](#ledger-\g<0>)",
    r"\bpage data\b": "[The data sets](data.ipynb)",
    r"\bpage accuracy\b": "[Is it as accurate?](accuracy.ipynb)",
    r"\bpage memory\b": "[How much should a node remember?](memory.ipynb)",
    r"\bpage scores\b": "[All scores](scores.ipynb)",
    r"\bpage which_program\b": "[Which program made the tables?](which_program.ipynb)",
}

# Claim -> how far to trust its verdict: a weak test is met too easily, a fragile verdict hangs on one choice of ours
# where the paper's text leaves it open.
CAUTIONS = {
    "E1": {"weak test": "It could hardly have failed: we chose the rules of counting to fit the paper's coefficients."},
    "A1": {
        "weak test": "The same network without any pre-training meets all four scores.",
        "fragile": "Table 1 does not name its amnesia factor. With A = 1, GCN's score is met as well.",
    },
    "A2": {
        "weak test": "The network without any pre-training passes it as well, in the place of GN and of GCN.",
        "fragile": "Table 1 does not name its amnesia factor, and for GCN it prints the score that Table 2 has at "
        "A = 1. We took A = 0.4. With A = 1, or with Glorot's initial weights, GCN ends more than a point behind SUP, "
        "and the claim no longer holds in full.",
    },
    "D1": {"weak test": "Random layers, in the place of all four methods, meet more of the 36 scores."},
    "D3": {
        "fragile": "With Glorot's initial weights runs scatter so widely that the criterion is met, but their mean "
        "stays more than a tenth below the printed score."
    },
    "I3": {
        "fragile": "If PCA is not centred, the mean image is its first component, and GN's half of the claim holds."
    },
}

# Outcome -> what the claim does.
_DOES = {"in part": "holds in part", "not testable": "cannot be tested", "not run": "is open"}


def in_our_words(text):
    """Write what a claim or a verdict says with the names that the book uses (str, Markdown)."""
    for said, name in _WORDS.items():
        text = re.sub(said, name, text)
    return text


def outcome_in_words(verdict):
    """Say what became of a claim in one column (str), in part with the share of its criteria that are met."""
    return verdict.in_words.replace(verdict.verdict, AGREED.get(verdict.verdict, verdict.verdict))


def verdict_card(claim, judged, last=""):
    """Write what became of a claim in Markdown as a card that is folded away: its title has mark, claim and outcome."""
    columns, outcome = judged.columns, judged.outcome
    if len(set(columns.values())) == 1:
        told, alone, both = {"Both versions": columns["paper"]}, [""], columns["paper"].note
    else:
        told = {COLUMN_NAMES[of]: verdict for of, verdict in columns.items()}
        *alone, both = _parted(*(verdict.note for verdict in told.values()))
    printed, implicit, cautions = printed_in(columns), claim.where == "implicit", CAUTIONS.get(claim.id)
    measured, table, in_table = _as_table(printed, {where: verdict.ours for where, verdict in told.items()})
    lines = [
        f"**The paper {'implies' if implicit else 'says'} ({claim.id}):** {claim.statement}"
        + f" *({claim.where})*" * (not implicit),
        claim.apart and f"**Counted apart:** {claim.apart}.",
        (why := claim.why.get(outcome)) and f"**Why it {_DOES.get(outcome, outcome)}.** {why}",
        cautions and f"**Why not to lean on it** ({', '.join(cautions)}). {' '.join(cautions.values())}",
        f"**Criterion.** {claim.criterion} {claim.in_full}".rstrip(),
        printed and not in_table and f"**The paper prints:** {printed}.",
        "\n".join(f"- {_of_column(*of)}" for of in zip(told, told.values(), measured, alone)),
        table,
        both,
        _made(told.values()),
    ]
    kind = outcome.replace(" ", "-") + (" apart" if claim.apart else "")
    summary = html.escape(in_our_words(f"{OUTCOME_MARKS[outcome]} {claim.title}: {outcome}"), quote=False)
    head = f'<details class="verdict {kind}" id="ledger-{claim.id}">\n<summary>{summary}</summary>'
    said = [in_our_words(line) for line in lines if line]
    return "\n\n".join([head, *said, *([last] if last else []), "</details>"]) + "\n"


def printed_in(columns):
    """Give what the paper prints, which every column that is judged says alike (str)."""
    return next((verdict.printed for verdict in columns.values() if verdict.printed), "")


def _sentences(note):
    """Split a note into sentences (list of str); one that leans on the one before it stays with that."""
    return [sentence for sentence in re.split(r"(?<=[.!?]) (?=[A-Z0-9])(?!By those)", note) if sentence]


def _merged(one, other):
    """Make one sentence of two that differ in one number at most; of others None."""
    numbers = r"(\d+(?:\.\d+)?)"
    parts, others = re.split(numbers, one), re.split(numbers, other)
    apart = [i for i, (part, another) in enumerate(zip(parts, others)) if part != another]
    if len(parts) != len(others) or len(apart) > 1 or any(i % 2 == 0 for i in apart):  # every second part is a number
        return None
    for i in apart:
        parts[i] += f" (by the program {others[i]})"
    return "".join(parts)


def _parted(one, other):
    """Part two notes into what each says alone and what both say (three str)."""
    first, second = _sentences(one), _sentences(other)
    merged = {(a, b): told for a in first for b in second if (told := _merged(a, b))}
    in_both = {sentence for pair in merged for sentence in pair}
    alone = (" ".join(sentence for sentence in of if sentence not in in_both) for of in (first, second))
    return *alone, " ".join(dict.fromkeys(merged.values()))


def _as_table(printed, ours):
    """Turn lists of at least four numbers with the same names, ours by column and perhaps the paper's, into a table.

    Gives what stays in words, column by column, the table (str, Markdown), and whether it has what the paper prints.
    """
    found = [_listed(measured) for measured in ours.values()]
    names = list(found[0][1])
    if len(names) < 4 or any(list(listed) != names for _, listed in found):
        return list(ours.values()), "", False
    shown = {where.lower(): listed for where, (_, listed) in zip(ours, found)}
    of_paper = _listed(printed)[1]
    if told := list(of_paper) == names:
        shown = {"the paper prints": of_paper} | shown
    rows = [["", *shown], ["---"] * (len(shown) + 1), *([name, *(of[name] for of in shown.values())] for name in names)]
    return [before for before, _ in found], "\n".join(f"| {' | '.join(row)} |" for row in rows), told


def _listed(told):
    """Part a text into what stands before a list of names and numbers (str) and the list (dict, empty if none)."""
    counted = re.match(r"(.*?\d+ of \d+)(?:\.|:| \w+:) ", told)
    before, rest = (counted[1], told[counted.end() :]) if counted else ("", told)
    parts = rest.split("; ") if "; " in rest else re.split(r", (?![^\[(]*[\])])", rest)
    split = [re.fullmatch(r"(.+?): (.+)", part) or re.fullmatch(r"(.+?) ([-+]?\.?\d.*)", part) for part in parts]
    listed = {found[1]: found[2] for found in split if found}
    before = "" if re.fullmatch(r"\d+ of \d+", before) else before
    return before, listed if len(listed) == len(parts) else {}


def _of_column(where, verdict, measured, note):
    """Write the verdict of a column, with what was measured and what its note says alone (str, Markdown)."""
    seeds = f" ({verdict.n_seeds} {'seed' if verdict.n_seeds == 1 else 'seeds'})" if verdict.n_seeds else ""
    measured = measured and f"{measured[0].upper()}{measured[1:].rstrip('.')}."
    return " ".join(
        filter(None, (f"**We found in {where.lower()}: {outcome_in_words(verdict)}**{seeds}.", measured, note))
    )


def _made(verdicts):
    """Say which commands made what is stored, and what the runs took (str, Markdown)."""
    of = {verdict.command: verdict for verdict in verdicts if verdict.command}
    made = of and f"**Run it yourself:** {' and '.join(f'`{command}`' for command in of)}."
    if not (seconds := sum(verdict.seconds for verdict in of.values())):
        return made
    memory = max(verdict.peak_memory_bytes for verdict in of.values())
    most = f", and at most {memory / 1e6:.0f} MB" if memory else ""
    return f"{made} The stored runs took {duration(seconds)} in all, on one thread{most}."
