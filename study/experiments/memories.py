"""The second open question: amnesia that is chosen from the data, relaxed, or another one in each layer."""

from itertools import product

import numpy as np
import pandas as pd

from gnode import DivergenceError, Reading

from ..measures import mean_absolute_cosine
from ..methods import GCN, GN
from ..methods.variants import GN_VARIED
from ..run import FLAT, Run
from ..stats import interval_of_mean
from .differences import of_each, table_against
from .experiment import Experiment, Kind
from .peers import CRITERIA, variants_of
from .settings import chosen, first_data, make_layer
from .worth import network_of

RULES = {
    "A = 0.4": {},
    "A = 0.4, flat": {"reading": FLAT},
    "relaxed": {"relaxed": True},
    "held out": {"choose": "held out"},
    "held out, flat": {"choose": "held out", "reading": FLAT},
    "spectrum": {"choose": "spectrum"},
    "spectrum, flat": {"choose": "spectrum", "reading": FLAT},
}


def _rule(settings):
    """Name the rule of a run by its settings (dict)."""
    own = {name: settings[name] for name in ("relaxed", "choose") if name in settings}
    own |= {"reading": FLAT} if settings["reading"] == FLAT else {}
    return {"rule": next(name for name, rule in RULES.items() if rule == own)}


MEMORIES = Experiment(
    "memories",
    "Amnesia that is relaxed or chosen from the training rows",
    place=15,
    n_seeds=5,
    runs=variants_of(GN_VARIED, RULES.values()),
    table=(
        "Mean over the sets of GN with A = 0.4, and what others differ from it [95 % interval]",
        lambda frame, _: table_against(frame, "rule", RULES, "A = 0.4", CRITERIA | {"redundancy": "redundancy"}),
    ),
    columns=_rule,
)

PAIRS = tuple(product((0.0, 0.4, 0.8), repeat=2))  # amnesia of the first layer and of the second
BASE_PAIR = "0.4, 0.4"
HELD_OUT = 0.2
_SCORES = ("held_out", "test", "test_before")


def _layers(run, data):
    """Train layers, each with its factor, and a network of them on four fifths of the rows; score it on the rest."""
    order = np.random.RandomState(run.seed).permutation(len(data.y_train))
    rows, held = np.split(order, [round((1 - HELD_OUT) * len(order))])
    rows = np.sort(rows)  # GCN takes the rows of a class in file order
    X, y = data.X_train[rows], data.y_train[rows]
    sizes, factors = run.settings["hidden_layer_sizes"], run.settings["amnesia"]
    made, H = [], X
    try:
        for size, factor in zip(sizes, factors, strict=True):
            layer = make_layer(run, n_components=size, amnesia=factor).fit(H, y)
            made.append((layer.components_, layer.intercept_))
            H = layer.transform(H)
        network = network_of(made, Reading(**run.settings["reading"]), run.seed).fit(X, y)
    except DivergenceError as error:
        return {"diverged": str(error)}, None
    scores = (
        network.score(data.X_train[held], data.y_train[held]),
        network.score(data.X_test, data.y_test),
        network.before_finetuning().score(data.X_test, data.y_test),
    )
    alike = {f"redundancy_{k}": mean_absolute_cosine(W) for k, (W, _) in enumerate(made)}
    return {"diverged": None, "measures": dict(zip(_SCORES, map(float, scores), strict=True)) | alike}, None


OF_LAYERS = Kind("layers", _layers, {"measures": (*_SCORES, "redundancy_0", "redundancy_1")}, if_diverged={})


def _layer_runs(profile, seed, _):
    common = chosen(profile, "learning_rate", "max_epochs", "dtype", "reading")
    common |= {"hidden_layer_sizes": [20, 15] if profile == "smoke" else [100, 75]}
    return [
        Run("layers", first_data(profile), method, common | {"amnesia": list(pair)}, seed)
        for method in (GN.name, GCN.name)
        for pair in PAIRS
    ]


def _pair_name(pair):
    """Write the factors of two layers (str)."""
    return "{:g}, {:g}".format(*pair)


def winning_pairs(frame):
    """Find the pair of factors that is best on held-out rows, and whether it wins over 0.4 twice on test rows."""
    rows = {}
    for method, of_method in frame.groupby("method", sort=False):
        best = of_method.groupby("factors")["held_out"].mean().idxmax()
        test = of_method.pivot_table(index="seed", columns="factors", values="test")
        gained = test[best] - test[BASE_PAIR]
        low, high = interval_of_mean(gained)
        wins = best != BASE_PAIR and low > 0
        rows[method] = {"best": best, "mean": gained.mean(), "low": low, "high": high, "wins": wins}
    return pd.DataFrame.from_dict(rows, orient="index")


def _layer_table(frame, _):
    values = {"held_out": "held-out rows", "test": "test", "test_before": "test before fine-tuning"}
    return of_each((GN, GCN), frame, "factors", [_pair_name(pair) for pair in PAIRS], BASE_PAIR, values)


LAYERS = Experiment(
    "memory_by_layer",
    "Another amnesia factor in each of two layers, on USPS",
    place=16,
    n_seeds=5,
    runs=_layer_runs,
    table=("Accuracy with the factors 0.4, 0.4, and what others differ from it [95 % interval]", _layer_table),
    columns=lambda settings: {"factors": _pair_name(settings["amnesia"])},
)
