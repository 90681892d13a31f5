"""The third open question: a learning rate of a node's own, on rows that are scaled and on raw ones; three rounds."""

from __future__ import annotations

import pandas as pd

from study import datasets

from ..methods.variants import GCN_VARIED, GN_VARIED
from .differences import table_against
from .experiment import Experiment
from .peers import CRITERIA, variant_runs

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


def _hand_picked(dataset):
    in_paper = datasets.get_record(dataset).in_paper
    return HAND_PICKED.get(dataset) or float(in_paper.learning_rate)


def _runs_of(profile, seed, choose_rows, method, rates):
    sets = SETS if profile == "paper" else None
    return [
        run
        for scaled in (True, False)
        for run in variant_runs(
            profile,
            seed,
            choose_rows,
            method,
            [rate | {"scaled": scaled} for rate in rates],
            sets,
            lambda dataset, rate: {} if "learning_rate" in rate else {"learning_rate": _hand_picked(dataset)},
        )
    ]


def _runs(profile, seed, choose_rows):
    return _runs_of(profile, seed, choose_rows, GN_VARIED.name, RATES.values())


def _later_runs(rate, first):
    """Make the plan of a later round: its rate beside the paper's, for GN and GCN, from a seed on that is fresh."""

    def runs(profile, seed, choose_rows):
        rates = [RATES[BASE], LATER[rate]]
        return [
            run
            for method in (GN_VARIED.name, GCN_VARIED.name)
            for run in _runs_of(profile, first + seed, choose_rows, method, rates)
        ]

    return runs


def _rate(settings):
    """Name the rate of a run by its settings, and its rows (dict)."""
    own = (settings.get("rate"), None if settings.get("picked") else settings["learning_rate"])
    named = {(of.get("rate"), of.get("learning_rate")): name for name, of in (RATES | LATER).items()}
    rows = "scaled" if settings["scaled"] else "raw"
    return {"rate of nodes": _rate_label(named[own], rows), "rate name": named[own], "rows scaled": settings["scaled"]}


def _rate_label(rate, rows):
    """Name a rate and the rows that it is used on (str)."""
    return f"{rate}, {rows}"


def fit_for_auto(frame):
    """Judge which form of a node's own rate may become ``learning_rate="auto"``."""
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


VALUES = CRITERIA | {"dead": "nodes without effect", "saturated": "saturated outputs"}


def _table(frame, _):
    names = [_rate_label(name, rows) for rows in ("scaled", "raw") for name in RATES]
    return table_against(frame, "rate of nodes", names, _rate_label(BASE, "scaled"), VALUES)


def _later_table(rate):
    names = [_rate_label(name, rows) for rows in ("scaled", "raw") for name in (BASE, rate)]

    def table(frame, _):
        of_methods = []
        for method, name in ((GN_VARIED.name, "GN"), (GCN_VARIED.name, "GCN")):
            of_method = frame[frame["method"] == method] if len(frame) else frame
            shown = table_against(of_method, "rate of nodes", names, _rate_label(BASE, "scaled"), VALUES)
            of_methods.append(shown.assign(method=name))
        return pd.concat(of_methods, ignore_index=True)

    return "Mean over the sets of the paper's rates on scaled rows, and what others differ from it", table


OWN_RATES = Experiment(
    "own_rates",
    "A learning rate of each node's own, on scaled and on raw rows",
    place=17,
    n_seeds=5,
    runs=_runs,
    table=("Mean over the sets of the paper's rates on scaled rows, and what others differ from it", _table),
    columns=_rate,
)

SECOND_ROUND = Experiment(
    "auto_rate",
    "A learning rate of each node's own, second round: fresh seeds",
    place=21,
    n_seeds=5,
    runs=_later_runs(SECOND, 5),
    table=_later_table(SECOND),
    columns=_rate,
)

THIRD_ROUND = Experiment(
    "auto_rate_third",
    "A learning rate of each node's own, third round: fresh seeds",
    place=22,
    n_seeds=10,
    runs=_later_runs(THIRD, 10),
    table=_later_table(THIRD),
    columns=_rate,
)
