"""What the page of verdicts shows: the ledger in one figure, its cards, and a line on each claim."""

import re
import textwrap
from functools import cache

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

from ..claims import CLAIMS, judge_columns
from ..claims.card import CAUTIONS, OUTCOME_MARKS
from ..ledger import ledger_cards
from ..page import typeset

# The claims that count by the question that they answer, in their order.
QUESTIONS = {
    "Is it faster?": ("S1", "E1", "E2", "E3", "S2"),
    "Is it as accurate?": ("A2", "A1", "D1", "D2", "D3", "D5"),
    "How much memory?": ("M1", "M2", "M3"),
    "Are the features readable?": ("I1", "I2", "I3", "I4", "I5"),
}
# The claims that matter most, and what becomes of each without training node by node.
MATTER = {
    "S1": "without pre\N{NON-BREAKING HYPHEN}training, faster still",
    "A2": "without pre\N{NON-BREAKING HYPHEN}training, level or slightly worse",
    "I1": "sums of digits, about as good",
    "M1": "without memory, networks may collapse",
    "D1": "random layers reproduce more scores",
}
# A claim of the paper in a few words.
SHORT = {
    "E1": "cost of one update",
    "E2": "a running sum saves time",
    "E3": "bound on the total cost",
    "S1": "pre\N{NON-BREAKING HYPHEN}training ten times as fast",
    "S2": "whole training faster",
    "A1": "scores on USPS",
    "A2": "no accuracy lost on USPS",
    "D1": "scores on nine other sets",
    "D2": "lead on MADELON",
    "D3": "one score on CNAE-9",
    "D5": "sizes of the data sets",
    "M1": "factor near one half is best",
    "M2": "features vary most at A = 1",
    "M3": "unstable at high\N{NO-BREAK SPACE}A",
    "I1": "features look like digits",
    "I2": "two nodes separate classes",
    "I3": "first node: PCA's first component",
    "I4": "PCA gives similar features",
    "I5": "random subsets: first component",
}
# The tints of the verdicts on the site; the marks say the same.
TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0", "not testable": "0.9"}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def tiles():
    """Draw each claim of the paper as a tile with its name, by question; those that `MATTER` are wider."""
    top, height = 0.0, 6.9
    figure, ax = plt.subplots(figsize=(6.2, height))
    figure.subplots_adjust(left=0.01, right=0.99, top=1 - 0.34 / height, bottom=0.01)
    figure.suptitle("On its own terms, a good part of the paper holds up", fontsize=14, y=1 - 0.05 / height)
    for question, found in QUESTIONS.items():
        ax.text(0, top + 0.5, textwrap.fill(question, 15), va="center", fontsize=12, weight="bold")
        left = 1
        for claim in found:
            left, top = (left, top) if left + (claim in MATTER) < 4 else (1, top + 1)
            _tile(ax, left, top, 1 + (claim in MATTER), judged()[claim])
            left += 1 + (claim in MATTER)
        top += 1.2
    ax.set(xlim=(0, 4), ylim=(top, -0.05))
    ax.axis("off")
    plt.show()


def _tile(ax, left, top, width, of):
    """Draw a claim: its left half has the tint of the paper's column, its right half that of the program's."""
    caution = " (doubtful)" if of.id in CAUTIONS else ""
    for at, verdict in zip((0, width / 2), of.columns.values()):
        ax.add_patch(plt.Rectangle((left + at, top), width - at, 1, color=TINTS[verdict.verdict], linewidth=0))
    ax.add_patch(plt.Rectangle((left, top), width, 1, fill=False, ec="white", lw=1.5))
    name = textwrap.fill(f"{OUTCOME_MARKS[of.outcome]} {SHORT[of.id]}{caution}", 17 * width)
    look = {"ha": "center", "va": "center", "linespacing": 1.05, "fontsize": 10.5}
    matters = of.id in MATTER
    ax.text(left + width / 2, top + 0.5 - 0.15 * matters, name, weight="bold" if matters else "normal", **look)
    ax.text(left + width / 2, top + 0.8, MATTER.get(of.id, ""), style="italic", **look | {"fontsize": 9.5})


def cards(apart=False):
    """Show the cards of the claims, of which a script makes tiles, in one fold by question, or those counted apart."""
    if apart:
        parts = {"": judge_columns([claim for claim, of in CLAIMS.items() if of.apart])}
    else:
        parts = {question: [judged()[claim] for claim in found] for question, found in QUESTIONS.items()}
    text = "\n".join(f"{told and f'**{told}**'}\n\n{ledger_cards(found)}" for told, found in parts.items())
    text = f"<details>\n<summary>All {sum(map(len, parts.values()))} cards</summary>\n\n{text}\n</details>\n"
    elsewhere = "|".join(claim for claim, of in CLAIMS.items() if bool(of.apart) != apart)
    text = re.sub(rf"\]\((#ledger-(?:{elsewhere})\))", rf"]({'verdicts' if apart else 'audit'}.ipynb\1", text)
    display(Markdown(typeset(text if apart else re.sub(r'(?<= )id="ledger-(\w+)"', _with_tile, text))))


def _with_tile(found):
    """Give a card what its tile says: name, how far to trust it, its verdicts in both columns (str)."""
    claim = found[1]
    verdicts = " ".join(of.verdict.replace(" ", "-") for of in judged()[claim].columns.values())
    tile = f'data-tile="{SHORT[claim]}" data-caution="{", ".join(CAUTIONS.get(claim, ()))}"'
    (question,) = (question for question, of in QUESTIONS.items() if claim in of)
    tile += f' data-question="{question}" data-without="{MATTER.get(claim, "")}"'
    return f'{found[0]} {tile} data-verdicts="{verdicts}"'
