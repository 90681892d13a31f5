"""What the page of verdicts shows: the five main claims in a figure, the others in a table, and the cards."""

import re
from functools import cache

import pandas as pd
from IPython.display import Markdown, display

from .. import paper
from ..claims import CLAIMS, judge_columns
from ..claims.card import CAUTIONS, OUTCOME_MARKS, in_our_words
from ..claims.claim import cells_of
from ..claims.features import RECOGNISABLE, effects
from ..claims.running_time import PAIRS, ratios_of
from ..experiments import nodes_frame, runs_frame
from ..experiments.controls import BY_CLASS, effect
from ..experiments.epochs import FULL_EPOCHS
from ..ledger import ledger_cards
from ..methods import COUNTERPARTS, GCN, GN, NONE, SV
from ..methods.others import MIXES_WITH_MEAN
from ..page import typeset
from ..paper import how_met
from ..stats import interval_of_mean
from . import EDGED, drawn, fold, in_rows
from .faster import by_rates
from .features import controls
from .memory import plateau

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
# Who speaks in the figure of the main claims, a line each, and how it looks; what it leaves out has its own name.
LOOKS = {
    "printed": {"marker": "D", "color": "white"},
    "paper's version": {"marker": "o", "color": "#0072b2"},
    "program's version": {"marker": "o", "color": "#a9d0ea"},
    "left out": {"marker": "^", "color": "#d55e00"},
}
# Main claim -> its axis: where the claim is true, its ticks from end to end, and what the paper leaves out.
AXES: dict[str, tuple[tuple[float, float], dict[float, str], str]] = {
    "S1": ((10, 300), {0.5: "", 1: "as fast", 10: "10 times", 100: "100 times", 300: ""}, "at equal accuracy"),
    "A2": (
        (-1, 1),
        {-2: "\N{MINUS SIGN}2 points", -1: "\N{MINUS SIGN}1", 0: "as accurate", 1: "+1", 2: "+2"},
        "no pre-training",
    ),
    "I1": ((0, 1), {-1: "worse", 0: "as supervised", 1: "better"}, "sums of digits"),
    "M1": ((0.38, 0.52), {0: "nothing", 0.4: "0.4", 0.5: "0.5", 1: "all"}, "within a point"),
    "D1": ((35.5, 36), {0: "none", 12: "12", 24: "24", 36: "all 36"}, "random layers"),
}


@cache
def judged():
    """Judge the claims that count in both columns by what is stored, once (dict of str to InColumns)."""
    return {of.id: of for of in judge_columns([claim for claim, of in CLAIMS.items() if not of.apart])}


def to_equal_accuracy():
    """Give how many times as long layer by layer takes to its best, at any rate, as node by node to 0.002 below it."""
    of, ratios = by_rates(), []
    for slow, fast in PAIRS:
        best = of.loc[slow.name].nlargest(1, "mean")
        as_far = of.loc[fast.name].query("mean >= @best['mean'].item() - 0.002")
        ratios.append(best["seconds"].item() / as_far["seconds"].min())
    return ratios


def _low_end(nodes, measure, sign):
    """Give the lower end of GCN's effect against supervised layers, above zero for the more recognisable (float)."""
    _, *ends, _ = effects(nodes, GCN.name, SV.name, measure)
    return min(sign * end for end in ends)


@cache
def five_claims():
    """Gather for each main claim what the paper prints, what both versions give, and what it leaves out.

    Gives four lists of numbers by claim: ratios of seconds; points of accuracy; lower ends of Cliff's delta against
    supervised layers, above zero where GCN's features, or sums, are the more recognisable; the best of the paper's
    factors, or those within a point of the best; numbers of scores.
    """
    columns, names = ("paper", "program"), ("seconds", "table1", "table2")
    seconds, usps, factors = ([runs_frame(of, column=column) for column in columns] for of in names)
    features = [nodes_frame(column=column) for column in columns]
    printed, full = pd.DataFrame(paper.TABLE_1).T, f"max_epochs == {FULL_EPOCHS}"
    took = [of.query(full).groupby("method")["cpu_seconds"].mean() for of in seconds]
    scores = [100 * of for of in (printed["test"], *(of.groupby("method")["test"].mean() for of in usps))]
    sums, supervised = (MIXES_WITH_MEAN.name, BY_CLASS), (SV.name, None)
    of_sums = [interval_of_mean(effect(controls(), "usps", sums, supervised, of))[0] for of in RECOGNISABLE]
    best = [of.query("amnesia in @paper.TABLE_2").groupby(["method", "amnesia"])["test"].mean() for of in factors]
    table3 = runs_frame("table3", column="paper").query("not simulated")
    random = cells_of(table3, ["dataset", "method"], [(of, "random") for of in paper.TABLE_3])
    met = [
        how_met(score[1], random.loc[of, "random"], paper.MARGIN) != "missed"
        for of, row in paper.TABLE_3.items()
        for score in row.values()
    ]
    return {
        "S1": [ratios_of(printed["pretraining_seconds"]), *map(ratios_of, took), to_equal_accuracy()],
        "A2": [
            *([of[one.name] - of[other.name] for one, other in COUNTERPARTS] for of in scores),
            [scores[1][NONE.name] - scores[1][other.name] for _, other in COUNTERPARTS],
        ],
        "I1": [
            [],
            *([_low_end(of, *better) for better in RECOGNISABLE.items()] for of in features),
            of_sums,
        ],
        "M1": [[0.4, 0.5], *([of[one.name].idxmax() for one in (GN, GCN)] for of in best), plateau("paper")],
        "D1": [[], *([of.n_met] for of in judged()["D1"].columns.values()), [sum(met)]],
    }


def draw_five_claims():
    """Draw each main claim on an axis of its own: where it is true, what both versions give, and what it leaves out."""
    letters = {
        "font.size": 10.5,
        "axes.titlesize": 10.5,
        "figure.titlesize": 13,
        "axes.titlepad": 4,
        "axes.titlelocation": "left",
    }
    heights = {"height_ratios": [4, 4, 3, 4, 3]}
    with drawn(
        "Five claims, and what the paper leaves out", 5, letters=letters, figsize=(5.9, 5.8), gridspec_kw=heights
    ) as axes:
        for ax, (claim, found) in zip(axes, five_claims().items()):
            true, ticks, left_out = AXES[claim]
            lines = [line for line in zip([*list(LOOKS)[:3], left_out], LOOKS.values(), found) if line[2]]
            ax.set_title(f"{OUTCOME_MARKS[judged()[claim].outcome]} {SHORT[claim]}", x=-0.3, weight="bold")
            ax.set(xscale="log" if claim == "S1" else "linear", xlim=(min(ticks), max(ticks)))
            ax.set_xticks(list(ticks), list(ticks.values()))
            ax.minorticks_off()
            ax.axvspan(*true, color="#cfeadd", zorder=0)
            in_rows(ax, [told for told, *_ in lines])
            ax.get_yticklabels()[-1].set_color("#a84a00")
            ax.grid(axis="y", color="0.9")
            ax.set_axisbelow(True)
            for line, (_, look, values) in enumerate(lines):
                ax.plot(values, [line] * len(values), linestyle="none", markersize=6, clip_on=False, **EDGED | look)


def other_claims():
    """Tabulate the other claims that count, folded: what became of them, and why, each a link to its card."""
    rows = []
    for claim, of in (
        (claim, judged()[claim]) for claims in QUESTIONS.values() for claim in claims if claim not in MAIN
    ):
        caution = f" *({next(iter(CAUTIONS[claim]))})*" if claim in CAUTIONS else ""
        verdict = f"{OUTCOME_MARKS[of.outcome]}\N{NO-BREAK SPACE}{of.outcome}{caution}"
        why = in_our_words(CLAIMS[claim].why.get(of.outcome, ""))
        rows.append({"claim": f"[{SHORT[claim]}](#ledger-{claim})", "verdict": verdict, "why": why})
    fold("The other fourteen claims", ("Each leads to its card.", pd.DataFrame(rows)))


def cards(apart=False):
    """Show the cards of the claims in one fold, by question, or those counted apart."""
    if apart:
        parts = {"": judge_columns([claim for claim, of in CLAIMS.items() if of.apart])}
    else:
        parts = {question: [judged()[claim] for claim in found] for question, found in QUESTIONS.items()}
    text = "\n".join(f"{told and f'**{told}**'}\n\n{ledger_cards(found)}" for told, found in parts.items())
    for claim, name in SHORT.items():  # a card is called as its claim is in the figure and in the table
        text = text.replace(f" {in_our_words(CLAIMS[claim].title)}: ", f" {name}: ", 1)
    text = f"<details>\n<summary>All {sum(map(len, parts.values()))} cards</summary>\n\n{text}\n</details>\n"
    elsewhere = "|".join(claim for claim, of in CLAIMS.items() if bool(of.apart) != apart)
    text = re.sub(rf"\]\((#ledger-(?:{elsewhere})\))", rf"]({'verdicts' if apart else 'audit'}.ipynb\1", text)
    display(Markdown(typeset(text)))
