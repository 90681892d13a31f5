"""What the page of verdicts shows: every claim that counts in a table, and the cards."""

import re
from functools import cache

from IPython.display import Markdown, display

from ..claims import CLAIMS, judge_columns
from ..claims.card import CAUTIONS, OUTCOME_MARKS, in_our_words
from ..ledger import ledger_cards
from ..page import table, typeset

# The claims that count by the question that they answer, in their order.
QUESTIONS = {
    "Is it faster?": ("S1", "S2", "E1", "E2", "E3"),
    "Is it as accurate?": ("A2", "D2"),
    "Are the features readable?": ("I1", "I2", "I3", "I5", "I4"),
    "How much memory?": ("M1", "M2", "M3"),
    "Are its numbers right?": ("D1", "A1", "D3", "D5"),
}
# A claim of the paper in a short sentence.
SHORT = {
    "S1": "Pre\N{NON-BREAKING HYPHEN}training is at least ten times as fast",
    "S2": "The whole training is faster, too",
    "E1": "The formula for the cost of an update is right",
    "E2": "Keeping a running sum saves time",
    "E3": "The time grows no faster than the theorem says",
    "A2": "No accuracy is lost on the paper's digits",
    "D2": "Both algorithms win on MADELON, an artificial data set",
    "I1": "The features look like digits",
    "I2": "Two nodes separate classes as well as an auto\N{NON-BREAKING HYPHEN}encoder's",
    "I3": "The first node finds the first principal component",
    "I4": "Principal components look like GN's features",
    "I5": "Nodes on random examples find that component, too",
    "M1": "A node should remember about half of the past",
    "M2": "With more memory, features differ more",
    "M3": "Too much memory makes training unstable",
    "D1": "The scores on nine other sets can be reproduced",
    "A1": "The scores on the digits can be reproduced",
    "D3": "At a higher learning rate, GCN does well on short texts",
    "D5": "The data sets have the sizes that are printed",
}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def claims_table():
    """Tabulate the claims that count, question by question: what became of each, why, and a link to its card."""
    rows = []
    for of in (judged()[claim] for claims in QUESTIONS.values() for claim in claims):
        caution = f" *({next(iter(CAUTIONS[of.id]))})*" if of.id in CAUTIONS else ""
        why = in_our_words(CLAIMS[of.id].why.get(of.outcome, ""))
        rows.append(
            {
                "claim": f"[{SHORT[of.id]}](#ledger-{of.id})",
                "verdict": f"{OUTCOME_MARKS[of.outcome]}\N{NO-BREAK SPACE}**{of.outcome}**{caution}. {why}",
            }
        )
    table(rows)


def cards(apart=False):
    """Show the cards of the claims in one fold, by question, or those counted apart."""
    if apart:
        parts = {"": judge_columns([claim for claim, of in CLAIMS.items() if of.apart])}
    else:
        parts = {question: [judged()[claim] for claim in found] for question, found in QUESTIONS.items()}
    text = "\n".join(f"{told and f'**{told}**'}\n\n{ledger_cards(found)}" for told, found in parts.items())
    for claim, name in SHORT.items():  # a card is called as its claim is in the table
        text = text.replace(f" {in_our_words(CLAIMS[claim].title)}: ", f" {name}: ", 1)
    text = f"<details>\n<summary>All {sum(map(len, parts.values()))} cards</summary>\n\n{text}\n</details>\n"
    elsewhere = "|".join(claim for claim, of in CLAIMS.items() if bool(of.apart) != apart)
    text = re.sub(rf"\]\((#ledger-(?:{elsewhere})\))", rf"]({'verdicts' if apart else 'audit'}.ipynb\1", text)
    display(Markdown(typeset(text)))
