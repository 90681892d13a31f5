"""What `make bench` measured (`results/speed.json`), and what follows from it.

Times are CPU seconds on one thread. A ratio is the median of the slow one over the median of the fast one, measured in
turn with it in the same process; an exponent is the slope of a straight line through the logarithms.
"""

from itertools import product
from math import inf, nan

import numpy as np
import pandas as pd

from study import opcount
from study.datasets import get_record
from study.paper import TABLE_1
from study.store import NoResult, read_json, results_folder

# What `make bench` gives scikit-learn's MLPClassifier beside the sizes of its layers and a seed.
MLP_SETTINGS = {"activation": "tanh", "max_iter": 60}

FORMS = {"on weights": "primal", "dual form": "auto"}
"""How GN and GCN train a node -> their solver: as in the paper, or in the dual form wherever that is cheaper."""


def benchmark(only=""):
    """Name the command that measures, all of it or only a part (str, Markdown)."""
    return f"`make bench ONLY={only}`" if only else "`make bench`"


def load_speed():
    """Load what `make bench` measured on USPS (dict): settings, machine, and parts, one dict a measurement."""
    return read_json(results_folder() / "speed.json", f"It is measured by {benchmark()} (with USPS at hand).")


def seconds(part):
    """Return the median of a part's CPU seconds over its rounds (a float)."""
    return float(np.median(part["cpu_seconds"]))


def of_all_epochs(speed, name):
    """Return the median CPU seconds of a part (a float), scaled up to all epochs if fewer were measured."""
    part = speed["parts"][name]
    all_epochs = speed["settings"]["max_epochs"]
    return seconds(part) * all_epochs / part.get("measured_epochs", all_epochs)


def ratio(speed, slow, fast):
    """Return how many times longer the part `slow` takes than `fast`, which was timed in turn with it (a float)."""
    return of_all_epochs(speed, slow) / seconds(speed["parts"][slow]["beside"][fast])


def pretraining(speed, method, form="on weights"):
    """Return what was measured of the pre-training of two layers: cpu_seconds and wall_seconds, one a round (dict)."""
    layer_by_layer = method in ("SV", "USV")
    return speed["parts"][f"pretraining {method}" + ("" if layer_by_layer else f" {FORMS[form]}")]


def pretraining_ratios(speed, form="on weights"):
    """Tabulate how many times longer pre-training takes layer by layer than node by node: ratio, low and high."""
    # As measured: the shortest of the slow one over the longest of the fast one, and the reverse.
    methods = ("SV", "USV", "GN", "GCN")
    if form == "counted":  # on weights
        rows, settings = speed["rows"], speed["settings"]
        record = get_record(rows["name"])
        sizes = record.study_counts(record.forms[0])[0], (rows["n_features"], *settings["layers"])
        options = {"n_epochs": settings["max_epochs"], "amnesia": settings["amnesia"]}
        times = {of: [opcount.pretraining(of, *sizes, **options)] for of in methods}
    elif form == "paper":
        times = {of: [TABLE_1[of.lower()]["pretraining_seconds"]] for of in methods}
    else:
        times = {of: pretraining(speed, of, form)["cpu_seconds"] for of in methods}
    rows = {}
    for slow, fast in product(methods[:2], methods[2:]):
        a, b = times[slow], times[fast]
        ends = (min(a) / max(b), max(a) / min(b)) if form in FORMS else (nan, nan)
        rows[f"{slow} / {fast}"] = slow.lower(), fast.lower(), float(np.median(a) / np.median(b)), *ends
    return pd.DataFrame.from_dict(rows, orient="index", columns=["slow", "fast", "ratio", "low", "high"])


def peers(speed, value):
    """Summarise a value of the classifiers that train from the rows to the end: mean, sd and n over their seeds."""
    parts = speed["parts"]["end to end"]
    values = pd.DataFrame({name: pd.Series(parts[name][value]) for name in ("MLPClassifier", "DeepClassifier")})
    return values.agg(["mean", "std", "count"]).T.set_axis(["mean", "sd", "n"], axis=1)


def joint_share(speed, method):
    """Return the share of the machine's rate of matrix products that USV's or SV's loop sustains (a float)."""
    part = speed["parts"][f"joint kernel {method}"]
    sgemm = part["sgemm_flop"] / seconds(part["beside"]["sgemm"])
    return part["flop"] / seconds(part) / sgemm


def growth(speed, name):
    """Fit time = factor x size^exponent to the shortest rounds of a part, such as "GCN N"; return the exponent."""
    try:
        part = speed["parts"][f"growth {name}"]
    except KeyError:
        told = f"How time grows ({name}) has not been measured. That is done by {benchmark('growth')}."
        raise NoResult(told) from None
    return float(np.polyfit(np.log(part["sizes"]), np.log(np.min(part["cpu_seconds"], axis=1)), 1)[0])


def bars(speed):
    """Hold what was measured to what the project had set itself before it measured."""
    ratios, imported = pretraining_ratios(speed, "dual form")["ratio"], speed["parts"]["import"]
    cpu, right = (peers(speed, value)["mean"] for value in ("cpu_seconds", "test_accuracy"))
    rows = [
        ("pre-training time, USV / GCN", 250, inf, ratios["USV / GCN"]),
        ("pre-training time, SV / GCN", 150, inf, ratios["SV / GCN"]),
        ("pre-training time, USV / GN", 100, inf, ratios["USV / GN"]),
        ("loop of USV, share of the sgemm rate", 0.15, inf, joint_share(speed, "USV")),
        ("pre-training time, PyTorch in batches of 32 / GCN", 100, inf, ratio(speed, "torch 32", "GCN")),
        *((f"exponent of N, {name}", 0.9, 1.1, growth(speed, f"{name} N")) for name in ("GN", "GCN")),
        *((f"exponent of E, {name}", 0.9, 1.1, growth(speed, f"{name} E")) for name in ("GN", "GCN", "GCN dual")),
        *((f"exponent of d1, {name}", -inf, 1.1, growth(speed, f"{name} d1")) for name in ("GN", "GCN")),
        ("exponent of d1, epochs of the dual form", -inf, 0.3, growth(speed, "GCN dual, epochs alone d1")),
        *((f"exponent of d2, {name}", -inf, 1.1, growth(speed, f"{name} d2")) for name in ("GN", "GCN", "GCN A=1")),
        ("whole training time, fast preset / MLPClassifier", -inf, 1, cpu["DeepClassifier"] / cpu["MLPClassifier"]),
        ("test accuracy, fast preset less MLPClassifier", 0, inf, right["DeepClassifier"] - right["MLPClassifier"]),
        ("import time, gnode / its parts", -inf, 1.5, seconds(imported["gnode"]) / seconds(imported["its parts"])),
    ]
    table = pd.DataFrame(rows, columns=["what", "lowest", "highest", "measured"])
    table["holds"] = table["measured"].between(table["lowest"], table["highest"])
    return table
