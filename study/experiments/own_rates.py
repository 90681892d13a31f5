"""The third open question: a learning rate of a node's own, on rows that are scaled and on raw ones; three rounds."""

import pandas as pd

from study import datasets

from ..methods.variants import GCN_VARIED, GN_VARIED
from .differences import table_against
from .experiment import Experiment, where
from .peers import CRITERIA, variants_of

RATES: dict[str, dict] = {
    "hand-picked": {"picked": True},
    "0.001": {"learning_rate": 0.001},
    "1 / norm": {"rate": "norm", "learning_rate": 1.0},
    "0.1 / norm": {"rate": "norm", "learning_rate": 0.1},
    "0.1, rows scaled": {"rate": "scale", "learning_rate": 0.1},
    "0.3, rows scaled": {"rate": "scale", "learning_rate": 0.3},
}
SECOND = "0.025, norm 2"
THIRD = "1/32, norm 4"
LATER: dict[str, dict] = {
    SECOND: {"rate": "scale", "row_norm": 2.0, "learning_rate": 0.025},
    THIRD: {"rate": "scale", "row_norm": 4.0, "learning_rate": 1 / 32},
}
"""What the rounds before led to; criterion and what had been seen stand in book/deviations.md."""
BASE = "hand-picked"
"""The paper's, of its table of data sets."""

LOST = 0.010
"""So much less than with the paper's rate the mean score of a set may be."""

SETS = (
    *("usps", "digits", "musk", "isolet", "cnae9", "madelon"),
    *("cancer", "cancer_original", "bank", "news", "poker", "chess"),
)
HAND_PICKED = {"digits": 0.01, "cnae9": 0.1}
"""Where the paper has none, or a range."""


def _picked(dataset, rate):
    """Give the paper's rate for a set where a rate is none (dict)."""
    if "learning_rate" in rate:
        return {}
    return {"learning_rate": HAND_PICKED.get(dataset) or float(datasets.get_record(dataset).in_paper.learning_rate)}


def _rounds(rates, methods, first_seed=0):
    """Make the plan of a round (callable): its rates on scaled and on raw rows."""
    plans = [
        variants_of(method, [rate | {"scaled": scaled} for rate in rates], SETS, _picked)
        for method in methods
        for scaled in (True, False)
    ]
    return lambda profile, seed, rows: [run for plan in plans for run in plan(profile, first_seed + seed, rows)]


def _rate(settings):
    """Name the rate of a run by its settings, and its rows (dict)."""
    own = (settings.get("rate"), None if settings.get("picked") else settings["learning_rate"])
    named = {(of.get("rate"), of.get("learning_rate")): name for name, of in (RATES | LATER).items()}
    rows = "scaled" if settings["scaled"] else "raw"
    return {"rate of nodes": f"{named[own]}, {rows}", "rate name": named[own], "rows scaled": settings["scaled"]}


def fit_for_auto(frame):
    """Judge which rate but the paper's may become ``learning_rate="auto"``; `worst`, the largest mean score lost."""
    shares = frame.groupby(["rate name", "rows scaled", "dataset"])["saturated"].mean()
    scores = frame[frame["rows scaled"]].groupby(["rate name", "dataset"])["probe_all"].mean().unstack("dataset")
    rows = {}
    for rate in (*RATES, *LATER):
        if rate == BASE or rate not in scores.index:
            continue
        lost = scores.loc[BASE] - scores.loc[rate]
        row = {
            "diverged": int(frame.loc[frame["rate name"] == rate, "diverged"].sum()),
            "saturated": shares[rate, False].mean(),
            "worst": lost.max(),
            "set": lost.idxmax(),
            "score": scores.loc[rate].mean(),
        }
        row["fit"] = row["diverged"] == 0 and row["saturated"] <= shares[BASE, True].mean() and row["worst"] <= LOST
        rows[rate] = row
    return pd.DataFrame.from_dict(rows, orient="index")


def _against_paper(frame, rates):
    """Compare rates on scaled and raw rows with the paper's on scaled ones."""
    values = CRITERIA | {"dead": "nodes without effect", "saturated": "saturated outputs"}
    names = [f"{name}, {rows}" for rows in ("scaled", "raw") for name in rates]
    return table_against(frame, "rate of nodes", names, f"{BASE}, scaled", values)


def _table(rates, methods):
    def table(frame, _):
        if len(methods) == 1:
            return _against_paper(frame, rates)
        of_methods = [
            _against_paper(where(frame, method=method.name), rates).assign(method=method.label.split(",")[0])
            for method in methods
        ]
        return pd.concat(of_methods, ignore_index=True)

    return "Mean over the sets of the paper's rates on scaled rows, and what others differ from it", table


def _experiment(name, title, place, n_seeds, rates, methods, first_seed=0):
    return Experiment(
        name,
        f"A learning rate of each node's own, {title}",
        place,
        n_seeds,
        runs=_rounds(rates.values(), methods, first_seed),
        table=_table(rates, methods),
        columns=_rate,
    )


def _later(name, title, place, n_seeds, rate, first_seed):
    """Make a later round: its rate beside the paper's, for GN and GCN, from a seed on that is fresh."""
    rates = {BASE: RATES[BASE], rate: LATER[rate]}
    return _experiment(name, f"{title} round: fresh seeds", place, n_seeds, rates, (GN_VARIED, GCN_VARIED), first_seed)


OWN_RATES = _experiment("own_rates", "on scaled and on raw rows", 17, 5, RATES, (GN_VARIED,))
SECOND_ROUND = _later("auto_rate", "second", 21, 5, SECOND, first_seed=5)
THIRD_ROUND = _later("auto_rate_third", "third", 22, 10, THIRD, first_seed=10)
