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
    """Tabulate how many times longer pre-training takes layer by layer than node by node: ratio, low and high.

    By the paper's Table 1 ("paper"), as counted ("counted") or as measured with a form of GN and GCN: there low is the
    shortest of the slow one over the longest of the fast one, and high the reverse.
    """
    counts = _counts(speed) if form == "counted" else None
    rows = {}
    for slow, fast in product(("SV", "USV"), ("GN", "GCN")):
        if form in ("paper", "counted"):
            a, b = (counts[of] if counts else TABLE_1[of.lower()]["pretraining_seconds"] for of in (slow, fast))
            ratios = a / b, nan, nan
        else:
            a, b = (pretraining(speed, name, form)["cpu_seconds"] for name in (slow, fast))
            ratios = float(np.median(a) / np.median(b)), min(a) / max(b), max(a) / min(b)
        rows[f"{slow} / {fast}"] = slow.lower(), fast.lower(), *ratios
    return pd.DataFrame.from_dict(rows, orient="index", columns=["slow", "fast", "ratio", "low", "high"])


def _counts(speed):
    """Count the operations of the pre-trainings that were timed, on weights (dict of method to int)."""
    rows, settings = speed["rows"], speed["settings"]
    record = get_record(rows["name"])
    class_sizes, _ = record.study_counts(record.forms[0])
    given = class_sizes, (rows["n_features"], *settings["layers"]), settings["max_epochs"]
    methods = ("SV", "USV", "GN", "GCN")
    return {method: opcount.pretraining(method, *given, amnesia=settings["amnesia"]) for method in methods}


def peers(speed, value):
    """Summarise a value of the classifiers that train from the rows to the end: mean, sd and n over their seeds."""
    parts = speed["parts"]["end to end"]
    values = pd.DataFrame({name: parts[name][value] for name in ("MLPClassifier", "DeepClassifier")})
    return values.agg(["mean", "std", "count"]).T.set_axis(["mean", "sd", "n"], axis=1)


def joint_share(speed, method):
    """Return the share of the machine's rate of matrix products that USV's or SV's loop sustains (a float)."""
    part = speed["parts"][f"joint kernel {method}"]
    sgemm = part["sgemm_flop"] / seconds(part["beside"]["sgemm"])
    return part["flop"] / seconds(part) / sgemm


def exponent(part):
    """Fit time = factor x size^exponent to the shortest of the rounds at each size (exponent, factor)."""
    shortest = np.min(part["cpu_seconds"], axis=1)
    slope, intercept = np.polyfit(np.log(part["sizes"]), np.log(shortest), 1)
    return float(slope), float(np.exp(intercept))


def growth(speed, name):
    """Return the exponent fitted to how time grows in one respect, such as "GCN N" or "naive scheme d2" (float)."""
    try:
        return exponent(speed["parts"][f"growth {name}"])[0]
    except KeyError:
        raise NoResult(
            f"How time grows ({name}) has not been measured. That is done by {benchmark('growth')}."
        ) from None


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


def bars_in_words(speed):
    """Tabulate the bars for a page: what was asked, what was measured and whether it holds (pandas.DataFrame)."""
    shown = bars(speed)
    lowest, highest = (shown[end].map("{:g}".format) for end in ("lowest", "highest"))
    asked = lowest + " to " + highest
    asked = asked.where(shown["lowest"] > -inf, "at most " + highest)
    shown["asked"] = asked.where(shown["highest"] < inf, "at least " + lowest)
    shown["measured"] = [f"{of:.3g}" if abs(of) >= 0.01 else f"{of:.3f}" for of in shown["measured"]]
    shown["holds"] = shown["holds"].map({True: "yes", False: "**no**"})
    return shown[["what", "asked", "measured", "holds"]]


def first_fits(speed):
    """Tabulate the CPU seconds that a first fit takes more than the second, by method (pandas.DataFrame)."""
    caches = {"empty cache": "compiling, once (s)", "filled cache": "loading, once a process (s)"}
    rows = []
    for method in ("USV", "SV", "GN", "GCN"):
        part = speed["parts"][f"first fit {method}"]
        more = {caches[of]: f"{np.subtract(*part[of]['cpu_seconds']):.1f}" for of in caches}
        rows.append({"method": method, **more})
    return pd.DataFrame(rows)


def all_times(speed):
    """Tabulate what was measured of pre-training, PyTorch and linear codes, in seconds (pandas.DataFrame)."""
    rows = []
    for name, part in speed["parts"].items():
        if not (label := _label(name)):
            continue
        epochs = part.get("measured_epochs", speed["settings"]["max_epochs"])
        times = {
            "CPU (s)": seconds(part),
            "shortest (s)": min(part["cpu_seconds"]),
            "longest (s)": max(part["cpu_seconds"]),
            "wall (s)": float(np.median(part["wall_seconds"])),
        }
        row = {"what": label, "epochs": str(epochs) if name.startswith(("pretraining", "torch")) else ""}
        row["rounds"] = len(part["cpu_seconds"])
        rows.append(row | {of: f"{time:.3g}" for of, time in times.items()})
    return pd.DataFrame(rows)


def _label(name):
    """Name a part of pre-training, PyTorch or linear codes for a reader (str), empty for any other."""
    kind, *rest = name.split()
    forms = {"primal": ", on weights", "auto": ", dual form where cheaper", "dual": ", dual form in every node"}
    if kind == "pretraining":
        return rest[0] + "".join(forms[solver] for solver in rest[1:])
    if kind == "torch":
        return f"PyTorch, batches of {rest[0]}"
    return {"PCA": "`PCA`", "dictionary": "`MiniBatchDictionaryLearning`"}.get(name, "")
