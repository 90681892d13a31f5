"""How much the verdicts owe to our reading of the paper."""

from functools import cache

import numpy as np
import pandas as pd

from study import store
from study.claims import judge_all
from study.experiments import fidelity, nodes_frame, runs_frame
from study.experiments.settings import AMNESIA_FACTORS
from study.forensics.draws import NONE_FITS
from study.forensics.multiverse import FIXED_BEFOREHAND, robustness
from study.forensics.plan import SEEDS, runs_of
from study.forensics.recovery import INFERRED
from study.forensics.report import levels_frame, readings_frame
from study.forensics.stages import Incomplete, judged_under_readings, surviving, tried
from study.forensics.tables import log_likelihood
from study.methods import NODE_BY_NODE
from study.paper import TABLE_1, holds
from study.stats import differences, summary

BATCHES = "batches of 20"
N_DRAWS = 100  # as few as can tell NONE_FITS; the companion has the protocol's 500


@cache
def judged():
    """Judge the claims that a reading touches under five readings (dict of claim to dict of reading to verdict)."""
    under = judged_under_readings()
    own = {of.id: of.verdict for of in judge_all(under)}
    return {
        claim: {FIXED_BEFOREHAND: own[claim]} | {name: of.verdict for name, of in found.items()}
        for claim, found in under.items()
    }


def fill(section):
    """Keep the largest change of accuracy, and the features under the text's reading."""
    runs = runs_frame("fidelity")
    changes = {name: differences(fidelity.of_method(runs, name), "switch", "original", "test") for name in NODE_BY_NODE}
    effects = pd.concat(changes, names=["method"])["mean"]
    small = effects.drop(BATCHES, level="switch")
    large = effects.xs(BATCHES, level="switch")
    section.keep(seeds=runs["seed"].nunique(), batch=BATCHES.rsplit(" ", 1)[1], batch_cost=f"{-large.mean():.2f}")
    section.keep(largest=f"{small.abs().max():.3f}")
    of_gn = fidelity.of_method(runs, "gn").groupby("switch")
    usv = nodes_frame().query("method == 'usv'")
    for name, column in (("rough", "roughness"), ("image", "best_image")):
        mean = of_gn[f"{column}_median"].mean()
        section.keep(**{name: f"{mean['original']:.2f}", f"{name}_text": f"{mean['reading text']:.2f}"})
    section.keep(rough_usv=f"{usv['roughness'].median():.2f}")

    def met(name):
        means = summary(fidelity.of_method(runs, name), "switch")
        return {switch for switch, of in means.iterrows() if holds(TABLE_1[name]["test"], of)}

    named = {"original", "reading program", "reading text"}
    cell = met("gcn") & named == {"reading text"} and met("gn") >= named
    rough = of_gn["roughness_median"].mean()
    image = of_gn["best_image_median"].mean()
    less = rough["reading text"] > rough["original"] and image["reading text"] < image["original"]
    told = _what_was_run(section) | _what_turns(section)
    return told | {
        "Batches of … rows cost both methods about …": (large - large.mean()).abs().max() < 0.005,
        "GN fits its printed score under all of the others": met("gn") == {*runs["switch"]} - {BATCHES},
        "GCN misses its printed score under our reading and meets it with the text alone.": cell,
        "a program written from the text alone learns less readable features": less,
    }


def _what_was_run(section):
    """Keep the posterior of the two settings that matter, and which of the readings with all seeds fit."""
    folder = store.results_folder()
    try:
        found = tried(folder)
    except Incomplete:  # these results ask for other runs than are stored
        section.keep(**dict.fromkeys(("tried", "flat", "run", "new_seeds", "fit", "low", "high"), "?"))
        return {"ran … of them with … new seeds": False}  # so that the article is refused
    of_all = found.weighed(log_likelihood, [found.with_seeds(folder)])
    levels = levels_frame(found.readings, of_all.readings)
    after = levels.set_index(["setting", "value"])["posterior"]
    section.keep(tried=len(found.readings), flat=f"{after['amnesia', 'flat']:.0%}")
    inferred = after[after > INFERRED].index.tolist()
    speak = inferred == [("centring", "off")] and after["amnesia", "flat"] > 0.5
    likely, cells, posterior = surviving(found.survivors(), folder)
    fits = readings_frame(likely, cells, posterior, N_DRAWS).set_index("reading")["fits"] > NONE_FITS
    section.keep(run=len(likely), new_seeds=len(SEEDS["survivors"]), fit=int(fits.sum()))
    flat = [_best_factor(point, name) for point in likely if point[0] == "flat" for name in NODE_BY_NODE]
    section.keep(low=f"{min(flat):g}", high=f"{max(flat):g}")
    return {
        "speak for another reading than ours: rows that keep their mean, and flat memory": speak,
        "A test of fit rejects the reading by which we judge": not fits["original"],
        "With flat memory the best factor is … or …, as the paper says": set(flat) == {0.4, 0.5},
    }


def _best_factor(point, method):
    """Find the amnesia factor with the best test accuracy of a survivor (float)."""
    means = {}
    for factor in AMNESIA_FACTORS:
        runs = store.find_all(runs_of(point, method, factor, SEEDS["survivors"]), store.results_folder())
        means[factor] = np.mean([run["scores"]["test"] for run in runs if run["diverged"] is None])
    return max(means, key=means.__getitem__)


def _what_turns(section):
    """Count the claims by how they depend on the reading."""
    readings = judged()
    kinds = {claim: robustness(of.values()) for claim, of in readings.items()}
    robust, turn, nowhere = (
        [claim for claim, of in kinds.items() if of == kind]
        for kind in ("robust", "depends on the reading", "fails everywhere")
    )
    counted = [*robust, *turn, *nowhere]
    n_readings = {len(readings[claim]) for claim in counted}
    scores = {name for name, verdict in readings["A1"].items() if verdict == "reproduced"}
    met = {claim: {name for name, of in readings[claim].items() if of == "reproduced"} for claim in ("M1", "M2")}
    one_pair = scores and all(readings["A2"][name] == "partly" for name in scores)
    return {
        "Of twelve claims judged under five readings": len(counted) == 12 and n_readings == {5},
        "one holds under all (I2)": robust == ["I2"],
        "five depend on the reading (A1, A2, M1, M3, D3)": turn == ["A1", "A2", "M1", "M3", "D3"],
        "six are reproduced whole under none (M2, D1, D2, I1, I3, I5)": nowhere == ["M2", "D1", "D2", "I1", "I3", "I5"],
        "only one of two pairs of methods passes our test of equal accuracy": one_pair,
        "Under none are M1 and M2 both reproduced.": not met["M1"] & met["M2"],
    }
