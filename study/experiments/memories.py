"""The second open question: amnesia that is chosen from the data, relaxed, or another one in each layer."""

from __future__ import annotations

from itertools import product

import pandas as pd

from ..methods import GCN, GN, METHODS
from ..methods.variants import GN_VARIED
from ..run import FLAT, Run
from ..stats import interval_of_mean
from .differences import table_against
from .experiment import Experiment
from .peers import CRITERIA, variant_runs
from .settings import SETTINGS, SMOKE_SETTINGS, first_data

RULES = {
    "A = 0.4": {},
    "A = 0.4, flat": {"reading": FLAT},
    "relaxed": {"relaxed": True},
    "held out": {"choose": "held out"},
    "held out, flat": {"choose": "held out", "reading": FLAT},
    "spectrum": {"choose": "spectrum"},
    "spectrum, flat": {"choose": "spectrum", "reading": FLAT},
}
BASE = "A = 0.4"

PAIRS = tuple(product((0.0, 0.4, 0.8), repeat=2))
"""Amnesia of the first layer and of the second."""
BASE_PAIR = (0.4, 0.4)
SIZES, SMOKE_SIZES = [100, 75], [20, 15]


def _runs(profile, seed, choose_rows):
    return variant_runs(profile, seed, choose_rows, GN_VARIED.name, RULES.values())


def _rule(settings):
    """Name the rule of a run by its settings (dict)."""
    own = {name: settings[name] for name in ("relaxed", "choose") if name in settings}
    own |= {"reading": FLAT} if settings["reading"] == FLAT else {}
    return {"rule": next(name for name, rule in RULES.items() if rule == own)}


def _table(frame, _):
    return table_against(frame, "rule", RULES, BASE, CRITERIA | {"redundancy": "redundancy"})


MEMORIES = Experiment(
    "memories",
    "Amnesia that is relaxed or chosen from the training rows",
    place=15,
    n_seeds=5,
    runs=_runs,
    table=("Mean over the sets of GN with A = 0.4, and what others differ from it [95 % interval]", _table),
    columns=_rule,
)


def _layer_runs(profile, seed, _):
    smoke = profile == "smoke"
    common = {name: SETTINGS[name].value for name in ("learning_rate", "max_epochs", "dtype", "reading")}
    common |= {"hidden_layer_sizes": SMOKE_SIZES if smoke else SIZES}
    common |= {name: SMOKE_SETTINGS[name] for name in ("learning_rate", "max_epochs")} if smoke else {}
    return [
        Run("layers", first_data(profile), method, common | {"amnesia": list(pair)}, seed)
        for method in (GN.name, GCN.name)
        for pair in PAIRS
    ]


def _pair(settings):
    """Name the factors of a run (dict)."""
    return {"factors": _pair_name(settings["amnesia"])}


def _pair_name(pair):
    """Write the factors of two layers (str)."""
    return "{:g}, {:g}".format(*pair)


def winning_pairs(frame):
    """Find the pair of factors that wins over 0.4 in both layers, for each method."""
    rows = {}
    base = _pair_name(BASE_PAIR)
    for method, of_method in frame.groupby("method", sort=False):
        best = of_method.groupby("factors")["held_out"].mean().idxmax()
        test = of_method.pivot_table(index="seed", columns="factors", values="test")
        gained = test[best] - test[base]
        low, high = interval_of_mean(gained)
        rows[method] = {"best": best, "mean": gained.mean(), "low": low, "high": high}
        rows[method]["wins"] = best != base and low > 0
    return pd.DataFrame.from_dict(rows, orient="index")


def _layer_table(frame, _):
    names = [_pair_name(pair) for pair in PAIRS]
    values = {"held_out": "held-out rows", "test": "test", "test_before": "test before fine-tuning"}
    of_methods = []
    for method in (GN.name, GCN.name):
        of_method = frame[frame["method"] == method] if len(frame) else frame
        shown = table_against(of_method, "factors", names, _pair_name(BASE_PAIR), values)
        of_methods.append(shown.assign(method=METHODS[method].label))
    return pd.concat(of_methods, ignore_index=True)


LAYERS = Experiment(
    "memory_by_layer",
    "Another amnesia factor in each of two layers, on USPS",
    place=16,
    n_seeds=5,
    runs=_layer_runs,
    table=("Accuracy with the factors 0.4, 0.4, and what others differ from it [95 % interval]", _layer_table),
    columns=_pair,
)
