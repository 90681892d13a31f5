"""The third open question: a learning rate of a node's own, on rows that are scaled and on raw ones."""

from __future__ import annotations

from gnode import datasets

from ..methods.variants import GN_VARIED
from .differences import table_against
from .experiment import Experiment
from .peers import CRITERIA, variant_runs

__all__ = ["BASE", "OWN_RATES", "RATES", "SETS"]

RATES: dict[str, dict] = {
    "hand-picked": {"picked": True},
    "0.001": {"learning_rate": 0.001},
    "1 / norm": {"rate": "norm", "learning_rate": 1.0},
    "0.1 / norm": {"rate": "norm", "learning_rate": 0.1},
    "0.1, rows scaled": {"rate": "scale", "learning_rate": 0.1},
    "0.3, rows scaled": {"rate": "scale", "learning_rate": 0.3},
}
BASE = "hand-picked"
"""The paper's, of its table of data sets."""

SETS = (
    *("usps", "digits", "musk", "isolet", "cnae9", "madelon"),
    *("cancer", "cancer_original", "bank", "news", "poker", "chess"),
)
HAND_PICKED = {"digits": 0.01, "cnae9": 0.1}
"""Where the paper has none, or a range."""


def _hand_picked(dataset):
    in_paper = datasets.get_record(dataset).in_paper
    return HAND_PICKED.get(dataset) or float(in_paper.learning_rate)


def _runs(profile, seed, choose_rows):
    sets = SETS if profile == "paper" else None
    return [
        run
        for scaled in (True, False)
        for run in variant_runs(
            profile,
            seed,
            choose_rows,
            GN_VARIED.name,
            [rate | {"scaled": scaled} for rate in RATES.values()],
            sets,
            lambda dataset, rate: {} if "learning_rate" in rate else {"learning_rate": _hand_picked(dataset)},
        )
    ]


def _rate(settings):
    """Name the rate of a run by its settings, and its rows (dict)."""
    own = (settings.get("rate"), None if settings.get("picked") else settings["learning_rate"])
    named = {(of.get("rate"), of.get("learning_rate")): name for name, of in RATES.items()}
    rows = "scaled" if settings["scaled"] else "raw"
    return {"rate of nodes": f"{named[own]}, {rows}", "rows scaled": settings["scaled"]}


def _table(frame, _):
    names = [f"{name}, {rows}" for rows in ("scaled", "raw") for name in RATES]
    values = CRITERIA | {"dead": "nodes without effect", "saturated": "saturated outputs"}
    return table_against(frame, "rate of nodes", names, f"{BASE}, scaled", values)


OWN_RATES = Experiment(
    "own_rates",
    "A learning rate of each node's own, on scaled and on raw rows",
    place=17,
    n_seeds=5,
    runs=_runs,
    table=("Mean over the sets of the paper's rates on scaled rows, and what others differ from it", _table),
    columns=_rate,
)
