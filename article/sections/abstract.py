"""What the abstract says, held to the verdicts in both columns and to the runs."""

import pandas as pd

from study.claims import CLAIMS, judge_columns
from study.claims.accuracy import against_controls
from study.claims.nine_sets import decided_pairs
from study.claims.running_time import ratios_as_counted, ratios_of
from study.claims.scale import on_scale
from study.experiments import runs_frame
from study.methods import COUNTERPARTS
from study.paper import TABLE_1, TABLE_2, main_runs
from study.stats import summary


def fill(section):
    """Keep the counts of outcomes, the span of the ratios and the distance from Table 2."""
    judged = {of.id: of for of in judge_columns()}
    outcomes = [of.outcome for of in judged.values() if not CLAIMS[of.id].apart]
    section.keep(claims=len(outcomes), holds=outcomes.count("holds"), in_part=outcomes.count("in part"))
    section.keep(fails=outcomes.count("fails"), splits=outcomes.count("splits"))

    timed = runs_frame("seconds", column="paper").query("max_epochs == 300")
    ratios = ratios_of(timed.groupby("method")["cpu_seconds"].mean())
    section.keep(least=f"{min(ratios):.0f}", most=f"{max(ratios):.0f}")

    table_1 = runs_frame("table1", column="paper")
    means = table_1.groupby("method")["test"].mean()
    gains = against_controls(table_1).set_index(["greedy", "control"]).xs("none", level="control")

    sets = main_runs(runs_frame("table3", column="paper"))
    pairs = decided_pairs(sets)
    behind = pairs[pairs["apart"] & (pairs["mean"] < 0)].groupby("dataset").size()

    sweep = pd.concat(runs_frame(name, column="paper") for name in ("table2", "low_factors"))
    by_factor = summary(sweep, ["method", "amnesia"])["mean"].unstack(0)
    apart = {A: abs(by_factor["gcn"][A] - row["test"]) for A, row in TABLE_2.items()}
    nothing = apart.pop(0.0)
    section.keep(sweep=f"{max(apart.values()):.3f}")
    mended = summary(runs_frame("table2"), ["method", "amnesia"])["mean"].unstack(0)
    places = on_scale(*(runs_frame(name, column="paper") for name in ("controls", "noise")))
    middle = places.groupby(["method", "measure"])["scaled"].mean().unstack(0)
    faster = judged["S1"].outcome == "holds" and min(ratios) > 10
    counted = max(abs(one / other - 1) for one, other in zip(ratios, ratios_as_counted())) < 0.15
    alike = (means[list(TABLE_1)] - means["none"]).abs().max() < 0.0065
    misses = min(max(abs(mended[method][A] - TABLE_2[A]["test"]) for A in apart) for method in mended) > 0.01
    sums = (middle["gn"] < 1).all() and (middle["gcn"] < 1).sum() >= 2
    return {
        "and one cannot be tested.": outcomes.count("not testable") == 1 and "not run" not in outcomes,
        "train deep networks one node after the other. They claim": len(COUNTERPARTS) == 2,
        "We implemented their two algorithms and both baselines anew": len(COUNTERPARTS) == 2,
        "pre-training on USPS is … to … times as fast node by node as layer by layer": faster,
        "as counting operations predicts": counted,
        "a network without pre-training, a control that the paper lacks, is about as accurate": alike,
        "GN, without labels, gains half a point over it": 0.0035 < gains["mean"]["gn"] < 0.0065,
        "GCN, by class, nothing that is sure": gains["low"]["gcn"] < 0,
        "On three of nine other data sets both score less than layer by layer.": (behind == 2).sum() == 3,
        "comes out within … at every factor but zero": max(apart.values()) < 0.01 < nothing,
        "from the later program it does not": misses,
        "untrained sums of the same rows look no less like them": sums,
    }
