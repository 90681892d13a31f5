"""What the page of verdicts shows: the ledger in one figure, its cards, and a line on each claim."""

import re
import textwrap
from functools import cache

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

from ..claims import CLAIMS, judge_columns
from ..claims.card import AGREED, CAUTIONS, OUTCOME_MARKS, in_our_words
from ..ledger import ledger_cards
from ..page import typeset

# The claims that count by the question that they answer, in their order.
QUESTIONS = {
    "Is it faster?": ("S1", "S2", "E1", "E2", "E3"),
    "Is it as accurate?": ("A2", "D2"),
    "Are the features readable?": ("I1", "I2", "I3", "I5", "I4"),
    "How much memory?": ("M1", "M2", "M3"),
    "Are its numbers right?": ("D1", "A1", "D3", "D5"),
}
MAIN = ("S1", "A2", "I1", "M1", "D1")  # the claims of the front page
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
# The tints of the verdicts on the site; the marks say the same.
TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0", "not testable": "0.9"}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def board():
    """Draw all claims that count, by question, in two columns."""
    figure = plt.figure(figsize=(6.2, 5))
    ax = figure.add_axes((0.01, 0.01, 0.98, 0.91), xlim=(0, 2), ylim=(13.2, -0.1))
    figure.suptitle("The claims about speed hold, and most about features fail", fontsize=13, y=0.985)
    speed, accuracy, features, memory, numbers = QUESTIONS
    for left, questions in enumerate(((speed, accuracy, memory), (features, numbers))):
        top = 0.0
        for question in questions:
            ax.text(left, top + 0.4, question, va="center", fontsize=10.5, weight="bold")
            for claim in QUESTIONS[question]:
                top += 1
                caution = _square(ax, left, top, judged()[claim])
                name = textwrap.fill(_name(claim) + (f" ({caution})" if caution else ""), 36)
                weight = "bold" if claim in MAIN else "normal"
                ax.text(left + 0.13, top + 0.45, name, va="center", fontsize=8.8, weight=weight)
            top += 1.2
    ax.axis("off")
    plt.show()


def _name(claim):
    """Give a claim as a short sentence and, where it holds in part, how much of it the paper's version meets (str)."""
    of = judged()[claim]
    met = f": {of.columns['paper'].n_met} of {of.columns['paper'].n_criteria}" * (of.outcome == "in part")
    return SHORT[claim] + met


def _square(ax, left, top, of):
    """Draw the mark of a claim, half in the paper's colour, half in the program's; return its caution (str)."""
    caution = next(iter(CAUTIONS.get(of.id, [""])))
    for half, verdict in enumerate(of.columns.values()):
        tint = TINTS[verdict.verdict]
        look = {"fc": "0.92", "ec": tint, "hatch": "////", "hatch_linewidth": 2} if caution else {"fc": tint}
        ax.add_patch(plt.Rectangle((left + 0.05 * half, top + 0.05), 0.05, 0.8, lw=0, **look))
    ax.text(left + 0.05, top + 0.45, OUTCOME_MARKS[of.outcome], va="center", ha="center", fontsize=10)
    return caution


def cards(apart=False):
    """Show the cards of the claims, of which a script makes tiles, in one fold by question, or those counted apart."""
    if apart:
        parts = {"": judge_columns([claim for claim, of in CLAIMS.items() if of.apart])}
    else:
        parts = {question: [judged()[claim] for claim in found] for question, found in QUESTIONS.items()}
    text = "\n".join(f"{told and f'**{told}**'}\n\n{ledger_cards(found)}" for told, found in parts.items())
    for claim, name in SHORT.items():  # a card is called as its tile is
        text = text.replace(f" {in_our_words(CLAIMS[claim].title)}: ", f" {name}: ", 1)
    text = f"<details>\n<summary>All {sum(map(len, parts.values()))} cards</summary>\n\n{text}\n</details>\n"
    elsewhere = "|".join(claim for claim, of in CLAIMS.items() if bool(of.apart) != apart)
    text = re.sub(rf"\]\((#ledger-(?:{elsewhere})\))", rf"]({'verdicts' if apart else 'audit'}.ipynb\1", text)
    display(Markdown(typeset(text if apart else re.sub(r'(?<= )id="ledger-(\w+)"', _with_tile, text))))


def _with_tile(found):
    """Give a card what its tile says: name, how far to trust it, its verdicts in both columns (str)."""
    claim = found[1]
    verdicts = " ".join(AGREED.get(of.verdict, of.verdict).replace(" ", "-") for of in judged()[claim].columns.values())
    tile = f'data-tile="{_name(claim)}" data-caution="{", ".join(CAUTIONS.get(claim, ()))}"'
    (question,) = (question for question, of in QUESTIONS.items() if claim in of)
    tile += f' data-question="{question}"{" data-main" * (claim in MAIN)}'
    return f'{found[0]} {tile} data-verdicts="{verdicts}"'
