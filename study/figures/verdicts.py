"""What the page of verdicts shows: the ledger in one figure, its cards, and a line on each claim."""

import re
from functools import cache

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

from ..claims import CLAIMS, judge_columns
from ..claims.card import AGREED, CAUTIONS, OUTCOME_MARKS
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
# The claims that matter most, and what to compare each with; of one with a weak test, what passes it.
MATTER = {
    "S1": "At equal accuracy, at most about twice as fast as an auto\N{NON-BREAKING HYPHEN}encoder",
    "A2": "Even a network without pre\N{NON-BREAKING HYPHEN}training passes the test",
    "I1": "Sums of the same digits come about as close to a digit",
    "M1": "Any share from 0.2 to 0.6 works about equally well",
    "D1": "Random hidden layers reproduce two more of the 36",
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
# The tints of the verdicts on the site; the marks say the same.
TINTS = {"reproduced": "#A6DCC8", "partly": "#F5DFA3", "not reproduced": "#F2B8A0", "not testable": "0.9"}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def tiles():
    """Draw the claims of `MATTER` as tiles."""
    figure = plt.figure(figsize=(6.2, 3.6))
    ax = figure.add_axes((0.01, 0.01, 0.98, 0.88), ylim=(5, -0.05), xlim=(0, 4))
    figure.suptitle("Of five main claims, only that of speed holds outright", fontsize=14, y=0.985)
    for top, claim in enumerate(MATTER):
        caution = _tile(ax, (0, top), (4, 0.92), of := judged()[claim])
        told = f"{OUTCOME_MARKS[of.outcome]} {of.outcome}" + (f",\n{caution}" if caution else "")
        ax.text(0.1, top + 0.46, told, va="center", fontsize=11)
        ax.text(0.84, top + 0.3, SHORT[claim], va="center", fontsize=12, weight="bold")
        ax.text(0.84, top + 0.66, MATTER[claim], va="center", fontsize=9.8)
    ax.axis("off")
    plt.show()


def _tile(ax, at, size, of):
    """Colour a claim, left as the paper's column, right as the program's, in stripes with a caution: its name."""
    caution = next(iter(CAUTIONS.get(of.id, [""])))
    for left, verdict in zip((at[0], at[0] + size[0] / 2), of.columns.values()):
        tint = TINTS[verdict.verdict]
        look = {"fc": "0.92", "ec": tint, "hatch": "//", "hatch_linewidth": 3} if caution else {"fc": tint}
        ax.add_patch(plt.Rectangle((left, at[1]), size[0] / 2, size[1], lw=0, **look))
    return caution


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
    verdicts = " ".join(AGREED.get(of.verdict, of.verdict).replace(" ", "-") for of in judged()[claim].columns.values())
    tile = f'data-tile="{SHORT[claim]}" data-caution="{", ".join(CAUTIONS.get(claim, ()))}"'
    (question,) = (question for question, of in QUESTIONS.items() if claim in of)
    tile += f' data-question="{question}" data-without="{MATTER.get(claim, "")}"'
    return f'{found[0]} {tile} data-verdicts="{verdicts}"'
