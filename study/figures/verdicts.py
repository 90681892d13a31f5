"""What the page of verdicts shows: the ledger in one figure, its cards, and a line on each claim."""

import re
import textwrap
from functools import cache

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

from ..claims import CLAIMS, OUTCOMES, judge_columns
from ..claims.card import CAUTIONS, OUTCOME_MARKS
from ..ledger import ledger_cards
from ..page import typeset

SUBJECTS = {"Cost and time": "ES", "Accuracy": "AD", "Memory": "M", "Features": "I"}  # by the first letter of an id
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
WORDS = {"holds": "hold", "in part": "in part", "fails": "fail", "splits": "split", "not testable": "untestable"}
# The tints of the verdicts on the site; the marks say the same.
TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0", "not testable": "0.9"}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def claims():
    """List the claims of the paper as judged, without those that are counted apart (list of InColumns)."""
    return list(judged().values())


def tiles():
    """Draw each claim of the paper as a tile with its name: those that `MATTER` in lines, the others by outcome."""
    across, left, width, top, height = 3, 1.4, 1.56, 5.2, 7.2
    figure, ax = plt.subplots(figsize=(6.2, height))
    figure.subplots_adjust(left=0.01, right=0.99, top=1 - 0.34 / height, bottom=0.01)
    figure.suptitle("On its own terms, a good part of the paper holds up", fontsize=14, y=1 - 0.05 / height)
    for i, claim in enumerate(MATTER):
        _tile(ax, 0, i, left + across * width, judged()[claim])
    for outcome in OUTCOMES:
        if found := [of for of in claims() if of.outcome == outcome and of.id not in MATTER]:
            ax.text(0, top + 0.5, f"{OUTCOME_MARKS[outcome]} {len(found)} {WORDS[outcome]}", va="center", fontsize=12)
            for i, of in enumerate(found):
                _tile(ax, left + i % across * width, top + i // across, width, of)
            top += -(-len(found) // across) + 0.2
    ax.set(xlim=(0, left + across * width), ylim=(top, -0.05))
    ax.axis("off")
    plt.show()


def _tile(ax, left, top, width, of):
    """Draw a claim: its left half has the tint of the paper's column, its right half that of the program's."""
    caution, name = "doubtful" * (of.id in CAUTIONS), textwrap.fill(SHORT[of.id], 17)
    for at, verdict in zip((0, width / 2), of.columns.values()):
        ax.add_patch(plt.Rectangle((left + at, top), width - at, 1, color=TINTS[verdict.verdict], linewidth=0))
    ax.add_patch(plt.Rectangle((left, top), width, 1, fill=False, ec="white", lw=1.5))
    if of.id in MATTER:
        name, caution = f"{OUTCOME_MARKS[of.outcome]} {SHORT[of.id]}" + f" ({caution})" * bool(caution), MATTER[of.id]
    look = {"ha": "center", "va": "center", "linespacing": 1.05, "weight": "bold" if of.id in MATTER else "normal"}
    ax.text(left + width / 2, top + (0.38 if caution else 0.5), name, fontsize=11, **look)
    ax.text(left + width / 2, top + 0.83, caution, ha="center", va="center", fontsize=9.5, style="italic")


def cards(apart=False):
    """Show the cards of the claims, of which a script makes tiles, in one fold by subject, or those counted apart."""
    if apart:
        parts = {"": judge_columns([claim for claim, of in CLAIMS.items() if of.apart])}
    else:
        parts = {subject: [of for of in claims() if of.id[0] in letters] for subject, letters in SUBJECTS.items()}
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
    rank = [*MATTER, claim].index(claim)
    return f'{found[0]} {tile} data-rank="{rank}" data-without="{MATTER.get(claim, "")}" data-verdicts="{verdicts}"'
