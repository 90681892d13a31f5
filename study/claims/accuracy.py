"""Accuracy on USPS, and what pre-training gives."""

from itertools import product

import numpy as np
import pandas as pd

from .. import paper
from ..methods import CONTROLS, COUNTERPARTS, METHODS, NODE_BY_NODE, NONE
from ..paper import LEVEL, MARGIN, holds
from ..stats import difference_interval, equivalence_p, summary, unpacked, welch_interval, written
from .claim import OUR_QUESTION, Claim, cells_of, scores_of, share


def _a1(table1, *, margin=MARGIN):
    cells, found = cells_of(table1, "method", paper.TABLE_1), summary(table1, "method")
    printed = {method: row["test"] for method, row in paper.TABLE_1.items()}
    met = [holds(score, cells.loc[method], margin) for method, score in printed.items()]
    missed = " and ".join(METHODS[method].label for method, of in zip(printed, met) if not of)
    note = f"{sum(met)} of {len(met)} cells agree{f', but not {missed}' if missed else ''}."
    if NONE.name in found.index:
        by_none = sum(holds(score, found.loc[NONE.name], margin) for score in printed.values())
        note += f" Our network without any pre-training meets {by_none} of the {len(printed)} cells."
    return share(
        met,
        printed=", ".join(f"{METHODS[method].label} {score:.3f}" for method, score in printed.items()),
        ours=", ".join(f"{METHODS[method].label} {written(cell)}" for method, cell in cells.iterrows()),
        n_seeds=int(cells["n"].min()),
        note=note,
    )


def _a2(table1, *, margin=MARGIN):
    met, printed, beyond, ours, n_seeds = [], [], [], [], []
    for greedy, layerwise in COUNTERPARTS:
        of_paper = round(paper.TABLE_1[greedy.name]["test"] - paper.TABLE_1[layerwise.name]["test"], 3)
        pair = f"{greedy.label} - {layerwise.label}"
        printed.append(f"{pair} {of_paper:+.3f}")
        beyond += [printed[-1]] if abs(of_paper) > margin else []
        one, other = scores_of(table1, method=greedy.name), scores_of(table1, method=layerwise.name)
        p = equivalence_p(one, other, margin)
        met.append(p < LEVEL)
        ours.append(f"{pair} {one.mean() - other.mean():+.4f}, p = {p:.2g}")
        n_seeds.append(min(len(one), len(other)))
    enough = min(n_seeds) >= 10
    about_usps = "This is about USPS alone; for the nine UCI sets see page accuracy."
    note = about_usps if enough else "The criterion asks for at least 10 seeds."
    if beyond:
        note += f" The paper's own Table 1 fails this margin: {' and '.join(beyond)}, beyond {margin:.3f}."
    compared = differences_of_methods(table1, [(greedy.name, other.name) for greedy, other in COUNTERPARTS], level=0.9)
    if compared["over_rows"].all():
        note += (
            " The tests take only the seeds into account. With the test examples as well, a later look, the 90 % "
            f"intervals are: {'; '.join(_intervals(compared))}."
        )
    told = {"printed": f"maintained; by its Table 1 {', '.join(printed)}", "ours": "; ".join(ours), "note": note}
    return share(met, enough, n_seeds=min(n_seeds), **told)


def differences_of_methods(frame, pairs, level=0.95):
    """Compare the mean test accuracies of pairs of methods, a row each: mean is that of one less that of other.

    low and high are over seeds and test rows, or over seeds alone (`over_rows` is False) where a run has not stored on
    which rows it is right; low_of_seeds and high_of_seeds are Welch's, over seeds.
    """
    pairs = list(pairs)
    scores = {method: scores_of(frame, method=method) for pair in pairs for method in pair}
    right = {method: _right_rows(frame.loc[of.index]) for method, of in scores.items()}
    over_rows = all(of is not None for of in right.values())
    rows = []
    for one, other in pairs:
        a, b = scores[one], scores[other]
        _, *of_seeds = welch_interval(a, b, level)
        low, high = difference_interval(right[one], right[other], level)[1:] if over_rows else of_seeds
        rows.append((one, other, a.mean() - b.mean(), low, high, *of_seeds, min(len(a), len(b)), over_rows))
    columns = ["one", "other", "mean", "low", "high", "low_of_seeds", "high_of_seeds", "n", "over_rows"]
    return pd.DataFrame(rows, columns=columns)


def against_controls(frame, level=0.95):
    """Compare GN and GCN with the networks without pre-training and with random layers."""
    compared = differences_of_methods(frame, product(NODE_BY_NODE, CONTROLS), level)
    return compared.rename(columns={"one": "greedy", "other": "control"})


def _right_rows(runs):
    """Read on which test rows each run is right (ndarray of bool, a row a run); None if a run has not stored it."""
    if "test_right" not in runs or runs["test_right"].isna().any():
        return None
    return np.stack([unpacked(run.test_right, int(run.n_test)) for run in runs.itertuples()])


def _intervals(compared, low="low", high="high", mean=""):
    """Write each pair with its interval, or one of other names, and behind its mean if that is named (list of str)."""
    pairs = compared.rename(columns={"greedy": "one", "control": "other"}).to_dict("records")
    names = [f"{METHODS[of['one']].label} - {METHODS[of['other']].label}" for of in pairs]
    means = [f" {of[mean]:+.4f}" if mean else "" for of in pairs]
    return [f"{name}{by} [{of[low]:+.4f}, {of[high]:+.4f}]" for name, by, of in zip(names, means, pairs)]


_WOULD = {"reproduced": "hold", "partly": "hold in part", "not reproduced": "fail"}


def _a3(table1):
    compared = against_controls(table1, 1 - LEVEL)
    note = "A comparison is met if its interval lies above zero. "
    if compared["over_rows"].all():
        above = compared["low_of_seeds"] > 0
        when = (
            " The bootstrap is a later look, when we knew the results; at first they were Welch's, over seeds alone,"
            if (table1["reading"] == "mended").all()
            else " There are also Welch's, over seeds alone,"
        )
        note += (
            f"The intervals are from a bootstrap over seeds and test examples.{when} by which {above.sum()} of "
            f"{len(compared)} lie above zero "
            f"({'; '.join(_intervals(compared[above], 'low_of_seeds', 'high_of_seeds'))}). By those the claim would "
            f"{_WOULD[share(above)['verdict']]}."
        )
    else:
        note += (
            "The intervals are Welch's, over seeds alone, and leave out that other test rows would give other scores: "
            "not all runs have stored on which rows they are right."
        )
    note += (
        " The network with random layers differs in pre-training alone; the one without pre-training also lacks the "
        "separate training of the output layer."
    )
    ours = "; ".join(_intervals(compared, mean="mean"))
    met, n_seeds = compared["low"] > 0, int(compared["n"].min())
    return share(met, printed="no control", ours=ours, n_seeds=n_seeds, note=note)


# fmt: off
CLAIMS = (
    Claim("A1", "The scores of Table 1", "Table 1",
        "Accuracy on USPS, 256-200-150-10, training/test: SV 1.000/.939, USV .999/.933, GN .999/.931, GCN .998/.923.",
        "The paper's test value lies within max(2 sd, 0.010) of ours, cell by cell.",
        _a1, shown=("fig-running-accuracy", "tab-running-accuracy"),
        why={"in part": "GCN scores higher than printed at A = 0.4; Table 1 does not name its factor, and prints what "
             "Table 2 has at A = 1."}),
    Claim("A2", "On USPS, accuracy is maintained against layer by layer", "abstract",
        "Accuracy is maintained against layer-by-layer training.",
        "Two one-sided tests with margin 0.01, GN against USV and GCN against SV, on USPS over at least 10 seeds.",
        _a2, shown=("fig-running-differences", "tab-running-differences"),
        why={"holds": "All four networks end within a point of each other, whichever way memory works."}),
    Claim("A3", "Pre-training contributes to the accuracy", "implicit",
        "Pre-training contributes to that accuracy.",
        "The difference to the same network without pre-training and with random first layers, with its 95 % interval; "
        "the paper has no such control.",
        _a3, shown=("fig-running-differences", "tab-running-differences"), apart=OUR_QUESTION,
        why={"splits": "As written GN gains over both controls and GCN over neither; by the program neither gains."}),
)
