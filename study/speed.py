"""What `make bench` measured (`results/speed.json`), and what follows from it.

Times are CPU seconds on one thread. A ratio is the median of the slow one over the median of the fast one, measured in
turn with it in the same process; an exponent is the slope of a straight line through the logarithms.
"""

from __future__ import annotations

import re
from itertools import product
from math import inf, nan
from pathlib import Path

import numpy as np

from study import opcount
from study.datasets import get_record
from study.paper import TABLE_1
from study.store import DamagedResult, NoResult, read_json, results_folder

__all__ = [
    "FORMS",
    "MLP_SETTINGS",
    "all_times",
    "bars",
    "bars_in_words",
    "benchmark",
    "exponent",
    "first_fits",
    "growth",
    "joint_share",
    "load_speed",
    "mlp_in_words",
    "of_all_epochs",
    "one_layer",
    "peers",
    "pretraining",
    "pretraining_ratios",
    "ratio",
    "seconds",
]

# What `make bench` gives scikit-learn's MLPClassifier beside the sizes of its layers and a seed.
MLP_SETTINGS = {"activation": "tanh", "max_iter": 60}

FORMS = {"on weights": "primal", "dual form": "auto"}
"""How GN and GCN train a node -> their solver: as in the paper, or in the dual form wherever that is cheaper."""


def benchmark(only=""):
    """Name what measures, all of it or only a part (str): a command in a checkout, the only place that has it."""
    if (Path(__file__).resolve().parents[1] / "Makefile").is_file():
        return f"`make bench ONLY={only}`" if only else "`make bench`"
    return f"the benchmark {only!r} of gnode's repository" if only else "the benchmarks of gnode's repository"


_MEASURED = re.compile(r"/(cpu_seconds|wall_seconds|sizes|test_accuracy|flop|sgemm_flop|measured_epochs|max_epochs)$")


def load_speed(rows="usps"):
    """Load what `make bench` measured.

    Parameters
    ----------
    rows : {"usps", "digits"}, default="usps"
        What it was measured on.

    Returns
    -------
    dict
        rows, threads, settings, python, packages, machine, and parts: one dict a measurement, with the date, the
        commit of the code and the machine's load average at its start.

    Raises
    ------
    NoResult
        If it has not been measured; the message names the command.
    DamagedResult
        If the file is damaged; likewise.
    """
    path = results_folder() / ("speed.json" if rows == "usps" else f"speed-{rows}.json")
    how = f"It is measured by {benchmark()} (with {rows} at hand)."
    speed = read_json(path, how)
    if problem := _problem(speed):
        raise DamagedResult(f"{path} is damaged: {problem}. {how}")
    return speed


def _problem(value, where=""):
    """Say what of a measurement cannot be used, None if all can: times, sizes and rates are positive numbers.

    All sizes have the same number of rounds.
    """
    if _MEASURED.search(where):
        rows = value if isinstance(value, list) else [value]
        flat = [one for row in rows for one in (row if isinstance(row, list) else [row])]
        if not flat or not all(type(one) in (int, float) and 0 < one < inf for one in flat):
            return f"{where} is not made of positive numbers"
        if len({len(row) if isinstance(row, list) else None for row in rows}) > 1:
            return f"{where} has more of one row than of another"
    elif isinstance(value, dict):
        if found := next((found for name in value if (found := _problem(value[name], f"{where}/{name}"))), None):
            return found
        if "sizes" in value and np.shape(value["sizes"]) != np.shape(value.get("cpu_seconds", ()))[:1]:
            return f"{where} has not as many cpu_seconds as sizes"
    elif re.fullmatch("/parts(/[^/]*)?", where):
        return f"{where} has no fields"
    return None


def mlp_in_words():
    """Say what MLPClassifier was given, and what it has by default instead (str, Markdown)."""
    from sklearn.neural_network import MLPClassifier

    usual = MLPClassifier().get_params()
    given = " and ".join(f"`{name}={value!r}` (by default {usual[name]!r})" for name, value in MLP_SETTINGS.items())
    return (
        f"`MLPClassifier` was given {given}, and has scikit-learn's defaults otherwise; its warnings that it had not "
        "converged were silenced"
    )


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
    """Return what was measured of the pre-training of two layers.

    Parameters
    ----------
    speed : dict
        From `load_speed`.
    method : {"SV", "USV", "GN", "GCN"}
    form : {"on weights", "dual form"}, default="on weights"
        Of GN and GCN; the others have only one.

    Returns
    -------
    dict
        cpu_seconds and wall_seconds, lists with an entry for each time that it was measured.
    """
    layer_by_layer = method in ("SV", "USV")
    return speed["parts"][f"pretraining {method}" + ("" if layer_by_layer else f" {FORMS[form]}")]


def pretraining_ratios(speed, form="on weights"):
    """Tabulate how many times longer pre-training takes layer by layer than node by node.

    Parameters
    ----------
    speed : dict
        From `load_speed`.
    form : {"paper", "counted", "on weights", "dual form"}, default="on weights"
        What the paper's Table 1 says, what `study.opcount` counts for nodes trained on their weights, or what was
        measured with a form of GN and GCN.

    Returns
    -------
    pandas.DataFrame
        Indexed by the pair, such as "SV / GN". Columns slow and fast (names of `study.methods.METHODS`), ratio
        (of the medians), low and high (as far apart as the times allow: the shortest of the slow one over the longest
        of the fast one, and the longest over the shortest; NaN for the paper and the count, with one number each).
    """
    import pandas as pd

    rows = {}
    for slow, fast in product(("SV", "USV"), ("GN", "GCN")):
        if form in ("paper", "counted"):
            a, b = (_counted(speed, of) if form == "counted" else _printed(of) for of in (slow, fast))
            ratios = a / b, nan, nan
        else:
            a, b = (pretraining(speed, name, form)["cpu_seconds"] for name in (slow, fast))
            ratios = float(np.median(a) / np.median(b)), min(a) / max(b), max(a) / min(b)
        rows[f"{slow} / {fast}"] = slow.lower(), fast.lower(), *ratios
    return pd.DataFrame.from_dict(rows, orient="index", columns=["slow", "fast", "ratio", "low", "high"])


def _printed(method):
    """Give the seconds of pre-training in the paper's Table 1."""
    return TABLE_1[method.lower()]["pretraining_seconds"]


def _counted(speed, method):
    """Count the operations of the pre-training that was timed (int), each node trained on its weights."""
    rows, settings = speed["rows"], speed["settings"]
    record = get_record(rows["name"])
    class_sizes, _ = record.study_counts(record.forms[0])
    shape = rows["n_features"], *settings["layers"]
    return opcount.pretraining(method, class_sizes, shape, settings["max_epochs"], amnesia=settings["amnesia"])


def one_layer(speed):
    """Return the median CPU seconds of GCN's first layer, as timed in turn with the linear codes (a float)."""
    beside = [speed["parts"][code]["beside"]["GCN"]["cpu_seconds"] for code in ("PCA", "dictionary")]
    return float(np.median(np.concatenate(beside)))


def peers(speed, value):
    """Summarise what the classifiers took or scored that train from the rows to the end, over their seeds.

    Parameters
    ----------
    speed : dict
        From `load_speed`.
    value : {"test_accuracy", "cpu_seconds", "wall_seconds"}

    Returns
    -------
    pandas.DataFrame
        Indexed by "MLPClassifier" and "DeepClassifier" (GCN with the fast preset), with the columns of
        `study.stats.summary`: mean, sd and n.
    """
    import pandas as pd

    values = {name: speed["parts"]["end to end"][name][value] for name in ("MLPClassifier", "DeepClassifier")}
    return pd.DataFrame({name: pd.Series(of).agg(["mean", "std", "count"]) for name, of in values.items()}).T.set_axis(
        ["mean", "sd", "n"], axis=1
    )


def joint_share(speed, method):
    """Return the share of the machine's rate of matrix products that USV's or SV's loop sustains (a float)."""
    part = speed["parts"][f"joint kernel {method}"]
    sgemm = part["sgemm_flop"] / seconds(part["beside"]["sgemm"])
    return part["flop"] / seconds(part) / sgemm


def exponent(part):
    """Fit time = factor x size^exponent to the shortest of the rounds at each size.

    Parameters
    ----------
    part : dict
        With sizes and, for each, cpu_seconds of all rounds.

    Returns
    -------
    exponent, factor : float
    """
    shortest = np.min(part["cpu_seconds"], axis=1)
    slope, intercept = np.polyfit(np.log(part["sizes"]), np.log(shortest), 1)
    return float(slope), float(np.exp(intercept))


def growth(speed, name):
    """Return the exponent fitted to how time grows in one respect.

    Parameters
    ----------
    speed : dict
        From `load_speed`.
    name : str
        What grows, and with what, such as "GCN N" or "naive scheme d2".

    Returns
    -------
    float

    Raises
    ------
    NoResult
        If it has not been measured; the message names the command.
    """
    try:
        return exponent(speed["parts"][f"growth {name}"])[0]
    except KeyError:
        raise NoResult(
            f"How time grows ({name}) has not been measured. That is done by {benchmark('growth')}."
        ) from None


def bars(speed):
    """Hold what was measured to what the project had set itself before it measured.

    Parameters
    ----------
    speed : dict
        From `load_speed`.

    Returns
    -------
    pandas.DataFrame
        Columns what, lowest, highest (what is allowed), measured, holds; a row a bar.
    """
    import pandas as pd

    parts = speed["parts"]
    ratios = pretraining_ratios(speed, "dual form")["ratio"]
    fast, mlp = (parts["end to end"][name] for name in ("DeepClassifier", "MLPClassifier"))
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
        (
            "whole training time, fast preset / MLPClassifier",
            -inf,
            1,
            float(np.mean(fast["cpu_seconds"]) / np.mean(mlp["cpu_seconds"])),
        ),
        (
            "test accuracy, fast preset less MLPClassifier",
            0,
            inf,
            float(np.mean(fast["test_accuracy"]) - np.mean(mlp["test_accuracy"])),
        ),
        (
            "import time, gnode / its parts",
            -inf,
            1.5,
            seconds(parts["import"]["gnode"]) / seconds(parts["import"]["its parts"]),
        ),
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
    import pandas as pd

    caches = {"empty cache": "compiling, once (s)", "filled cache": "loading, once a process (s)"}
    rows = []
    for method in ("USV", "SV", "GN", "GCN"):
        part = speed["parts"][f"first fit {method}"]
        more = {caches[of]: f"{np.subtract(*part[of]['cpu_seconds']):.1f}" for of in caches}
        rows.append({"method": method, **more})
    return pd.DataFrame(rows)


def all_times(speed):
    """Tabulate what was measured of pre-training, PyTorch and linear codes, in seconds (pandas.DataFrame)."""
    import pandas as pd

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
        rows.append(
            {
                "what": label,
                "epochs": str(epochs) if name.startswith(("pretraining", "torch")) else "",
                "rounds": len(part["cpu_seconds"]),
                **{of: f"{time:.3g}" for of, time in times.items()},
            }
        )
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
