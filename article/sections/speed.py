"""How much faster node by node is."""

import numpy as np
import pandas as pd
from study.figures.ratios import ratio_rows

from study.claims.running_time import PAIRS, ratios_of
from study.experiments import runs_frame
from study.paper import ORIGINAL_PROGRAM_SECONDS
from study.speed import load_speed, pretraining_ratios
from study.stats import summary


def fill(section):
    """Keep the ratios of seconds: the paper's, ours on weights, with the dual form, and of the whole training."""
    timed, speed = runs_frame("timing"), load_speed()
    seconds = {part: summary(timed, "method", f"{part}_seconds")["mean"] for part in ("pretraining", "total")}
    forms = {form: pretraining_ratios(speed, form) for form in ("counted", "paper", "on weights", "dual form")}
    ratios = pd.DataFrame({form: table["ratio"] for form, table in forms.items()})
    whole = ratios_of(seconds["total"])
    short = ratios["counted"] / ratios["paper"]
    spans = ratios.rename(columns={"on weights": "weights", "dual form": "dual"}).assign(short=short)
    for name, of in [*spans.items(), ("whole", pd.Series(whole))]:
        section.keep(**{f"{name}_least": f"{of.min():.0f}", f"{name}_most": f"{of.max():.0f}"})
    peers = speed["parts"]["end to end"]
    mlp = float(np.mean(peers["MLPClassifier"]["wall_seconds"]))
    scores = np.mean(peers["MLPClassifier"]["test_accuracy"])
    section.keep(mlp_test=f"{scores:.3f}")
    best = summary(runs_frame("table1"), "method")["mean"].max()
    section.keep(mlp=f"{mlp:.1f}", gcn=f"{seconds['total']['gcn']:.1f}")
    section.figure("ratios", ratio_rows(forms), page="faster", experiments=("timing",), bench=True)

    weights = ratios["on weights"]
    of_program = pd.Series(ratios_of(ORIGINAL_PROGRAM_SECONDS), ratios.index)
    exact = all(section.verdicts[claim].verdict == "reproduced" for claim in ("E1", "E2", "E3"))
    updates = summary(timed, "method", "pretraining_updates")["mean"]
    twice = all(1.9 < updates["gn"] / updates[other] < 2.1 for other in ("gcn", "sv", "usv"))
    rest = seconds["total"] - seconds["pretraining"]
    alike = rest[["sv", "usv", "gn", "gcn"]].max() < 1.3 * rest[["sv", "usv", "gn", "gcn"]].min()
    return {
        "It scores … on average, above all six networks": scores > best,
        "All four pairs pass the factor of ten that we had asked for.": len(weights) == 4 and weights.min() >= 10,
        "only one of its pairs passes ten": (ratios["paper"] >= 10).sum() == 1,
        "would ask for a hundred, which one pair reaches": (weights >= 100).sum() == 1,
        "Ours are what a count of the operations predicts": (abs(weights / ratios["counted"] - 1) < 0.2).all(),
        "The paper's seconds fall … times short of the count.": short.min() > 5,
        "the first author's program fell short too": (of_program < ratios["counted"]).all(),
        "equation (1) of the paper and its running sum hold exactly. The bound of its Theorem 1 holds too (E1 to E3)": exact,
        "GN makes about twice as many updates as the other methods": twice,
        "Two remarks put the number in its place. First, the whole training gains less": max(whole) < weights.max(),
        "the output layer and fine-tuning cost about the same after every pre-training": alike,
        "about as long as the whole pipeline with GCN": 1 / 1.3 < mlp / seconds["total"]["gcn"] < 1.3,
        "It brings the ratios to …": (ratios["dual form"] > weights).all(),
        "Seconds on two machines cannot be compared, but ratios can": len(PAIRS) == 4,
    }
